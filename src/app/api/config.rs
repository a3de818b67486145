//! `locus.config(text)`: what a model's config.json says of its RoPE, without showing it.

use super::put;
use crate::position::parameter::Choice;
use crate::position::scaling::config::{self, LayerRope};
use crate::store::Store;
use js_sys::{Array, Float64Array, Object};
use wasm_bindgen::JsValue;

/// `{ model_type, head_dim, max_position_embeddings, layers }`, or `{ error }` with one sentence.
pub fn config(store: Store, text: &str) -> JsValue {
    let out = Object::new();
    match config::read(text) {
        Ok(model) => {
            put(&out, "model_type", &model.model_type.map_or(JsValue::NULL, JsValue::from));
            put(&out, "head_dim", &(model.head_dim as f64).into());
            let longest = model.max_position_embeddings.map_or(JsValue::NULL, JsValue::from);
            put(&out, "max_position_embeddings", &longest);
            put(&out, "layers", &model.layers.iter().filter_map(layer).collect::<Array>());
        }
        Err(error) => {
            let strings = store.strings_untracked();
            put(&out, "error", &(strings.complaint.config)(&error).into());
        }
    }
    out.into()
}

/// `{ layer_type, rope_type, rotary_dim, inv_freq, attention_factor, softmax_multiplier }`, as when a model is loaded.
fn layer(layer: &LayerRope) -> Option<JsValue> {
    let frequencies = layer.frequencies(None).ok()?;
    let out = Object::new();
    put(&out, "layer_type", &layer.layer_type.as_deref().map_or(JsValue::NULL, JsValue::from));
    put(&out, "rope_type", &Choice::id(layer.params.rope_type).into());
    put(&out, "rotary_dim", &(layer.rotary_dim as f64).into());
    put(&out, "inv_freq", &Float64Array::from(frequencies.inv_freq.as_slice()));
    put(&out, "attention_factor", &frequencies.attention_factor.into());
    put(&out, "softmax_multiplier", &layer.softmax_multiplier.into());
    Some(out.into())
}
