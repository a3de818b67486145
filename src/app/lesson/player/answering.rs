//! Has the page compute what a question needs, under every setting that it names, and puts the reader's back.

use crate::api;
use crate::input;
use crate::lesson::ask::Ask;
use crate::lesson::evaluate::needs;
use crate::lesson::facts::{Facts, Tensor};
use crate::lesson::json;
use crate::state::State;
use crate::store::Store;
use leptos::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// The numbers of all scenes of `ask`, on top of what the reader has set.
pub async fn facts(store: Store, ask: &Ask) -> Facts {
    let own = store.state.get_untracked();
    let mut facts = Facts {
        states: ask.scenes.iter().map(|pairs| json::with(own.clone(), pairs)).collect(),
        ..Facts::default()
    };
    let mut wanted: BTreeMap<usize, BTreeSet<&'static str>> = BTreeMap::new();
    for (scene, name) in needs(ask) {
        wanted.entry(scene).or_default().insert(name);
    }
    let mut shown = own.clone();
    for (scene, names) in wanted {
        let Some(state) = facts.states.get(scene) else { continue };
        show(store, &mut shown, state.clone()).await;
        for name in names {
            if let Some(tensor) = tensor(store, name) {
                facts.tensors.insert((scene, name), tensor);
            }
        }
    }
    show(store, &mut shown, own).await;
    facts
}

/// Computes the picture of `state`, unless it stands.
async fn show(store: Store, shown: &mut State, state: State) {
    let state = store.state.with_untracked(|now| state.with_found(now));
    if state != *shown {
        *shown = state.clone();
        store.state.set(state);
        input::refresh(store);
    }
    let _ = JsFuture::from(api::drawn(store, || wasm_bindgen::JsValue::UNDEFINED)).await;
}

/// `locus.data(name)` as plain numbers; words by the place of their first like. `None` while the settings cannot be
/// computed.
fn tensor(store: Store, name: &str) -> Option<Tensor> {
    let data = api::data(store, name);
    let of = |key: &str| js_sys::Reflect::get(&data, &key.into()).ok();
    if of("stale")?.is_truthy() {
        return None;
    }
    let shape: Vec<usize> =
        js_sys::Array::from(&of("shape")?).iter().filter_map(|n| Some(n.as_f64()? as usize)).collect();
    let values = of("values")?;
    let values = match values.dyn_ref::<js_sys::Float32Array>() {
        Some(values) => values.to_vec().into_iter().map(f64::from).collect(),
        None => numbered(&js_sys::Array::from(&values)),
    };
    Some(Tensor { shape, values })
}

fn numbered(all: &js_sys::Array) -> Vec<f64> {
    let first = |value: &wasm_bindgen::JsValue| f64::from(all.index_of(value, 0));
    all.iter().map(|value| value.as_f64().unwrap_or_else(|| first(&value))).collect()
}
