//! Multi-head latent attention: naive and absorbed scores, and why a fully rotated key cannot be absorbed.

use super::card::{Card, Cell, map, settings};
use crate::attention::mla::Mla;
use crate::attention::mla_seeded::{seeded, shape};
use crate::picture::format::{gap, percent};
use crate::pipeline::{self, FullyRotated};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Maps, Plot};
use leptos::prelude::*;

const CITATION: &str = "DeepSeek-AI, DeepSeek-V2, 2024, arXiv 2405.04434, §2.1; naive and absorb in DeepSeek-V3’s inference/model.py, here without the RMSNorm on c";

#[component]
pub fn Latent() -> impl IntoView {
    let store = Store::here();
    let made_of = Memo::new(move |_| {
        let s = settings(store);
        (s.d_model, s.n_heads, s.seed, s.mask, s.params.rope.base)
    });
    // No number of a layer is looked at but through what it computes: it need not be compared.
    let layer = Memo::new_with_compare(
        move |_| {
            let (d_model, n_heads, seed, mask, base) = made_of.get();
            seeded(shape(d_model, n_heads), seed, base, mask)
        },
        |_, _| true,
    );
    let passes = Memo::new_with_compare(
        move |_| {
            let _ = store.head_drawn.get();
            let base = made_of.get().4;
            let of = |layer: &Mla| store.engine.with_value(|engine| engine.pipeline.latent(layer, base));
            layer.with(of)
        },
        |_, _| true,
    );
    let title = Signal::derive(move || {
        let s = &store.strings().around.latent;
        passes.with(|p| p.as_ref().map_or(s.title_plain.to_string(), |p| (s.title)(&gap(p.score_gap))))
    });
    let head = store.get(|s| s.head as usize);
    let both = move || {
        let (s, head) = (&store.strings().around.latent, head.get());
        passes.with(|p| {
            let p = p.as_ref()?;
            let named = [(s.naive, &p.naive), (s.absorbed, &p.absorbed)];
            named
                .into_iter()
                .map(|(name, pass)| Some(map(name, pass.logits.get(head)?)))
                .collect::<Option<Vec<_>>>()
        })
    };
    let gaps = move || {
        let s = &store.strings().around.latent;
        let gaps = |p: &pipeline::Latent| (s.gaps)(&gap(p.score_gap), &gap(p.output_gap));
        passes.with(|p| p.as_ref().map(gaps))
    };
    let sizes = move || {
        let shape = layer.with(|layer| layer.shape);
        (store.strings().around.latent.sizes)(shape.kv_lora_rank, shape.d_rope, shape.d_nope)
    };
    let name = Signal::derive(move || title.get());
    let lead = Signal::derive(move || store.strings().around.latent.lead);
    view! {
        <Card id="latent" title lead citation=CITATION subjects=&["mla"] seeded=true>
            <Maps maps=both name=name/>
            <Cell/>
            <p class="finding-line" data-testid="latent-gaps">{gaps}</p>
            <p class="hint">{sizes}</p>
            <Rotated layer made_of passes/>
        </Card>
    }
}

type MadeOf = (usize, usize, u64, crate::attention::Mask, f64);

/// The content scores if k^C were rotated, as they are and as absorbing makes them; and the matrix over the distance.
#[component]
fn Rotated(layer: Memo<Mla>, made_of: Memo<MadeOf>, passes: Memo<Option<pipeline::Latent>>) -> impl IntoView {
    let store = Store::here();
    let head = store.get(|s| s.head as usize);
    let found = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        let (head, base) = (head.get(), made_of.get().4);
        layer.with(|layer| store.engine.with_value(|e| e.pipeline.fully_rotated(layer, head, base)))
    });
    let both = move || {
        let s = &store.strings().around.latent;
        let two =
            |f: &FullyRotated| vec![map(s.rotated_exact, &f.exact), map(s.rotated_absorbed, &f.absorbed)];
        found.with(|f| f.as_ref().map(two))
    };
    let told = move || {
        let apart = passes.with(|p| p.as_ref().map(|p| p.full_rope_gap))?;
        let change = found.with(|f| f.as_ref().and_then(|f| f.change.get(1).copied()))?;
        Some((store.strings().around.latent.rotated)(&gap(apart), &percent(change as f32)))
    };
    let curve = move || found.with(|f| f.as_ref().map(|f| change(store, f)));
    let name = Signal::derive(move || store.strings().around.latent.rotated_title.to_string());
    view! {
        <h3>{name}</h3>
        <Maps maps=both name=name/>
        <p class="finding-line" data-testid="latent-rotated">{told}</p>
        <Plot curves=curve name=Signal::derive(move || store.strings().around.latent.change_axis.to_string()) height=170.0/>
    }
}

/// How much of the matrix to absorb is another, over the distance.
fn change(store: Store, found: &FullyRotated) -> Curves {
    let s = &store.strings().around.latent;
    let points: Vec<_> = found.change.iter().enumerate().map(|(r, change)| (r as f64, *change)).collect();
    let last = points.len().saturating_sub(1).max(1) as f64;
    Curves {
        x: Axis { label: s.distance_axis.to_string(), min: 0.0, max: last, log: false },
        y: Axis { label: s.change_axis.to_string(), min: 0.0, max: 2.0, log: false },
        curves: vec![Curve {
            name: String::new(),
            points,
            color: "--attention",
            strong: true,
            dashed: false,
        }],
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    }
}
