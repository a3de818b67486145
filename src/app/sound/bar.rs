//! Where the reader chooses or brings a sound, and which window of it is looked at.

use super::microphone::Record;
use super::wave::Wave;
use crate::input::bring_later;
use crate::sound_facts::Task;
use crate::store::Store;
use crate::widget::{chosen_file, drop_area};
use leptos::html::Input;
use leptos::prelude::*;

#[component]
pub fn Bar() -> impl IntoView {
    let store = Store::here();
    let over = RwSignal::new(false);
    view! {
        <div
            class="sound"
            class:over=move || over.get()
            data-testid="sound"
            {..drop_area(over, move |file| bring_later(store, file.into()))}
        >
            <div class="chips">
                <Samples/>
                <File/>
                <Record/>
            </div>
            <Problem/>
            <Progress/>
            <Wave/>
            <Told/>
        </div>
    }
}

/// The sounds that ship, and the reader's own once there is one.
#[component]
fn Samples() -> impl IntoView {
    let store = Store::here();
    let sound = store.get(|s| s.media.sound);
    let own = move || {
        let _ = sound.get();
        store.sound.asked.with_value(|asked| asked.own.is_some())
    };
    let chip = move |id: &'static str| {
        view! {
            <button
                class="chip"
                data-value=id
                aria-pressed=move || (sound.get() == id).to_string()
                on:click=move |_| {
                    store.sound.problem.set(None);
                    store.set("sound_start", "0");
                    store.set("sound", id);
                }
            >
                {store.t(move |s| s.words.choice("sound", id))}
            </button>
        }
    };
    view! {
        {chip("speech")}
        {chip("chirp")}
        {move || own().then(|| chip("own"))}
    }
}

#[component]
fn File() -> impl IntoView {
    let store = Store::here();
    let input = NodeRef::<Input>::new();
    let chosen = move |_| {
        if let Some(file) = chosen_file(input) {
            bring_later(store, file.into());
        }
    };
    view! {
        <label class="chip file">
            {store.t(|s| s.sound.open)}
            <input type="file" accept="audio/*" node_ref=input on:change=chosen/>
        </label>
    }
}

#[component]
fn Problem() -> impl IntoView {
    let store = Store::here();
    move || {
        let why = store.sound.problem.get()?;
        Some(
            view! { <p class="bad" role="alert" data-testid="sound-problem">{(store.strings().sound.error)(&why)}</p> },
        )
    }
}

/// What the worker does, where it takes long enough to be told.
#[component]
fn Progress() -> impl IntoView {
    let store = Store::here();
    let task = Memo::new(move |_| store.sound.busy.with(|busy| busy.map(|(task, _)| task)));
    let share = move || store.sound.busy.with(|busy| busy.map_or(0.0, |(_, share)| share));
    move || {
        let s = &store.strings().sound;
        let name = match task.get()? {
            Task::Reading => s.reading,
            Task::Frames => s.framing,
            Task::Codes => s.fitting,
        };
        Some(view! { <p class="load late" role="status">{name}<progress max="1" value=share></progress></p> })
    }
}

/// What the recording is, and what was done to it.
#[component]
fn Told() -> impl IntoView {
    let store = Store::here();
    move || {
        store.sound.recording.with(|recording| {
            let facts = (store.strings().sound.facts)(&recording.as_ref()?.overview.facts);
            Some(view! { <p class="hint" data-testid="sound-facts">{facts}</p> })
        })
    }
}
