//! The runs of every mode. A lane (picture, sound) makes its run from what the reader brought and the state says; while
//! that is on its way there is none, and the last picture stays.

use super::{Input, TextInput};
use crate::embed::projection::Special;
use crate::embed::runs::{Kind, Run};
use crate::state::State;
use std::rc::Rc;

/// What the lanes have ready.
#[derive(Default)]
pub struct Ready {
    pub text: Option<Rc<TextInput>>,
    pub image: Option<Run>,
    pub audio: Option<Run>,
}

/// The input of the state's mode; `None` while a part that it needs is missing.
pub fn build(state: &State, ready: Ready) -> Option<Input> {
    let Ready { text, image, audio } = ready;
    match state.mode {
        "text" => Some(Input::of_text(text?)),
        // A ViT's sequence begins with [CLS]; Whisper's frames stand alone.
        "image" => Some(Input::new(vec![Run::special(Special::Cls, "[CLS]", 1), image?], None, 0)),
        "audio" => Some(Input::new(vec![audio?], None, 0)),
        _ => Some(mixed(state, Ready { text, image, audio })),
    }
}

/// The parts that the state names, each with the special token that opens it.
fn mixed(state: &State, ready: Ready) -> Input {
    let Ready { text, mut image, mut audio } = ready;
    let mut runs = Vec::new();
    for part in &state.media.parts {
        match *part {
            "cls" => runs.push(Run::special(Special::Cls, "[CLS]", 1)),
            "sep" => runs.push(Run::special(Special::Sep, "[SEP]", 1)),
            "text" => runs.extend(text.as_ref().map(|text| text.run())),
            "image" => runs.extend(
                image.take().into_iter().flat_map(|run| [Run::special(Special::Img, "[IMG]", 1), run]),
            ),
            "audio" => runs.extend(
                audio.take().into_iter().flat_map(|run| [Run::special(Special::Aud, "[AUD]", 1), run]),
            ),
            _ => {}
        }
    }
    if state.media.parts.contains(&"pad") {
        let n: usize = runs.iter().map(|run| run.pieces.len()).sum();
        let missing = (state.media.pad_to as usize).saturating_sub(n);
        runs.push(Run::special(Special::Pad, "[PAD]", missing));
    }
    let has_text = runs.iter().any(|run| run.kind == Kind::Text);
    Input::new(runs, text.filter(|_| has_text), 0)
}
