//! Depth: what the order of earlier tokens does to the last one, layer by layer, with and without position.

use super::card::Card;
use crate::attention::Mask;
use crate::attention::depth::{Stack, rotates};
use crate::attention::permutation::ROUNDING;
use crate::panel::resting::measured;
use crate::picture::format::gap;
use crate::pipeline::{MAX_DEPTH, Pipeline, Settings, rotated};
use crate::position::{self, none};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Plot, Slider};
use leptos::prelude::*;

const CITATION: &str = "Haviv et al., Transformer Language Models without Positional Encodings Still Learn Positional Information, 2022, arXiv 2203.16634; Kazemnejad et al., 2023, arXiv 2305.19466; Yang et al., RoPE to NoPE and Back Again, 2025, arXiv 2501.18795";

/// How far the last token's output moves after each layer.
#[derive(Clone, PartialEq)]
struct Gaps {
    nope: Vec<f64>,
    rope: Vec<f64>,
    mixed: Vec<f64>,
}

impl Gaps {
    fn ends(&self) -> Option<[f64; 3]> {
        Some([*self.nope.last()?, *self.rope.last()?, *self.mixed.last()?])
    }
}

#[component]
pub fn Depth() -> impl IntoView {
    let store = Store::here();
    let interval = store.get(|s| s.no_rope_layer_interval);
    let rope = store.get(|s| (s.params.rope.clone(), s.params.axes.clone()));
    let stack = StoredValue::new_local(None::<((usize, usize, u64, u64), Stack)>);
    let follow = move || {
        let _ = (interval.get(), rope.with(|_| ()));
    };
    let gaps = measured(store, follow, move || {
        let how = store.state.with_untracked(crate::state::settings);
        let interval = store.state.with_untracked(|s| s.no_rope_layer_interval as usize);
        stack.try_update_value(|kept| measure(store, kept, &how, interval)).flatten()
    });
    let title = Signal::derive(move || {
        let s = &store.strings().around.depth;
        let two = |g: &Gaps| Some((*g.nope.first()?, *g.nope.get(1)?));
        match gaps.with(|g| g.as_ref().and_then(two)) {
            Some((one, two)) if two > ROUNDING => (s.title)(&gap(one), &gap(two)),
            _ => s.title_short.to_string(),
        }
    });
    let ends = move || {
        let [nope, rope, mixed] = gaps.with(|g| g.as_ref().and_then(Gaps::ends))?.map(gap);
        Some((store.strings().around.depth.ends)(&nope, &rope, &mixed))
    };
    let lead = Signal::derive(move || store.strings().around.depth.lead);
    view! {
        <Card id="depth" title lead citation=CITATION subjects=&["attention", "attention_rope"] seeded=true>
            <p class="hint">{store.t(|s| s.around.depth.gap_axis)}</p>
            <Plot curves=move || gaps.with(|g| g.as_ref().map(|g| curves(store, g))) name=title height=250.0/>
            <p class="finding-line" data-testid="depth-ends">{ends}</p>
            <Slider key="no_rope_layer_interval"/>
            <Pattern/>
            <p class="hint">{store.t(|s| s.around.depth.order)} " · " {store.t(|s| s.permutation.in_f64)}</p>
        </Card>
    }
}

/// Measures all three stacks; their layers are made again only when the sizes or the seed change.
fn measure(
    store: Store,
    kept: &mut Option<((usize, usize, u64, u64), Stack)>,
    how: &Settings,
    interval: usize,
) -> Option<Gaps> {
    let nope = Settings { scheme: &none::None, mask: Mask::Causal, ..how.clone() };
    let rope = Settings { scheme: position::by_id("rope")?, ..nope.clone() };
    let sizes = (how.d_model, how.n_heads, how.seed, how.common.to_bits());
    if kept.as_ref().is_none_or(|(of, _)| *of != sizes) {
        *kept = Some((sizes, Pipeline::stack(&nope, MAX_DEPTH)));
    }
    let (_, stack) = kept.as_ref()?;
    store.engine.with_value(|engine| {
        let p = &engine.pipeline;
        let before = rotated(p.experiment_size().saturating_sub(1));
        let gaps = |how: &Settings, interval| p.order_gaps(stack, how, interval, &before);
        Some(Gaps { nope: gaps(&nope, 0)?, rope: gaps(&rope, 0)?, mixed: gaps(&rope, interval)? })
    })
}

/// Which layers of the mixed stack rotate.
#[component]
fn Pattern() -> impl IntoView {
    let store = Store::here();
    let interval = store.get(|s| s.no_rope_layer_interval as usize);
    let layers = move || {
        let layer = |l: usize| match rotates(l, interval.get()) {
            true => view! { <li>"RoPE"</li> }.into_any(),
            false => view! { <li class="nope">"NoPE"</li> }.into_any(),
        };
        (0..MAX_DEPTH).map(layer).collect_view()
    };
    view! {
        <div>
            <h3>{store.t(|s| s.around.depth.pattern)}</h3>
            <ol class="pattern" data-testid="pattern">{layers}</ol>
        </div>
    }
}

/// The axis ends below what f64 can tell, so that zero has a place on it.
const LEAST: f64 = 1e-17;

fn curves(store: Store, gaps: &Gaps) -> Curves {
    let s = &store.strings().around.depth;
    let curve = |name: String, gaps: &[f64], color, strong, dashed| {
        let points = gaps.iter().enumerate().map(|(l, gap)| ((l + 1) as f64, gap.max(LEAST))).collect();
        Curve { name, points, color, strong, dashed }
    };
    let interval = settings_interval(store);
    let all = gaps.nope.iter().chain(&gaps.rope).chain(&gaps.mixed);
    Curves {
        x: Axis { label: s.layer_axis.to_string(), min: 0.7, max: MAX_DEPTH as f64 + 0.3, log: false },
        y: Axis {
            // Its ticks leave a name no room: it stands above.
            label: String::new(),
            min: LEAST,
            max: all.fold(10.0, |top: f64, gap| top.max(*gap)),
            log: true,
        },
        curves: vec![
            curve(s.rope.to_string(), &gaps.rope, "--position", false, false),
            curve((s.mixed)(interval), &gaps.mixed, "--tokens", false, true),
            curve(s.nope.to_string(), &gaps.nope, "--attention", true, false),
        ],
        shade: Vec::new(),
        upright: Vec::new(),
        level: vec![(ROUNDING, s.rounding.to_string())],
    }
}

fn settings_interval(store: Store) -> u64 {
    store.state.with(|s| s.no_rope_layer_interval)
}
