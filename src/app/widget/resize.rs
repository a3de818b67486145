//! The width of an element, followed.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The content width of `node` in CSS pixels; 0 until it is on the page.
pub fn width_of(node: NodeRef<Div>) -> RwSignal<f64> {
    let width = RwSignal::new(0.0);
    Effect::new(move |_| {
        let Some(element) = node.get() else { return };
        let watched = element.clone();
        let follow = Closure::<dyn FnMut()>::new(move || {
            let now = f64::from(watched.client_width());
            tell_paper(&watched, now);
            if width.try_get_untracked().is_some_and(|before| before != now) {
                width.set(now);
            }
        });
        if let Ok(observer) = web_sys::ResizeObserver::new(follow.as_ref().unchecked_ref()) {
            observer.observe(&element);
            // Dropped with the component: a closure that outlives its canvas would leak both.
            let kept = StoredValue::new_local((observer, follow));
            on_cleanup(move || {
                kept.try_with_value(|(observer, _)| observer.disconnect());
            });
        }
        let now = f64::from(element.client_width());
        tell_paper(&element, now);
        width.set(now);
    });
    width
}

/// The width of the paper between its margins (style/print.css) in CSS pixels: 182 mm.
const PAPER: f64 = 182.0 / 25.4 * 96.0;

/// No script runs between the paper's layout and the print: the style sheet for paper must know for which width the
/// picture was drawn (`--wide`), and what makes it fit (`--fit`).
fn tell_paper(element: &web_sys::HtmlDivElement, width: f64) {
    if width > 0.0 {
        let style = web_sys::HtmlElement::style(element);
        let _ = style.set_property("--wide", &format!("{width}px"));
        let _ = style.set_property("--fit", &format!("{:.4}", (PAPER / (width + 2.0)).min(1.0)));
    }
}

/// Places a layer of a picture on the screen in CSS pixels, and for paper in shares of the whole. Of an edge or a size
/// that is not named the canvas's own is taken.
pub fn place(layer: &web_sys::HtmlCanvasElement, edges: &[(&str, f64)], (width, height): (f64, f64)) {
    let style = web_sys::HtmlElement::style(layer);
    for (name, value) in edges {
        let whole = if matches!(*name, "top" | "height") { height } else { width };
        let _ = style.set_property(name, &format!("{value}px"));
        if whole > 0.0 {
            let _ = style.set_property(&format!("--{name}"), &format!("{:.4}%", 100.0 * value / whole));
        }
    }
}

/// The height of the window in CSS pixels, followed: asking for it in every frame would cost a layout. That of a frame
/// in another page stays as it began: it may follow the height of what it shows.
pub fn window_height() -> RwSignal<f64> {
    let read = || window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(800.0);
    let height = RwSignal::new(read());
    if crate::framed::is_framed() {
        return height;
    }
    let follow = window_event_listener(leptos::ev::resize, move |_| height.set(read()));
    on_cleanup(move || follow.remove());
    height
}

/// Sizes a canvas for the device's pixels, clears it, and returns its context scaled to CSS pixels.
pub fn context(
    canvas: &web_sys::HtmlCanvasElement,
    width: f64,
    height: f64,
) -> Option<web_sys::CanvasRenderingContext2d> {
    let ratio = window().device_pixel_ratio();
    let size = ((width * ratio).round() as u32, (height * ratio).round() as u32);
    let context: web_sys::CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    // Setting a size throws the canvas's memory away, even if it is the same size.
    if (canvas.width(), canvas.height()) != size {
        canvas.set_width(size.0);
        canvas.set_height(size.1);
        let _ = web_sys::HtmlElement::style(canvas).set_property("height", &format!("{height}px"));
    }
    context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
    context.clear_rect(0.0, 0.0, width, height);
    Some(context)
}
