//! What makes the files comes later, as the panels do (see `parts`): with the feature `split` it is a WebAssembly module of
//! its own.

use super::Failure;
use super::work::{self, Job};
use std::pin::Pin;
use web_sys::Blob;

type Making = Pin<Box<dyn Future<Output = Result<Blob, Failure>>>>;

#[cfg(feature = "split")]
mod split {
    use super::{Job, Making, work};
    use leptos::wasm_split::{SplitLoaderError, wasm_split};

    #[wasm_split(export, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
    pub fn make(job: Job) -> Result<Making, SplitLoaderError> {
        Ok(Box::pin(work::make(job)))
    }
}

/// The file of `job`.
#[cfg(feature = "split")]
pub async fn make(job: Job) -> Result<Blob, Failure> {
    split::load().await.map_err(|_| Failure::Network)?;
    split::make(job).await.map_err(|_| Failure::Network)?.await
}

#[cfg(not(feature = "split"))]
pub async fn make(job: Job) -> Result<Blob, Failure> {
    let making: Making = Box::pin(work::make(job));
    making.await
}

/// Fetches it, so that it is there when it is wanted, also where there is no network any more.
pub fn prefetch() {
    #[cfg(feature = "split")]
    leptos::task::spawn_local(async {
        let _ = split::load().await;
    });
}
