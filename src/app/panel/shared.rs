//! What several panels show: the controls of the schemes and the map of who looks at whom.

use crate::attention::Stage;
use crate::compute::BackendKind;
use crate::matrix::Matrix;
use crate::picture::paint::Scale;
use crate::pipeline::Settings;
use crate::position::{self, Entry};
use crate::store::{GpuStatus, Store};
use crate::widget::{Choice, Heat, Heatmap, Slider};
use leptos::prelude::*;
use std::rc::Rc;

/// Seed, width and heads.
#[component]
pub fn ModelControls() -> impl IntoView {
    let store = Store::here();
    let sizes = store.get(|s| (s.d_model as usize, s.n_heads as usize));
    let width = move || {
        let (d, h) = sizes.get();
        (store.strings().controls.head_dim)(crate::attention::projection::head_dim(d, h))
    };
    view! {
        <Slider key="n_heads"/>
        <p class="hint mono">{width}</p>
        <Slider key="d_model"/>
        <Slider key="common"/>
        <Slider key="seed"/>
    }
}

/// Which of the heads that there are is on the screen.
#[component]
pub fn HeadSlider() -> impl IntoView {
    let store = Store::here();
    let last = store.get(|s| s.n_heads.saturating_sub(1) as f64);
    view! { <Slider key="head" limit=last/> }
}

/// The stage that a state's `stage` names.
pub fn stage(id: &str) -> Stage {
    match id {
        "dot" => Stage::Dot,
        "scaled" => Stage::Scaled,
        "biased" => Stage::Biased,
        "masked" => Stage::Masked,
        "output" => Stage::Output,
        _ => Stage::Weights,
    }
}

/// One stage of the head on the screen as a heatmap; the cell cursor is the page's own.
#[component]
pub fn AttentionMap(#[prop(into)] stage: Signal<Stage>, #[prop(default = 0.62)] tall: f64) -> impl IntoView {
    let store = Store::here();
    let head = store.get(|s| s.head as usize);
    let drawn = store.head_drawn;
    let all = Memo::new(move |_| store.drawn.get().all);
    let heat = move || {
        let _ = drawn.get();
        let input = store.input.get()?;
        let stage = stage.get();
        // The device paints what it computed, without what the softmax does not see.
        let shifted = matches!(stage, Stage::Biased | Stage::Masked)
            && store.engine.with_value(|e| e.pipeline.attend().is_some_and(|a| a.row_shift.is_some()));
        let on_gpu = !shifted
            && store.drawn.get_untracked().backend == BackendKind::Gpu
            && store.engine.with_value(|engine| engine.gpu_canvas);
        if on_gpu {
            // The cells are there first, their numbers with the read-back.
            let _ = all.get();
        }
        let values = store.engine.with_value(|engine| {
            let p = &engine.pipeline;
            // On the GPU the cells are there before their numbers: those of the last read stand in.
            let known = on_gpu || p.is_fresh(head.get());
            let values = known.then(|| p.stage(head.get(), stage)).flatten()?;
            Some(if stage == Stage::Weights { hide_masked(values, p.settings()) } else { values })
        });
        let labels = Rc::clone(&input.labels);
        let n = labels.len();
        let square = stage != Stage::Output;
        let fits = |values: &Matrix| values.nrows() == n && n > 0;
        let values = match values.filter(fits) {
            Some(values) => values,
            None if on_gpu && square => Matrix::zeros((n, n)),
            None => return None,
        };
        Some(Heat {
            values: Rc::new(values),
            rows: Rc::clone(&labels),
            cols: if square { labels } else { Rc::default() },
            scale: if stage == Stage::Weights { Scale::Sequential } else { Scale::Diverging },
            square,
            top: None,
            device: on_gpu.then(|| (head.get(), stage)),
        })
    };
    view! {
        <Heatmap
            heat=heat
            cell=store.cell
            hover=store.point()
            pick=store.pick()
            name=Signal::derive(move || store.strings().attention.who.to_string())
            tall=tall
        />
    }
}

/// What computes, and why not the GPU if it cannot.
#[component]
pub fn BackendControl() -> impl IntoView {
    let store = Store::here();
    let status = move || {
        let p = &store.strings().problem;
        match store.gpu.get() {
            GpuStatus::Absent(why) => Some((p.no_gpu)(&(p.gpu_reason)(&why))),
            GpuStatus::Lost(why) => Some((p.gpu_lost)(&(p.gpu_reason)(&why))),
            _ => None,
        }
    };
    view! {
        <Choice key="backend"/>
        <p class="hint" role="status" data-testid="gpu-status">{status}</p>
    }
}

/// Cells that the mask forbids hold no weight: they are shown as masked, not as a small number.
pub fn hide_masked(mut weights: Matrix, settings: &Settings) -> Matrix {
    let n = weights.ncols();
    for (i, mut row) in weights.rows_mut().into_iter().enumerate() {
        row.iter_mut().skip(settings.seen(i, n)).for_each(|w| *w = f32::NEG_INFINITY);
    }
    weights
}

/// Whether LongRoPE's factors for this text are no model's own: where they are drawn, the page says so.
pub fn illustrates(store: Store, rope: &position::rope::Params) -> bool {
    let n = store.input.with(|input| input.as_ref().map_or(0, |input| input.len()));
    position::scaling::longrope::is_illustration(&rope.for_length(n))
}

/// Where the scheme in force enters.
pub fn entry(scheme: &str) -> Entry {
    position::by_id(scheme).map_or(Entry::Nowhere, |s| s.info().entry)
}
