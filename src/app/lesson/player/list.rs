//! The lessons that ship, and the door for the reader's own file.

use super::{go, load};
use crate::lesson::format::{Lesson, MAX_BYTES};
use crate::lesson::problem::Fatal;
use crate::lesson::source::SHIPPED;
use crate::store::Store;
use crate::widget::{chosen_file, drop_area, focus};
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

#[component]
pub fn List() -> impl IntoView {
    let store = Store::here();
    let refused = RwSignal::new(None::<Fatal>);
    let dragged = RwSignal::new(false);
    let input = NodeRef::<Input>::new();
    let bring = move |file: File| spawn_local(open_file(store, file, refused));
    let pick = move |_| chosen_file(input).into_iter().for_each(bring);
    let close = move |_| {
        store.lesson.list_open.set(false);
        focus::to_lessons();
    };
    view! {
        <section
            class="card lessons"
            class:dragged=move || dragged.get()
            aria-label=store.t(|s| s.lesson.list)
            data-testid="lesson-list"
            {..drop_area(dragged, bring)}
        >
            <header>
                <h2>{store.t(|s| s.lesson.list)}</h2>
                <button class="btn" on:click=close>{store.t(|s| s.lesson.close)}</button>
            </header>
            <p class="lead">{store.t(|s| s.lesson.list_lead)}</p>
            <ol>{SHIPPED.iter().map(|name| view! { <Entry name/> }).collect_view()}</ol>
            <div class="lesson-file">
                <label class="btn">
                    {store.t(|s| s.lesson.open_file)}
                    <input class="sr" type="file" accept=".json,application/json" node_ref=input data-testid="lesson-file" on:change=pick/>
                </label>
                <span class="hint">{store.t(|s| s.lesson.file_hint)}</span>
                <div role="status" data-testid="lesson-file-told">
                    {move || refused.get().map(|why| view! { <p class="bad">{(store.strings().lesson.fatal)(&why)}</p> })}
                </div>
            </div>
        </section>
    }
}

/// One lesson: what its file says of it, once that has come.
#[component]
fn Entry(name: &'static str) -> impl IntoView {
    let store = Store::here();
    let lesson = RwSignal::new_local(None::<Result<Rc<Lesson>, Fatal>>);
    spawn_local(async move {
        let came = load::shipped(name).await;
        let _ = lesson.try_set(Some(came));
    });
    let said = move || {
        let (s, language) = (store.strings().lesson, store.language.get());
        match lesson.get() {
            None => view! { <span class="soft">{s.loading}</span> }.into_any(),
            Some(Err(why)) => view! { <span class="bad">{(s.fatal)(&why)}</span> }.into_any(),
            Some(Ok(lesson)) => {
                let about = [
                    lesson.section.get(language).to_string(),
                    lesson.minutes.map(s.minutes).unwrap_or_default(),
                    (s.level)(lesson.level).to_string(),
                ];
                let about = about.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
                let title = lesson.title.get(language).to_string();
                view! { <strong>{title}</strong> <span class="soft">{about}</span> }.into_any()
            }
        }
    };
    view! { <li><button data-lesson=name on:click=move |_| go::open(store, name)>{said}</button></li> }
}

/// Opens the reader's own file; one that is no lesson leaves what stood before.
async fn open_file(store: Store, file: File, refused: RwSignal<Option<Fatal>>) {
    if file.size() > MAX_BYTES as f64 {
        return refused.set(Some(Fatal::TooLarge { most: MAX_BYTES }));
    }
    let Ok(buffer) = JsFuture::from(file.array_buffer()).await else {
        return refused.set(Some(Fatal::NotJson));
    };
    match Lesson::read(&js_sys::Uint8Array::new(&buffer).to_vec()) {
        Err(why) => refused.set(Some(why)),
        Ok(lesson) => {
            store.lesson.own.set_value(Some(Rc::new(lesson)));
            go::open(store, "own");
        }
    }
}
