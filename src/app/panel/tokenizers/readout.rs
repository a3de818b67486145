//! The block that is pointed at or chosen: its text, its ids, its bytes, and what that is a token.

use super::html::text_of;
use super::lane::Lane;
use super::name;
use crate::picture::format::significant;
use crate::store::Store;
use crate::tokenize::fertility::Counts;
use crate::tokenize::{Token, hex, visible};
use leptos::prelude::*;

/// So many tokens of one block are listed.
const MOST: usize = 24;

#[component]
pub fn Readout(lane: Lane) -> impl IntoView {
    let store = Store::here();
    let line = Memo::new(move |_| say(store, lane, lane.at()));
    // Heard when the keyboard or a tap chose, not while the pointer passes over.
    let spoken = Memo::new(move |_| say(store, lane, lane.chosen.get()));
    let point = store.t(|s| s.side.picture.point);
    view! {
        <p class="readout side-readout" id="side-readout" data-testid="side-readout">
            {move || line.get().unwrap_or_else(|| point().to_string())}
        </p>
        <span class="sr" aria-live="polite">{move || spoken.get()}</span>
    }
}

/// `GPT-2: “狗” = 45379 (E7 8B) + 245 (97) · 3 bytes / 2 tokens = 1.5 bytes a token`
fn say(store: Store, lane: Lane, (row, block): (usize, usize)) -> Option<String> {
    let seen = lane.seen.get()?;
    let s = &store.strings().side.picture;
    let row = row.min(seen.cuts.len().checked_sub(1)?);
    let blocks = seen.alignment.rows.get(row)?;
    let block = blocks.get(block).or_else(|| blocks.last())?;
    let cut = seen.cuts.get(row)?;
    let tokens = cut.tokens.get(block.tokens.clone())?;
    let bytes = |token: &Token| {
        let bytes = seen.text.as_bytes().get(token.span.clone()).unwrap_or_default();
        if bytes.is_empty() { visible(&token.piece) } else { hex(bytes) }
    };
    let one = |token: &Token| {
        let Token { id, piece, unknown, .. } = token;
        let spelled = if *unknown { format!("{piece} · {}", s.unknown) } else { bytes(token) };
        format!("{id} ({spelled})")
    };
    let more = if tokens.len() > MOST { " + …" } else { "" };
    let ids: Vec<String> = tokens.iter().take(MOST).map(one).collect();
    let text = text_of(&seen, block);
    let shown = if text.is_empty() { s.nothing.to_string() } else { format!("“{}”", visible(text)) };
    let counts = Counts::of(text, tokens);
    let ratio = significant(counts.bytes_per_token(), 3);
    let name = name(store, cut.vocabulary.id);
    let arithmetic = (s.arithmetic)(counts.bytes, counts.tokens, &ratio);
    let colon = store.strings().colon;
    Some(format!("{name}{colon}{shown} = {}{more} · {arithmetic}", ids.join(" + ")))
}
