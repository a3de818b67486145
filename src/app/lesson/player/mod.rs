//! The player: a card above the page, which the reader may leave, fold and walk with the keyboard. The step is part of
//! the state; a step's settings are set when it is entered, and after that everything is the reader's to move.

mod answering;
mod ask;
mod card;
mod go;
mod input;
mod list;
mod load;
mod rich;
mod ring;

use super::session::Loaded;
use crate::store::Store;
use leptos::prelude::*;

/// List and lesson.
pub fn view(_: &'static str) -> AnyView {
    view! { <Lessons/> }.into_any()
}

#[component]
fn Lessons() -> impl IntoView {
    let store = Store::here();
    load::follow(store);
    let loaded = store.lesson.loaded;
    // Nothing else of the state may make the card anew.
    let named = store.get(move |s| s.lesson.lesson.clone());
    view! {
        <Show when=move || store.lesson.list_open.get()><list::List/></Show>
        {move || {
            let Loaded { of, lesson } = loaded.get()?;
            if named.get() != of {
                return None;
            }
            Some(match lesson {
                Ok(lesson) => view! { <card::Card lesson/> }.into_any(),
                Err(why) => view! {
                    <section class="card lesson">
                        <p class="bad" role="alert" data-testid="lesson-refused">{move || (store.strings().lesson.fatal)(&why)}</p>
                        <button class="btn" data-testid="lesson-leave" on:click=move |_| go::leave(store)>{store.t(|s| s.lesson.leave)}</button>
                    </section>
                }
                .into_any(),
            })
        }}
    }
}
