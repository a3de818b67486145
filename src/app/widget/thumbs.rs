//! Every head as a small picture; choosing one brings it to the large one.

use super::{heatmap, roving};
use crate::app::store::Store;
use crate::app::theme;
use crate::picture::colormap;
use crate::picture::paint::{Paint, Scale};
use crate::picture::thumbnail::thumbnail;
use leptos::html::Canvas;
use leptos::prelude::*;

/// Pixels on a side.
const SIDE: usize = 64;

/// The attention weights of all heads.
#[component]
pub fn Thumbs() -> impl IntoView {
    let store = Store::here();
    let heads = store.get(|s| s.n_heads);
    view! {
        <div>
            <h3>{store.t(|s| s.attention.thumbs)}</h3>
            <div
                class="thumbs"
                data-testid="thumbs"
                on:keydown=|event| {
                    roving::step(&event);
                }
                on:focusin=|event| roving::focused(&event)
            >
                {move || (0..heads.get()).map(|head| view! { <Thumb head=head as usize/> }).collect_view()}
            </div>
        </div>
    }
}

#[component]
fn Thumb(head: usize) -> impl IntoView {
    let store = Store::here();
    let chosen = store.get(|s| s.head as usize);
    let map = store.get(|s| s.colormap);
    let canvas = NodeRef::<Canvas>::new();
    let all = Memo::new(move |_| store.drawn.get().all);
    Effect::new(move |_| {
        let _ = all.get();
        let (map, _) = (map.get(), store.dark.get());
        let Some(canvas) = canvas.get() else { return };
        store.engine.with_value(|engine| {
            let mask = engine.pipeline.settings().mask;
            if let Some(weights) = engine.pipeline.weights(head) {
                let small = thumbnail(weights, SIDE, |i, j| mask.allows(i, j));
                let top = small.fold(1e-12_f32, |a, &b| a.max(b));
                let [r, g, b] = theme::color("--wash");
                let paint = Paint {
                    lut: colormap::sequential(map),
                    scale: Scale::Sequential,
                    top,
                    gamma: 0.5,
                    masked: [r, g, b, 255],
                };
                let mut rgba = Vec::new();
                paint.raster(small.iter().copied(), &mut rgba);
                heatmap::put(&canvas, &rgba, small.nrows(), small.ncols());
            }
        });
    });
    view! {
        <button
            tabindex=roving::stop(chosen.get_untracked() == head)
            aria-pressed=move || (chosen.get() == head).to_string()
            aria-label=move || (store.strings().position.head_n)(head)
            on:click=move |_| store.set("head", &head.to_string())
        >
            <canvas node_ref=canvas aria-hidden="true"></canvas>
            <small aria-hidden="true">{head}</small>
        </button>
    }
}
