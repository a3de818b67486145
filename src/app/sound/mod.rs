//! The sound lane: from what the reader brought to a run of frames or codes.
//!
//! ```text
//! sample, file, microphone ─► recording (in the worker) ─► a window of 30 s as frames ─► codes ─► run
//! source                      Read                         MakeFrames                    MakeCodes
//! ```
//!
//! Each step is asked for when what it is made of changed, and a newer wish takes an older one's place. What failed
//! leaves the last good picture.

mod bar;
mod device;
mod jobs;
mod listen;
mod microphone;
mod rail;
mod run;
mod source;
mod wave;
mod work;

pub use bar::Bar;
pub use jobs::{Codes, Frames};
pub use listen::{Listen, What};
pub use rail::{heading, shape};
pub use run::upright;
pub use source::bring_blob;
pub use work::params;

use super::sound_facts::{SoundError, Task};
use super::store::Store;
use super::worker::Worker;
use crate::embed::runs::Run;
use jobs::Overview;
use leptos::prelude::*;
use source::Source;
use std::rc::Rc;
use work::{CodesKey, FramesKey};

/// A recording as the page knows it.
#[derive(Clone, PartialEq)]
pub struct Recording {
    source: Source,
    number: u32,
    pub overview: Overview,
}

/// What was asked for last of each step, and who does it.
struct Asked {
    /// The reader's own file, which its samples are read from again after a look at another.
    own: Option<web_sys::Blob>,
    source: Option<Source>,
    /// Counts what the reader chose or brought, so that only the newest is read.
    wish: u32,
    /// Counts the recordings.
    number: u32,
    frames: Option<FramesKey>,
    codes: Option<CodesKey>,
    /// Keeps the recording: never ended.
    reader: Worker,
    coder: Worker,
}

/// What the lane keeps between refreshes. Copied into every closure, as [`Store`] is.
#[derive(Clone, Copy)]
pub struct Lane {
    pub recording: RwSignal<Option<Recording>, LocalStorage>,
    pub frames: RwSignal<Option<Rc<Frames>>, LocalStorage>,
    /// Of the frames that stand beside them, or of older ones for a moment.
    pub codes: RwSignal<Option<Rc<Codes>>, LocalStorage>,
    /// What the worker is doing, and how much of it is done.
    pub busy: RwSignal<Option<(Task, f64)>>,
    pub problem: RwSignal<Option<SoundError>>,
    asked: StoredValue<Asked, LocalStorage>,
    run: StoredValue<Option<Run>, LocalStorage>,
}

impl Lane {
    pub fn new() -> Self {
        let asked = Asked {
            own: None,
            source: None,
            wish: 0,
            number: 0,
            frames: None,
            codes: None,
            reader: Worker::new(),
            coder: Worker::new(),
        };
        Lane {
            recording: RwSignal::new_local(None),
            frames: RwSignal::new_local(None),
            codes: RwSignal::new_local(None),
            busy: RwSignal::new(None),
            problem: RwSignal::new(None),
            asked: StoredValue::new_local(asked),
            run: StoredValue::new_local(None),
        }
    }

    /// Notes a new wish; its number.
    fn wish(self) -> u32 {
        let noted = self.asked.try_update_value(|asked| {
            asked.wish += 1;
            asked.wish
        });
        noted.unwrap_or_default()
    }

    fn still_wishes(self, wish: u32) -> bool {
        self.asked.with_value(|asked| asked.wish == wish)
    }

    /// The frame that is looked at, of those that there are; followed.
    pub fn frame(self, store: Store) -> usize {
        let last = self
            .frames
            .with(|frames| frames.as_ref().map_or(0, |f| f.whisper.values.nrows().saturating_sub(1)));
        store.state.with(|s| s.media.frame as usize).min(last)
    }
}

/// Brings the run up to date with the state; whether that is done already. What takes long ends in `input::refresh`.
pub fn refresh(store: Store) -> bool {
    source::bring(store);
    work::frames(store);
    work::codes(store);
    run::build(store);
    !is_behind(store)
}

/// The newest run.
pub fn run(store: Store) -> Option<Run> {
    store.sound.run.get_value()
}

/// Whether a newer picture of sound is on its way.
pub fn is_behind(store: Store) -> bool {
    let wanted = store.state.with_untracked(|s| matches!(s.mode, "audio" | "mixed"));
    wanted && store.sound.busy.with_untracked(Option::is_some)
}
