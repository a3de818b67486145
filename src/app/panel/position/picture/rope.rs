//! RoPE: its curves, the clock hands, where a map puts far distances, and what mixing the pairings does.

use super::super::curves;
use super::common::{self, plot, settings};
use super::rope_axes::Dims;
use super::rope_shift::Shift;
use crate::matrix::{Matrix, Matrix64, to_f64};
use crate::picture::format::{gap, significant};
use crate::picture::paint::Scale;
use crate::position::remap::{PositionMap, largest_relative_position, relative_positions, rerope};
use crate::position::rope_axes::{Axes, rotary_dim};
use crate::position::rope_ids::Ids;
use crate::position::rope_mixed::{Mixed, mix_up};
use crate::state;
use crate::store::Store;
use crate::widget::{Clocks, Map, clocks};
use leptos::prelude::*;
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
        "map" => view! { <Distances/> }.into_any(),
        "mixed" => view! { <MixedUp/> }.into_any(),
        _ => view! { {plot(store, curves::frequency)} {unfinished()} }.into_any(),
    }
}

/// θ, m, and on every axis the distance and the angle between the two hands of its first pair.
pub fn cell(store: Store, (i, j): (usize, usize)) -> Option<String> {
    let freq = store.engine.with_value(|engine| engine.pipeline.frequencies());
    let theta: Vec<String> = freq.inv_freq.iter().take(4).map(|t| significant(*t, 4)).collect();
    let more = if freq.inv_freq.len() > 4 { ", …" } else { "" };
    let m = significant(freq.attention_factor, 5);
    let ids = clocks::ids(store)?;
    let apart = ids.standing(i, j)?.apart();
    let of = |(axis, delta): (usize, &f64)| {
        // Under a map Δ is g(i, j), not i − j.
        let told = match i as f64 - j as f64 == *delta && ids.axes() == Axes::One {
            true => clocks::distance(store, &ids, axis, *delta).replacen("Δ =", "Δ = i − j =", 1),
            false => clocks::distance(store, &ids, axis, *delta),
        };
        // M-RoPE's sections may leave an axis without pairs.
        let turned = ids.first_pair(axis).and_then(|pair| {
            let turned = significant(delta * freq.inv_freq.get(pair)?, 4);
            Some(format!(" · Δ·θ{} = {turned}", subscript(pair)))
        });
        told + &turned.unwrap_or_default()
    };
    let lines: Vec<String> = apart.iter().enumerate().map(of).collect();
    Some(format!("θ = {}{more} · m = {m}\n{}", theta.join(", "), lines.join("\n")))
}

/// The digits of a number as subscripts.
fn subscript(number: usize) -> String {
    number.to_string().chars().filter_map(|c| char::from_u32(0x2080 + c.to_digit(10)?)).collect()
}

/// How far every query stands from every key: on each axis where there are several, g(i, j) otherwise.
#[component]
fn Distances() -> impl IntoView {
    let store = Store::here();
    let one = store.get(|s| s.params.axes.rope_axes == Axes::One);
    move || match one.get() {
        true => view! { <Remapped/> }.into_any(),
        false => view! { <ByAxis/> }.into_any(),
    }
}

/// A map of distances for each axis.
#[component]
fn ByAxis() -> impl IntoView {
    let store = Store::here();
    let ids = Memo::new(move |_| {
        let settings = settings(store);
        Ids::of(settings.sizes(common::tokens(store)), &settings.params)
    });
    let drawn = move || {
        ids.with(|ids| {
            let ids = ids.as_ref()?;
            let map = |(axis, apart): (usize, Matrix)| {
                let name = clocks::axis_name(store, ids, axis)?;
                Some(Map { name: format!("Δ {name}"), values: Rc::new(apart) })
            };
            Some(ids.distances().into_iter().enumerate().filter_map(map).collect())
        })
    };
    let farthest = move || {
        ids.with(|ids| {
            let ids = ids.as_ref()?;
            let named = |(axis, apart): (usize, usize)| clocks::distance(store, ids, axis, apart as f64);
            let all: Vec<String> = ids.farthest().into_iter().enumerate().map(named).collect();
            Some((store.strings().pictures.farthest_on_axes)(&all.join(" · ")))
        })
    };
    view! { {common::maps(store, drawn)} <p class="finding-line" data-testid="farthest">{farthest}</p> }
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
        let apart = if g.fract() == 0.0 { g.to_string() } else { significant(g, 4) };
        (store.strings().pictures.farthest)(&apart, n)
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
        let of = |heads: &crate::matrix::Heads| to_f64(&heads.index_axis(ndarray::Axis(0), head).to_owned());
        let (q, k) = (of(&qkv.q), of(&qkv.k));
        Some(mix_up(q.view(), k.view(), &angles, settings.scheme.scale(sizes.head_dim, &settings.params)))
    })
}
