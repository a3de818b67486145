//! Where a recording comes from: the sample that ships, the chirp, the reader's own file or microphone.

use super::jobs::{Overview, Read};
use super::{Recording, device, work};
use crate::download;
use crate::driver;
use crate::input;
use crate::signal::audio::AudioError;
use crate::signal::audio_file::{self, FileError, Kind};
use crate::signal::wav::WavError;
use crate::sound_facts::{SoundError, Task};
use crate::store::Store;
use crate::worker::NoAnswer;
use js_sys::Uint8Array;
use leptos::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;

/// The sample: “He was not an ill-disposed young man”.
const SPEECH: &str = "sounds/speech.flac";

/// What a recording is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Speech,
    Chirp,
    Own,
}

/// Reads the recording that the state names, if it is another.
pub fn bring(store: Store) {
    let lane = store.sound;
    let (own, asked) = lane.asked.with_value(|asked| (asked.own.clone(), asked.source));
    let named = store.state.with_untracked(|s| s.media.sound);
    let (wanted, missing) = match (named, &own) {
        ("chirp", _) => (Source::Chirp, false),
        ("own", Some(_)) => (Source::Own, false),
        (other, _) => (Source::Speech, other == "own"),
    };
    if missing {
        store.state.update(|s| s.media.sound = "speech");
    }
    if asked != Some(wanted) {
        if asked.is_some() {
            lane.problem.set(None); // it was about another choice
        }
        lane.asked.update_value(|asked| asked.source = Some(wanted));
        spawn_local(choose(store, wanted, own));
    }
    if missing {
        lane.problem.set(Some(SoundError::OwnMissing));
    }
}

/// Reads what the reader chose, unless they choose something else meanwhile.
async fn choose(store: Store, wanted: Source, own: Option<Blob>) {
    let lane = store.sound;
    let wish = lane.wish();
    lane.busy.set(Some((Task::Reading, 0.0)));
    let blob = match wanted {
        Source::Speech => download::blob(SPEECH).await.map(Some).map_err(|_| SoundError::Network),
        Source::Chirp => Ok(None),
        Source::Own => Ok(own),
    };
    if !lane.still_wishes(wish) {
        return;
    }
    let read = match blob {
        Ok(blob) => read(store, blob, 0).await,
        Err(why) => Some(Err(why)),
    };
    if lane.still_wishes(wish) {
        took(store, wanted, read);
    }
}

/// Takes the reader's own sound; the error is what is wrong with it.
pub async fn bring_blob(store: Store, blob: Blob) -> Result<(), SoundError> {
    let lane = store.sound;
    lane.problem.set(None);
    let wish = lane.wish();
    // What the reader chooses of what is there may be shown as a wave alone; what comes in must make a frame, too.
    let half = store.state.with_untracked(|s| work::params(s).window_length / 2);
    let Some(read) = read(store, Some(blob.clone()), half).await.filter(|_| lane.still_wishes(wish)) else {
        return Ok(()); // a newer choice took its place
    };
    let outcome = read.as_ref().map(|_| ()).map_err(Clone::clone);
    if outcome.is_ok() {
        lane.asked.update_value(|asked| {
            asked.own = Some(blob);
            asked.source = Some(Source::Own);
        });
        store.state.update(|s| {
            s.media.sound = "own";
            s.media.sound_start = 0.0;
            s.media.frame = 0;
            if !matches!(s.mode, "audio" | "mixed") {
                s.mode = "audio";
            }
        });
        crate::location::changed(store, false);
    }
    took(store, Source::Own, Some(read));
    if outcome.is_err() {
        again_if_cut_off(store);
    }
    outcome
}

/// The sample that a file came before, the file having been no good.
fn again_if_cut_off(store: Store) {
    let lane = store.sound;
    let there = lane.recording.with_untracked(|recording| recording.as_ref().map(|r| r.source));
    if lane.asked.with_value(|asked| asked.source) != there {
        lane.asked.update_value(|asked| asked.source = None);
        input::refresh(store);
    }
}

/// Shows a recording that came, or says why not. Replaced ones (`None`) have nothing to tell.
fn took(store: Store, source: Source, read: Option<Result<(u32, Overview), SoundError>>) {
    let lane = store.sound;
    let Some(read) = read else { return };
    lane.busy.set(None);
    match read {
        Ok((number, overview)) => {
            lane.recording.set(Some(Recording { source, number, overview }));
            input::refresh(store);
        }
        Err(why) => {
            lane.problem.set(Some(why));
            let nothing = lane.recording.with_untracked(Option::is_none);
            if nothing && source == Source::Speech {
                // The chirp needs no file.
                store.state.update(|s| s.media.sound = "chirp");
                lane.asked.update_value(|asked| asked.source = None);
                bring(store);
            } else {
                driver::give_up(store);
            }
        }
    }
}

/// Has the worker read a file of more than `half` samples. `None` if a newer one took its place.
async fn read(store: Store, blob: Option<Blob>, half: usize) -> Option<Result<(u32, Overview), SoundError>> {
    let lane = store.sound;
    lane.busy.set(Some((Task::Reading, 0.0)));
    let blob = match blob {
        Some(blob) => match as_wav(blob).await {
            Ok(blob) => Some(blob),
            Err(why) => return Some(Err(why)),
        },
        None => None,
    };
    let mut worker = None;
    lane.asked.update_value(|asked| {
        asked.number += 1;
        worker = Some((asked.reader.clone(), asked.number));
    });
    let (worker, number) = worker?;
    let told = move |share| lane.busy.set(Some((Task::Reading, share)));
    match worker.run(Read { number: number.into(), half: half as f64, blob }, told).await {
        Ok(read) => Some(read.map(|overview| (number, overview))),
        Err(NoAnswer::Replaced) => None,
        Err(NoAnswer::Failed(why)) => Some(Err(SoundError::Worker(why))),
    }
}

/// The file itself if it is one of WAVE samples, else what the browser decodes of it.
async fn as_wav(blob: Blob) -> Result<Blob, SoundError> {
    if blob.type_().starts_with("video/") {
        return Err(SoundError::Video);
    }
    let size = blob.size();
    let head = head(&blob).await.ok_or(SoundError::Undecodable)?;
    match audio_file::look(&head, size as u64).map_err(told)? {
        Kind::Wav(_) => Ok(blob),
        Kind::Other { rate: own, whole } => {
            let rate = audio_file::decoding_rate(own, size as u64);
            device::decode(&blob, rate, whole && own == Some(rate)).await.ok_or(SoundError::Undecodable)
        }
    }
}

async fn head(blob: &Blob) -> Option<Vec<u8>> {
    let head = blob.slice_with_f64_and_f64(0.0, audio_file::HEAD as f64).ok()?;
    Some(Uint8Array::new(&JsFuture::from(head.array_buffer()).await.ok()?).to_vec())
}

fn told(why: FileError) -> SoundError {
    match why {
        FileError::Empty | FileError::Wav(WavError::Audio(AudioError::Empty)) => SoundError::Empty,
        FileError::NotSound => SoundError::NotSound,
        FileError::Video => SoundError::Video,
        FileError::TooLarge(bytes) => SoundError::TooLarge(bytes as f64),
        FileError::Wav(WavError::Audio(AudioError::Channels(n))) => SoundError::Channels(n as f64),
        FileError::Wav(WavError::Audio(AudioError::Rate(hz))) => SoundError::Rate(hz.into()),
        FileError::Wav(WavError::Audio(AudioError::TooLong { seconds })) => SoundError::TooLong(seconds),
        FileError::Wav(_) => SoundError::Damaged,
    }
}
