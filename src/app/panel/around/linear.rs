//! Linear attention: its map beside the softmax's, and what a reordering does to its rows with and without a mask.

use super::card::{Card, Cell, map};
use crate::attention::Mask;
use crate::panel::resting::measured;
use crate::picture::format::{gap, significant};
use crate::picture::paint::Scale;
use crate::pipeline::{Beside, rotated};
use crate::store::Store;
use crate::widget::Maps;
use leptos::prelude::*;

const CITATION: &str = "Katharopoulos et al., Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention, ICML 2020, arXiv 2006.16236";

#[component]
pub fn Linear() -> impl IntoView {
    let store = Store::here();
    let head = store.get(|s| s.head as usize);
    let beside = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        let head = head.get();
        store.engine.with_value(|engine| engine.pipeline.softmax_and_linear(head))
    });
    let gaps = measured(
        store,
        || (),
        move || {
            store.engine.with_value(|engine| {
                let p = &engine.pipeline;
                let order = rotated(p.experiment_size());
                let gap = |mask| Some(p.linear_order(mask, &order)?.equivariance_gap);
                Some((gap(Mask::Full)?, gap(Mask::Causal)?))
            })
        },
    );
    let title = Signal::derive(move || {
        let s = &store.strings().around.linear;
        gaps.get().map_or(s.title_plain.to_string(), |(full, causal)| (s.title)(&gap(full), &gap(causal)))
    });
    let mask = store.get(|s| s.mask == "causal");
    let both = move || {
        let (s, causal) = (&store.strings().around.linear, mask.get());
        let two = |b: &Beside| {
            let shown = |m| if causal { masked(m) } else { m };
            vec![map(s.softmax, &shown(b.softmax.clone())), map(s.linear, &shown(b.linear.clone()))]
        };
        beside.with(|b| b.as_ref().map(two))
    };
    let largest = move || {
        let s = &store.strings().around.linear;
        let told = |b: &Beside| (s.largest)(&significant(b.largest[0], 3), &significant(b.largest[1], 3));
        beside.with(|b| b.as_ref().map(told))
    };
    let lead = Signal::derive(move || store.strings().around.linear.lead);
    view! {
        <Card id="linear" title lead citation=CITATION subjects=&["attention_linear"] seeded=true>
            <Maps maps=both scale=Scale::Sequential name=title/>
            <Cell/>
            <p class="finding-line" data-testid="linear-largest">{largest}</p>
            <p class="hint">{store.t(|s| s.around.linear.locality)}</p>
        </Card>
    }
}

/// Weights with the cells that a causal mask forbids grey, not zero.
fn masked(mut weights: crate::matrix::Matrix64) -> crate::matrix::Matrix64 {
    for ((i, j), w) in weights.indexed_iter_mut() {
        if !Mask::Causal.allows(i, j) {
            *w = f64::NEG_INFINITY;
        }
    }
    weights
}
