//! The reader's own tokenizer.json or .tiktoken file, which stands in for the page's tokenizer in this panel. It is
//! read in the page's worker and goes nowhere; a link cannot carry it.

use super::lens::{Brought, Lens};
use super::reading::ReadTokenizer;
use crate::panel::vocabulary_name;
use crate::store::Store;
use crate::tokenize::own::{MAX_BYTES, Own, OwnError};
use crate::tokenize::pre_tokenize::Pattern;
use crate::widget::{chosen_file, drop_area};
use crate::worker::{NoAnswer, Worker};
use leptos::html::Input;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

/// What a `.tiktoken` file may be cut by: it names no pattern.
const PATTERNS: [(&str, Pattern); 6] = [
    ("cl100k", Pattern::Cl100k),
    ("o200k", Pattern::O200k),
    ("GPT-2", Pattern::Gpt2),
    ("Qwen2", Pattern::Qwen2),
    ("Llama 3", Pattern::Llama3),
    ("DeepSeek-V3", Pattern::DeepSeekV3),
];

/// What is said of the file.
#[derive(Clone, PartialEq)]
enum Told {
    Nothing,
    Reading,
    Unread,
    Wrong(OwnError),
}

/// A file on its way: handles, copied into every closure.
#[derive(Clone, Copy)]
struct Lane {
    lens: Lens,
    told: RwSignal<Told>,
    /// Of the file's bytes, 0 … 1.
    share: RwSignal<f64>,
    worker: StoredValue<Worker, LocalStorage>,
    input: NodeRef<Input>,
}

impl Lane {
    /// Gives up the file that is being read; what stood before stays.
    fn cancel(self) {
        self.worker.with_value(Worker::stop);
        self.told.set(Told::Nothing);
        // the button goes, the focus does not
        if let Some(input) = self.input.get_untracked() {
            let _ = input.focus();
        }
    }
}

#[component]
pub fn OwnFile() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let input = NodeRef::<Input>::new();
    let told = RwSignal::new(Told::Nothing);
    let worker = StoredValue::new_local(Worker::new());
    let lane = Lane { lens, told, share: RwSignal::new(0.0), worker, input };
    on_cleanup(move || {
        worker.try_with_value(Worker::stop);
    });
    let pattern = RwSignal::new(0_usize);
    let dragged = RwSignal::new(false);
    let take = move |file: File| {
        let chosen = PATTERNS.get(pattern.get_untracked()).map_or(Pattern::Cl100k, |(_, pattern)| *pattern);
        spawn_local(bring(lane, file, chosen));
    };
    let pick = move |_| chosen_file(input).into_iter().for_each(take);
    let patterns = PATTERNS
        .iter()
        .enumerate()
        .map(|(at, (name, _))| view! { <option value=at selected={at == 0}>{*name}</option> });
    let patterns = patterns.collect_view();
    let said = move || {
        let s = store.strings().microscope;
        match told.get() {
            Told::Nothing => ().into_any(),
            Told::Reading => {
                // once it is here it takes as long as it takes
                let share = move || Some(lane.share.get()).filter(|share| *share < 1.0);
                view! {
                    <p class="load" data-testid="own-reading">
                        {s.own_reading}
                        <progress max="1" value=share></progress>
                        <button class="btn" on:click=move |_| lane.cancel()>{s.own_cancel}</button>
                    </p>
                }
                .into_any()
            }
            Told::Unread => view! { <p class="bad">{s.own_unread}</p> }.into_any(),
            Told::Wrong(error) => view! { <p class="bad">{(s.own_error)(&error)}</p> }.into_any(),
        }
    };
    let leave = move || {
        let brought = lens.own.get()?;
        let s = store.strings().microscope;
        Some(view! {
            <p class="hint">{(s.own_used)(&brought.name, &shown_name(store))}</p>
            <button class="btn" on:click=move |_| lens.own.set(None)>{s.own_leave}</button>
        })
    };
    view! {
        <div
            class="own-file"
            data-key="own"
            data-testid="own"
            class:dragged=move || dragged.get()
            {..drop_area(dragged, take)}
        >
            <label class="btn">
                {store.t(|s| s.microscope.own_choose)}
                <input class="sr" type="file" accept=".json,.tiktoken,.txt,application/json" node_ref=input data-testid="own-file" on:change=pick/>
            </label>
            <p class="hint">{move || (store.strings().microscope.own_hint)(MAX_BYTES >> 20)}</p>
            <p class="hint">{store.t(|s| s.microscope.own_kinds)}</p>
            <label class="own-pattern" for="own-pattern">{store.t(|s| s.microscope.own_pattern)}</label>
            <select
                id="own-pattern"
                on:change=move |event| pattern.set(event_target_value(&event).parse().unwrap_or_default())
            >
                {patterns}
            </select>
            <div role="status" data-testid="own-told">{said} {leave}</div>
        </div>
    }
}

/// The tokenizer that the rest of the page stays with.
pub fn shown_name(store: Store) -> String {
    vocabulary_name(store.strings(), crate::vocabulary::shown(store))
}

/// Reads a file; if it is none that is understood, what stood before stays.
async fn bring(lane: Lane, file: File, pattern: Pattern) {
    // A file that is still being read is not waited for.
    let Some(worker) = lane.worker.try_with_value(Worker::clone) else { return };
    worker.stop();
    let size = file.size();
    if size > MAX_BYTES as f64 {
        return lane.told.set(Told::Wrong(OwnError::TooLarge(size as usize)));
    }
    lane.share.set(0.0);
    lane.told.set(Told::Reading);
    let name = file.name();
    let progress = move |share| {
        let _ = lane.share.try_set(share);
    };
    let read = match worker.run(ReadTokenizer { file, pattern }, progress).await {
        // Another file took its place, or the reader wants none.
        Err(NoAnswer::Replaced) => return,
        Err(NoAnswer::Failed(_)) => Err(Told::Unread),
        Ok(read) => read.and_then(Own::new).map_err(Told::Wrong),
    };
    // The panel may have gone in the meantime.
    if lane.told.try_get_untracked().is_none() {
        return;
    }
    match read {
        Err(why) => lane.told.set(why),
        Ok(own) => {
            lane.told.set(Told::Nothing);
            lane.lens.own.set(Some(Rc::new(Brought { name, own })));
        }
    }
}
