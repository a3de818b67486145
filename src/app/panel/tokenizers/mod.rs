//! Two to six tokenizers on the page's text: their blocks under each other, what they cost, and how a chat template marks
//! who speaks.

mod chat;
mod chat_html;
mod chat_total;
mod choose;
mod html;
mod lane;
mod lines;
mod numbers;
mod picture;
mod readout;
mod shipped;
mod twin;

use crate::panel::vocabulary_name;
use crate::picture::format::grouped;
use crate::store::Store;
use crate::widget::{Choice, Preset, Sheet, Slider};
use lane::Lane;
use leptos::prelude::*;
use std::sync::Arc;

const WINDOWS: &[Preset] = &[
    Preset { name: "512", value: "512" },
    Preset { name: "4k", value: "4096" },
    Preset { name: "32k", value: "32768" },
    Preset { name: "128k", value: "131072" },
    Preset { name: "1M", value: "1048576" },
];

#[component]
pub fn Tokenizers() -> impl IntoView {
    let store = Store::here();
    let lane = Lane::new();
    lane.follow(store);
    view! {
        <div class="two">
            <div class="stack">
                <section class="card side" style="--c: var(--tokens)">
                    <h2 class="finding" data-testid="side-title">{move || finding(store, lane)}</h2>
                    <p class="lead">{store.t(|s| s.side.picture.lead)}</p>
                    <choose::Loading/>
                    <readout::Readout lane/>
                    <picture::Picture lane/>
                    <p class="hint">{store.t(|s| s.side.picture.hidden)}</p>
                    <twin::Twin lane/>
                </section>
                <numbers::Numbers lane/>
                <shipped::Shipped lane/>
                <chat::Chat/>
            </div>
            <Sheet accent="tokens">
                <Slider key="context_window" presets=WINDOWS/>
                <choose::Chips/>
                <Choice key="chat_template"/>
                <Choice key="chat_messages"/>
                <Choice key="parse_special"/>
            </Sheet>
        </div>
    }
}

/// The name of a vocabulary in a sentence.
fn name(store: Store, id: &str) -> String {
    vocabulary_name(store.strings(), id)
}

/// Who makes the fewest tokens of the text, and who the most. Fewer tokens are no gain where some are unknown: such a
/// tokenizer is left out as long as two others remain.
fn finding(store: Store, lane: Lane) -> String {
    let s = &store.strings().side.picture;
    let Some(seen) = lane.seen.get() else { return s.title_none.to_string() };
    let whole = || seen.cuts.iter().filter(|cut| cut.counts.unknown == 0);
    let counted: Vec<_> = if whole().count() > 1 { whole().collect() } else { seen.cuts.iter().collect() };
    let tokens = |cut: &&&Arc<lane::Cut>| cut.counts.tokens;
    let (few, many) = (counted.iter().min_by_key(tokens), counted.iter().max_by_key(tokens));
    let (Some(few), Some(many)) = (few, many) else { return s.title_none.to_string() };
    let [least, most] = [few, many].map(|cut| grouped(cut.counts.tokens));
    if few.counts.tokens == many.counts.tokens {
        return (s.title_alike)(counted.len(), &least);
    }
    let characters = grouped(few.counts.characters);
    (s.title)(&characters, &least, &name(store, few.vocabulary.id), &most, &name(store, many.vocabulary.id))
}
