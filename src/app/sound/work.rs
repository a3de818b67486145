//! The worker's share: a window of the recording as frames, and the frames as codes.

use super::jobs::{Codes, Frames, MakeCodes, MakeFrames};
use crate::driver;
use crate::input;
use crate::sound_facts::{SoundError, Task};
use crate::state::State;
use crate::store::Store;
use crate::tokenize::audio::WHISPER_SECONDS;
use crate::tokenize::audio::log_mel::Params;
use crate::worker::NoAnswer;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// What frames are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct FramesKey {
    recording: u32,
    start: f64,
    params: Params,
}

/// What codes are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct CodesKey {
    frames: FramesKey,
    semantic: bool,
    codebook_size: usize,
    levels: usize,
    seed: u64,
}

/// The settings of the spectrogram that the state names.
pub fn params(state: &State) -> Params {
    let media = &state.media;
    Params {
        n_mels: media.n_mels.parse().unwrap_or_default(),
        hop_length: media.hop_length as usize,
        // even: the schema's bounds are
        window_length: media.win_length as usize / 2 * 2,
    }
}

/// Where the window begins: no later than leaves it full.
pub fn start(state: &State, seconds: f64) -> f64 {
    state.media.sound_start.min(seconds - WHISPER_SECONDS as f64).max(0.0)
}

fn frames_key(store: Store) -> Option<FramesKey> {
    let (recording, seconds) =
        store.sound.recording.with_untracked(|r| r.as_ref().map(|r| (r.number, r.overview.facts.seconds)))?;
    store.state.with_untracked(|s| Some(FramesKey { recording, start: start(s, seconds), params: params(s) }))
}

/// Asks for the frames that the state names, if they are others than those asked for last.
pub fn frames(store: Store) {
    let lane = store.sound;
    let Some(key) = frames_key(store) else { return };
    if lane.asked.with_value(|asked| asked.frames.as_ref() == Some(&key)) {
        return;
    }
    lane.asked.update_value(|asked| asked.frames = Some(key.clone()));
    let worker = lane.asked.with_value(|asked| asked.reader.clone());
    lane.busy.set(Some((Task::Frames, 0.0)));
    spawn_local(async move {
        let job = MakeFrames { number: key.recording.into(), start: key.start, params: key.params };
        let answer = worker.run(job, move |share| lane.busy.set(Some((Task::Frames, share)))).await;
        let outcome = match answer {
            Err(NoAnswer::Replaced) => return,
            Err(NoAnswer::Failed(why)) => Err(SoundError::Worker(why)),
            Ok(Err(why)) => Err(why),
            Ok(Ok(found)) => found.of(key.params).ok_or(SoundError::Damaged),
        };
        if lane.asked.with_value(|asked| asked.frames.as_ref() == Some(&key)) {
            took_frames(store, outcome);
        }
    });
}

fn took_frames(store: Store, outcome: Result<Frames, SoundError>) {
    let lane = store.sound;
    lane.busy.set(None);
    match outcome {
        Ok(frames) => {
            if lane
                .problem
                .with_untracked(|p| matches!(p, Some(SoundError::TooShort(..) | SoundError::Worker(_))))
            {
                lane.problem.set(None);
            }
            lane.frames.set(Some(Rc::new(frames)));
            input::refresh(store);
        }
        Err(why) => {
            lane.problem.set(Some(why));
            driver::give_up(store);
        }
    }
}

/// Asks for the codes that the state names, if it names any and they are others than those asked for last.
pub fn codes(store: Store) {
    let lane = store.sound;
    let kind = store.state.with_untracked(|s| s.media.audio_tokens);
    let (Some(frames), Some(key)) = (lane.frames.get_untracked(), frames_key(store)) else { return };
    // The frames themselves are on their way: what is there is older.
    if kind == "frames" || frames.whisper.params != key.params || earlier_step(store) {
        return;
    }
    let key = store.state.with_untracked(|s| CodesKey {
        frames: key,
        semantic: kind == "semantic",
        codebook_size: s.media.codebook_size as usize,
        levels: if kind == "semantic" { 1 } else { s.media.n_codebooks as usize },
        seed: s.seed,
    });
    if lane.asked.with_value(|asked| asked.codes.as_ref() == Some(&key)) {
        return;
    }
    lane.asked.update_value(|asked| asked.codes = Some(key.clone()));
    let worker = lane.asked.with_value(|asked| asked.coder.clone());
    lane.busy.set(Some((Task::Codes, 0.0)));
    spawn_local(async move {
        let job = MakeCodes {
            frames,
            semantic: key.semantic,
            codebook_size: key.codebook_size,
            levels: key.levels,
            seed: key.seed,
        };
        let answer = worker.run(job, move |share| lane.busy.set(Some((Task::Codes, share)))).await;
        let (asked_for, of_these) = lane.asked.with_value(|asked| {
            (asked.codes.as_ref() == Some(&key), asked.frames.as_ref() == Some(&key.frames))
        });
        match answer {
            _ if !asked_for => {}
            // Other frames are on their way, or came: their codes are asked for with them.
            Err(NoAnswer::Replaced) => {}
            _ if !of_these => lane.asked.update_value(|asked| asked.codes = None),
            Ok(codes) => took_codes(store, codes),
            Err(NoAnswer::Failed(why)) => {
                lane.busy.set(None);
                lane.codes.set(None);
                lane.problem.set(Some(SoundError::Worker(why)));
                driver::give_up(store);
            }
        }
    });
}

/// Whether a step that comes before the codes is under way.
fn earlier_step(store: Store) -> bool {
    store.sound.busy.with_untracked(|busy| matches!(busy, Some((Task::Reading | Task::Frames, _))))
}

fn took_codes(store: Store, codes: Codes) {
    store.sound.busy.set(None);
    store.sound.codes.set(Some(Rc::new(codes)));
    input::refresh(store);
}
