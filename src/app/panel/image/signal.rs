//! The picture as it came, the part of it that is used, and the square that models are fed.

use super::common::{TooLarge, of};
use super::export;
use crate::export::Save;
use crate::image::{Picture, picture_canvas};
use crate::store::Store;
use crate::theme;
use crate::tokenize::image::resize::{self, Fit};
use crate::widget::{Choice, Sheet, Slider, resize as size};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

#[component]
pub fn Signal() -> impl IntoView {
    let store = Store::here();
    let title = move || {
        let (width, height, side) = of(store, |cut| {
            (cut.picture.of.width as usize, cut.picture.of.height as usize, cut.picture.side())
        });
        (store.strings().image.signal_title)(width, height, side)
    };
    view! {
        <div class="two">
            <section class="card" style="--c: var(--signal)">
                <h2>{title}</h2>
                <p class="lead">{store.t(|s| s.image.signal_lead)}</p>
                <div class="pair">
                    <Whole/>
                    <Square/>
                </div>
                <Save source=move || export::square(store) kind="picture"/>
            </section>
            <Sheet accent="signal">
                <Choice key="image_fit"/>
                <Slider key="image_size" presets=super::tokens::SIDES/>
                <TooLarge/>
            </Sheet>
        </div>
    }
}

/// All of it, what is not used darkened.
#[component]
fn Whole() -> impl IntoView {
    let store = Store::here();
    let frame = NodeRef::<Div>::new();
    let [base, over] = [(); 2].map(|()| NodeRef::<Canvas>::new());
    let width = size::width_of(frame);
    let fit = store.get(|s| if s.media.image_fit == "stretch" { Fit::Squash } else { Fit::CentreSquare });
    Effect::new(move |_| {
        let (Some(canvas), Some(picture)) = (base.get(), store.image.shown.get()) else { return };
        picture_canvas(&canvas, &picture.of.preview);
    });
    Effect::new(move |_| {
        let (Some(canvas), Some(picture)) = (over.get(), store.image.shown.get()) else { return };
        let _ = store.dark.get();
        outline(&canvas, &picture, fit.get(), width.get());
    });
    let ratio = move || {
        store
            .image
            .shown
            .get()
            .map(|picture| format!("aspect-ratio: {} / {}", picture.of.width, picture.of.height))
    };
    view! {
        <figure>
            <div class="photo" node_ref=frame style=ratio role="img" aria-label=store.t(|s| s.image.whole)>
                <canvas class="base" node_ref=base aria-hidden="true"></canvas>
                <canvas class="over" node_ref=over aria-hidden="true"></canvas>
            </div>
            <figcaption>{move || {
                let picture = store.image.shown.get()?;
                let part = resize::region(picture.of.width, picture.of.height, fit.get());
                Some((store.strings().image.region)(
                    (picture.of.width as usize, picture.of.height as usize),
                    (part.width as usize, part.height as usize),
                    (part.left as usize, part.top as usize),
                ))
            }}</figcaption>
        </figure>
    }
}

/// A veil over what is cut off, and a frame around the rest.
fn outline(canvas: &web_sys::HtmlCanvasElement, picture: &Picture, fit: Fit, width: f64) {
    let (wide, high) = (f64::from(picture.of.width), f64::from(picture.of.height));
    let height = width * high / wide;
    if width <= 0.0 {
        return;
    }
    let Some(ctx) = size::context(canvas, width, height) else { return };
    let part = resize::region(picture.of.width, picture.of.height, fit);
    let [x, y, w, h] =
        [part.left, part.top, part.width, part.height].map(|pixels| f64::from(pixels) * width / wide);
    let css = |name: &'static str, alpha: f64| {
        let [r, g, b] = theme::color(name);
        format!("rgba({r},{g},{b},{alpha})")
    };
    ctx.set_fill_style_str(&css("--card", 0.72));
    for (x, y, w, h) in [
        (0.0, 0.0, x, height),
        (x + w, 0.0, width - x - w, height),
        (x, 0.0, w, y),
        (x, y + h, w, height - y - h),
    ] {
        ctx.fill_rect(x, y, w.max(0.0), h.max(0.0));
    }
    ctx.set_line_width(2.0);
    ctx.set_stroke_style_str(&css("--signal", 1.0));
    ctx.stroke_rect(x + 1.0, y + 1.0, (w - 2.0).max(0.0), (h - 2.0).max(0.0));
}

/// What is left: S × S pixels.
#[component]
fn Square() -> impl IntoView {
    let store = Store::here();
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let (Some(canvas), Some(picture)) = (canvas.get(), store.image.shown.get()) else { return };
        picture_canvas(&canvas, &picture.of.image);
    });
    let numbers = move || of(store, |cut| cut.picture.numbers.len());
    view! {
        <figure>
            <div class="photo" style="aspect-ratio: 1" role="img" aria-label=store.t(|s| s.image.square)>
                <canvas class="base" node_ref=canvas aria-hidden="true"></canvas>
            </div>
            <figcaption>{move || (store.strings().image.squared)(of(store, |cut| cut.picture.side()), numbers())}</figcaption>
        </figure>
    }
}
