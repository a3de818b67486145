//! Heads from the GPU: all at once. The views paint from the device, and the numbers are read back beside it, one read at a
//! time.

use super::{SLICE, ask, complete, now};
use crate::attention::Stage;
use crate::compute::{AttentionBackend, BackendKind, ComputeError};
use crate::gpu;
use crate::matrix::Heads;
use crate::pipeline::Step;
use crate::store::Store;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;

/// Prepares within the slice, then has the device compute all heads, and reads them back.
pub fn slice(store: Store) {
    let mut outcome = Ok(false);
    let mut idle = false;
    store.engine.update_value(|engine| {
        let start = now();
        let mut step = Step::Shared;
        while step == Step::Shared && now() - start < SLICE {
            step = engine.pipeline.prepare();
        }
        idle = step == Step::Idle || (step == Step::Ready && engine.pipeline.heads_fresh());
        if step == Step::Ready && !idle {
            outcome = engine.submit().map(|()| true);
        }
        engine.spent += now() - start;
    });
    match outcome {
        Ok(true) => {
            if store.engine.with_value(|engine| engine.gpu_canvas) {
                drawn(store);
            }
            read_back(store);
        }
        Ok(false) if idle => complete(store),
        Ok(false) => ask(store),
        Err(error) => gpu::lost(store, error),
    }
}

/// The head on the screen can be drawn, from the device or from what was read back.
fn drawn(store: Store) {
    store.drawn.update(|drawn| {
        drawn.head += 1;
        drawn.backend = BackendKind::Gpu;
    });
}

/// Reads weights and outputs of the pass just submitted; while one read is under way, the next waits for it.
fn read_back(store: Store) {
    let mut reads = None;
    store.engine.update_value(|engine| {
        if engine.reading {
            engine.read_again = true;
            return;
        }
        engine.reading = true;
        let Some(gpu) = &engine.gpu else { return };
        let both = gpu.request(Stage::Weights).and_then(|w| Ok((w, gpu.request(Stage::Output)?)));
        reads = Some((both, engine.submitted, now()));
    });
    let Some((both, pass, start)) = reads else { return };
    spawn_local(async move {
        let result = match both {
            Ok((weights, output)) => match weights.await {
                Ok(weights) => output.await.map(|output| (weights, output)),
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        take(store, result, pass, start);
    });
}

fn take(store: Store, result: Result<(Heads, Heads), ComputeError>, pass: u64, start: f64) {
    let mut again = false;
    store.engine.update_value(|engine| {
        engine.reading = false;
        again = std::mem::take(&mut engine.read_again);
        if let (Ok((weights, output)), true) = (&result, engine.submitted == pass) {
            for (head, (w, o)) in weights.outer_iter().zip(output.outer_iter()).enumerate() {
                engine.pipeline.put_head(head, w.to_owned(), o.to_owned());
            }
            store.ms.set(engine.spent + now() - start);
        }
    });
    match result {
        Err(error) => gpu::lost(store, error),
        Ok(_) => {
            if !store.engine.with_value(|engine| engine.gpu_canvas) {
                drawn(store);
            }
            if again { read_back(store) } else { ask(store) }
        }
    }
}

impl crate::engine::Engine {
    /// Uploads what changed and submits one pass over all heads.
    fn submit(&mut self) -> Result<(), ComputeError> {
        let (Some(gpu), Some(attend)) = (&mut self.gpu, self.pipeline.attend()) else {
            return Err(ComputeError::NothingYet);
        };
        let revision = self.pipeline.qkv_revision();
        if self.gpu_revision != Some(revision) {
            let qkv = self.pipeline.qkv().ok_or(ComputeError::NothingYet)?;
            gpu.load(Rc::clone(qkv))?;
            self.gpu_revision = Some(revision);
        }
        gpu.attend(attend)?;
        self.submitted += 1;
        self.undrawn = true;
        Ok(())
    }
}
