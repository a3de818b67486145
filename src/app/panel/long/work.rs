//! Computes the picture a slice of a frame at a time, like the page's own driver: a newer view or map makes what is
//! left of the older one obsolete.

use super::Look;
use super::engine::{OnDevice, too_large};
use crate::compute::{BackendKind, ComputeError};
use crate::engine::Engine;
use crate::picture::viewport::Viewport;
use crate::pipeline::LongStep;
use crate::position::Sizes;
use crate::store::Store;
use crate::{driver, gpu};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::pin::Pin;

/// How long a slice may run, in milliseconds, before the browser gets the thread back.
const SLICE: f64 = 12.0;

/// Scores per request to the device: large enough to keep it busy, small enough that a new view need not wait long.
const REQUEST: usize = 1 << 21;

/// Milliseconds between two pictures of one view while it gets finer.
const PACE: f64 = 60.0;

type Answer = Pin<Box<dyn Future<Output = Result<Vec<f32>, ComputeError>>>>;

/// Keeps the picture in step with the state as long as the panel is on the page.
pub fn follow(look: Look) {
    let store = look.store;
    let head = store.get(|s| s.head);
    let backend = store.get(|s| s.backend);
    Effect::new(move |_| {
        let _ = (store.head_drawn.get(), look.view.get(), head.get(), backend.get(), store.gpu_epoch.get());
        poke(store);
    });
    on_cleanup(move || {
        store.engine.try_update_value(|engine| engine.long = Default::default());
    });
}

/// Asks for a frame in which the picture catches up with the state.
pub fn poke(store: Store) {
    store.engine.update_value(|engine| {
        if engine.long.side > 0 && engine.long.since.is_none() {
            engine.long.since = Some(driver::now());
            engine.long.spent = 0.0;
        }
    });
    ask(store);
}

/// What the state wants to see: the length, the head and the part in view.
fn wish(store: Store) -> (usize, usize, Viewport) {
    store.state.with_untracked(|s| {
        let n = s.long_n as usize;
        (n, s.head as usize, Viewport::new(n, s.view_q, s.view_k, s.view_size))
    })
}

/// Whether the panel is on the page and its picture is not that of the present state, or not complete. Then work on it
/// goes on.
pub fn is_behind(store: Store) -> bool {
    let (n, head, view) = wish(store);
    let (working, answered) = store.engine.with_value(|engine| {
        let long = &engine.long;
        let same = |ask| long.picture.answers(&ask, view, long.side);
        let answered = long.side == 0 || engine.pipeline.long_ask(head, n).is_none_or(same);
        (long.since.is_some(), answered)
    });
    if !working && !answered {
        poke(store);
    }
    working || !answered
}

fn ask(store: Store) {
    let mut already = false;
    store.engine.update_value(|engine| already = std::mem::replace(&mut engine.long.frame_pending, true));
    if already {
        return;
    }
    driver::next_frame(move || frame(store));
}

fn frame(store: Store) {
    let backend = choose(store);
    let explicit = store.state.with_untracked(|s| s.backend != "auto");
    let epoch = store.gpu_epoch.get_untracked();
    let (n, head, view) = wish(store);
    let mut after = After::default();
    store.engine.update_value(|engine| {
        engine.long.frame_pending = false;
        if engine.long.side == 0 || engine.long.since.is_none() {
            return;
        }
        let start = driver::now();
        let long = &mut engine.long;
        if let Some(ask) = engine.pipeline.long_ask(head, n) {
            long.picture.ask(ask);
        }
        long.picture.look(view, long.side);
        if explicit && long.backend != backend {
            long.picture.again();
        }
        after = match backend {
            BackendKind::Gpu if long.unfit != Some(long.picture.maps()) => gpu_slice(engine, epoch, start),
            _ => cpu_slice(engine, start),
        };
        engine.long.spent += driver::now() - start;
        engine.long.pace(&mut after);
    });
    go_on(store, after);
}

/// What is to be done once the engine is no longer borrowed.
#[derive(Default)]
struct After {
    /// There is something new to see.
    drawn: bool,
    /// Everything stands.
    done: bool,
    /// The next frame goes on.
    again: bool,
    /// Rows are on their way from the device, of this ticket.
    answer: Option<(Answer, usize, u64)>,
    failed: Option<ComputeError>,
}

fn go_on(store: Store, after: After) {
    if after.drawn {
        store.long_drawn.update(|count| *count += 1);
    }
    if after.again {
        ask(store);
    }
    if after.done && store.engine.with_value(|engine| !engine.waiters.is_empty()) {
        driver::poke(store);
    }
    if let Some(error) = after.failed {
        gpu::lost(store, error);
        ask(store);
    }
    if let Some((answer, rows, ticket)) = after.answer {
        spawn_local(async move {
            let values = answer.await;
            take(store, values, rows, ticket);
        });
    }
}

/// Which backend pays for the rows of one picture.
fn choose(store: Store) -> BackendKind {
    let n = store.state.with_untracked(|s| s.long_n as usize);
    let side = store.engine.with_value(|engine| engine.long.side);
    let settings = store.state.with_untracked(crate::state::settings);
    // As many scores as a square map of this length has.
    let length = ((n * side) as f64).sqrt() as usize;
    gpu::choose(store, Sizes { n_heads: 1, ..settings.sizes(length) })
}

/// Steps until the slice is over.
fn cpu_slice(engine: &mut Engine, start: f64) -> After {
    let long = &mut engine.long;
    let mut after = After::default();
    while driver::now() - start < SLICE {
        match long.picture.step() {
            LongStep::Idle => {
                after.done = true;
                break;
            }
            LongStep::Rows => {
                after.drawn = true;
                long.backend = BackendKind::Cpu;
            }
            LongStep::Shared | LongStep::Hidden => {}
        }
    }
    after.again = !after.done;
    after
}

/// Prepares within the slice, then has the device compute the next rows.
fn gpu_slice(engine: &mut Engine, epoch: u64, start: f64) -> After {
    let mut step = LongStep::Shared;
    while step != LongStep::Idle && driver::now() - start < SLICE {
        step = engine.long.picture.prepare();
    }
    if step != LongStep::Idle {
        return After { again: true, ..After::default() };
    }
    if engine.long.asked {
        return After::default(); // its answer goes on
    }
    match request(engine, epoch) {
        Ok(Some(answer)) => {
            engine.long.asked = true;
            After { answer: Some(answer), ..After::default() }
        }
        Ok(None) => After { done: true, ..After::default() },
        Err(error) if too_large(&error) => {
            engine.long.unfit = Some(engine.long.picture.maps());
            After { again: true, ..After::default() }
        }
        Err(error) => After { failed: Some(error), ..After::default() },
    }
}

/// Uploads the map if the device has another, and submits the next rows.
fn request(engine: &mut Engine, epoch: u64) -> Result<Option<(Answer, usize, u64)>, ComputeError> {
    let long = &mut engine.long;
    let gpu = engine.gpu.as_ref().ok_or(ComputeError::NothingYet)?;
    let Some(n) = long.picture.length() else { return Ok(None) };
    let Some((map, queries, edges, ticket)) = long.picture.request((REQUEST / n.max(1)).max(16)) else {
        return Ok(None);
    };
    let of = (long.picture.maps(), epoch);
    if long.device.as_ref().is_none_or(|device| device.of != of) {
        long.device = Some(OnDevice { of, map: gpu.long(map)? });
    }
    let Some(device) = &mut long.device else { return Ok(None) };
    let answer = gpu.long_rows(&mut device.map, map, &queries, edges)?;
    Ok(Some((Box::pin(answer), queries.len(), ticket)))
}

/// Takes the device's rows and goes on.
fn take(store: Store, values: Result<Vec<f32>, ComputeError>, rows: usize, ticket: u64) {
    let mut after = After { again: true, ..After::default() };
    let known = store.engine.try_update_value(|engine| {
        engine.long.asked = false;
        match values {
            Ok(values) => {
                after.drawn = engine.long.picture.take(rows, &values, ticket) == LongStep::Rows;
                if after.drawn {
                    engine.long.backend = BackendKind::Gpu;
                    engine.long.pace(&mut after);
                }
            }
            Err(error) => after.failed = Some(error),
        }
    });
    if known.is_some() {
        go_on(store, after);
    }
}

impl super::LongEngine {
    /// Decides what is painted now: the first rows of a view, what is complete, and between the two a few pictures a
    /// second. A complete picture took on the CPU what it computed, on the GPU what it was waited for.
    fn pace(&mut self, after: &mut After) {
        let now = driver::now();
        let (first, due) = (self.since.is_some_and(|since| self.painted < since), now - self.painted > PACE);
        if let (true, Some(since)) = (after.done, self.since) {
            self.ms = if self.backend == BackendKind::Gpu { now - since } else { self.spent };
            self.since = None;
        }
        after.drawn = after.done || (after.drawn && (first || due));
        if after.drawn {
            self.painted = now;
        }
    }
}
