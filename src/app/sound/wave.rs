//! The waveform of the whole recording, with the window that everything after is made of. Drag it, or move it by keys.

use super::Recording;
use super::work;
use crate::gate::gate;
use crate::store::Store;
use crate::theme;
use crate::tokenize::audio::WHISPER_SECONDS;
use crate::widget::resize;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

/// CSS pixels.
const HEIGHT: f64 = 72.0;

/// Seconds that an arrow key moves the window.
const STEP: f64 = 1.0;

const WINDOW: f64 = WHISPER_SECONDS as f64;

#[component]
pub fn Wave() -> impl IntoView {
    let store = Store::here();
    let (frame, canvas) = (NodeRef::<Div>::new(), NodeRef::<Canvas>::new());
    let width = resize::width_of(frame);
    let recording = store.sound.recording;
    let seconds = move || recording.with(|r| r.as_ref().map_or(0.0, |r| r.overview.facts.seconds));
    let start = gate(move || store.state.with(|s| work::start(s, seconds())));
    let last = Memo::new(move |_| (seconds() - WINDOW).max(0.0));
    let movable = Memo::new(move |_| last.get() > 0.0);
    Effect::new(move |_| {
        let (width, _, Some(canvas)) = (width.get(), store.dark.get(), canvas.get()) else { return };
        recording.with(|recording| {
            if let (Some(recording), true) = (recording, width > 0.0) {
                draw(&canvas, recording, width, start.get());
            }
        });
    });
    let put = move |to: f64| store.set("sound_start", &format!("{:.2}", to.clamp(0.0, last.get_untracked())));
    let at = move |event: &web_sys::PointerEvent| {
        untrack(seconds) * f64::from(event.offset_x()) / width.get_untracked().max(1.0)
    };
    // Where within the window it was taken; outside of it, it comes with its middle.
    let held = StoredValue::new(None::<f64>);
    let take = move |event: web_sys::PointerEvent| {
        if !movable.get_untracked() {
            return;
        }
        let (at, start) = (at(&event), start.get_untracked());
        let within = (start..start + WINDOW).contains(&at);
        let hold = if within { at - start } else { WINDOW / 2.0 };
        held.set_value(Some(hold));
        put(at - hold);
        if let Some(canvas) = canvas.get_untracked() {
            let _ = canvas.set_pointer_capture(event.pointer_id());
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let (now, last) = (start.get_untracked(), last.get_untracked());
        let to = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => now - STEP,
            "ArrowRight" | "ArrowUp" => now + STEP,
            "PageDown" => now - WINDOW,
            "PageUp" => now + WINDOW,
            "Home" => 0.0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        put(to);
    };
    let spoken = move || {
        let to = (start.get() + WINDOW).min(seconds());
        (store.strings().sound.window)(start.get(), to, seconds())
    };
    view! {
        <div class="wave" node_ref=frame>
            <canvas
                node_ref=canvas
                data-testid="wave"
                class:movable=move || movable.get()
                role=move || if movable.get() { "slider" } else { "img" }
                tabindex=move || movable.get().then_some("0")
                aria-label=store.t(|s| s.sound.wave)
                aria-valuemin=move || movable.get().then_some("0")
                aria-valuemax=move || movable.get().then(|| last.get().to_string())
                aria-valuenow=move || movable.get().then(|| start.get().to_string())
                aria-valuetext=move || movable.get().then(spoken)
                on:pointerdown=take
                on:pointermove=move |event| {
                    if let Some(hold) = held.get_value() {
                        put(at(&event) - hold);
                    }
                }
                on:pointerup=move |_| held.set_value(None)
                on:pointercancel=move |_| held.set_value(None)
                on:keydown=move |event| {
                    if movable.get_untracked() {
                        key(event);
                    }
                }
            ></canvas>
            <p class="hint">{move || movable.get().then(spoken)}</p>
        </div>
    }
}

/// A column a pixel; what lies outside of the window is pale.
fn draw(canvas: &web_sys::HtmlCanvasElement, recording: &Recording, width: f64, start: f64) {
    let Some(context) = resize::context(canvas, width, HEIGHT) else { return };
    let (extents, seconds) = (&recording.overview.extents, recording.overview.facts.seconds);
    let loudest = extents.iter().fold(1e-3_f32, |a, (low, high)| a.max(high.abs()).max(low.abs()));
    let css = |[r, g, b]: [u8; 3], alpha: f64| format!("rgba({r},{g},{b},{alpha})");
    let (ink, paper) = (theme::color("--signal"), theme::color("--wash"));
    let share = |t: f64| (t / seconds.max(1e-9)).clamp(0.0, 1.0) * width;
    let (from, to) = (share(start), share(start + WINDOW));
    context.set_fill_style_str(&css(paper, 1.0));
    context.fill_rect(from, 0.0, to - from, HEIGHT);
    let column = width / extents.len().max(1) as f64;
    for (at, (low, high)) in extents.iter().enumerate() {
        let x = at as f64 * column;
        let inside = x >= from - column && x <= to;
        context.set_fill_style_str(&css(ink, if inside { 1.0 } else { 0.35 }));
        let y = |value: f32| HEIGHT / 2.0 * (1.0 - 0.94 * f64::from(value / loudest));
        context.fill_rect(x, y(*high), column.max(1.0), (y(*low) - y(*high)).max(1.0));
    }
}
