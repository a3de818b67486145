//! The lesson: where the reader is, the step's text, its question, and the way on.

use super::{ask, go, rich, ring};
use crate::lesson::format::Lesson;
use crate::lesson::problem::{Problem, What};
use crate::store::Store;
use crate::widget::sentence;
use leptos::prelude::*;
use std::rc::Rc;

#[component]
pub fn Card(lesson: Rc<Lesson>) -> impl IntoView {
    let store = Store::here();
    let steps = lesson.steps.len();
    let at = store.get(move |s| (s.lesson.lesson_step as usize).clamp(1, steps) - 1);
    let folded = RwSignal::new(false);
    let shared = StoredValue::new_local(Rc::clone(&lesson));
    let step = move || shared.with_value(|lesson| lesson.steps.get(at.get()).cloned());
    let title = move || shared.with_value(|lesson| lesson.title.get(store.language.get()).to_string());
    let moved = Memo::new(move |_| shared.with_value(|lesson| go::is_moved(store, lesson, at.get())));
    let heading = NodeRef::<leptos::html::H2>::new();
    // Who opens a lesson goes on in it; who comes by a link begins at the top of the page.
    Effect::new(move |_| {
        if let Some(heading) = heading.get().filter(|_| store.lesson.before.with_value(Option::is_some)) {
            let _ = heading.focus();
        }
    });
    view! {
        <section class="card lesson" class:folded=move || folded.get() aria-label=move || (store.strings().lesson.region)(&title()) data-testid="lesson">
            {move || step().map(|step| view! { <ring::Ring keys=step.highlight/> })}
            <header>
                <h2 tabindex="-1" node_ref=heading>{title}</h2>
                <span class="soft" data-testid="lesson-step">{move || (store.strings().lesson.step_of)(at.get() + 1, steps)}</span>
                <button class="btn" aria-expanded=move || (!folded.get()).to_string() on:click=move |_| folded.update(|folded| *folded = !*folded)>
                    {move || { let s = store.strings().lesson; if folded.get() { s.unfold } else { s.fold } }}
                </button>
                <button class="btn" data-testid="lesson-leave" on:click=move |_| go::leave(store)>{store.t(|s| s.lesson.leave)}</button>
            </header>
            <progress class="lesson-bar" aria-hidden="true" max=steps value=move || at.get() + 1></progress>
            <div class="lesson-body">
                <Wrong problems=lesson.problems.clone()/>
                <div class="lesson-text" aria-live="polite" data-testid="lesson-text">
                    {move || step().map(|step| {
                        let language = store.language.get();
                        let ringed = (!step.highlight.is_empty()).then(|| view! {
                            <p class="hint">{(store.strings().lesson.controls)(&ring::names(store, &step.highlight))}</p>
                        });
                        view! { <h3>{step.title.get(language).to_string()}</h3> {rich::paragraphs(step.text.get(language))} {ringed} }
                    })}
                </div>
                // Keyed, so that no answer of the step before is left in the next one's fields.
                <For
                    each=move || step().and_then(|step| step.ask).map(|asked| (at.get(), asked))
                    key=|(at, _)| *at
                    children=|(_, asked)| view! { <ask::Question ask=Rc::new(asked)/> }
                />
            </div>
            <nav class="lesson-nav">
                <button class="btn" data-testid="lesson-back" aria-disabled=move || (at.get() == 0).to_string()
                    on:click=move |_| if let Some(before) = at.get_untracked().checked_sub(1) { go::enter(store, before, true) }>
                    {store.t(|s| s.lesson.back)}
                </button>
                // One button for all: it keeps the focus while what it does changes.
                <button class="btn primary" data-testid="lesson-next" on:click=move |_| {
                    let next = at.get_untracked() + 1;
                    if next < steps { go::enter(store, next, true) } else { go::leave(store) }
                }>
                    {move || { let s = store.strings().lesson; if at.get() + 1 < steps { s.next } else { s.finish } }}
                </button>
                <Show when=move || moved.get()>
                    <span class="soft">{store.t(|s| s.lesson.changed)}</span>
                    <button class="btn" data-testid="lesson-reset" on:click=move |_| {
                        go::settle(store);
                        focus_next(); // the button goes
                    }>{store.t(|s| s.lesson.reset)}</button>
                </Show>
            </nav>
        </section>
    }
}

fn focus_next() {
    let found = document().query_selector("[data-testid=lesson-next]").ok().flatten();
    if let Some(button) = found {
        let _ = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(button).focus();
    }
}

/// What is wrong with the file.
#[component]
fn Wrong(problems: Vec<Problem>) -> impl IntoView {
    let store = Store::here();
    let count = problems.len();
    (count > 0).then(|| {
        let lines = move || {
            let s = store.strings();
            let line = |problem: &Problem| {
                let setting =
                    if let What::State(notice) = &problem.what { sentence(notice, s) } else { String::new() };
                view! { <li>{(s.lesson.problem)(problem, &setting)}</li> }
            };
            problems.iter().take(20).map(line).collect_view()
        };
        view! {
            <details class="bad" open=count < 4 data-testid="lesson-problems">
                <summary>{move || (store.strings().lesson.problems)(count)}</summary>
                <ul>{lines}</ul>
            </details>
        }
    })
}
