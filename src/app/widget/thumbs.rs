//! Every head as a small picture; choosing one brings it to the large one.

use super::heatmap::cells;
use super::{roving, sight};
use crate::picture::colormap;
use crate::picture::paint::{Paint, Scale};
use crate::picture::thumbnail::thumbnail;
use crate::store::Store;
use crate::theme;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

/// Pixels on a side.
const SIDE: usize = 64;

/// The attention weights of all heads.
#[component]
pub fn Thumbs() -> impl IntoView {
    let store = Store::here();
    let heads = store.get(|s| s.n_heads);
    let map = store.get(|s| s.colormap);
    let rule = Memo::new(move |_| {
        let (map, _) = (map.get(), store.dark.get());
        rule(map)
    });
    let frame = NodeRef::<Div>::new();
    let drawn = sight::paced(store, frame, |drawn| drawn.all);
    let thumbs = move || {
        (0..heads.get())
            .map(|head| view! { <Thumb head=head as usize rule=rule drawn=drawn/> })
            .collect_view()
    };
    view! {
        <div node_ref=frame>
            <h3>{store.t(|s| s.attention.thumbs)}</h3>
            <div
                class="thumbs"
                data-testid="thumbs"
                on:keydown=|event| {
                    roving::step(&event);
                }
                on:focusin=|event| roving::focused(&event)
            >
                {thumbs}
            </div>
        </div>
    }
}

/// The colour rule of all thumbnails but for the top, which each has for itself.
fn rule(map: &str) -> Paint {
    let [r, g, b] = theme::color("--wash");
    Paint {
        lut: colormap::sequential(map),
        scale: Scale::Sequential,
        top: 1.0,
        gamma: 0.5,
        masked: [r, g, b, 255],
    }
}

#[component]
fn Thumb(head: usize, rule: Memo<Paint>, drawn: Memo<u64>) -> impl IntoView {
    let store = Store::here();
    let chosen = store.get(|s| s.head as usize);
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let _ = drawn.get();
        let paint = rule.get();
        let Some(canvas) = canvas.get() else { return };
        store.engine.with_value(|engine| {
            let settings = engine.pipeline.settings();
            let Some(weights) = engine.pipeline.weights(head) else { return };
            let n = weights.ncols();
            let small = thumbnail(weights, SIDE, |i| settings.seen(i, n));
            let top = small.fold(1e-12_f32, |a, &b| a.max(b));
            cells::draw(&canvas, &small, &Paint { top, ..paint });
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
