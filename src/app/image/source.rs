//! Where the picture comes from: a sample that ships with the page, or the reader's own file.

use super::jobs::Refusal;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Response};

/// A sample: `public/pictures/manifest.json` says where it is from.
pub struct Sample {
    pub id: &'static str,
    pub credit: &'static str,
    /// CC0; else it is in the public domain.
    pub cc0: bool,
}

pub const SAMPLES: &[Sample] = &[
    Sample { id: "chelsea", credit: "Stéfan van der Walt", cc0: true },
    Sample { id: "coffee", credit: "Rachel Michetti", cc0: true },
    Sample { id: "rocket", credit: "SpaceX", cc0: false },
];

/// A file with a number of its own: the worker decodes a number once.
#[derive(Clone)]
pub struct Source {
    /// The value of `image`.
    pub id: &'static str,
    pub number: f64,
    pub blob: Blob,
}

/// Fetches a sample.
pub async fn sample(id: &str) -> Result<Blob, Refusal> {
    let unreachable = |_: JsValue| Refusal::new("network");
    let asked = window().fetch_with_str(&format!("pictures/{id}.webp"));
    let response: Response = JsFuture::from(asked).await.and_then(JsCast::dyn_into).map_err(unreachable)?;
    if !response.ok() {
        return Err(Refusal::new("network"));
    }
    let blob = response.blob().map_err(unreachable)?;
    JsFuture::from(blob).await.and_then(JsCast::dyn_into).map_err(unreachable)
}
