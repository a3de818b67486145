//! What a vocabulary and a length cost: the table over V × d, its share of a model, factors, cache, operations, savings.

mod cache;
mod controls;
mod cost;
mod export;
mod plane;
mod rank;
mod saving;
mod share;
mod surface;

use crate::economics::Model;
use crate::economics::embedding::Embedding;
use crate::store::Store;
use leptos::prelude::*;

/// bfloat16.
const BYTES_PER_NUMBER: u64 = 2;
/// Height of a plot in CSS pixels.
const HEIGHT: f64 = 260.0;

#[component]
pub fn Economics() -> impl IntoView {
    let store = Store::here();
    // Every choice of the state is a preset: there always is a model.
    let model = store.get(move |s| s.economics.model());
    view! {
        <div class="two">
            <div class="stack">
                <surface::Surface model/>
                <div class="pair">
                    <share::Share model/>
                    <rank::Rank model/>
                </div>
                <div class="pair">
                    <cache::Cache model/>
                    <cost::Cost model/>
                </div>
                <saving::Saving model/>
            </div>
            <controls::Controls/>
        </div>
    }
}

type Subject = Memo<Option<Model>>;

fn table_of(model: &Model) -> Embedding {
    Embedding { vocab_size: model.vocab_size, d_model: model.d_model, tied: model.tied }
}

/// Bytes as GiB, or MiB where that is below one.
fn bytes(bytes: f64) -> String {
    let gib = crate::attention::gqa::gibibytes(bytes as u64);
    let (value, unit) = if gib < 1.0 { (gib * 1024.0, "MiB") } else { (gib, "GiB") };
    format!("{} {unit}", crate::picture::format::significant(value, 3))
}

fn count(n: u64) -> String {
    crate::picture::format::grouped(n)
}

/// A sentence of the panel that is the same under all settings.
fn said(of: fn(&crate::strings::Economics) -> &'static str) -> Signal<String> {
    let store = Store::here();
    Signal::derive(move || of(store.strings().economics).to_string())
}

/// A card with its finding.
#[component]
fn Card(
    id: &'static str,
    #[prop(into)] title: Signal<String>,
    #[prop(into)] lead: Signal<String>,
    /// The colour of the stage it belongs to.
    #[prop(default = "attention")]
    accent: &'static str,
    children: Children,
) -> impl IntoView {
    view! {
        <section class="card" data-card=id style=format!("--c: var(--{accent})")>
            <h2 data-testid=format!("{id}-title")>{title}</h2>
            <p class="lead">{lead}</p>
            {children()}
        </section>
    }
}
