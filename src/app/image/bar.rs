//! Where the reader chooses or brings a picture: samples, a file, the clipboard, dropping, the camera.

use super::camera::Camera;
use super::source::has;
use super::{Notes, Refusal, SAMPLES, Status};
use crate::input::{Dragged, bring_later};
use crate::store::Store;
use crate::strings::Strings;
use crate::widget::chosen_file;
use leptos::html::Input;
use leptos::prelude::*;

/// Where the reader chooses or brings it.
#[component]
pub fn Bar() -> impl IntoView {
    let store = Store::here();
    let field = NodeRef::<Input>::new();
    let dragged = Dragged::here();
    let chosen = store.get(|s| s.media.image);
    let chip = move |id: &'static str| {
        view! {
            <button
                class="chip"
                data-value=id
                aria-pressed=move || (chosen.get() == id).to_string()
                on:click=move |_| store.set("image", id)
            >
                {store.t(move |s| s.words.choice("image", id))}
            </button>
        }
    };
    let samples = SAMPLES.iter().filter(|sample| has(sample)).map(|sample| chip(sample.id)).collect_view();
    let has_own = Memo::new(move |_| store.image.own.with(Option::is_some));
    let own = move || has_own.get().then(|| chip("own"));
    let pick = move |_| {
        if let Some(file) = chosen_file(field) {
            bring_later(store, file.into());
        }
    };
    view! {
        <div class="bring" class:dragged=move || dragged.get() data-testid="image-bar">
            <div class="chips samples" role="group" aria-label=store.t(|s| s.image.samples)>{samples} {own}</div>
            <label class="btn">
                {store.t(|s| s.image.choose)}
                <input class="sr" type="file" accept="image/*" node_ref=field data-testid="image-file" on:change=pick/>
            </label>
            <Camera/>
            <span class="hint drop">{store.t(|s| s.image.drop)}</span>
            {move || credit(store)}
        </div>
        <Told/>
    }
}

/// Who made the sample.
fn credit(store: Store) -> Option<impl IntoView> {
    let chosen = store.state.with(|s| s.media.image);
    let sample = SAMPLES.iter().find(|sample| sample.id == chosen)?;
    Some(view! { <span class="hint">{(store.strings().image.credit)(sample.credit, sample.cc0)}</span> })
}

/// What is on its way, what was wrong, and what decoding left out.
#[component]
fn Told() -> impl IntoView {
    let store = Store::here();
    let told = move || {
        let s = store.strings();
        match store.image.status.get() {
            Status::Idle => ().into_any(),
            Status::Coming => view! { <p class="load" role="status">{s.image.coming}</p> }.into_any(),
            Status::Fitting(share) => view! {
                <p class="load" role="status">{s.image.fitting} " " <progress max="1" value=share></progress></p>
            }
            .into_any(),
        }
    };
    let wrong = move || {
        let why = store.image.refused.get()?;
        Some(
            view! { <p class="load bad" role="alert" data-testid="image-refused">{refused(store.strings(), &why)}</p> },
        )
    };
    let notes = move || {
        let cut = store.image.cut.get()?;
        let said =
            noted(store.strings(), cut.picture.of.notes, (cut.picture.of.width, cut.picture.of.height));
        (!said.is_empty()).then(|| view! { <p class="hint" data-testid="image-notes">{said}</p> })
    };
    view! { {told} {wrong} {notes} }
}

/// The sentence for a refusal.
pub fn refused(s: &Strings, why: &Refusal) -> String {
    (s.image.refused)(&why.code, why.width, why.height)
}

/// What decoding left out, in one line.
fn noted(s: &Strings, notes: Notes, (width, height): (u32, u32)) -> String {
    let all = [
        (notes.animated, s.image.note_animated),
        (notes.sixteen_bits, s.image.note_sixteen),
        (notes.cmyk, s.image.note_cmyk),
        (width == 1 && height == 1, s.image.note_one_pixel),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, said)| said).collect::<Vec<_>>().join(s.gap)
}
