//! The maps: same axes, same cell, colours of one scale or of each map's own.

use super::map::Map;
use super::shown;
use crate::export::{Save, Source};
use crate::input::Input;
use crate::matrix::Matrix;
use crate::panel::shared::hide_masked;
use crate::picture::format;
use crate::picture::paint::Scale;
use crate::pipeline::difference;
use crate::store::Store;
use crate::widget::{Heat, Ramp, lifted};
use leptos::prelude::*;
use std::rc::Rc;

/// One map and whose it is.
#[derive(Clone)]
pub struct Picture {
    pub variant: &'static str,
    pub heat: Heat,
    /// Which results it was drawn from: the variant's, and for a difference those without position.
    of: Revisions,
}

type Revisions = (u64, Option<u64>);

/// All maps, in no order.
pub type Pictures = RwSignal<Vec<Picture>, LocalStorage>;

/// All maps, with the meaning of their colours above them.
#[component]
pub fn Grid() -> impl IntoView {
    let store = Store::here();
    let differences = store.get(|s| s.compare_view == "difference");
    let own_scale = store.get(|s| s.compare_scale == "own");
    let shown = shown(store);
    let pictures: Pictures = RwSignal::new_local(Vec::new());
    Effect::new(move |_| {
        let _ = store.compared.get();
        let Some(input) = store.input.get() else { return };
        let scale = if differences.get() { Scale::Diverging } else { Scale::Sequential };
        let before = pictures.get_untracked();
        let mut next = shown.with(|shown| pictures_of(store, &input, shown, scale, &before));
        if scale == Scale::Diverging || !own_scale.get() {
            share_scale(&mut next);
        }
        pictures.set(next);
    });
    let source = move || {
        let s = store.strings_untracked();
        let names = (s.picture.query, s.picture.key);
        let map = store.state.with_untracked(|s| s.colormap);
        let grid = |picture: &Picture| {
            let name = s.words.variant(picture.variant).to_owned();
            picture.heat.grid(name, names, lifted(picture.heat.scale, map))
        };
        // As they stand on the screen.
        let of = |id: &'static str| {
            pictures.with(|all| all.iter().find(|picture| picture.variant == id).map(grid))
        };
        let grids: Vec<_> = shown.get().into_iter().filter_map(of).collect();
        (!grids.is_empty()).then_some(Source::Grids(grids))
    };
    view! {
        <Legend pictures differences/>
        <div class="maps" role="group" aria-label=store.t(|s| s.compare.maps)>
            <For each=move || shown.get() key=|id| *id children=move |variant| view! { <Map variant pictures/> }/>
        </div>
        <Save source kind="maps"/>
    }
}

/// A picture of every variant shown. One that cannot be computed for the present text keeps its last.
fn pictures_of(
    store: Store,
    input: &Input,
    shown: &[&'static str],
    scale: Scale,
    before: &[Picture],
) -> Vec<Picture> {
    store.engine.with_value(|engine| {
        let (compare, settings) = (&engine.compare, engine.pipeline.settings());
        let of = |&variant: &&'static str| {
            let last = before.iter().find(|last| last.variant == variant && last.heat.scale == scale);
            if last.is_some() && compare.problem(variant).is_some() {
                return last.cloned();
            }
            let Some(weights) = compare.weights(variant).filter(|w| w.nrows() == input.labels.len()) else {
                return last.cloned();
            };
            let without = (scale == Scale::Diverging).then(|| compare.revision("none"));
            let of = (compare.revision(variant), without);
            // Nothing is copied for a map that stays as it is.
            if let Some(last) =
                last.filter(|last| last.of == of && Rc::ptr_eq(&last.heat.rows, &input.labels))
            {
                return Some(Picture { heat: Heat { top: None, ..last.heat.clone() }, ..last.clone() });
            }
            let values = match scale {
                Scale::Sequential | Scale::Span => weights.clone(),
                Scale::Diverging => difference(weights, compare.weights("none")?)?,
            };
            Some(Picture { variant, of, heat: heat(hide_masked(values, settings), input, scale) })
        };
        shown.iter().filter_map(of).collect()
    })
}

fn heat(values: Matrix, input: &Input, scale: Scale) -> Heat {
    let [rows, cols] = [(); 2].map(|()| Rc::clone(&input.labels));
    Heat { values: Rc::new(values), rows, cols, scale, square: true, top: None, device: None }
}

/// One high end for all: the largest value of any.
fn share_scale(pictures: &mut [Picture]) {
    let top = pictures.iter().map(|picture| picture.heat.largest()).fold(0.0, f32::max);
    pictures.iter_mut().for_each(|picture| picture.heat.top = Some(top));
}

/// What the colours stand for.
#[component]
fn Legend(pictures: Pictures, differences: Memo<bool>) -> impl IntoView {
    let store = Store::here();
    let own = store.get(|s| s.compare_scale == "own");
    let scale = Memo::new(move |_| if differences.get() { Scale::Diverging } else { Scale::Sequential });
    let top = Memo::new(move |_| pictures.with(|all| all.first().and_then(|picture| picture.heat.top)));
    let number = |x: f32| format::significant(f64::from(x), 2);
    let low = move || if differences.get() { number(-top.get().unwrap_or(0.0)) } else { "0".to_string() };
    let high = move || top.get().map_or_else(|| store.strings().compare.own_top.to_string(), number);
    let meaning = move || {
        let s = &store.strings().compare;
        match (differences.get(), own.get()) {
            (true, _) => s.scale_difference,
            (false, true) => s.scale_own,
            (false, false) => s.scale_shared,
        }
    };
    view! {
        <p class="scale" data-testid="compare-scale">
            <span class="mono">{low}</span>
            <Ramp scale/>
            <span class="mono">{high}</span>
            <span>{meaning}</span>
        </p>
    }
}

/// How long all the maps took; they are always computed on the CPU.
#[component]
pub fn Time() -> impl IntoView {
    let store = Store::here();
    let text = move || {
        let _ = store.compared.get();
        (store.strings().shell.computed)("CPU", store.engine.with_value(|engine| engine.compare_spent))
    };
    view! { <span class="badge" data-testid="compare-time">{text}</span> }
}
