//! The tokens as thumbnails: what [`crate::widget::Strip`] is for text. Hundreds of buttons are written in one go and
//! listened to by their row: a view each would cost more than the rest of the picture.

use super::{look_at, patch_of_token};
use crate::embed::projection::Special;
use crate::embed::runs::Kind;
use crate::embed::sequence::Piece;
use crate::input::Input;
use crate::store::Store;
use crate::widget::{SkipLink, roving};
use leptos::html::Ul;
use leptos::prelude::*;
use std::fmt::Write;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlCanvasElement, Url};

/// Side of a thumbnail in CSS pixels.
const SIDE: f64 = 30.0;

/// All tokens, one tab stop among them. A click makes a token the selected query, and its patch the one looked at.
#[component]
pub fn Thumbnails() -> impl IntoView {
    let store = Store::here();
    let row = NodeRef::<Ul>::new();
    let sheet = picture_url(store);
    let html = move || {
        store.input.with(|input| input.as_ref().map(|input| buttons(store, input)).unwrap_or_default())
    };
    let query = store.get(|s| s.query as usize);
    Effect::new(move |_| {
        let (Some(row), at, _) = (row.get(), query.get(), store.input.with(|_| ())) else { return };
        mark(&row, at);
    });
    let choose = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("button").ok().flatten());
        let at = button.and_then(|button| button.get_attribute("data-at")?.parse::<usize>().ok());
        let Some(at) = at else { return };
        store.set("query", &at.to_string());
        if let Some(patch) = untrack(|| patch_of_token(store, at)) {
            look_at(store, patch);
        }
    };
    view! {
        <SkipLink/>
        <ul
            class="strip thumbnails"
            node_ref=row
            style=move || sheet.get().map(|url| format!("--sheet: url({url})"))
            aria-label=store.t(|s| s.shell.tokens_strip)
            data-testid="strip"
            on:keydown=|event| {
                roving::step(&event);
            }
            on:focusin=|event| roving::focused(&event)
            on:click=choose
            inner_html=html
        ></ul>
    }
}

/// Moves the mark of the chosen token.
fn mark(row: &web_sys::Element, at: usize) {
    let find = |selector: &str| row.query_selector(selector).ok().flatten();
    if let Some(before) = find("[aria-pressed=true]") {
        let _ = before.set_attribute("aria-pressed", "false");
    }
    if let Some(now) = find(&format!("[data-at=\"{at}\"]")) {
        let _ = now.set_attribute("aria-pressed", "true");
    }
}

/// A list item each: a piece of the picture, in the route of codes with its number, or a word for what is none.
fn buttons(store: Store, input: &Input) -> String {
    let chosen = store.state.with_untracked(|s| s.query as usize).min(input.len().saturating_sub(1));
    let start = input.runs.iter().find(|(kind, _)| *kind == Kind::Image).map_or(0, |(_, range)| range.start);
    let mut html = String::with_capacity(input.len() * 150);
    store.image.cut.with_untracked(|cut| {
        let Some(cut) = cut else { return };
        // The picture is enlarged so that a token is SIDE wide; in the route of means a token is two patches wide.
        let (rows, columns) = cut.tokens;
        let per_token = cut.grid.patch * if cut.how.route == "pooled" { super::POOL } else { 1 };
        let size = cut.picture.side() as f64 / per_token as f64 * SIDE;
        for (at, piece) in input.sequence.pieces.iter().enumerate() {
            let (stop, pressed) = (roving::stop(at == chosen), at == chosen);
            let label = input.label(at);
            let _ = write!(
                html,
                "<li><button type=button class=thumb tabindex={stop} aria-pressed={pressed} data-at={at} aria-label=\"{label}\" "
            );
            let token = at.checked_sub(start).filter(|token| *token < rows * columns);
            let hidden = *piece == Piece::Special(Special::Mask);
            let _ = match token.filter(|_| !hidden) {
                Some(token) => {
                    let (x, y) = (token % columns.max(1), token / columns.max(1));
                    let (x, y) = (x as f64 * -SIDE, y as f64 * -SIDE);
                    let _ = write!(html, "style=\"background-size:{size:.1}px;background-position:{x}px {y}px\">");
                    if matches!(piece, Piece::Code(..)) {
                        let _ = write!(html, "<b>{label}</b>");
                    }
                    write!(html, "</button></li>")
                }
                None if hidden => write!(html, "data-hidden></button></li>"),
                None => write!(html, "data-word>{label}</button></li>"),
            };
        }
    });
    html
}

/// The square picture as a file of the browser's, for style sheets; made anew with the picture, not with the patches.
fn picture_url(store: Store) -> RwSignal<Option<String>> {
    let url = RwSignal::new(None::<String>);
    let drop_old = move || {
        if let Some(Some(old)) = url.try_get_untracked() {
            let _ = Url::revoke_object_url(&old);
        }
    };
    let last = StoredValue::new_local(None::<Rc<super::Picture>>);
    Effect::new(move |_| {
        let Some(picture) = store.image.cut.with(|cut| cut.as_ref().map(|cut| Rc::clone(&cut.picture)))
        else {
            return;
        };
        if last.get_value().is_some_and(|last| Rc::ptr_eq(&last, &picture)) {
            return;
        }
        last.set_value(Some(Rc::clone(&picture)));
        let Some(canvas) =
            document().create_element("canvas").ok().and_then(|c| c.dyn_into::<HtmlCanvasElement>().ok())
        else {
            return;
        };
        super::picture_canvas(&canvas, &picture.of.image);
        let made = Closure::once_into_js(move |blob: JsValue| {
            let made =
                blob.dyn_into::<Blob>().ok().and_then(|blob| Url::create_object_url_with_blob(&blob).ok());
            drop_old();
            if url.try_set(made.clone()).is_some() {
                // the strip is gone
                made.iter().for_each(|url| drop(Url::revoke_object_url(url)));
            }
        });
        let _ = canvas.to_blob(made.unchecked_ref());
    });
    on_cleanup(drop_old);
    url
}
