//! Grouped-query attention: which query head reads which key/value head, and what that saves.

use super::card::{Card, settings};
use crate::attention::gqa::{
    self, Cache, LLAMA_3_8B, LLAMA_3_8B_HEADS, Shape, gibibytes, kv_head, nearest_divisor,
};
use crate::picture::format;
use crate::state::State;
use crate::store::Store;
use crate::widget::Slider;
use leptos::prelude::*;

const CITATION: &str = "Ainslie et al., GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints, EMNLP 2023, arXiv 2305.13245; Shazeer, Fast Transformer Decoding, 2019, arXiv 1911.02150";

/// Numbers are float32 here, as everywhere on the page.
const BYTES_PER_NUMBER: usize = 4;

/// The key/value heads in force: the reader's number, or the next below it that divides the heads.
pub fn kv_heads(s: &State) -> usize {
    nearest_divisor(s.n_heads as usize, s.n_kv_heads as usize)
}

fn shape(store: Store) -> Shape {
    let sizes = settings(store).sizes(0);
    let (d_model, n_heads, head_dim) = (sizes.d_model, sizes.n_heads, sizes.head_dim);
    Shape { d_model, n_heads, n_kv_heads: store.state.with(kv_heads), head_dim }
}

#[component]
pub fn Grouped() -> impl IntoView {
    let store = Store::here();
    let shape = Memo::new(move |_| shape(store));
    let title = Signal::derive(move || {
        let s = &store.strings().around.grouped;
        let Shape { n_heads, n_kv_heads, .. } = shape.get();
        match n_kv_heads {
            kv if kv == n_heads => (s.title_multi_head)(n_heads),
            1 => (s.title_multi_query)(n_heads),
            kv => (s.title)(n_heads, kv, shape.get().saving()),
        }
    });
    let limit = store.get(|s| s.n_heads as f64);
    let no_divisor = move || {
        let Shape { n_heads, n_kv_heads, .. } = shape.get();
        let wanted = store.state.with(|s| s.n_kv_heads);
        // More than there are heads is all of them, which the slider's end says.
        let told = wanted as usize != n_kv_heads && wanted as usize <= n_heads;
        told.then(|| (store.strings().around.grouped.no_divisor)(wanted, n_heads, n_kv_heads))
    };
    let lead = Signal::derive(move || store.strings().around.grouped.lead);
    view! {
        <Card id="grouped" title lead citation=CITATION subjects=&["attention_gqa", "counts"] seeded=false>
            <Heads shape/>
            <Slider key="n_kv_heads" limit=limit/>
            <p class="bad" role="status" data-testid="no-divisor">{no_divisor}</p>
            <Sizes shape/>
            <p class="hint">{move || model(store)}</p>
        </Card>
    }
}

/// Parameters and cache, and what they are without sharing.
#[component]
fn Sizes(shape: Memo<Shape>) -> impl IntoView {
    let store = Store::here();
    let n = Memo::new(move |_| store.input.with(|input| input.as_ref().map_or(0, |input| input.len())));
    let line = move |of: fn(Shape, usize) -> u64, unit: &'static str| {
        let (shape, n) = (shape.get(), n.get());
        let own = of(shape, n);
        let whole = of(Shape { n_kv_heads: shape.n_heads, ..shape }, n);
        let named = |n: u64| format!("{}{unit}", format::grouped(n));
        let told = (whole != own).then(|| (store.strings().around.grouped.instead_of)(&named(whole)));
        view! { {named(own)} " " <small class="soft">{told}</small> }
    };
    view! {
        <dl class="stats" data-testid="grouped-sizes">
            <div><dt>{store.t(|s| s.around.grouped.parameters)}</dt><dd>{move || line(|shape, _| shape.parameters(), "")}</dd></div>
            <div>
                <dt>{store.t(|s| s.around.grouped.cached)}</dt>
                <dd>{move || line(|shape, _| gqa::cached_numbers(shape.n_kv_heads, shape.head_dim) as u64, "")}</dd>
            </div>
            <div>
                <dt>{move || (store.strings().around.grouped.layer_cache)(n.get())}</dt>
                <dd>{move || line(layer_bytes, " B")}</dd>
            </div>
        </dl>
    }
}

fn layer_bytes(shape: Shape, n: usize) -> u64 {
    let Shape { n_kv_heads, head_dim, .. } = shape;
    Cache { layers: 1, n_kv_heads, head_dim, n, batch: 1, bytes_per_number: BYTES_PER_NUMBER }.bytes()
}

/// The same in a released model.
fn model(store: Store) -> String {
    let whole = Cache { n_kv_heads: LLAMA_3_8B_HEADS, ..LLAMA_3_8B };
    let gib = |cache: Cache| format::significant(gibibytes(cache.bytes()), 1);
    (store.strings().around.grouped.model)(
        LLAMA_3_8B_HEADS,
        LLAMA_3_8B.n_kv_heads,
        &format::grouped(LLAMA_3_8B.n),
        &gib(LLAMA_3_8B),
        &gib(whole),
    )
}

/// Query heads above, key/value heads below, a line from each to the one it reads; that of the head on the screen bold.
#[component]
fn Heads(shape: Memo<Shape>) -> impl IntoView {
    let store = Store::here();
    let head = store.get(|s| s.head as usize);
    let picture = move || {
        let (Shape { n_heads, n_kv_heads, .. }, own) = (shape.get(), head.get());
        let radius = (160.0 / n_heads as f64).clamp(3.5, 11.0);
        let own_kv = kv_head(own, n_heads, n_kv_heads);
        let dot = |x: String, y: u32, own: bool| {
            view! { <circle cx=x cy=y r=radius class:own-head=own></circle> }
        };
        let links = (0..n_heads).filter_map(|t| {
            let kv = kv_head(t, n_heads, n_kv_heads)?;
            let class = if t == own { "own" } else { "link" };
            Some(view! { <line x1=place(t, n_heads) y1=QUERIES x2=place(kv, n_kv_heads) y2=KEYS class=class></line> })
        });
        let queries = (0..n_heads).map(|t| dot(place(t, n_heads), QUERIES, t == own));
        let keys = (0..n_kv_heads).map(|kv| dot(place(kv, n_kv_heads), KEYS, Some(kv) == own_kv));
        view! { {links.collect_view()} {queries.collect_view()} {keys.collect_view()} }
    };
    let spoken = move || {
        let (Shape { n_heads, n_kv_heads, .. }, own) = (shape.get(), head.get());
        kv_head(own, n_heads, n_kv_heads).map(|kv| (store.strings().around.grouped.reads)(own, kv))
    };
    view! {
        <svg class="heads" viewBox="0 0 400 150" role="img" aria-label=spoken data-testid="heads">
            <text x="4" y="13">{store.t(|s| s.around.grouped.query_heads)}</text>
            {picture}
            <text x="4" y="146">{store.t(|s| s.around.grouped.kv_heads)}</text>
        </svg>
        <p class="hint" aria-hidden="true">{spoken}</p>
    }
}

/// Heights of the two rows.
const QUERIES: u32 = 34;
const KEYS: u32 = 116;

/// Where number `at` of `many` stands, in the middle of its share of the width.
fn place(at: usize, many: usize) -> String {
    format!("{:.1}", 400.0 * (at as f64 + 0.5) / many.max(1) as f64)
}
