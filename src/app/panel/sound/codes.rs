//! Frames as codes: k-means ids, or residual codes level by level, and what of the frames they keep.

use super::{axis, curve};
use crate::matrix::Matrix;
use crate::picture::format::{grouped, significant};
use crate::picture::paint::Scale;
use crate::sound::{Codes, Listen, What, upright};
use crate::store::Store;
use crate::tokenize::audio::{codec, semantic};
use crate::tokenize::kmeans::learns_by_heart;
use crate::widget::{Choice, Curve, Curves, Heat, Heatmap, Plot, Trust};
use leptos::prelude::*;
use std::rc::Rc;

/// Ids that are written out.
const MOST: usize = 160;

#[component]
pub fn DiscreteTokens() -> impl IntoView {
    let store = Store::here();
    let kind = store.get(|s| s.media.audio_tokens);
    view! {
        <section class="card" style="--c: var(--tokens)" data-testid="discrete">
            {move || match kind.get() {
                "semantic" => view! { <Semantic/> }.into_any(),
                "codes" => view! { <Residual/> }.into_any(),
                _ => view! {
                    <h2>{store.t(|s| s.sound.discrete_title)}</h2>
                    <p class="lead">{store.t(|s| s.sound.discrete_lead)}</p>
                    <Choice key="audio_tokens"/>
                }
                .into_any(),
            }}
        </section>
    }
}

/// Codes of the kind that the state names, once they are there.
fn codes(store: Store) -> Option<Rc<Codes>> {
    let residual = store.state.with(|s| s.media.audio_tokens) == "codes";
    store.sound.codes.get().filter(|codes| codes.residual_norms.is_empty() != residual)
}

#[component]
fn Semantic() -> impl IntoView {
    let store = Store::here();
    let title = move || {
        let codes = codes(store)?;
        let runs = semantic::deduplicated(&codes.ids).len();
        Some((store.strings().sound.semantic_title)(codes.ids.len(), runs))
    };
    let ids = move || {
        let codes = codes(store)?;
        let shown = semantic::deduplicated(&codes.ids).into_iter().take(MOST);
        let text = shown.map(|(id, times)| if times == 1 { id.to_string() } else { format!("{id}×{times}") });
        Some(text.collect::<Vec<_>>().join(" "))
    };
    view! {
        <h2>{title}</h2>
        <p class="lead">{store.t(|s| s.sound.semantic_lead)}</p>
        <ByHeart/>
        <p class="vals" tabindex="0" data-testid="semantic-ids">{ids}</p>
        <Kept/>
        <Trust subjects=Signal::derive(|| vec!["kmeans"]) seeded=false computed=false/>
    }
}

#[component]
fn Residual() -> impl IntoView {
    let store = Store::here();
    let sizes = move || {
        store.state.with(|s| {
            let rate = 1.0 / crate::sound::params(s).hop_seconds();
            (s.media.n_codebooks as usize, s.media.codebook_size as usize, rate)
        })
    };
    let title = move || {
        let (levels, size, rate) = sizes();
        let codes = codes(store)?;
        let bits = codec::bits_per_second(rate, levels, size).round() as usize;
        let (first, last) = (*codes.errors.first()?, *codes.errors.last()?);
        let kept = significant(f64::from(last / first.max(f32::MIN_POSITIVE)) * 100.0, 2);
        Some((store.strings().sound.residual_title)(levels, &grouped(bits), &kept))
    };
    let errors = move || codes(store).map(|codes| error_curve(store, &codes));
    let norms = move || codes(store).and_then(|codes| residuals(store, &codes));
    let cell = RwSignal::new((0_usize, 0_usize));
    let name = Signal::derive(move || store.strings().sound.error_curve.to_string());
    view! {
        <h2>{title}</h2>
        <p class="lead">{store.t(|s| s.sound.residual_lead)}</p>
        <ByHeart/>
        <Plot curves=errors name=name height=220.0/>
        <h3>{store.t(|s| s.sound.residuals)}</h3>
        <Heatmap
            heat=norms
            cell=cell
            hover=Callback::new(move |at: Option<(usize, usize)>| if let Some(at) = at { cell.set(at) })
            pick=Callback::new(move |at| cell.set(at))
            name=Signal::derive(move || store.strings().sound.residuals.to_string())
            tall=0.3
            axes=Signal::derive(move || (store.strings().sound.level, store.strings().sound.frame))
        />
        <Kept/>
        <Trust subjects=Signal::derive(|| vec!["rvq"]) seeded=false computed=false/>
    }
}

/// Says so where the codebook can learn the frames by heart.
#[component]
fn ByHeart() -> impl IntoView {
    let store = Store::here();
    move || {
        let size = store.state.with(|s| s.media.codebook_size as usize);
        let frames = store.sound.frames.with(|frames| frames.as_ref().map(|f| f.whisper.values.nrows()))?;
        learns_by_heart(size, frames).then(|| {
            view! { <p class="hint" data-testid="by-heart">{(store.strings().sound.too_many_codes)(size, frames)}</p> }
        })
    }
}

/// What the codes stand for, as a spectrogram and to be heard.
#[component]
fn Kept() -> impl IntoView {
    let store = Store::here();
    let cell = RwSignal::new((0_usize, 0_usize));
    let heat = move || {
        let codes = codes(store)?;
        let frames = store.sound.frames.get()?;
        let rebuilt = Matrix::from_shape_vec(frames.whisper.values.dim(), codes.rebuilt.clone()).ok()?;
        Some(Heat {
            values: Rc::new(upright(&rebuilt)),
            rows: Rc::new((0..rebuilt.ncols()).rev().map(|m| m.to_string()).collect()),
            cols: Rc::default(),
            scale: Scale::Span,
            square: false,
            top: None,
            device: None,
        })
    };
    view! {
        <h3>{store.t(|s| s.sound.kept)}</h3>
        <Heatmap
            heat=heat
            cell=cell
            hover=Callback::new(move |at: Option<(usize, usize)>| if let Some(at) = at { cell.set(at) })
            pick=Callback::new(move |at| cell.set(at))
            name=Signal::derive(move || store.strings().sound.kept.to_string())
            tall=0.34
            axes=Signal::derive(move || (store.strings().sound.band, store.strings().sound.frame))
        />
        <Listen what=What::Codes/>
    }
}

/// The mean squared error with 0, 1 … levels.
fn error_curve(store: Store, codes: &Codes) -> Curves {
    let s = &store.strings().sound;
    let points: Vec<_> =
        codes.errors.iter().enumerate().map(|(level, e)| (level as f64, f64::from(*e))).collect();
    let top = points.iter().fold(1e-6_f64, |a, (_, y)| a.max(*y));
    Curves {
        x: axis(s.levels_axis, 0.0, (points.len().saturating_sub(1)).max(1) as f64),
        y: axis(s.error_axis, 0.0, top * 1.05),
        curves: vec![Curve { strong: true, ..curve("", points, "--tokens") }],
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    }
}

/// ‖r‖ of every frame after each level: levels × frames.
fn residuals(store: Store, codes: &Codes) -> Option<Heat> {
    let levels = codes.errors.len().checked_sub(1).filter(|levels| *levels > 0)?;
    let frames = codes.residual_norms.len() / levels;
    let values = Matrix::from_shape_vec((levels, frames), codes.residual_norms.clone()).ok()?;
    let s = &store.strings().sound;
    Some(Heat {
        values: Rc::new(values),
        rows: Rc::new((1..=levels).map(s.level_n).collect()),
        cols: Rc::default(),
        scale: Scale::Sequential,
        square: false,
        top: None,
        device: None,
    })
}
