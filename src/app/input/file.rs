//! The reader's own file, by whichever door it comes: the lane that is to read it is found here.

use crate::store::Store;
use crate::{image, sound};
use leptos::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;

/// Has the file read and shown. The error is the sentence that the reader sees.
pub async fn bring(store: Store, file: Blob) -> Result<(), String> {
    if file.type_().starts_with("text/") {
        return bring_text(store, file).await;
    }
    if is_sound(store, &file) {
        sound::bring_blob(store, file).await.map_err(|why| (store.strings_untracked().sound.error)(&why))
    } else {
        image::bring(store, file).await.map_err(|why| image::refused(store.strings_untracked(), &why))
    }
}

/// Bytes of a text file that are read: more than is ever shown.
const MOST_TEXT: f64 = 4e6;

/// A text file is text, in a sequence that has text beside what it has already.
async fn bring_text(store: Store, file: Blob) -> Result<(), String> {
    let unread = |_| store.strings_untracked().shell.text_unread.to_string();
    let beginning = file.slice_with_f64_and_f64(0.0, MOST_TEXT.min(file.size())).map_err(unread)?;
    let text = JsFuture::from(beginning.text()).await.map_err(unread)?.as_string().unwrap_or_default();
    if store.state.with_untracked(|s| !matches!(s.mode, "text" | "mixed")) {
        store.set("mode", "text");
    }
    store.set("text", &text);
    Ok(())
}

/// [`bring`] for a control: what is wrong with the file stands by it.
pub fn bring_later(store: Store, file: Blob) {
    spawn_local(async move {
        let _ = bring(store, file).await;
    });
}

/// What is wrong with the reader's own sound though it could be read.
pub fn refused(store: Store) -> Option<String> {
    let own = store.state.with_untracked(|s| matches!(s.mode, "audio" | "mixed") && s.media.sound == "own");
    let why = store.sound.problem.get_untracked().filter(|_| own)?;
    Some((store.strings_untracked().sound.error)(&why))
}

/// Whether a file is to be heard rather than seen: by its type, or where that does not say it, by the lane that is open.
fn is_sound(store: Store, file: &Blob) -> bool {
    let (kind, mode) = (file.type_(), store.state.with_untracked(|s| s.mode));
    match kind.split('/').next() {
        Some("audio") => true,
        Some("image") => false,
        Some("video") => mode != "image",
        _ => mode == "audio",
    }
}
