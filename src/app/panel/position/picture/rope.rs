//! RoPE: its curves, the clock hands, where a map puts far distances, and what mixing the pairings does.

use super::super::curves;
use super::common::{self, plot, settings};
use super::rope_axes::Dims;
use super::rope_shift::Shift;
use crate::matrix::{Matrix64, to_f64};
use crate::picture::format::{gap, significant};
use crate::picture::paint::Scale;
use crate::position::remap::{PositionMap, largest_relative_position, relative_positions, rerope};
use crate::position::rope_axes::rotary_dim;
use crate::position::rope_mixed::{Mixed, mix_up};
use crate::state;
use crate::store::Store;
use crate::widget::{Clocks, Map};
use leptos::prelude::*;
use ndarray::Axis;
use std::rc::Rc;

pub fn show(store: Store, picture: &'static str) -> AnyView {
    let turning = store.get(|s| {
        let settings = state::settings(s);
        rotary_dim(settings.sizes(1).head_dim, &settings.params.axes) > 1
    });
    let pictures = move || match turning.get() {
        true => one(store, picture),
        false => view! { <p class="soft">{store.t(|s| s.pictures.no_turn)}</p> }.into_any(),
    };
    view! { {pictures} }.into_any()
}

fn one(store: Store, picture: &'static str) -> AnyView {
    let unfinished = move || view! { <p class="hint">{move || curves::unfinished(store)}</p> };
    match picture {
        "wavelength" => view! { {plot(store, curves::wavelength)} {unfinished()} }.into_any(),
        "cosine" => plot(store, curves::cosine).into_any(),
        "score" => common::score(store),
        "clocks" => view! { <Clocks/> }.into_any(),
        "shift" => view! { <Shift/> }.into_any(),
        "dims" => view! { <Dims/> }.into_any(),
        "map" => view! { <Remapped/> }.into_any(),
        "mixed" => view! { <MixedUp/> }.into_any(),
        _ => view! { {plot(store, curves::frequency)} {unfinished()} }.into_any(),
    }
}

/// θ, m, and the angle between the two hands of pair 0.
pub fn cell(store: Store, (i, j): (usize, usize)) -> Option<String> {
    let freq = store.engine.with_value(|engine| engine.pipeline.frequencies());
    let theta: Vec<String> = freq.inv_freq.iter().take(4).map(|t| significant(*t, 4)).collect();
    let more = if freq.inv_freq.len() > 4 { ", …" } else { "" };
    let (m, delta) = (significant(freq.attention_factor, 5), i as f64 - j as f64);
    let turned = significant(delta * freq.inv_freq.first()?, 4);
    let delta = delta.to_string().replace('-', "−");
    Some(format!("θ = {}{more} · m = {m}\nΔ = i − j = {delta} · Δ·θ₀ = {turned}", theta.join(", ")))
}

/// g(i, j) of every pair.
#[component]
fn Remapped() -> impl IntoView {
    let store = Store::here();
    let heat = move || {
        let g = relative_positions(common::tokens(store), &settings(store).params.remap);
        common::by_pair(store, g.mapv(|g| g as f32), Scale::Diverging)
    };
    let farthest = move || {
        let n = common::tokens(store);
        let g = largest_relative_position(n, &settings(store).params.remap);
        (store.strings().pictures.farthest)(&significant(g, 4), n)
    };
    let query_scale = move || {
        let (last, params) = (common::tokens(store).checked_sub(1)?, settings(store).params);
        let length = params.rope.original_max_position_embeddings;
        let scaled = || {
            let scale = significant(rerope::query_scale(last, length), 4);
            (store.strings().pictures.query_scale)(last, length as u64, &scale)
        };
        (params.remap.position_map == PositionMap::Rerope).then(scaled)
    };
    let name = Signal::derive(move || store.strings().pictures.map.to_string());
    view! {
        {common::pair_map(store, heat, name)}
        <p class="finding-line">{farthest}</p>
        <p class="hint" data-testid="query-scale">{query_scale}</p>
    }
}

/// The scores under both pairings, and under the other with the dimensions permuted.
#[component]
fn MixedUp() -> impl IntoView {
    let store = Store::here();
    let head = common::head(store);
    let mixed = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        mixed(store, head.get())
    });
    let drawn = move || {
        let s = &store.strings().pictures;
        let map = |name: &str, values: &Matrix64| Map {
            name: name.into(),
            values: Rc::new(values.mapv(|x| x as f32)),
        };
        mixed.with(|m| {
            let m = m.as_ref()?;
            let named = [(s.trained_pairing, &m.right), (s.mixed_up, &m.mixed_up), (s.permuted, &m.permuted)];
            Some(named.into_iter().map(|(name, values)| map(name, values)).collect())
        })
    };
    let apart = move || {
        let s = &store.strings().pictures;
        mixed.with(|m| {
            m.as_ref().map(|m| (s.mixed_gap)(&gap(m.largest_difference), &gap(m.permuted_difference)))
        })
    };
    view! { {common::maps(store, drawn)} <p class="finding-line" data-testid="apart">{apart}</p> }
}

fn mixed(store: Store, head: usize) -> Option<Mixed> {
    store.engine.with_value(|engine| {
        let p = &engine.pipeline;
        let (qkv, sizes, settings) = (p.qkv()?, p.sizes(), p.settings());
        let angles = settings.scheme.angles(sizes, &settings.params)?;
        if head >= sizes.n_heads {
            return None;
        }
        let of = |heads: &crate::matrix::Heads| to_f64(&heads.index_axis(Axis(0), head).to_owned());
        let (q, k) = (of(&qkv.q), of(&qkv.k));
        Some(mix_up(q.view(), k.view(), &angles, settings.scheme.scale(sizes.head_dim, &settings.params)))
    })
}
