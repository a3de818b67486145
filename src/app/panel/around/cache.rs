//! What a cache of keys and values takes, over the context length, in the sizes of a released model.

use super::card::Card;
use crate::attention::gqa::{bytes, gibibytes};
use crate::attention::mla::{DEEPSEEK_V3, DEEPSEEK_V3_LAYERS};
use crate::picture::format::{grouped, significant};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Plot};
use leptos::prelude::*;

const CITATION: &str = "DeepSeek-AI, DeepSeek-V3, 2024, arXiv 2412.19437, and its config; Ainslie et al., GQA, 2023, arXiv 2305.13245; Shazeer, 2019, arXiv 1911.02150";

/// Tokens between the ends of the picture, DeepSeek-V3’s own limit.
const LENGTHS: [usize; 2] = [1024, 131_072];
/// Key/value heads of the grouped one.
const GROUPS: usize = 8;
const COLORS: [&str; 4] = ["--vectors", "--tokens", "--attention", "--order"];

/// bfloat16.
const BYTES_PER_NUMBER: usize = 2;

/// Cached numbers per token and layer: multi-head, grouped, latent, multi-query.
fn numbers() -> [usize; 4] {
    let shape = DEEPSEEK_V3;
    [
        shape.uncompressed_numbers(),
        shape.grouped_numbers(GROUPS),
        shape.cached_numbers(),
        shape.grouped_numbers(1),
    ]
}

fn bytes_at(numbers: usize, n: usize) -> u64 {
    bytes(numbers, [DEEPSEEK_V3_LAYERS, n, 1, BYTES_PER_NUMBER])
}

#[component]
pub fn Cache() -> impl IntoView {
    let store = Store::here();
    let title = Signal::derive(move || {
        let [whole, _, cached, _] = numbers();
        let times = significant(DEEPSEEK_V3.saving(), 2);
        (store.strings().around.cache.title)(&grouped(cached), &grouped(whole), &times)
    });
    let lead = Signal::derive(move || store.strings().around.cache.lead);
    let name = Signal::derive(move || store.strings().around.cache.bytes_axis.to_string());
    view! {
        <Card id="cache" title lead citation=CITATION subjects=&["counts"] seeded=false>
            <Plot curves=move || Some(curves(store)) name=name height=250.0/>
        </Card>
    }
}

fn curves(store: Store) -> Curves {
    let s = &store.strings().around.cache;
    let [first, last] = LENGTHS;
    let curve = |((name, numbers), color): ((&str, usize), &'static str)| {
        let points = LENGTHS.map(|n| (n as f64, bytes_at(numbers, n) as f64)).to_vec();
        let gib = significant(gibibytes(bytes_at(numbers, last)), 3);
        let name = (s.legend)(name, &grouped(numbers), &gib, &grouped(last));
        Curve { name, points, color, strong: color == "--attention", dashed: false }
    };
    let [top, _, _, low] = numbers();
    Curves {
        x: Axis { label: s.length_axis.to_string(), min: first as f64, max: last as f64, log: true },
        y: Axis {
            label: s.bytes_axis.to_string(),
            min: bytes_at(low, first) as f64,
            max: bytes_at(top, last) as f64,
            log: true,
        },
        curves: s.names.into_iter().zip(numbers()).zip(COLORS).map(curve).collect(),
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    }
}
