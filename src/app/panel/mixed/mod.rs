//! The sequence builder: what stands in it and in which order, what each part costs, where it looks, and its ids.

mod cost;
mod ids;
mod order;
mod tokens;

pub use tokens::Tokens;

use crate::embed::runs::Kind;
use crate::panel::image::TooLarge;
use crate::store::Store;
use crate::widget::{Sheet, Slider};
use leptos::prelude::*;

/// Kinds in the order of the strings.
const KINDS: [Kind; 4] = [Kind::Special, Kind::Text, Kind::Image, Kind::Audio];

#[component]
pub fn Mixed() -> impl IntoView {
    let store = Store::here();
    let title = move || {
        let kinds = kinds(store);
        let present = (0..KINDS.len()).filter(|kind| kinds.contains(kind)).count();
        (store.strings().mixed.title)(kinds.len(), present)
    };
    let cut = move || {
        let input = store.input.get()?;
        (input.total_tokens > input.len())
            .then(|| (store.strings().mixed.cut)(input.len(), input.total_tokens))
    };
    view! {
        <div class="two">
            <section class="card" style="--c: var(--signal)" data-testid="mixed">
                <h2>{title}</h2>
                <p class="lead">{store.t(|s| s.mixed.lead)}</p>
                <order::Order/>
                <p class="hint">{cut}</p>
                <cost::Cost/>
                <ids::Ids/>
            </section>
            <Sheet accent="signal">
                <Slider key="pad_to"/>
                <Slider key="patch_size"/>
                <Slider key="image_size"/>
                <TooLarge/>
                <Slider key="hop_length"/>
            </Sheet>
        </div>
    }
}

/// The kind of every token, as an index into [`KINDS`]; followed.
fn kinds(store: Store) -> Vec<usize> {
    store.input.with(|input| {
        let Some(input) = input else { return Vec::new() };
        let number = |kind: &Kind| KINDS.iter().position(|known| known == kind).unwrap_or(0);
        input.runs.iter().flat_map(|(kind, range)| range.clone().map(move |_| number(kind))).collect()
    })
}

/// The style sheet's colour of kind number `at`.
fn color(at: usize) -> &'static str {
    crate::widget::kind_color(KINDS.get(at).copied().unwrap_or(Kind::Special))
}
