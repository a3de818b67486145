//! Handing a file to the browser's downloads.

use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Blob, HtmlElement};

/// How long a file stays in memory after it was handed over: the browser may ask the reader where to put it.
const KEPT: Duration = Duration::from_secs(60);

/// Saves `file` as `name`; `None` where the browser has no way to.
pub fn save_as(file: &Blob, name: &str) -> Option<()> {
    let url = web_sys::Url::create_object_url_with_blob(file).ok()?;
    if let Some(link) = document().create_element("a").ok().and_then(|a| a.dyn_into::<HtmlElement>().ok()) {
        let _ = link.set_attribute("href", &url);
        let _ = link.set_attribute("download", name);
        link.click();
    }
    let release = move || {
        let _ = web_sys::Url::revoke_object_url(&url);
    };
    set_timeout(release, KEPT);
    Some(())
}
