//! Runs the engine a slice of a frame at a time, and says when a picture stands.
//!
//! A change pokes the driver; the next frame takes the newest state, does what the head on the screen needs,
//! lets the views draw it, and goes on with the other heads in the frames after. A newer change makes what is
//! left obsolete, so a drag never queues up work.

use super::state::settings;
use super::store::Store;
use super::vocabulary::Loading;
use crate::compute::BackendKind;
use crate::pipeline::Step;
use leptos::prelude::*;
use std::time::Duration;

/// How long a slice may run, in milliseconds, before the browser gets the thread back.
const SLICE: f64 = 12.0;

/// Asks for a frame in which the engine catches up with the state.
pub fn poke(store: Store) {
    store.engine.update_value(|engine| {
        if engine.changed_at.is_none() {
            engine.changed_at = Some(now());
            engine.spent = 0.0;
        }
    });
    ask(store);
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

fn ask(store: Store) {
    let mut already = false;
    store.engine.update_value(|engine| already = std::mem::replace(&mut engine.frame_pending, true));
    if already {
        return;
    }
    // A hidden page gets no animation frames, but window.locus must still answer.
    if document().hidden() {
        set_timeout(move || frame(store), Duration::ZERO);
    } else {
        request_animation_frame(move || frame(store));
    }
}

fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// What a slice left behind.
struct Slice {
    head_done: bool,
    idle: bool,
    spent: f64,
}

fn frame(store: Store) {
    let Some(input) = store.input.get_untracked() else {
        store.engine.update_value(|engine| engine.frame_pending = false);
        return;
    };
    let (wanted, settings) = store.state.with_untracked(|s| (s.head as usize, settings(s)));
    let mut slice = Slice { head_done: false, idle: false, spent: 0.0 };
    store.engine.update_value(|engine| {
        engine.frame_pending = false;
        let start = now();
        engine.pipeline.set(&input.ids, settings);
        loop {
            match engine.pipeline.step(wanted) {
                Step::Head(head) if head == wanted => {
                    slice.head_done = true;
                    break;
                }
                Step::Idle | Step::Output => {
                    slice.idle = true;
                    break;
                }
                _ => {}
            }
            if now() - start > SLICE {
                break;
            }
        }
        engine.spent += now() - start;
        slice.spent = engine.spent;
    });
    publish(store, slice);
}

fn publish(store: Store, slice: Slice) {
    let settled = slice.idle && store.engine.with_value(|engine| engine.changed_at.is_some());
    if slice.head_done || settled {
        store.drawn.update(|drawn| {
            if slice.head_done {
                drawn.head += 1;
                drawn.ms = slice.spent;
                drawn.backend = BackendKind::Cpu;
            }
            if settled {
                drawn.all += 1;
            }
        });
    }
    if slice.idle { finish(store) } else { ask(store) }
}

/// The picture is complete: whoever waited is told, after the views have drawn. A vocabulary that is still on
/// its way will change the picture, so they go on waiting for it.
fn finish(store: Store) {
    let mut waiters = Vec::new();
    let coming = matches!(store.loading.get_untracked(), Loading::Bytes { .. });
    store.engine.update_value(|engine| {
        engine.changed_at = None;
        if coming {
            return;
        }
        waiters = std::mem::take(&mut engine.waiters);
    });
    if !waiters.is_empty() {
        set_timeout(move || waiters.into_iter().for_each(|then| then()), Duration::ZERO);
    }
}
