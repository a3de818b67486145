//! The text as code points and bytes, before any tokenizer.

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
                let bytes = c.encode_utf8(&mut [0; 4]).bytes().map(|b| format!("{b:02X}")).collect::<Vec<_>>().join(" ");
                view! { <div><b>{visible(&c.to_string())}</b><i>{format!("U+{:04X}", c as u32)}</i><i>{bytes}</i></div> }
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
        </section>
    }
}
