//! The `tokenizers` library in a WebAssembly module of its own (`modules/tokenizers.rs`), loaded when a vocabulary
//! first needs it: the first picture does not wait for its size.

use super::load_error::LoadError;
use crate::pack::{PackError, Pieces};
use crate::tokenize::{Encoded, Encoder, Library, TokenizeError};
use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(inline_js = "
export async function load_module(name) {
    const url = (file) => new URL(file, document.baseURI).href;
    const module = await import(url(`${name}.js`));
    await module.default({ module_or_path: url(`${name}_bg.wasm`) });
    return module;
}")]
extern "C" {
    fn load_module(name: &str) -> Promise;

    /// The module; the functions' names are those of `modules/tokenizers.rs`.
    #[derive(Clone)]
    pub type Module;
    #[wasm_bindgen(method, catch)]
    fn word_piece(this: &Module, lines: &str, n: usize, unknown: u32) -> Result<RemoteEncoder, JsValue>;

    type RemoteEncoder;
    #[wasm_bindgen(method, catch)]
    fn encode(this: &RemoteEncoder, text: &str) -> Result<Vec<u32>, JsValue>;
}

impl Module {
    /// Fetching begins with the call, not with the first poll. The browser keeps the module: asking again costs nothing.
    pub fn load() -> impl Future<Output = Result<Module, LoadError>> {
        let coming = JsFuture::from(load_module("tokenizers"));
        async { Ok(coming.await.map_err(|_| LoadError::Network)?.unchecked_into()) }
    }
}

/// The module refuses a vocabulary only because its parts do not fit together.
fn unfit(_: JsValue) -> PackError {
    PackError::Corrupt("the vocabulary does not fit")
}

impl Library for Module {
    fn word_piece(&self, pieces: &Pieces, unknown: u32) -> Result<Box<dyn Encoder>, PackError> {
        Ok(Box::new(Module::word_piece(self, pieces.lines(), pieces.len(), unknown).map_err(unfit)?))
    }
}

impl Encoder for RemoteEncoder {
    fn encode(&self, text: &str) -> Result<Encoded, TokenizeError> {
        let answer = RemoteEncoder::encode(self, text).map_err(|error| {
            let error = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
            TokenizeError::Tokenizer(error.unwrap_or_default())
        })?;
        let (n, rest) = answer.split_first().unwrap_or((&0, &[]));
        let (ids, offsets) = rest.split_at_checked(*n as usize).unwrap_or((rest, &[]));
        Ok(Encoded { ids: ids.to_vec(), offsets: offsets.to_vec() })
    }
}
