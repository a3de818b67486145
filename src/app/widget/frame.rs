//! The frame of every picture made of cells: one stop of the keyboard, in which keys move the chosen cell, and which
//! speaks it; and what pointers do to cells.

use crate::store::Store;
use crate::strings::Strings;
use leptos::attr::Attribute;
use leptos::ev::{self, KeyboardEvent, MouseEvent, on};
use leptos::html::Div;
use leptos::prelude::*;

/// Row and column, from 0.
pub type Cell = (usize, usize);

/// The frame. What is in it is hidden from those who hear the page: they hear `spoken`.
#[component]
pub fn Frame(
    class: &'static str,
    #[prop(optional)] node_ref: NodeRef<Div>,
    /// What the picture shows, for its accessible name.
    #[prop(into)]
    name: Signal<String>,
    /// What keys and pointers do, where that is more than moving the cell.
    #[prop(optional)]
    hint: Option<fn(&'static Strings) -> &'static str>,
    /// Hears every key.
    keys: Callback<KeyboardEvent>,
    /// The chosen cell in words.
    #[prop(into)]
    spoken: Signal<String>,
    /// Told whether the frame has the focus.
    #[prop(optional)]
    focused: RwSignal<bool>,
    children: Children,
) -> impl IntoView {
    let store = Store::here();
    let label = move || {
        let s = store.strings();
        format!("{}. {}", name.get(), hint.map_or(s.picture.keys_hint, |hint| hint(s)))
    };
    view! {
        <div
            class=class
            node_ref=node_ref
            tabindex="0"
            role="application"
            aria-roledescription=store.t(|s| s.picture.heatmap)
            aria-label=label
            on:focus=move |_| focused.set(true)
            on:blur=move |_| focused.set(false)
            on:keydown=move |event| keys.run(event)
        >
            {children()}
            <span class="sr" aria-live="polite">{move || focused.get().then(|| spoken.get())}</span>
        </div>
    }
}

/// Keys that move `cell` within a picture of `size` rows and columns; `pick` hears where to.
pub fn arrows(
    size: impl Fn() -> Option<(usize, usize)> + Send + Sync + 'static,
    cell: Signal<Cell>,
    pick: Callback<Cell>,
) -> Callback<KeyboardEvent> {
    Callback::new(move |event: KeyboardEvent| {
        if let Some(next) = size().and_then(|size| step(&event.key(), cell.get_untracked(), size)) {
            event.prevent_default();
            pick.run(next);
        }
    })
}

/// Where a key moves the cell; `None` for keys that are not ours.
pub fn step(key: &str, (i, j): Cell, (rows, cols): (usize, usize)) -> Option<Cell> {
    let (last_row, last_col) = (rows.checked_sub(1)?, cols.checked_sub(1)?);
    Some(match key {
        "ArrowUp" => (i.saturating_sub(1), j),
        "ArrowDown" => ((i + 1).min(last_row), j),
        "ArrowLeft" => (i, j.saturating_sub(1)),
        "ArrowRight" => (i, (j + 1).min(last_col)),
        "Home" => (i, 0),
        "End" => (i, last_col),
        "PageUp" => (0, j),
        "PageDown" => (last_row, j),
        _ => return None,
    })
}

/// What the topmost element of a picture hears: `hit` tells the cell under the pointer, `hover` hears what is pointed at,
/// `pick` what is chosen.
pub fn pointing(
    hit: impl Fn(&MouseEvent) -> Option<Cell> + Clone + 'static,
    hover: Callback<Option<Cell>>,
    pick: Callback<Cell>,
) -> impl Attribute {
    let choose = hit.clone();
    (
        on(ev::pointermove, move |event: ev::PointerEvent| hover.run(hit(&event))),
        on(ev::pointerleave, move |_| hover.run(None)),
        on(ev::click, move |event: MouseEvent| {
            if let Some(cell) = choose(&event) {
                pick.run(cell);
            }
        }),
    )
}
