//! What the reader brought, as the sequence of tokens that everything after works on.

mod bar;
mod doors;
mod file;
mod modes;
mod text;

pub use bar::Bar;
pub use doors::{Dragged, open as open_doors};
pub use file::{bring, bring_later, refused};
pub use modes::Ready;
pub use text::TextInput;

use super::state::media;
use super::store::Store;
use super::{driver, image, sound, vocabulary};
use crate::embed::runs::{self, Kind, Run};
use crate::embed::sequence::Sequence;
use crate::pipeline::MAX_TOKENS;
use leptos::prelude::*;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The sequence, and what the views tell of it. Tokens past [`MAX_TOKENS`] are counted but not kept.
pub struct Input {
    pub sequence: Rc<Sequence>,
    /// A short visible label per token, for axes and sentences.
    pub labels: Rc<Vec<String>>,
    /// What stands where.
    pub runs: Vec<(Kind, Range<usize>)>,
    pub total_tokens: usize,
    /// The text among it.
    pub text: Option<Rc<TextInput>>,
}

impl Input {
    /// Joins `runs`; `left_out` more tokens were not even made.
    pub fn new(runs: Vec<Run>, text: Option<Rc<TextInput>>, left_out: usize) -> Self {
        let joined = runs::join(runs, MAX_TOKENS);
        Input {
            sequence: Rc::new(joined.sequence),
            labels: Rc::new(joined.labels),
            runs: joined.runs,
            total_tokens: joined.total + left_out,
            text,
        }
    }

    /// A text alone.
    pub fn of_text(text: Rc<TextInput>) -> Self {
        let left_out = text.total_tokens - text.tokens.len();
        Input::new(vec![text.run()], Some(text), left_out)
    }

    /// Whether there is nothing but text, so that token i of the sequence is token i of the text.
    pub fn is_text_alone(&self) -> bool {
        self.text.is_some() && self.runs.len() == 1
    }

    pub fn len(&self) -> usize {
        self.sequence.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sequence.is_empty()
    }

    /// The label of token `i`, empty past the end.
    pub fn label(&self, i: usize) -> &str {
        self.labels.get(i).map_or("", String::as_str)
    }
}

/// State keys that change what the sequence is made of; which patch or frame is looked at does not.
pub fn is_made_of(key: &str, mode: &str) -> bool {
    let of_media = media::FIELDS.iter().any(|field| field.key == key) && !matches!(key, "patch" | "frame");
    // masks and codebooks are drawn by the seed
    of_media || matches!(key, "mode" | "text" | "tokenizer") || (key == "seed" && mode != "text")
}

/// Makes the sequence anew from what the state says, once. Call when what it [`is_made_of`] changed. A lane that is
/// still fetching or computing calls [`lane_ready`] when it is done; a sequence of several parts does not wait for it.
pub fn refresh(store: Store) {
    let mode = store.state.with_untracked(|s| s.mode);
    let takes = |lane| mode == lane || mode == "mixed";
    let text = takes("text") && vocabulary::encode(store);
    let image = takes("image") && image::refresh(store);
    let sound = takes("audio") && sound::refresh(store);
    if mode == "mixed" || text || image || sound {
        lane_ready(store);
    }
}

/// Shows the sequence of the lanes' newest runs, if the state's mode has all that it needs.
pub fn lane_ready(store: Store) {
    let ready = Ready { text: store.text.get_value(), image: image::run(store), audio: sound::run(store) };
    if let Some(input) = store.state.with_untracked(|state| modes::build(state, ready)) {
        take(store, input);
    }
}

fn take(store: Store, input: Input) {
    let layout = Arc::clone(&input.sequence.layout);
    store.state.maybe_update(|state| {
        let other = state.params.layout != layout;
        state.params.layout = layout;
        other
    });
    store.input.set(Some(Rc::new(input)));
    // What is still on its way may have the cell that was asked for.
    if !(image::is_behind(store) || sound::is_behind(store)) {
        vocabulary::name_missing_cell(store);
    }
    driver::poke(store);
}
