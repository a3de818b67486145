//! The pipeline from x to softmax with the scheme's entry lit.

use crate::panel::shared;
use crate::position::Entry;
use crate::state;
use crate::store::Store;
use crate::widget::divisor;
use leptos::prelude::*;

/// Where q·k is divided, and where the scheme's numbers are added to it.
const DIVIDED: usize = 4;
const ADDED: usize = 5;

#[component]
pub fn Chain() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    let divided = Memo::new(move |_| {
        let settings = store.state.with(state::settings);
        let head_dim = settings.sizes(1).head_dim;
        divisor(settings.scheme.scale(head_dim, &settings.params))
    });
    let links = move || {
        let entry = shared::entry(scheme.get());
        let here = match entry {
            Entry::Nowhere => usize::MAX,
            Entry::AddedToEmbedding => 1,
            Entry::RotatesQueryKey => 3,
            Entry::BiasOnLogits | Entry::TermOfScore => ADDED,
        };
        let strings = store.strings();
        let link = |(at, text): (usize, &&'static str)| {
            let text = match at {
                DIVIDED => format!("q·k{}", divided.get().map_or_else(String::new, |n| format!(" / √{n}"))),
                ADDED if entry == Entry::TermOfScore => strings.pictures.plus_terms.to_string(),
                _ => (*text).to_string(),
            };
            let is_entry = matches!(at, 1 | 3 | ADDED);
            (!is_entry || at == here).then(|| view! { <span class:here=at == here>{text}</span> })
        };
        strings.position.chain.iter().enumerate().filter_map(link).collect_view()
    };
    view! { <p class="enter" aria-label=store.t(|s| s.position.where_enters)>{links}</p> }
}
