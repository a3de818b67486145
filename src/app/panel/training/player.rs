//! Play, step, back, to either end, and the slider of steps. Nothing moves until it is asked to.

use super::Scene;
use crate::store::Store;
use crate::strings::Training;
use crate::tokenize::train::training::End;
use crate::widget::{Playback, Slider, guard};
use leptos::prelude::*;

#[component]
pub fn Player(scene: Scene) -> impl IntoView {
    let store = Store::here();
    let go = move |step: usize| store.set("train_step", &step.to_string());
    let steps = scene.steps;
    // The state keeps a step that other settings have not: it comes back with them. What the reader sets is one there is.
    let shows = Signal::derive(move || scene.step.get() as f64);
    let put = move |raw: String| match raw.parse::<f64>() {
        Ok(wanted) if wanted > steps.get_untracked() as f64 => go(steps.get_untracked()),
        _ => store.set("train_step", &raw),
    };
    let playback = Playback::new(scene.step, steps, Callback::new(go));
    let at_start = Signal::derive(move || scene.step.get() == 0);
    let at_end = Signal::derive(move || scene.step.get() >= steps.get());
    let jump = move |to: fn(usize, usize) -> usize| {
        playback.stop_at(to(scene.step.get_untracked(), steps.get_untracked()));
    };
    let sign = move || if playback.is_playing() { "❚❚" } else { "▶" };
    let name = move || {
        let s = &store.strings().training;
        if playback.is_playing() { s.pause } else { s.play }
    };
    view! {
        <fieldset class="player" class:in-use=move || store.in_use.with(|used| used == "train_step") {..guard("train_step")}>
            <Slider
                key="train_step"
                limit=Signal::derive(move || steps.get() as f64)
                shows
                put=Callback::new(put)
            />
            <div class="buttons">
                <Jump sign="❘◀◀" name=|s| s.first idle=at_start press=Callback::new(move |()| jump(|_, _| 0))/>
                <Jump sign="◀" name=|s| s.back idle=at_start press=Callback::new(move |()| jump(|at, _| at.saturating_sub(1)))/>
                <button type="button" class="btn" data-do="play" aria-label=name title=name on:click=move |_| playback.toggle()>{sign}</button>
                <Jump sign="▶❘" name=|s| s.forward idle=at_end press=Callback::new(move |()| jump(|at, last| (at + 1).min(last)))/>
                <Jump sign="▶▶❘" name=|s| s.last idle=at_end press=Callback::new(move |()| jump(|_, last| last))/>
            </div>
            <p class="hint" role="status" data-testid="training-end">{move || ending(store, scene)}</p>
        </fieldset>
    }
}

/// A button that goes to another step. At the end it stays focusable.
#[component]
fn Jump(
    sign: &'static str,
    name: fn(&Training) -> &'static str,
    #[prop(into)] idle: Signal<bool>,
    press: Callback<()>,
) -> impl IntoView {
    let store = Store::here();
    let label = move || name(store.strings().training);
    view! {
        <button
            type="button"
            class="btn"
            aria-label=label
            title=label
            aria-disabled=move || idle.get().to_string()
            on:click=move |_| {
                if !idle.get_untracked() {
                    press.run(());
                }
            }
        >
            {sign}
        </button>
    }
}

/// How many steps there are, and why no more.
fn ending(store: Store, scene: Scene) -> Option<String> {
    let s = &store.strings().training;
    if scene.run.busy.get() {
        return Some(s.running.to_string());
    }
    scene.run.shown.with(|training| {
        let training = training.as_ref()?;
        Some(match training.end()? {
            End::Pairs(done) => (s.end)(training.steps(), &done),
            End::Pruned => {
                let last = training.points().last().copied().unwrap_or_default();
                (s.end_pruned)(training.steps(), last.vocabulary)
            }
        })
    })
}
