//! A question: the prediction, the check, and what was computed.

use super::{answering, input, rich};
use crate::lesson::ask::Ask;
use crate::lesson::evaluate::{Outcome, Prediction, check};
use crate::lesson::json;
use crate::picture::format::{grouped, significant};
use crate::store::Store;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;

/// How far the check is.
#[derive(Clone)]
enum Told {
    Nothing,
    /// Nothing was predicted.
    PredictFirst,
    Checking,
    NoNumbers,
    Checked(Rc<Outcome>),
}

#[component]
pub fn Question(ask: Rc<Ask>) -> impl IntoView {
    let store = Store::here();
    let prediction = RwSignal::new(None::<Prediction>);
    let told = RwSignal::new_local(Told::Nothing);
    let shared = StoredValue::new_local(Rc::clone(&ask));
    // What was said of another prediction is not said of this one.
    Effect::new(move |before: Option<Option<Prediction>>| {
        let now = prediction.get();
        if before.is_some_and(|before| before != now)
            && matches!(told.get_untracked(), Told::PredictFirst | Told::Checked(_))
        {
            told.set(Told::Nothing);
        }
        now
    });
    let answer = NodeRef::<Div>::new();
    Effect::new(move |_| {
        if !told.with(|told| matches!(told, Told::Nothing | Told::Checking)) {
            // Once it is laid out.
            request_animation_frame(move || bring_into_sight(answer));
        }
    });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if matches!(told.get_untracked(), Told::Checking) {
            return;
        }
        let Some(guess) = prediction.get_untracked() else { return told.set(Told::PredictFirst) };
        told.set(Told::Checking);
        spawn_local(answered(store, shared.get_value(), guess, told));
    };
    view! {
        <form class="lesson-ask" data-testid="lesson-ask" on:submit=submit>
            <h4>{store.t(|s| s.lesson.question)}</h4>
            <p class="lesson-question">{move || rich::line(shared.with_value(|ask| ask.question.clone()).get(store.language.get()))}</p>
            <div class="lesson-predict">
                <input::Predict ask prediction/>
                <button class="btn primary" type="submit" data-testid="lesson-check">{store.t(|s| s.lesson.check)}</button>
            </div>
            <div role="status" class="lesson-told" data-testid="lesson-told" node_ref=answer>
                {move || shared.with_value(|ask| said(store, ask, &told.get()))}
            </div>
        </form>
    }
}

/// On a phone the card is low, and the answer would stand below what can be seen of it.
fn bring_into_sight(answer: NodeRef<Div>) {
    let Some(answer) = answer.get_untracked() else { return };
    let Some(body) = answer.closest(".lesson-body").ok().flatten() else { return };
    let (own, seen) = (answer.get_bounding_client_rect(), body.get_bounding_client_rect());
    let below = own.bottom() - seen.bottom();
    if below > 0.0 {
        // Its beginning stays in sight where it is longer than the card.
        body.set_scroll_top(body.scroll_top() + below.min(own.top() - seen.top()).ceil() as i32);
    }
}

async fn answered(store: Store, ask: Rc<Ask>, guess: Prediction, told: RwSignal<Told, LocalStorage>) {
    let facts = answering::facts(store, &ask).await;
    // The reader may have gone on in the meantime.
    if told.try_get_untracked().is_none() {
        return;
    }
    let outcome = check(&ask, &facts, &guess);
    if outcome.is_some() && !ask.show.is_empty() {
        super::go::show(store, json::with(store.state.get_untracked(), &ask.show), false);
    }
    told.set(outcome.map_or(Told::NoNumbers, |outcome| Told::Checked(Rc::new(outcome))));
}

fn said(store: Store, ask: &Ask, told: &Told) -> AnyView {
    let s = store.strings().lesson;
    match told {
        Told::Nothing => ().into_any(),
        Told::PredictFirst => view! { <p class="hint">{s.predict_first}</p> }.into_any(),
        Told::Checking => view! { <p class="hint">{s.checking}</p> }.into_any(),
        Told::NoNumbers => view! { <p class="bad">{s.no_numbers}</p> }.into_any(),
        Told::Checked(outcome) => {
            let answer = spelled(store, ask, &outcome.answer);
            let mut then = ask.then.get(store.language.get()).replace("{answer}", &answer);
            for (name, value) in &outcome.values {
                then = then.replace(&format!("{{{name}}}"), &number(*value));
            }
            let verdict = if outcome.right { s.right } else { s.wrong };
            view! {
                <p>
                    <strong class=if outcome.right { "yes" } else { "no" } data-right=outcome.right.to_string()>{verdict}</strong>
                    {store.t(|s| s.gap)}
                    <span data-testid="lesson-answer" data-answer=raw(&outcome.answer)>{(s.computed)(&answer)}</span>
                </p>
                {rich::paragraphs(&then)}
            }
            .into_any()
        }
    }
}

/// An answer for the reader.
fn spelled(store: Store, ask: &Ask, answer: &Prediction) -> String {
    match answer {
        Prediction::Number(x) => number(*x),
        Prediction::Cell(i, j) => store.input.with(|input| {
            let label = |at| input.as_ref().map_or("", |input| input.label(at));
            (store.strings().lesson.cell_is)(*i, label(*i), *j, label(*j))
        }),
        Prediction::Choice(id) => {
            let found = ask.options.iter().find(|option| option.id == *id);
            found.map_or(String::new(), |option| option.text.get(store.language.get()).to_string())
        }
    }
}

/// An answer for those who test.
fn raw(answer: &Prediction) -> String {
    match answer {
        Prediction::Number(x) => x.to_string(),
        Prediction::Cell(i, j) => format!("{i},{j}"),
        Prediction::Choice(id) => id.clone(),
    }
}

/// A whole number in full, a long one with separators; another with four digits.
fn number(x: f64) -> String {
    match x {
        x if x.fract() != 0.0 || x.abs() >= 1e12 => significant(x, 4),
        x if x >= 10_000.0 => grouped(x as u64),
        x => format!("{x}").replace('-', "−"),
    }
}
