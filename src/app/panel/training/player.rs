//! Play, step, back, to either end, and the slider of steps. Nothing moves until it is asked to.

use super::Scene;
use crate::store::Store;
use crate::strings::Training;
use crate::tokenize::train::training::End;
use crate::widget::Slider;
use leptos::prelude::*;
use std::time::Duration;

/// Between two steps that are played: time to read the title.
const PACE: Duration = Duration::from_millis(700);

#[component]
pub fn Player(scene: Scene) -> impl IntoView {
    let store = Store::here();
    let playing = RwSignal::new(false);
    let go = move |step: usize| store.set("train_step", &step.to_string());
    let steps = scene.steps;
    // The slider, the title and the link name one step.
    Effect::new(move |_| {
        let (busy, last) = (scene.run.busy.get(), steps.get());
        let wanted = store.state.with(|s| s.train_step as usize);
        if !busy && scene.run.shown.with_untracked(Option::is_some) && wanted > last {
            go(last);
        }
    });
    let timer = set_interval_with_handle(
        move || {
            if playing.try_get_untracked() != Some(true) {
                return;
            }
            let next = scene.step.get_untracked() + 1;
            if next <= steps.get_untracked() {
                go(next);
            }
            if next >= steps.get_untracked() {
                playing.set(false);
            }
        },
        PACE,
    );
    on_cleanup(move || {
        if let Ok(timer) = timer {
            timer.clear();
        }
    });
    let toggle = move |_| {
        let start = !playing.get_untracked();
        if start && scene.step.get_untracked() >= steps.get_untracked() {
            go(0);
        }
        playing.set(start);
    };
    let at_start = Signal::derive(move || scene.step.get() == 0);
    let at_end = Signal::derive(move || scene.step.get() >= steps.get());
    let jump = move |to: fn(usize, usize) -> usize| {
        playing.set(false);
        go(to(scene.step.get_untracked(), steps.get_untracked()));
    };
    let sign = move || if playing.get() { "❚❚" } else { "▶" };
    let name = move || {
        let s = &store.strings().training;
        if playing.get() { s.pause } else { s.play }
    };
    view! {
        <div class="player" data-key="train_step" class:in-use=move || store.in_use.with(|used| used == "train_step")>
            <Slider key="train_step" limit=Signal::derive(move || steps.get() as f64)/>
            <div class="buttons">
                <Jump sign="❘◀◀" name=|s| s.first idle=at_start press=Callback::new(move |()| jump(|_, _| 0))/>
                <Jump sign="◀" name=|s| s.back idle=at_start press=Callback::new(move |()| jump(|at, _| at.saturating_sub(1)))/>
                <button type="button" class="btn" data-do="play" aria-label=name title=name on:click=toggle>{sign}</button>
                <Jump sign="▶❘" name=|s| s.forward idle=at_end press=Callback::new(move |()| jump(|at, last| (at + 1).min(last)))/>
                <Jump sign="▶▶❘" name=|s| s.last idle=at_end press=Callback::new(move |()| jump(|_, last| last))/>
            </div>
            <p class="hint" role="status" data-testid="training-end">{move || ending(store, scene)}</p>
        </div>
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
