//! What is computed from pictures, sound and the reader's own files in a Web Worker: a WebAssembly module of its own, which the page loads with
//! the first such job. `app::worker` is its other end. A job is an arm of [`module::run`]; what its arguments and its
//! answer hold stands with the page's struct of the same name.

fn main() {}

#[cfg(target_arch = "wasm32")]
#[allow(dead_code)] // the page uses the rest
#[path = "../sound_facts.rs"]
mod facts;
#[cfg(target_arch = "wasm32")]
#[path = "../parcel.rs"]
mod parcel;
#[cfg(target_arch = "wasm32")]
#[path = "signals/picture.rs"]
mod picture;
#[cfg(target_arch = "wasm32")]
#[path = "signals/sound.rs"]
mod sound;
#[cfg(target_arch = "wasm32")]
#[path = "signals/tokenizer.rs"]
mod tokenizer;

#[cfg(target_arch = "wasm32")]
mod module {
    use super::parcel::Parcel;
    use super::{picture, sound, tokenizer};
    use js_sys::{Array, Function};
    use wasm_bindgen::prelude::*;

    /// Does the job `name`. `tell` hears the share that is done.
    #[wasm_bindgen]
    pub async fn run(name: String, args: Array, tell: Function) -> Result<Array, JsValue> {
        let args = Parcel::of(&args).unwrap_or_default();
        // Nobody can stop a job from within: a newer one ends the whole worker.
        let mut progress = move |share: f32| {
            let _ = tell.call1(&JsValue::UNDEFINED, &share.into());
            true
        };
        let answer = match name.as_str() {
            "picture" => picture::picture(&args).await?,
            "codes" => picture::codes(&args, &mut progress),
            "recording" => sound::recording(&args, &mut progress).await?,
            "frames" => sound::frames(&args, &mut progress),
            "sound_codes" => sound::sound_codes(&args, &mut progress),
            "audible" => sound::audible(&args, &mut progress),
            "tokenizer" => tokenizer::tokenizer(&args, &mut progress).await?,
            "features" => picture::features(&args),
            _ => return Err(JsError::new("no such job").into()),
        };
        Ok(answer.into_array())
    }
}
