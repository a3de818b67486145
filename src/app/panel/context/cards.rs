//! The six pictures, each with a title that states what it found.

use super::curves::{self, short};
use super::numbers::{Numbers, name};
use super::ramp::Ramp;
use crate::picture::format::percent;
use crate::position::curves::unfinished;
use crate::position::scaling::lab::{self, count_out_of_range, ramp_counts, seeded_logits, sharpness};
use crate::position::scaling::yarn::YarnRamp;
use crate::store::Store;
use crate::widget::{Curves, Plot};
use leptos::prelude::*;
use std::sync::Arc;

type Shared = Memo<Option<Arc<Numbers>>>;

/// Height of a plot in CSS pixels: two rows of cards fit a laptop's screen.
const HEIGHT: f64 = 250.0;

/// Keys of the temperature's picture.
const KEYS: usize = 64;

/// A distance that every text has.
const NEAR: f64 = 16.0;

#[component]
pub fn Cards(numbers: Shared) -> impl IntoView {
    let store = Store::here();
    let shown = store.get(|s| s.lab_picture);
    view! {
        <div class="lab-grid" data-shown=move || shown.get()>
            <Picture id="angle" title=angle caption=|store, _| store.strings().context.reach_caption.to_string() curves=curves::angle numbers/>
            <Picture id="frequency" title=frequency caption=|_, _| String::new() curves=curves::frequency numbers/>
            <Picture id="wavelength" title=wavelength caption=|store, _| store.strings().context.unfinished_caption.to_string() curves=curves::wavelength numbers/>
            <section class="card" data-picture="ramp" style="--c: var(--position)">
                <h3>{move || numbers.get().map(|n| ramp(store, &n))}</h3>
                <Ramp numbers height=HEIGHT/>
                <p class="hint">{store.t(|s| s.context.ramp_caption)}</p>
            </section>
            <Picture id="score" title=score caption=score_caption curves=curves::score numbers/>
            <Temperature numbers/>
        </div>
    }
}

/// One picture under its finding.
#[component]
fn Picture(
    id: &'static str,
    title: fn(Store, &Numbers) -> String,
    caption: fn(Store, &Numbers) -> String,
    curves: fn(Store, &Numbers) -> Curves,
    numbers: Shared,
) -> impl IntoView {
    let store = Store::here();
    let heading = Memo::new(move |_| numbers.get().map_or_else(String::new, |n| title(store, &n)));
    view! {
        <section class="card" data-picture=id style="--c: var(--position)">
            <h3>{heading}</h3>
            <Plot curves=move || numbers.get().map(|n| curves(store, &n)) name=heading height=HEIGHT/>
            <p class="hint">{move || numbers.get().map(|n| caption(store, &n))}</p>
        </section>
    }
}

fn angle(store: Store, n: &Numbers) -> String {
    let reach = &n.in_force.drawn.reach;
    (store.strings().context.reach)(name(store, n.in_force.id), count_out_of_range(reach), reach.len())
}

/// By how much the slowest pair is slowed: by the rule in force, or by YaRN where none is.
fn frequency(store: Store, n: &Numbers) -> String {
    let other = n.others.iter().find(|rule| rule.id == "yarn").filter(|_| n.in_force.id == "default");
    let rule = other.unwrap_or(&n.in_force);
    let times = lab::slowdown(&n.plain.frequencies.inv_freq, &rule.drawn.frequencies.inv_freq);
    (store.strings().context.slowdown)(name(store, rule.id), &short(times))
}

fn wavelength(store: Store, n: &Numbers) -> String {
    let length = n.setting.params.original_max_position_embeddings;
    let theta = &n.plain.frequencies.inv_freq;
    (store.strings().context.unfinished)(unfinished(theta, length), theta.len(), length as u64)
}

fn ramp(store: Store, n: &Numbers) -> String {
    let ramp = if n.setting.params.yarn_ramp == YarnRamp::Code { &n.ramp.code } else { &n.ramp.paper };
    let (kept, blended, divided) = ramp_counts(ramp);
    (store.strings().context.ramp)(kept, blended, divided, &short(n.setting.compared_factor()))
}

/// The mean score at `delta` (with the rule in force, without).
fn scores(n: &Numbers, delta: f64) -> (String, String) {
    let at = |frequencies| short(lab::score(delta, frequencies));
    (at(&n.in_force.drawn.frequencies), at(&n.plain.frequencies))
}

fn score(store: Store, n: &Numbers) -> String {
    let (with, without) = scores(n, n.setting.target);
    if n.in_force.id == "default" {
        return (store.strings().context.score_plain)(&without);
    }
    (store.strings().context.score)(name(store, n.in_force.id), &with, &without)
}

fn score_caption(store: Store, n: &Numbers) -> String {
    let (near, far) = (scores(n, NEAR), scores(n, n.setting.target));
    (store.strings().context.score_caption)(
        &NEAR.to_string(),
        &near.0,
        &near.1,
        &n.setting.target.to_string(),
        &far.0,
        &far.1,
    )
}

/// What the attention factor does to a softmax over seeded logits.
#[component]
fn Temperature(numbers: Shared) -> impl IntoView {
    let store = Store::here();
    let seed = store.get(|s| s.seed);
    let logits = Memo::new(move |_| seeded_logits(KEYS, seed.get()));
    let factor = Memo::new(move |_| {
        numbers.with(|n| n.as_ref().map_or(1.0, |n| n.in_force.drawn.frequencies.attention_factor))
    });
    let id = Memo::new(move |_| numbers.with(|n| n.as_ref().map_or("default", |n| n.in_force.id)));
    let sharp = Memo::new(move |_| logits.with(|logits| sharpness(logits, factor.get())));
    let heading = Memo::new(move |_| {
        let s = &store.strings().context;
        let m = factor.get();
        if m == 1.0 {
            return (s.temperature_off)(name(store, id.get()));
        }
        sharp.with(|sharp| {
            let top = |weights: &[f64]| percent(weights.first().copied().unwrap_or_default() as f32);
            let (from, to) = (short(sharp.plain_entropy), short(sharp.sharpened_entropy));
            (s.temperature)(&short(m), &from, &to, &top(&sharp.plain), &top(&sharp.sharpened))
        })
    });
    view! {
        <section class="card" data-picture="temperature" style="--c: var(--position)">
            <h3>{heading}</h3>
            <Plot curves=move || Some(sharp.with(|sharp| curves::temperature(store, sharp))) name=heading height=HEIGHT/>
            <p class="hint">{move || (store.strings().context.temperature_caption)(KEYS)}</p>
        </section>
    }
}
