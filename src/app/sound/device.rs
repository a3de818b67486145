//! What only the browser can do with sound (`sound.js`).

use js_sys::{Float32Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

#[wasm_bindgen(module = "/sound.js")]
extern "C" {
    #[wasm_bindgen(js_name = decode)]
    fn decode_js(blob: &Blob, rate: u32, whole: bool) -> Promise;

    /// Whether there may be a microphone at all.
    pub fn can_record() -> bool;

    /// A recording under way.
    #[derive(Clone)]
    pub type Microphone;
    #[wasm_bindgen(static_method_of = Microphone)]
    fn open(level: &js_sys::Function) -> Promise;
    #[wasm_bindgen(method, js_name = close)]
    fn close_js(this: &Microphone) -> Promise;

    #[wasm_bindgen(js_name = play)]
    fn play_js(samples: &Float32Array, rate: u32, ended: &JsValue);

    /// Stops what is playing.
    pub fn silence();
}

/// The samples of a compressed file as a file of WAVE floats, or of its own integers where it holds such (`whole`);
/// `None` if the browser cannot decode it.
pub async fn decode(blob: &Blob, rate: u32, whole: bool) -> Option<Blob> {
    JsFuture::from(decode_js(blob, rate, whole)).await.ok()?.dyn_into().ok()
}

/// Begins to record; `level` hears the last samples a few times a second. The error is the browser's.
pub async fn listen(level: impl FnMut(Float32Array) + 'static) -> Result<Microphone, JsValue> {
    let level = Closure::<dyn FnMut(Float32Array)>::new(level).into_js_value();
    Ok(JsFuture::from(Microphone::open(level.unchecked_ref())).await?.unchecked_into())
}

impl Microphone {
    /// Ends it and gives what was recorded.
    pub async fn close(self) -> Option<Blob> {
        JsFuture::from(self.close_js()).await.ok()?.dyn_into().ok()
    }
}

/// Plays samples; `ended` is called when they are over or stopped.
pub fn play(samples: &[f32], rate: u32, ended: impl FnOnce() + 'static) {
    play_js(&Float32Array::from(samples), rate, &Closure::once_into_js(ended));
}
