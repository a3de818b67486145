//! ALiBi: its lines, which can be dragged, its two terms, and the three ways in which libraries write it.

use super::super::curves;
use super::common::{self, scheme_title, settings};
use crate::attention::alibi_forms::{Compared, compare};
use crate::attention::{Mask, Stage};
use crate::matrix::to_f64;
use crate::picture::format::{gap, significant};
use crate::position::alibi::{Form, slopes_in_force};
use crate::position::parameter::Choice;
use crate::state::{MAX_SLOPE, Value};
use crate::store::Store;
use crate::widget::{Grab, Level, Map, Plot};
use leptos::prelude::*;
use std::rc::Rc;

pub fn show(store: Store, picture: &'static str) -> AnyView {
    match picture {
        "forms" => view! { <Forms/> }.into_any(),
        "terms" => common::term_maps(store, |_, _| 0).into_any(),
        "score" => common::score(store),
        _ => view! { <Lines/> }.into_any(),
    }
}

/// Δ and the slope of the head.
pub fn cell(store: Store, (i, j): (usize, usize)) -> Option<String> {
    let head = store.state.with(|s| s.head as usize);
    let slope = significant(*slopes(store).get(head)?, 4);
    Some(format!("Δ = i − j = {} · m = {slope}", i as i64 - j as i64).replace('-', "−"))
}

fn slopes(store: Store) -> Vec<f64> {
    let settings = settings(store);
    slopes_in_force(settings.n_heads, &settings.params.alibi)
}

/// The bias over distance, a line a head; drag one to change its slope.
#[component]
fn Lines() -> impl IntoView {
    let store = Store::here();
    let held = StoredValue::new(0usize);
    let steepest = move || MAX_SLOPE * store.state.with(|s| s.params.alibi.slope_scale);
    let set = move |head: usize, in_force: f64| {
        let scale = store.state.with_untracked(|s| s.params.alibi.slope_scale).max(1e-6);
        let mut all = store.state.with_untracked(|s| s.params.alibi.slopes.clone());
        all.retain(|(h, _)| *h != head);
        // Four digits are finer than a pointer, and keep links short.
        let slope = format!("{:.3e}", (in_force / scale).max(0.0)).parse().unwrap_or(0.0);
        all.push((head, slope));
        all.sort_by_key(|(head, _)| *head);
        store.set("slopes", &Value::Slopes(all).to_text());
    };
    let grab = Callback::new(move |Grab { x, y, reach, begins }| {
        if x < 0.5 {
            return false;
        }
        if begins {
            let off = |m: f64| (-m * x - y).abs();
            let nearest = slopes(store).into_iter().enumerate().min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
            let Some((head, _)) = nearest.filter(|(_, m)| off(*m) <= reach) else { return false };
            held.set_value(head);
            store.set("head", &head.to_string());
        }
        set(held.get_value(), -y / x);
        true
    });
    let nudge = Callback::new(move |by: f64| {
        let head = store.state.with_untracked(|s| s.head as usize);
        if let Some(slope) = slopes(store).get(head) {
            // ↑ raises the value, as on every slider: a steeper line.
            set(head, (slope * (1.0 + by * 0.05)).min(steepest()));
        }
    });
    let name = Signal::derive(move || scheme_title(store));
    let value = Signal::derive(move || {
        let head = store.state.with(|s| s.head as usize);
        let slope = slopes(store).get(head).copied().unwrap_or_default();
        let text = (store.strings().position.slope_n)(head, &significant(slope, 3));
        Level { now: slope, max: steepest(), text }
    });
    view! {
        <Plot curves=move || curves::bias(store) name=name grab=grab nudge=nudge value=value/>
        <FormGap/>
        <p class="hint">{store.t(|s| s.position.drag_slopes)}</p>
    }
}

/// The logits as the paper, BLOOM and MPT have them, and how far the weights are from the paper's.
#[component]
fn Forms() -> impl IntoView {
    let store = Store::here();
    let head = common::head(store);
    // No number of a comparison is ever looked at but its own: it need not be compared.
    let all = Memo::new_with_compare(
        move |_| {
            let _ = store.head_drawn.get();
            forms(store, head.get()).unwrap_or_default()
        },
        |_, _| true,
    );
    let drawn = move || {
        let words = store.strings().words;
        let map = |(form, compared): &(Form, Compared)| Map {
            name: words.choice("alibi_form", form.id()).to_string(),
            values: Rc::new(compared.logits.mapv(|x| x as f32)),
        };
        all.with(|all| (!all.is_empty()).then(|| all.iter().map(map).collect()))
    };
    let told = move || {
        let (s, words, between) = (&store.strings().pictures, store.strings().words, store.strings().gap);
        let others = |all: &Vec<(Form, Compared)>| {
            let lines = all.iter().filter(|(form, _)| *form != Form::Paper).map(|(form, compared)| {
                let name = words.choice("alibi_form", form.id());
                (s.form_gap)(name, &gap(compared.logit_gap), &gap(compared.weight_gap))
            });
            lines.collect::<Vec<_>>().join(between)
        };
        all.with(others)
    };
    let why = move || {
        let full = store.engine.with_value(|engine| engine.pipeline.settings().mask == Mask::Full);
        let _ = all.get();
        full.then(|| store.strings().pictures.forms_need_causal)
    };
    view! {
        {common::maps(store, drawn)}
        <p class="finding-line" data-testid="forms">{told} {store.t(|s| s.gap)} {why}</p>
    }
}

/// How far logits and weights of the form in force are from the paper's.
#[component]
fn FormGap() -> impl IntoView {
    let store = Store::here();
    let (head, form) = (common::head(store), store.get(|s| s.params.alibi.alibi_form));
    let told = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        let (head, form) = (head.get(), form.get());
        let all = (form != Form::Paper).then(|| forms(store, head)).flatten()?;
        let (_, compared) = all.into_iter().find(|(other, _)| *other == form)?;
        Some((compared.logit_gap, compared.weight_gap))
    });
    move || {
        let (logits, weights) = told.get()?;
        let name = store.strings().words.choice("alibi_form", form.get().id());
        let line = (store.strings().pictures.form_gap)(name, &gap(logits), &gap(weights));
        Some(view! { <p class="finding-line" data-testid="form-gap">{line}</p> })
    }
}

fn forms(store: Store, head: usize) -> Option<Vec<(Form, Compared)>> {
    store.engine.with_value(|engine| {
        let p = &engine.pipeline;
        let scaled = to_f64(&p.stage(head, Stage::Scaled)?);
        let settings = p.settings();
        let slope = *slopes_in_force(settings.n_heads, &settings.params.alibi).get(head)?;
        let form = |form: &Form| (*form, compare(&scaled, slope, *form, settings.mask));
        Some(Form::ALL.iter().map(form).collect())
    })
}
