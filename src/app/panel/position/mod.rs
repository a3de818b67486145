//! Where a scheme enters, its own picture, and what it does to attention, side by side.

mod curves;
mod picture;

use super::shared::{self, AttentionMap, BackendControl, HeadSlider};
use crate::app::panel::scheme_controls::SchemeControls;
use crate::app::store::Store;
use crate::app::widget::{Readout, Sheet, Strip, Trust};
use crate::attention::Stage;
use crate::picture::format::significant;
use crate::position::scaling::RopeType;
use crate::position::{self, Entry};
use leptos::prelude::*;

#[component]
pub fn Position() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    let yarn = store.get(|s| s.scheme == "rope" && s.params.rope.rope_type == RopeType::Yarn);
    let words = move || store.strings().words.scheme(scheme.get());
    let title = move || {
        let p = &store.strings().position;
        match store.state.with(|s| s.params.rope.factor) {
            _ if !yarn.get() => words().map_or("", |words| words.title).to_string(),
            1.0 => p.title_yarn_off.to_string(),
            factor => (p.title_yarn)(factor),
        }
    };
    let lead = move || {
        if yarn.get() { store.strings().position.lead_yarn } else { words().map_or("", |words| words.lead) }
    };
    let subjects = Signal::derive(move || shared::subjects(scheme.get(), yarn.get()));
    view! {
        <Strip/>
        <div class="three">
            <section class="card" style="--c: var(--position)">
                <h2>{title}</h2>
                <p class="lead">{lead}</p>
                <Chain/>
                <picture::SchemePicture/>
                <Trust subjects=subjects seeded=false/>
            </section>
            <section class="card" style="--c: var(--attention)">
                <h2>{store.t(|s| s.attention.title_plain)}</h2>
                <p class="lead">{store.t(|s| s.attention.lead)}</p>
                <AttentionMap stage=Signal::stored(Stage::Weights) tall=0.5/>
            </section>
            <Sheet accent="position">
                <SchemeControls/>
                <HeadSlider/>
                <BackendControl/>
            </Sheet>
            <Equation/>
        </div>
    }
}

/// The pipeline from x to softmax with the scheme's entry lit.
#[component]
fn Chain() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    let links = move || {
        let here = match shared::entry(scheme.get()) {
            Entry::Nowhere => usize::MAX,
            Entry::AddedToEmbedding => 1,
            Entry::RotatesQueryKey => 3,
            Entry::BiasOnLogits | Entry::TermOfScore => 5,
        };
        let link = |(at, text): (usize, &&'static str)| {
            let is_entry = matches!(at, 1 | 3 | 5);
            (!is_entry || at == here).then(|| view! { <span class:here=at == here>{*text}</span> })
        };
        store.strings().position.chain.iter().enumerate().filter_map(link).collect_view()
    };
    view! { <p class="enter" aria-label=store.t(|s| s.position.where_enters)>{links}</p> }
}

/// The scheme's equation and, beside it, the chosen cell's numbers.
#[component]
fn Equation() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    let equation = move || {
        position::by_id(scheme.get()).map(|s| {
            let info = s.info();
            let told = store.strings().words.scheme(info.id).and_then(|words| words.convention);
            let convention = told.unwrap_or(info.convention);
            let math = format!("<math display=\"block\">{}</math>", info.mathml);
            view! { <div class="math" tabindex="0" inner_html=math></div><p class="hint">{convention}<br/><cite lang="en">{info.citation}</cite></p> }
        })
    };
    let live = move || {
        let _ = store.head_drawn.get();
        let (i, j) = store.cell.get();
        let freq = store.engine.with_value(|engine| engine.pipeline.frequencies());
        (scheme.get() == "rope").then(|| {
            let theta: Vec<String> = freq.inv_freq.iter().take(4).map(|t| significant(*t, 4)).collect();
            let more = if freq.inv_freq.len() > 4 { ", …" } else { "" };
            view! {
                <p class="readout">
                    "θ = " {theta.join(", ")} {more} " · m = " {significant(freq.attention_factor, 5)} " · "
                    <u>{format!("Δ·θ₀ = {}", significant((i as f64 - j as f64) * freq.inv_freq.first().copied().unwrap_or(0.0), 4))}</u>
                </p>
            }
        })
    };
    view! {
        <section class="card eq" style="--c: var(--attention)">
            <div>{equation}</div>
            <div><Readout/>{live}</div>
        </section>
    }
}
