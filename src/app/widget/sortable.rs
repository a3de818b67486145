//! Tokens that can be put in another order: by mouse, by touch, by keyboard.

use super::roving;
use crate::store::Store;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// `labels` by original index; `order` holds original indices in the order in which they stand.
#[component]
pub fn Sortable(
    #[prop(into)] labels: Signal<Vec<String>>,
    #[prop(into)] order: Signal<Vec<usize>>,
    #[prop(into)] reorder: Callback<Vec<usize>>,
) -> impl IntoView {
    let store = Store::here();
    let held = RwSignal::new(None::<usize>);
    // The order before the token was picked up: Escape brings it back.
    let before = StoredValue::new(Vec::<usize>::new());
    let said = RwSignal::new(String::new());
    let label = move |index: usize| labels.with_untracked(|all| all.get(index).cloned().unwrap_or_default());
    let place = move |to: usize| {
        let Some(from) = held.get_untracked() else { return };
        let mut next = order.get_untracked();
        if from == to || from >= next.len() || to >= next.len() {
            return;
        }
        let token = next.remove(from);
        next.insert(to, token);
        held.set(Some(to));
        said.set((store.strings().permutation.moved)(&label(token), to + 1));
        reorder.run(next);
    };
    let key = move |event: &web_sys::KeyboardEvent, at: usize| {
        let holding = held.get_untracked() == Some(at);
        match event.key().as_str() {
            " " | "Enter" if holding => {
                held.set(None);
                said.set(store.strings().permutation.put_down.to_string());
            }
            " " | "Enter" => {
                before.set_value(order.get_untracked());
                held.set(Some(at));
                let token = order.with_untracked(|now| now.get(at).copied()).unwrap_or(at);
                said.set((store.strings().permutation.picked_up)(&label(token)));
            }
            "Escape" if held.get_untracked().is_some() => {
                let token =
                    held.get_untracked().and_then(|at| order.with_untracked(|now| now.get(at).copied()));
                held.set(None);
                let old = before.get_value();
                let stood = old.iter().position(|other| Some(*other) == token);
                reorder.run(old);
                said.set(store.strings().permutation.put_back.to_string());
                event.stop_propagation();
                event.prevent_default();
                return focus_later(stood.unwrap_or(at));
            }
            "ArrowLeft" if holding => place(at.saturating_sub(1)),
            "ArrowRight" if holding => place(at + 1),
            _ => return,
        }
        event.stop_propagation(); // the row's own keys move the focus
        event.prevent_default();
        focus_later(held.get_untracked().unwrap_or(at));
    };
    let items = move || {
        let all = labels.get();
        let shown = order.get();
        let of = shown.len();
        let item = |(at, index): (usize, usize)| {
            let text = all.get(index).cloned().unwrap_or_default();
            let standing = (store.strings().permutation.token_place)(at + 1, of);
            view! {
                <li class:moving=move || held.get() == Some(at)>
                    <button
                        class="tok"
                        data-place=at
                        tabindex=roving::stop(at == 0)
                        aria-pressed=move || (held.get() == Some(at)).to_string()
                        on:pointerdown=move |event| {
                            event.prevent_default();
                            before.set_value(order.get_untracked());
                            held.set(Some(at));
                        }
                        on:keydown=move |event| key(&event, at)
                    >
                        <b>{text}</b>
                        <i>{index}</i>
                        <span class="sr">{standing}</span>
                    </button>
                </li>
            }
        };
        shown.into_iter().enumerate().map(item).collect_view()
    };
    // The pointer is followed on the page, since the button under it moves while it is dragged.
    let dragging = window_event_listener(leptos::ev::pointermove, move |event| {
        if event.buttons() != 0 && held.get_untracked().is_some() {
            if let Some(to) = place_under(&event) {
                place(to);
            }
        }
    });
    let letting_go = window_event_listener(leptos::ev::pointerup, move |_| held.set(None));
    on_cleanup(move || {
        dragging.remove();
        letting_go.remove();
    });
    view! {
        <ol
            class="sortable"
            data-testid="sortable"
            on:keydown=|event| {
                roving::step(&event);
            }
            on:focusin=|event| roving::focused(&event)
        >
            {items}
        </ol>
        <span class="sr" aria-live="assertive">{move || said.get()}</span>
    }
}

/// The place whose button is under the pointer.
fn place_under(event: &web_sys::PointerEvent) -> Option<usize> {
    let element = document().element_from_point(event.client_x() as f32, event.client_y() as f32)?;
    let button = element.closest("[data-place]").ok().flatten()?;
    button.get_attribute("data-place")?.parse().ok()
}

/// Puts the focus back on the button at `place` once it has been drawn again.
fn focus_later(place: usize) {
    request_animation_frame(move || {
        let found = document().query_selector(&format!("[data-place=\"{place}\"]")).ok().flatten();
        if let Some(button) = found.and_then(|b| b.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = button.focus();
        }
    });
}
