//! The whole map, small, with the window's frame on it. A click or a drag moves the window there; with the keyboard
//! the large picture does the same.

use super::{Look, cells};
use crate::picture::viewport::{Cells, Viewport};
use leptos::ev::PointerEvent;
use leptos::html::{Canvas, Div, I};
use leptos::prelude::*;

#[component]
pub fn Overview(look: Look) -> impl IntoView {
    let store = look.store;
    let (canvas, frame, box_) = (NodeRef::<Canvas>::new(), NodeRef::<I>::new(), NodeRef::<Div>::new());
    let map = store.get(|s| s.colormap);
    let maps = Memo::new(move |_| {
        let _ = store.long_drawn.get();
        store.engine.with_value(|engine| (engine.long.picture.maps(), engine.long.picture.span()))
    });
    Effect::new(move |_| {
        let _ = (maps.get(), store.dark.get());
        let (map, Some(canvas)) = (map.get(), canvas.get()) else { return };
        store.engine.with_value(|engine| {
            let picture = &engine.long.picture;
            if let (Some(whole), Some(span)) = (picture.whole(), picture.span()) {
                cells::draw(&canvas, whole, span, map);
            }
        });
    });
    Effect::new(move |_| {
        if let Some(frame) = frame.get() {
            let view = look.view.get();
            let seen = Cells { q: view.q, k: view.k, rows: view.size, cols: view.size };
            cells::place(&frame, Viewport::whole(view.n).shares(seen));
        }
    });
    let go = move |event: &PointerEvent| {
        let Some(area) = box_.get_untracked() else { return };
        let side = f64::from(area.client_width().max(1));
        let at = (f64::from(event.offset_x()) / side, f64::from(event.offset_y()) / side);
        store.look(look.view.get_untracked().centred(at));
    };
    view! {
        <div
            class="overview"
            node_ref=box_
            aria-hidden="true"
            data-testid="long-overview"
            on:pointerdown=move |event: PointerEvent| {
                if let Some(area) = box_.get_untracked() {
                    let _ = area.set_pointer_capture(event.pointer_id());
                }
                go(&event);
            }
            on:pointermove=move |event: PointerEvent| {
                if event.buttons() & 1 == 1 {
                    go(&event);
                }
            }
        >
            <canvas node_ref=canvas></canvas>
            <i node_ref=frame></i>
        </div>
    }
}
