//! What a job is given and what it answers: a list of numbers, texts and arrays that a page and a worker can hand to each
//! other. Both ends use this file; what stands where is told by the job ([`super::worker::Job`] on the page).

use js_sys::{Array, Float32Array, Uint8Array, Uint32Array};
use wasm_bindgen::{JsCast, JsValue};

/// A list in the making, or one that came.
#[derive(Clone, Default)]
pub struct Parcel(Array);

#[allow(dead_code)] // either end uses its half
impl Parcel {
    pub fn new() -> Self {
        Parcel(Array::new())
    }

    /// The list that came, if it is one.
    pub fn of(value: &JsValue) -> Option<Self> {
        value.dyn_ref::<Array>().cloned().map(Parcel)
    }

    pub fn into_array(self) -> Array {
        self.0
    }

    pub fn number(self, x: f64) -> Self {
        self.value(&x.into())
    }

    pub fn text(self, text: &str) -> Self {
        self.value(&text.into())
    }

    pub fn bytes(self, bytes: &[u8]) -> Self {
        self.value(&Uint8Array::from(bytes))
    }

    pub fn ids(self, ids: &[u32]) -> Self {
        self.value(&Uint32Array::from(ids))
    }

    pub fn floats(self, floats: &[f32]) -> Self {
        self.value(&Float32Array::from(floats))
    }

    /// Anything that can be handed over: a `Blob`, say.
    pub fn value(self, value: &JsValue) -> Self {
        self.0.push(value);
        self
    }

    pub fn get(&self, at: u32) -> JsValue {
        self.0.get(at)
    }

    /// The number at `at`, NaN if there is none.
    pub fn number_at(&self, at: u32) -> f64 {
        self.get(at).as_f64().unwrap_or(f64::NAN)
    }

    /// The whole number at `at`, 0 if there is none.
    pub fn size_at(&self, at: u32) -> usize {
        self.number_at(at) as usize
    }

    /// The text at `at`, empty if there is none.
    pub fn text_at(&self, at: u32) -> String {
        self.get(at).as_string().unwrap_or_default()
    }

    /// The bytes at `at`, empty if there are none; likewise the other arrays.
    pub fn bytes_at(&self, at: u32) -> Vec<u8> {
        self.get(at).dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default()
    }

    pub fn ids_at(&self, at: u32) -> Vec<u32> {
        self.get(at).dyn_ref::<Uint32Array>().map(Uint32Array::to_vec).unwrap_or_default()
    }

    pub fn floats_at(&self, at: u32) -> Vec<f32> {
        self.get(at).dyn_ref::<Float32Array>().map(Float32Array::to_vec).unwrap_or_default()
    }
}
