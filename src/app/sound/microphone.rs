//! The microphone: a button that records until it is pressed again, and how loud it is.

use super::device::{self, Microphone};
use super::source;
use crate::signal::audio;
use crate::sound_facts::SoundError;
use crate::store::Store;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn Record() -> impl IntoView {
    let store = Store::here();
    let problem = store.sound.problem;
    let level = RwSignal::new(0.0_f64);
    let open = RwSignal::new_local(None::<Microphone>);
    let recording = move || open.with(Option::is_some);
    let begin = move || {
        if !device::can_record() {
            return problem.set(Some(SoundError::NoMicrophone));
        }
        problem.set(None);
        spawn_local(async move {
            let hear = move |samples: js_sys::Float32Array| {
                let _ = level.try_set(f64::from(audio::peak(&samples.to_vec())));
            };
            match device::listen(hear).await {
                Ok(microphone) => open.set(Some(microphone)),
                Err(why) => problem.set(Some(reason(&why))),
            }
        });
    };
    let end = move |microphone: Microphone| {
        open.set(None);
        spawn_local(async move {
            match microphone.close().await.filter(|blob| blob.size() > 0.0) {
                Some(blob) => {
                    let _ = source::bring_blob(store, blob).await;
                }
                None => problem.set(Some(SoundError::NoneFound)),
            }
        });
    };
    on_cleanup(move || {
        // A microphone that nobody sees is closed.
        if let Some(microphone) = open.try_get_untracked().flatten() {
            spawn_local(async move {
                let _ = microphone.close().await;
            });
        }
    });
    view! {
        <button class="chip" data-testid="record" aria-pressed=move || recording().to_string() on:click=move |_| match open.get_untracked() {
            Some(microphone) => end(microphone),
            None => begin(),
        }>
            {move || if recording() { store.strings().sound.stop_recording } else { store.strings().sound.record }}
        </button>
        <Show when=recording>
            <meter min="0" max="1" low="0.02" high="0.98" optimum="0.5" prop:value=move || level.get() aria-label=store.t(|s| s.sound.loudness)></meter>
        </Show>
    }
}

/// Names of DOMException: Media Capture and Streams §10.2.
fn reason(why: &wasm_bindgen::JsValue) -> SoundError {
    let name = js_sys::Reflect::get(why, &"name".into()).ok().and_then(|name| name.as_string());
    match name.as_deref() {
        Some("NotAllowedError" | "SecurityError") => SoundError::Refused,
        _ => SoundError::NoMicrophone,
    }
}
