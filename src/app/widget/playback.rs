//! Steps that play by themselves until the last, until they are stopped, or until the panel has gone.

use leptos::prelude::*;
use std::time::Duration;

/// Between two steps: time to read the title.
const PACE: Duration = Duration::from_millis(700);

/// Plays from the step on the screen to the last. Copied into every closure.
#[derive(Clone, Copy)]
pub struct Playback {
    at: Memo<usize>,
    last: Memo<usize>,
    go: Callback<usize>,
    /// The number of the run that plays; 0 for none.
    playing: RwSignal<u32>,
    runs: StoredValue<u32>,
}

impl Playback {
    /// `at` is the step on the screen, `last` the last there is; `go` brings another.
    pub fn new(at: Memo<usize>, last: Memo<usize>, go: Callback<usize>) -> Self {
        Playback { at, last, go, playing: RwSignal::new(0), runs: StoredValue::new(0) }
    }

    /// Followed.
    pub fn is_playing(self) -> bool {
        self.playing.get() > 0
    }

    /// Brings a step, and plays no further.
    pub fn stop_at(self, step: usize) {
        self.playing.set(0);
        self.go.run(step);
    }

    /// Plays, from the beginning where the last step stands; or stops.
    pub fn toggle(self) {
        if self.playing.get_untracked() > 0 {
            return self.playing.set(0);
        }
        let run = self.runs.get_value() + 1;
        self.runs.set_value(run);
        self.playing.set(run);
        if self.at.get_untracked() >= self.last.get_untracked() {
            self.go.run(0);
        }
        self.tick(run);
    }

    /// A step later, unless the run was stopped or the panel has gone.
    fn tick(self, run: u32) {
        let next = move || {
            if self.playing.try_get_untracked() != Some(run) {
                return;
            }
            let (to, last) = (self.at.get_untracked() + 1, self.last.get_untracked());
            if to <= last {
                self.go.run(to);
            }
            if to < last {
                self.tick(run);
            } else {
                self.playing.set(0);
            }
        };
        set_timeout(next, PACE);
    }
}
