//! A photo from the camera: asked for only when the reader wants it; the stream ends with the photo.

use super::{Refusal, refuse};
use crate::input::bring_later;
use crate::store::Store;
use leptos::html::Video;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlVideoElement, MediaDevices, MediaStream,
    MediaStreamConstraints, MediaStreamTrack,
};

/// The browser's cameras, if the page may ask for them at all: `mediaDevices` is missing on insecure origins.
fn devices() -> Option<MediaDevices> {
    let devices = js_sys::Reflect::get(&window().navigator(), &"mediaDevices".into()).ok()?;
    (!devices.is_undefined()).then(|| devices.unchecked_into())
}

async fn open() -> Result<MediaStream, JsValue> {
    let constraints = MediaStreamConstraints::new();
    let facing = js_sys::Object::new();
    // the camera that looks away from the reader, where there are two
    js_sys::Reflect::set(&facing, &"facingMode".into(), &"environment".into())?;
    constraints.set_video(&facing);
    let devices = devices().ok_or(JsValue::NULL)?;
    let asked = devices.get_user_media_with_constraints(&constraints)?;
    JsFuture::from(asked).await?.dyn_into()
}

fn close(stream: &MediaStream) {
    stream.get_tracks().iter().for_each(|track| track.unchecked_into::<MediaStreamTrack>().stop());
}

/// Why there is no photo, as a code of `strings::Image::refused`.
fn why(error: &JsValue) -> Refusal {
    let name = js_sys::Reflect::get(error, &"name".into()).ok().and_then(|name| name.as_string());
    Refusal::new(match name.as_deref() {
        Some("NotAllowedError" | "SecurityError") => "camera_refused",
        Some("NotFoundError" | "OverconstrainedError") => "camera_missing",
        _ => "camera_failed",
    })
}

/// The frame on the screen as a file.
fn shoot(store: Store, video: &HtmlVideoElement) -> Option<()> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(video.video_width());
    canvas.set_height(video.video_height());
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.draw_image_with_html_video_element(video, 0.0, 0.0).ok()?;
    let made = Closure::once_into_js(move |blob: JsValue| {
        if let Ok(blob) = blob.dyn_into::<Blob>() {
            bring_later(store, blob);
        }
    });
    canvas.to_blob(made.unchecked_ref()).ok()
}

/// A button, and while the camera is open its picture and two more. Nothing where there can be no camera.
#[component]
pub fn Camera() -> impl IntoView {
    let store = Store::here();
    let stream = RwSignal::new_local(None::<MediaStream>);
    let video = NodeRef::<Video>::new();
    let end = move || {
        if let Some(Some(open)) = stream.try_update(Option::take) {
            close(&open);
        }
    };
    on_cleanup(end);
    Effect::new(move |_| {
        if let (Some(video), Some(stream)) = (video.get(), stream.get()) {
            video.set_src_object(Some(&stream));
            let _ = video.play();
        }
    });
    let start = move |_| {
        spawn_local(async move {
            match open().await {
                Ok(opened) => stream.set(Some(opened)),
                Err(error) => refuse(store, why(&error)),
            }
        });
    };
    let take = move |_| {
        if let Some(video) = video.get_untracked() {
            let _ = shoot(store, &video);
        }
        end();
    };
    devices().map(|_| {
        view! {
            {move || match stream.with(Option::is_some) {
                false => view! { <button class="btn" data-testid="camera" on:click=start>{store.t(|s| s.image.camera)}</button> }.into_any(),
                true => view! {
                    <div class="camera">
                        <video node_ref=video autoplay playsinline muted aria-label=store.t(|s| s.image.camera)></video>
                        <button class="btn" on:click=take>{store.t(|s| s.image.shoot)}</button>
                        <button class="btn" on:click=move |_| end()>{store.t(|s| s.image.camera_close)}</button>
                    </div>
                }
                .into_any(),
            }}
        }
    })
}
