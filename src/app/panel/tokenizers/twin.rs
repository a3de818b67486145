//! The blocks once more as a table: the smallest pieces on which all tokenizers agree, and each one's ids for them.

use super::html::escape;
use super::lane::{Lane, Seen};
use super::name;
use crate::export::{Save, Source, Table, Value};
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
        <Save source=move || Some(Source::Table(numbers(store, &*lane.seen.get()?))) kind="pieces"/>
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
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(&piece(seen, *from, *to)));
        for ids in ids(seen, *from, *to) {
            let _ = write!(out, "<td>{}</td>", ids.join(" "));
        }
        out.push_str("</tr>");
    }
    out + "</tbody>"
}

/// The text between two ends that all tokenizers share.
fn piece(seen: &Seen, from: usize, to: usize) -> String {
    let columns = seen.alignment.columns.get(from..to).unwrap_or_default();
    let bytes = columns.first().zip(columns.last()).map(|(first, last)| first.start..last.end);
    visible(bytes.and_then(|bytes| seen.text.get(bytes)).unwrap_or_default())
}

/// Each tokenizer's ids for it.
fn ids(seen: &Seen, from: usize, to: usize) -> impl Iterator<Item = Vec<String>> {
    seen.cuts.iter().zip(&seen.alignment.rows).map(move |(cut, blocks)| {
        let first = blocks.partition_point(|block| block.columns.start < from);
        let here = blocks
            .iter()
            .skip(first)
            .take_while(|block| block.columns.start < to || to == seen.alignment.columns.len());
        let tokens = here.flat_map(|block| cut.tokens.get(block.tokens.clone()).unwrap_or_default());
        tokens.map(|token| token.id.to_string()).collect()
    })
}

/// Every piece, for files: its text, and for each tokenizer how many tokens it is and which.
fn numbers(store: Store, seen: &Seen) -> Table {
    let s = store.strings();
    let names = seen.cuts.iter().map(|cut| name(store, cut.vocabulary.id));
    let two = |name: String| [format!("{name}: {}", s.tokens.tokens), format!("{name}: {}", s.tokens.col_id)];
    let columns = std::iter::once(s.side.picture.text.to_owned()).chain(names.flat_map(two)).collect();
    let shared = &seen.alignment.shared;
    let row = |(from, to): (&usize, &usize)| {
        let cells = ids(seen, *from, *to).flat_map(|ids| [ids.len().into(), Value::Text(ids.join(" "))]);
        std::iter::once(Value::Text(piece(seen, *from, *to))).chain(cells).collect()
    };
    Table { columns, rows: shared.iter().zip(shared.iter().skip(1)).map(row).collect() }
}
