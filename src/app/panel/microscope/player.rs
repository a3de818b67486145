//! The steps, to be played, gone through one by one, or dragged.

use super::lens::Lens;
use crate::store::Store;
use crate::widget::{Lock, Playback, guard, keep_range};
use leptos::html::Input;
use leptos::prelude::*;

/// What the state says where all steps are made.
const ALL: usize = 9_999;

#[component]
pub fn Player() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let go = Callback::new(move |to: usize| {
        let to = if to >= lens.steps.get_untracked() { ALL } else { to };
        store.set("step", &to.to_string());
    });
    let range = NodeRef::<Input>::new();
    keep_range(range, move || lens.steps.get().to_string(), move || lens.step.get().to_string());
    let playback = Playback::new(lens.step, lens.steps, go);
    let stop_and_go = move |to: usize| playback.stop_at(to);
    let at = move || lens.step.get_untracked();
    let is_first = move || lens.step.get() == 0;
    let is_last = move || lens.step.get() == lens.steps.get();
    let count = move || (store.strings().microscope.step_of)(lens.step.get(), lens.steps.get());
    let play_name = move || {
        let s = store.strings().microscope;
        if playback.is_playing() { s.pause } else { s.play }
    };
    view! {
        <fieldset class="player" data-testid="player" class:in-use=move || store.in_use.with(|used| used == "step") {..guard("step")}>
            <label for="r-step">{store.t(|s| s.words.label("step"))} " " <small>{count}</small></label>
            <input
                type="range"
                id="r-step"
                node_ref=range
                min="0"
                step="1"
                disabled=move || lens.steps.get() == 0
                aria-valuetext=count
                on:input=move |event| stop_and_go(event_target_value(&event).parse().unwrap_or_default())
            />
            <div class="player-buttons" role="group" aria-label=store.t(|s| s.words.label("step"))>
                <button class="btn" disabled=is_first aria-label=store.t(|s| s.microscope.first) on:click=move |_| stop_and_go(0)>"|◀"</button>
                <button class="btn" disabled=is_first aria-label=store.t(|s| s.microscope.back) on:click=move |_| stop_and_go(at().saturating_sub(1))>"◀"</button>
                <button class="btn play" disabled=move || lens.steps.get() == 0 on:click=move |_| playback.toggle()>{play_name}</button>
                <button class="btn" disabled=is_last aria-label=store.t(|s| s.microscope.forward) on:click=move |_| stop_and_go(at() + 1)>"▶"</button>
                <button class="btn" disabled=is_last aria-label=store.t(|s| s.microscope.last) on:click=move |_| stop_and_go(ALL)>"▶|"</button>
            </div>
            <Lock key="step"/>
        </fieldset>
    }
}
