//! How a prediction is made: a number, an option, or the cell that is chosen in the picture.

use crate::lesson::ask::{Answer, Ask};
use crate::lesson::evaluate::Prediction;
use crate::store::Store;
use leptos::prelude::*;
use std::rc::Rc;

#[component]
pub fn Predict(ask: Rc<Ask>, prediction: RwSignal<Option<Prediction>>) -> impl IntoView {
    match ask.answer {
        Answer::Number(_) => view! { <Number prediction/> }.into_any(),
        Answer::Cell(_) => view! { <Cell prediction/> }.into_any(),
        _ => view! { <Options ask prediction/> }.into_any(),
    }
}

#[component]
fn Number(prediction: RwSignal<Option<Prediction>>) -> impl IntoView {
    let store = Store::here();
    let take = move |event| {
        let given: Option<f64> = event_target_value(&event).trim().parse().ok();
        prediction.set(given.filter(|x| x.is_finite()).map(Prediction::Number));
    };
    view! {
        <label>
            {store.t(|s| s.lesson.number)}
            " "
            <input type="number" step="any" autocomplete="off" data-testid="lesson-number" on:input=take/>
        </label>
    }
}

#[component]
fn Options(ask: Rc<Ask>, prediction: RwSignal<Option<Prediction>>) -> impl IntoView {
    let store = Store::here();
    let option = |option: &crate::lesson::ask::Choice| {
        let (id, text) = (option.id.clone(), option.text.clone());
        let value = id.clone();
        view! {
            <label class="option">
                <input type="radio" name="lesson-option" value=value on:change=move |_| prediction.set(Some(Prediction::Choice(id.clone())))/>
                <span>{move || super::rich::line(text.get(store.language.get()))}</span>
            </label>
        }
    };
    let options = ask.options.iter().map(option).collect_view();
    view! { <fieldset><legend class="sr">{store.t(|s| s.lesson.question)}</legend>{options}</fieldset> }
}

/// The cell that is chosen in the picture, which two menus can also choose.
#[component]
fn Cell(prediction: RwSignal<Option<Prediction>>) -> impl IntoView {
    let store = Store::here();
    let cell = store.get(|s| (s.query as usize, s.key as usize));
    // What stands when the question comes is nobody's prediction.
    Effect::new(move |before: Option<(usize, usize)>| {
        let now = cell.get();
        if before.is_some_and(|before| before != now) {
            prediction.set(Some(Prediction::Cell(now.0, now.1)));
        }
        now
    });
    let menu = move |key: &'static str, chosen: fn((usize, usize)) -> usize| {
        let take = move |event| {
            store.set(key, &event_target_value(&event));
            let (i, j) = cell.get_untracked();
            prediction.set(Some(Prediction::Cell(i, j)));
        };
        let options = move || {
            let s = store.strings().lesson;
            let labels = store.input.with(|input| input.as_ref().map(|input| Rc::clone(&input.labels)));
            let option = |(at, label): (usize, &String)| {
                view! { <option value=at selected=move || chosen(cell.get()) == at>{(s.token)(at, label)}</option> }
            };
            labels.map(|labels| labels.iter().enumerate().map(option).collect_view())
        };
        // The picture may choose another cell after the menu did.
        let value = move || chosen(cell.get()).to_string();
        view! { <select data-testid=format!("lesson-{key}") prop:value=value on:change=take>{options}</select> }
    };
    view! {
        <div class="cell">
            <span class="hint">{store.t(|s| s.lesson.cell_hint)}</span>
            <label>{store.t(|s| s.lesson.query)} " " {menu("query", |(i, _)| i)}</label>
            <label>{store.t(|s| s.lesson.key)} " " {menu("key", |(_, j)| j)}</label>
        </div>
    }
}
