//! The text as code points and bytes, before any tokenizer.

use crate::export::{Save, Source, Table};
use crate::store::Store;
use crate::tokenize::visible;
use crate::widget::Strip;
use leptos::prelude::*;

/// The most characters shown one by one.
const MOST: usize = 200;

#[component]
pub fn Signal() -> impl IntoView {
    let store = Store::here();
    let text = store.get(|s| s.text.clone());
    let title = move || text.with(|t| (store.strings().signal.title)(t.chars().count(), t.len()));
    let cards = move || {
        text.with(|t| {
            let card = |c: char| {
                view! { <div><b>{visible(&c.to_string())}</b><i>{format!("U+{:04X}", c as u32)}</i><i>{bytes(c)}</i></div> }
            };
            t.chars().take(MOST).map(card).collect_view()
        })
    };
    let more = move || {
        let hidden = text.with(|t| t.chars().count().saturating_sub(MOST));
        (hidden > 0).then(|| (store.strings().signal.more)(hidden))
    };
    view! {
        <Strip/>
        <section class="card" style="--c: var(--signal)">
            <h2>{title}</h2>
            <p class="lead">{store.t(|s| s.signal.lead)}</p>
            <div class="chars">{cards}</div>
            <p class="hint">{more}</p>
            <Save source=move || Some(Source::Table(text.with(|text| numbers(store, text)))) kind="characters"/>
        </section>
    }
}

/// A character's UTF-8 bytes.
fn bytes(c: char) -> String {
    c.encode_utf8(&mut [0; 4]).bytes().map(|b| format!("{b:02X}")).collect::<Vec<_>>().join(" ")
}

/// Every character, for files: index, itself, code point, UTF-8 bytes.
fn numbers(store: Store, text: &str) -> Table {
    let s = &store.strings().tokens;
    let columns = [s.col_index, s.characters, "Unicode", s.col_bytes].map(str::to_owned);
    let row = |(at, c): (usize, char)| {
        vec![at.into(), visible(&c.to_string()).into(), f64::from(c as u32).into(), bytes(c).into()]
    };
    Table { columns: columns.into(), rows: text.chars().enumerate().map(row).collect() }
}
