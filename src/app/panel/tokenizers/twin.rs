//! The blocks once more as a table: the smallest pieces on which all tokenizers agree, and each one's ids for them.

use super::html::escape;
use super::lane::{Lane, Seen};
use super::name;
use crate::store::Store;
use crate::tokenize::visible;
use crate::widget::TwinButton;
use leptos::prelude::*;
use std::fmt::Write;

/// So many pieces are listed.
const MOST: usize = 128;

#[component]
pub fn Twin(lane: Lane) -> impl IntoView {
    let store = Store::here();
    let open = RwSignal::new(false);
    let html = move || lane.seen.get().map(|seen| table(store, &seen)).unwrap_or_default();
    let cut = move || {
        let pieces = lane.seen.with(|seen| seen.as_ref().map_or(0, |s| s.alignment.shared.len()));
        (pieces > MOST + 1).then(|| (store.strings().picture.table_cut)(MOST))
    };
    view! {
        <TwinButton open/>
        <Show when=move || open.get()>
            <div class="tablewrap" tabindex="0" role="region" aria-label=store.t(|s| s.side.picture.label)>
                <table class="data" data-testid="twin" inner_html=html></table>
            </div>
            <p class="hint">{cut}</p>
        </Show>
    }
}

fn table(store: Store, seen: &Seen) -> String {
    let s = &store.strings().side.picture;
    let mut out = format!("<thead><tr><th scope=\"col\">{}</th>", s.text);
    for cut in &seen.cuts {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(&name(store, cut.vocabulary.id)));
    }
    out.push_str("</tr></thead><tbody>");
    let shared = &seen.alignment.shared;
    for (from, to) in shared.iter().zip(shared.iter().skip(1)).take(MOST) {
        let columns = seen.alignment.columns.get(*from..*to).unwrap_or_default();
        let bytes = columns.first().zip(columns.last()).map(|(first, last)| first.start..last.end);
        let text = bytes.and_then(|bytes| seen.text.get(bytes)).unwrap_or_default();
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(&visible(text)));
        for (cut, blocks) in seen.cuts.iter().zip(&seen.alignment.rows) {
            let first = blocks.partition_point(|block| block.columns.start < *from);
            let here = blocks
                .iter()
                .skip(first)
                .take_while(|block| block.columns.start < *to || *to == seen.alignment.columns.len());
            let tokens = here.flat_map(|block| cut.tokens.get(block.tokens.clone()).unwrap_or_default());
            let ids: Vec<String> = tokens.map(|token| token.id.to_string()).collect();
            let _ = write!(out, "<td>{}</td>", ids.join(" "));
        }
        out.push_str("</tr>");
    }
    out + "</tbody>"
}
