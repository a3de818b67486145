//! What the page fetches from its own host: packs, read piece by piece so that a progress bar can move, and samples.

use super::load_error::LoadError;
use leptos::prelude::window;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Blob, ReadableStreamDefaultReader, RequestInit, Response};

#[wasm_bindgen(module = "/address.js")]
extern "C" {
    fn address(name: &str) -> Option<String>;
}

/// Whatever the browser says in its own words, the reader is told that the network failed.
fn network(_: JsValue) -> LoadError {
    LoadError::Network
}

/// The host's answer, if it has the file. `stop` ends the asking, and what was sent so far.
async fn answer(name: &str, stop: Option<&AbortSignal>) -> Result<Response, LoadError> {
    let url = address(name).ok_or(LoadError::NotInside)?;
    let init = RequestInit::new();
    init.set_signal(stop);
    let asked = JsFuture::from(window().fetch_with_str_and_init(&url, &init)).await;
    let response: Response = asked.and_then(JsCast::dyn_into).map_err(network)?;
    if response.ok() { Ok(response) } else { Err(LoadError::Http(response.status())) }
}

/// Whether the page has the file at all: a single file is made without some.
pub fn inside(name: &str) -> bool {
    address(name).is_some()
}

/// Fetches a sample that ships with the page.
pub async fn blob(name: &str) -> Result<Blob, LoadError> {
    let coming = answer(name, None).await?.blob().map_err(network)?;
    JsFuture::from(coming).await.and_then(JsCast::dyn_into).map_err(network)
}

/// Fetches `packs/{file}`, which should have about `expected` bytes. `got` hears how many are there so far.
pub async fn pack(
    file: &str,
    expected: u32,
    stop: Option<&AbortSignal>,
    got: impl Fn(u32),
) -> Result<Vec<u8>, LoadError> {
    // A host may answer anything: no pack of ours is larger than this.
    bounded(&format!("packs/{file}"), expected as usize * 2 + 1_000_000, stop, got).await
}

/// Fetches `url`, and gives up where it is larger than `limit` bytes. `got` hears how many are there so far.
pub async fn bounded(
    url: &str,
    limit: usize,
    stop: Option<&AbortSignal>,
    got: impl Fn(u32),
) -> Result<Vec<u8>, LoadError> {
    let response = answer(url, stop).await?;
    let body = response.body().ok_or(LoadError::Empty)?;
    let reader: ReadableStreamDefaultReader = body.get_reader().dyn_into().map_err(|_| LoadError::Network)?;
    let mut bytes = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(network)?;
        let value = js_sys::Reflect::get(&piece, &"value".into()).map_err(network)?;
        if let Some(chunk) = value.dyn_ref::<js_sys::Uint8Array>() {
            bytes.extend_from_slice(&chunk.to_vec());
            got(bytes.len() as u32);
        }
        if js_sys::Reflect::get(&piece, &"done".into()).map_err(network)?.is_truthy() {
            return Ok(bytes);
        }
        if bytes.len() > limit {
            return Err(LoadError::TooLarge);
        }
    }
}
