//! The window on the map: pixels, axes, and what hands and keys do to it.

use super::axes::{self, Axes, Place};
use super::{Look, cells, work};
use crate::framed;
use crate::picture::gesture::{self, Asked, CLOSER, Hands};
use crate::picture::viewport::Viewport;
use crate::widget::{Frame, resize};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

/// The most pixels on a side: beyond, a pixel of the picture is several of the screen.
const MOST: f64 = 1280.0;

/// Share of the window's height that the picture may take.
const TALL: f64 = 0.74;

#[component]
pub fn Map(look: Look) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let [pixels, over, around] = [(); 3].map(|()| NodeRef::<Canvas>::new());
    let width = resize::width_of(frame);
    let focused = RwSignal::new(false);
    let place = Memo::new(move |_| {
        let height = window().inner_height().ok().and_then(|h| h.as_f64()).unwrap_or(800.0);
        Place::new(width.get(), (height * TALL).max(240.0))
    });
    measure(look, width, place);
    draw(look, place, [pixels, over, around]);
    let name = Signal::derive(move || summary(look));
    let keys = Callback::new(move |event: KeyboardEvent| {
        let plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        let (view, cell) = (look.view.get_untracked(), look.cell.get_untracked());
        let asked = plain.then(|| gesture::key(&event.key(), event.shift_key(), &view, cell)).flatten();
        if let Some(asked) = asked {
            event.prevent_default();
            obey(look, asked);
        }
    });
    view! {
        <Frame
            class="long"
            node_ref=frame
            name
            hint=|s| s.long.hint
            keys
            spoken=Signal::derive(move || spoken(look))
            focused
            attr:data-testid="long-map"
        >
            <canvas class="axes" node_ref=around aria-hidden="true"></canvas>
            <div class="pane" style=move || {
                let Place { left, top, side, .. } = place.get();
                format!("left: {left}px; top: {top}px; width: {side}px; height: {side}px")
            }>
                <canvas class="cells" node_ref=pixels aria-hidden="true"></canvas>
                <Hand look=look place=place over=over focused=focused/>
            </div>
        </Frame>
        <Buttons look=look/>
    }
}

/// Tells the engine how many pixels there are.
fn measure(look: Look, width: RwSignal<f64>, place: Memo<Place>) {
    let store = look.store;
    Effect::new(move |_| {
        if width.get() <= 0.0 {
            return;
        }
        let pixels = place.get().side * window().device_pixel_ratio().max(1.0);
        let side = (pixels / (pixels / MOST).ceil()).round() as usize;
        store.engine.update_value(|engine| engine.long.side = side);
        work::poke(store);
    });
}

/// Keeps the three canvases in step with the picture and the view. While a new view is computed, what is there of the
/// last one moves along.
fn draw(look: Look, place: Memo<Place>, [pixels, over, around]: [NodeRef<Canvas>; 3]) {
    let store = look.store;
    let map = store.get(|s| s.colormap);
    Effect::new(move |_| {
        let _ = (store.long_drawn.get(), store.dark.get());
        let (map, Some(canvas)) = (map.get(), pixels.get()) else { return };
        store.engine.with_value(|engine| {
            let picture = &engine.long.picture;
            if let (Some(grid), Some(span)) = (picture.shown(), picture.span()) {
                cells::draw(&canvas, grid, span, map);
            }
        });
    });
    Effect::new(move |_| {
        let _ = store.long_drawn.get();
        let (view, Some(canvas)) = (look.view.get(), pixels.get()) else { return };
        store.engine.with_value(|engine| {
            if let Some(grid) = engine.long.picture.shown() {
                cells::place(&canvas, view.shares(grid.raster.covers));
            }
        });
    });
    let span = Memo::new(move |_| {
        let _ = store.long_drawn.get();
        store.engine.with_value(|engine| engine.long.picture.span())
    });
    Effect::new(move |_| {
        let _ = store.dark.get();
        let (place, Some(canvas)) = (place.get(), around.get()) else { return };
        let s = store.strings();
        let label = |p: usize| look.label(p);
        let names = (s.picture.query, s.picture.key);
        let axes = Axes { view: look.view.get(), names, label: &label, span: span.get(), map: map.get() };
        axes::draw(&canvas, &place, &axes);
    });
    Effect::new(move |_| {
        let _ = store.dark.get();
        if let Some(canvas) = over.get() {
            axes::cursor(&canvas, &place.get(), &look.view.get(), look.cell.get());
        }
    });
}

/// The topmost canvas: it hears pointers and the wheel. The page scrolls under a finger or a wheel until the picture
/// has the focus, or Ctrl is held.
#[component]
fn Hand(look: Look, place: Memo<Place>, over: NodeRef<Canvas>, focused: RwSignal<bool>) -> impl IntoView {
    let hands = StoredValue::new(Hands::default());
    let at = move |event: &PointerEvent| place.get_untracked().shares(event.offset_x(), event.offset_y());
    let inside = |(x, y): (f64, f64)| (0.0..1.0).contains(&x) && (0.0..1.0).contains(&y);
    let point = move |event: &PointerEvent| {
        let at = at(event);
        look.hover.set(inside(at).then(|| look.view.get_untracked().cell(at)));
    };
    let moved = move |event: PointerEvent| {
        let view = look.view.get_untracked();
        let next = hands.try_update_value(|h| h.moved(event.pointer_id(), at(&event), &view)).flatten();
        match next {
            Some(next) => look.store.look(next),
            None if hands.with_value(|h| !h.any()) => point(&event),
            None => {}
        }
    };
    let up = move |event: PointerEvent| {
        let pressed = hands.try_update_value(|h| h.up(event.pointer_id())).flatten();
        if let Some(at) = pressed {
            look.pick(look.view.get_untracked().cell(at));
        }
    };
    view! {
        <canvas
            class="over"
            node_ref=over
            aria-hidden="true"
            on:pointerdown=move |event: PointerEvent| {
                if event.button() == 0 {
                    hands.update_value(|h| h.down(event.pointer_id(), at(&event)));
                    if let Some(canvas) = over.get_untracked() {
                        let _ = canvas.set_pointer_capture(event.pointer_id());
                    }
                }
            }
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=move |event: PointerEvent| hands.update_value(|h| { h.up(event.pointer_id()); })
            on:pointerleave=move |_| look.hover.set(None)
            on:wheel=move |event: web_sys::WheelEvent| {
                // Over a frame in another page, even the pinch is that page's until the reader turns to the frame.
                let turned = !framed::is_framed() || document().has_focus().unwrap_or(true);
                if turned && (event.ctrl_key() || event.meta_key() || focused.get_untracked()) {
                    event.prevent_default();
                    let at = place.get_untracked().shares(event.offset_x(), event.offset_y());
                    look.store.look(look.view.get_untracked().zoom(wheel(&event), at));
                }
            }
        ></canvas>
    }
}

/// How much farther one event of the wheel looks: a notch of 100 pixels about a fifth. A pinch on a touchpad comes as
/// small steps with Ctrl.
fn wheel(event: &web_sys::WheelEvent) -> f64 {
    const LINE: f64 = 33.0;
    let pixels = if event.delta_mode() == 0 { event.delta_y() } else { event.delta_y() * LINE };
    let pinch = event.ctrl_key() && pixels.abs() < 40.0;
    (pixels.clamp(-300.0, 300.0) * if pinch { 0.01 } else { 0.002 }).exp()
}

fn obey(look: Look, asked: Asked) {
    match asked {
        Asked::View(view) => look.store.look(view),
        Asked::Cell(i, j) => {
            look.hover.set(None);
            look.store.state.update(|s| (s.long_query, s.long_key) = (i as u64, j as u64));
            look.store.look(look.view.get_untracked().reveal((i, j)));
        }
    }
}

#[component]
fn Buttons(look: Look) -> impl IntoView {
    let store = look.store;
    let zoom = move |factor: f64| {
        let view = look.view.get_untracked();
        store.look(view.zoom(factor, gesture::about(&view, look.cell.get_untracked())));
    };
    let whole = Memo::new(move |_| look.view.get().is_whole());
    view! {
        <div class="long-buttons">
            <button class="btn" data-testid="long-closer" on:click=move |_| zoom(CLOSER)>{store.t(|s| s.long.closer)}</button>
            <button class="btn" data-testid="long-farther" disabled=whole on:click=move |_| zoom(1.0 / CLOSER)>{store.t(|s| s.long.farther)}</button>
            <button class="btn" data-testid="long-all" disabled=whole on:click=move |_| store.look(Viewport::whole(look.n.get_untracked()))>{store.t(|s| s.long.all)}</button>
        </div>
    }
}

/// What is in view, in words.
fn summary(look: Look) -> String {
    let view = look.view.get();
    let ends = |edge: f64| [edge as usize, ((edge + view.size).ceil() as usize).saturating_sub(1)];
    (look.store.strings().long.summary)(view.n, ends(view.q), ends(view.k))
}

/// The cell in words.
fn spoken(look: Look) -> String {
    let ((i, j), s) = (look.cell.get(), look.store.strings());
    let value = match look.numbers.get() {
        Some(cell) if cell.logit.is_finite() => crate::picture::format::significant(cell.weight, 4),
        Some(_) => s.picture.masked.to_string(),
        None => String::new(),
    };
    (s.picture.query_key)(i, &look.label(i), j, &look.label(j), &value)
}
