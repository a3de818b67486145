//! Runs the engine a slice of a frame at a time, and says when a picture stands.
//!
//! A change pokes the driver; the next frame takes the newest state, does what the head on the screen needs,
//! lets the views draw it, and goes on with the other heads in the frames after. A newer change makes what is
//! left obsolete, so a drag never queues up work. On the GPU all heads come at once ([`device`]).

mod device;

use super::gpu;
use super::image;
use super::panel::long_is_behind;
use super::parts;
use super::positions::TableLoading;
use super::sound;
use super::state::settings;
use super::store::{GpuStatus, Store};
use super::vocabulary::Loading;
use crate::compute::BackendKind;
use crate::pipeline::Step;
use crate::position::Params;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

thread_local! {
    /// Whether nobody sees the page: one of many frames, scrolled away.
    static ASLEEP: Cell<bool> = const { Cell::new(false) };
    /// Whether a frame was asked for while asleep.
    static MISSED: Cell<bool> = const { Cell::new(false) };
}

/// How long a slice may run, in milliseconds, before the browser gets the thread back.
const SLICE: f64 = 12.0;

/// Asks for a frame in which the engine catches up with the state.
pub fn poke(store: Store) {
    store.engine.update_value(|engine| {
        if engine.changed_at.is_none() {
            engine.changed_at = Some(now());
            engine.spent = 0.0;
            engine.compare_spent = 0.0;
        }
    });
    ask(store);
}

/// Computes the picture anew although nothing in the state changed (the backend did).
pub fn again(store: Store) {
    store.engine.update_value(|engine| engine.pipeline.forget_heads());
    poke(store);
}

/// Calls `then` once the picture of the present state is complete.
pub fn when_drawn(store: Store, then: impl FnOnce() + 'static) {
    store.engine.update_value(|engine| engine.waiters.push(Box::new(then)));
    poke(store);
}

/// Nothing more will come (a pack failed to load): whoever waits is answered.
pub fn give_up(store: Store) {
    finish(store);
}

/// `performance.now()`.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Says that nobody sees the page, or that it is seen again. Asleep, it works only for those who wait for an answer.
pub fn sleep(store: Store, asleep: bool) {
    ASLEEP.set(asleep);
    if !asleep && MISSED.take() {
        ask(store);
    }
}

fn ask(store: Store) {
    if ASLEEP.get() && store.engine.with_value(|engine| engine.waiters.is_empty()) {
        MISSED.set(true);
        return;
    }
    let mut already = false;
    store.engine.update_value(|engine| already = std::mem::replace(&mut engine.frame_pending, true));
    if already {
        return;
    }
    next_frame(move || frame(store));
}

/// Runs `work` in the next animation frame. A hidden page gets none, nor does a frame out of sight, but window.locus must
/// still answer.
pub fn next_frame(work: impl FnOnce() + 'static) {
    if document().hidden() || ASLEEP.get() {
        set_timeout(work, Duration::ZERO);
    } else {
        request_animation_frame(work);
    }
}

fn frame(store: Store) {
    let input = store.input.get_untracked();
    store.engine.update_value(|engine| engine.frame_pending = false);
    let Some(input) = input else { return };
    let mut settings = store.state.with_untracked(settings);
    if store.problem.with_untracked(Option::is_some) {
        if store.drawn.with_untracked(|drawn| drawn.all > 0) {
            return finish(store); // the last good picture stays
        }
        // There is none yet: the scheme with its own parameters is the next best.
        settings.params = Params { seed: settings.seed, ..Params::default() };
    }
    let backend = gpu::choose(store, settings.sizes(input.len()));
    store.engine.update_value(|engine| {
        engine.undrawn |= !Rc::ptr_eq(engine.pipeline.sequence(), &input.sequence);
        engine.pipeline.set(&input.sequence, settings);
    });
    match backend {
        BackendKind::Cpu => cpu_slice(store),
        BackendKind::Gpu => device::slice(store),
    }
}

/// Steps until the slice is over. Once the head on the screen is done, the others are done in the same frame if they
/// fit; if not, the picture comes first: a frame more costs as much as a small picture.
fn cpu_slice(store: Store) {
    let wanted = store.state.with_untracked(|s| s.head as usize);
    let (mut picture, mut idle) = (None, false);
    store.engine.update_value(|engine| {
        let (start, mut before) = (now(), 0.0);
        while !idle && before < SLICE {
            let step = engine.pipeline.step(wanted);
            let after = now() - start;
            idle = step == Step::Idle;
            engine.undrawn |= !idle;
            if step == Step::Head(wanted) {
                picture = Some(engine.spent + after);
                let others = (after - before) * engine.pipeline.stale_heads() as f64;
                if after + others > SLICE {
                    break;
                }
            }
            before = after;
        }
        engine.spent += now() - start;
    });
    if let Some(spent) = picture {
        store.ms.set(spent);
        store.drawn.update(|drawn| {
            drawn.head += 1;
            drawn.backend = BackendKind::Cpu;
        });
    }
    if idle { complete(store) } else { ask(store) }
}

/// Computes the maps of the compare panel, while it is shown, until the slice is over; whether none is left.
fn compare_slice(store: Store) -> bool {
    let (variants, head) = store.state.with_untracked(|s| (s.compared(), s.head as usize));
    if store.state.with_untracked(|s| s.panel != "compare") {
        return true;
    }
    let (mut steps, mut done) = (0, false);
    store.engine.update_value(|engine| {
        let start = now();
        while !done && now() - start < SLICE {
            done = engine.compare.step(&engine.pipeline, &variants, head).is_none();
            steps += usize::from(!done);
        }
        engine.compare_spent += now() - start;
    });
    if steps > 0 {
        store.compared.update(|compared| *compared += 1);
    }
    done
}

/// Everything is fresh: views of all heads draw if they have not, and whoever waited is told.
fn complete(store: Store) {
    if !compare_slice(store) {
        return ask(store);
    }
    let mut other = false;
    store.engine.update_value(|engine| other = std::mem::take(&mut engine.undrawn));
    if other {
        store.drawn.update(|drawn| drawn.all += 1);
    }
    finish(store);
    gpu::connect(store);
}

/// Whoever waited is told, after the views have drawn. A vocabulary or a GPU that is still on its way will
/// change the picture, so they go on waiting for it.
fn finish(store: Store) {
    let mut waiters = Vec::new();
    let coming = matches!(store.loading.get_untracked(), Loading::Bytes { .. })
        || matches!(store.table.get_untracked(), TableLoading::Bytes(_))
        || sound::is_behind(store)
        || image::is_behind(store)
        || gpu::awaited(store)
        || long_is_behind(store)
        || parts::is_behind(store);
    store.engine.update_value(|engine| {
        engine.changed_at = None;
        if !coming {
            waiters = std::mem::take(&mut engine.waiters);
        }
    });
    if coming && store.gpu.get_untracked() == GpuStatus::Unknown {
        gpu::connect(store);
    }
    if !waiters.is_empty() {
        set_timeout(move || waiters.into_iter().for_each(|then| then()), Duration::ZERO);
    }
}
