//! Swin's pyramid on the picture's side: tokens, channels and parameters stage by stage, and its windows drawn.

use crate::image::picture_canvas;
use crate::picture::format::grouped;
use crate::signal::image::Image;
use crate::store::Store;
use crate::tokenize::image::swin::{self, Pyramid, Stage};
use leptos::html::Canvas;
use leptos::prelude::*;

#[component]
pub fn Swin() -> impl IntoView {
    let store = Store::here();
    let pyramid = store.get(|s| Pyramid { image: s.media.image_size as usize, ..Pyramid::default() });
    let rows = move || {
        pyramid.get().stages().into_iter().enumerate().map(|(s, stage)| row(s, &stage)).collect_view()
    };
    // Or pairs within windows would be more than all pairs, and nobody would know why.
    let padded = move || {
        let all = pyramid.get();
        let sides: Vec<String> = all
            .stages()
            .into_iter()
            .filter(|stage| swin::is_padded(stage.side, all.window))
            .map(|stage| format!("{} × {}", stage.side, stage.side))
            .collect();
        (!sides.is_empty())
            .then(|| (store.strings().image.swin_padded)(all.window, &sides.join(store.strings().comma)))
    };
    let windows = move || {
        let Pyramid { window, .. } = pyramid.get();
        let drawn = |stage: Stage| view! { <Windows side=stage.side window/> };
        pyramid.get().stages().into_iter().map(drawn).collect_view()
    };
    view! {
        <section class="card" style="--c: var(--tokens)">
            <h2>{store.t(|s| s.image.swin_title)}</h2>
            <p class="lead">{store.t(|s| s.image.swin_lead)}</p>
            <div class="tablewrap" tabindex="0">
                <table class="data tight">
                    <thead><tr>{move || store.strings().image.swin_columns.map(|name| view! { <th scope="col">{name}</th> }).collect_view()}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="hint" data-testid="swin-padded">{padded}</p>
            <div class="windows">{windows}</div>
            <p class="hint">{store.t(|s| s.image.swin_windows)}</p>
        </section>
    }
}

fn row(s: usize, stage: &Stage) -> impl IntoView + use<> {
    let cells = [
        format!("{} × {}", stage.side, stage.side),
        grouped(stage.tokens),
        stage.channels.to_string(),
        if stage.merge_parameters > 0 { grouped(stage.merge_parameters) } else { "–".to_string() },
        grouped(stage.window_pairs),
        grouped(stage.global_pairs),
    ];
    view! { <tr><th scope="row">{s}</th>{cells.map(|cell| view! { <td>{cell}</td> }).collect_view()}</tr> }
}

/// The windows of a stage, plain and shifted: tokens of one colour see each other.
#[component]
fn Windows(side: usize, window: usize) -> impl IntoView {
    let store = Store::here();
    let drawn = [0, swin::shift(side, window)].map(|shift| {
        let canvas = NodeRef::<Canvas>::new();
        Effect::new(move |_| {
            let Some(canvas) = canvas.get() else { return };
            let rgb = swin::windows(side, window, shift).into_iter().flat_map(color).collect();
            if let Ok(image) = Image::from_rgb(side as u32, side as u32, rgb) {
                picture_canvas(&canvas, &image);
            }
        });
        view! { <canvas class="patch" node_ref=canvas role="img" aria-label=move || (store.strings().image.swin_shift)(side, shift)></canvas> }
    });
    view! { <figure>{drawn.collect_view()}<figcaption>{format!("{side} × {side}")}</figcaption></figure> }
}

/// Neighbouring windows differ: hues a golden angle apart.
fn color(group: usize) -> [u8; 3] {
    let hue = group as f64 * 0.618_034 % 1.0 * std::f64::consts::TAU;
    [0.0, 2.1, 4.2].map(|shift| (150.0 + 80.0 * (hue + shift).cos()) as u8)
}
