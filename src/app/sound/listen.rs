//! Buttons that play: the sound itself, what its mel frames keep of it, and what the codes keep.

use super::device;
use super::jobs::{Codes, Frames, MakeAudible, Rebuilt};
use crate::picture::format::significant;
use crate::sound_facts::SoundError;
use crate::store::Store;
use crate::tokenize::audio::SAMPLE_RATE;
use crate::worker::{NoAnswer, Worker};
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// What is to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Original,
    Frames,
    Codes,
}

/// Where a button stands.
#[derive(Clone, PartialEq)]
enum Now {
    Idle,
    /// Share that is done.
    Making(f64),
    Playing,
    Failed(SoundError),
}

/// A button; while the sound is made it shows how far, and stops it.
#[component]
pub fn Listen(what: What) -> impl IntoView {
    let store = Store::here();
    let now = RwSignal::new(Now::Idle);
    let made = RwSignal::new_local(None::<Rebuilt>);
    let worker = StoredValue::new_local(Worker::new());
    // Other frames or codes are another sound.
    Effect::new(move |_| {
        let _ = (store.sound.frames.get(), store.sound.codes.get());
        stop(now, worker);
        made.set(None);
        now.set(Now::Idle);
    });
    on_cleanup(move || stop(now, worker));
    let press = move |_| match now.get_untracked() {
        Now::Making(_) | Now::Playing => {
            stop(now, worker);
            now.set(Now::Idle);
        }
        Now::Idle | Now::Failed(_) => begin(store, what, now, made, worker.get_value()),
    };
    let name = move || {
        let s = &store.strings().sound;
        match (now.get(), what) {
            (Now::Making(share), _) => (s.making)((share * 100.0).round() as u32),
            (Now::Playing, _) => s.stop.to_string(),
            (_, What::Original) => s.play_original.to_string(),
            (_, What::Frames) => s.play_frames.to_string(),
            (_, What::Codes) => s.play_codes.to_string(),
        }
    };
    let told = move || match now.get() {
        Now::Failed(why) => Some((store.strings().sound.error)(&why)),
        _ => made
            .with(|m| Some((store.strings().sound.convergence)(&significant(m.as_ref()?.error.into(), 2)))),
    };
    let making = move || if let Now::Making(share) = now.get() { Some(share) } else { None };
    let id = match what {
        What::Original => "original",
        What::Frames => "frames",
        What::Codes => "codes",
    };
    view! {
        <div class="listen" data-play=id>
            <button class="btn" aria-pressed=move || (now.get() == Now::Playing).to_string() on:click=press>{name}</button>
            {move || making().map(|share| view! { <progress max="1" value=share></progress> })}
            <span class="hint" role="status">{told}</span>
        </div>
    }
}

fn stop(now: RwSignal<Now>, worker: StoredValue<Worker, LocalStorage>) {
    match now.try_get_untracked() {
        Some(Now::Making(_)) => {
            worker.try_with_value(Worker::stop);
        }
        Some(Now::Playing) => device::silence(),
        _ => {}
    }
}

fn begin(
    store: Store,
    what: What,
    now: RwSignal<Now>,
    made: RwSignal<Option<Rebuilt>, LocalStorage>,
    worker: Worker,
) {
    let lane = store.sound;
    let Some(frames) = lane.frames.get_untracked() else { return };
    let ended = move || {
        let _ = now.try_update(|now| {
            if *now == Now::Playing {
                *now = Now::Idle;
            }
        });
    };
    if what == What::Original {
        device::play(&frames.samples, SAMPLE_RATE, ended);
        return now.set(Now::Playing);
    }
    if let Some(made) = made.get_untracked() {
        device::play(&made.samples, SAMPLE_RATE, ended);
        return now.set(Now::Playing);
    }
    let codes = lane.codes.get_untracked().filter(|_| what == What::Codes);
    now.set(Now::Making(0.0));
    spawn_local(async move {
        let told = move |share| {
            let _ = now.try_set(Now::Making(share));
        };
        match worker.run(job(&frames, codes.as_deref()), told).await {
            Err(NoAnswer::Replaced) => {}
            Err(NoAnswer::Failed(why)) => now.set(Now::Failed(SoundError::Worker(why))),
            Ok(Err(why)) => now.set(Now::Failed(why)),
            Ok(Ok(rebuilt)) => {
                device::play(&rebuilt.samples, SAMPLE_RATE, ended);
                made.set(Some(rebuilt));
                now.set(Now::Playing);
            }
        }
    });
}

/// Of the codes if there are some, else of the frames themselves.
fn job(frames: &Rc<Frames>, codes: Option<&Codes>) -> MakeAudible {
    let whisper = &frames.whisper;
    let values = match codes {
        Some(codes) => codes.rebuilt.clone(),
        None => whisper.values.iter().copied().collect(),
    };
    MakeAudible { values, params: whisper.params, max_log10: whisper.max_log10 }
}
