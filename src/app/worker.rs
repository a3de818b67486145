//! Jobs that take longer than a frame of the screen may: done in a Web Worker by the WebAssembly module `signals`
//! (`modules/signals.rs`), which is loaded with the first of them. `worker.js` is the channel.
//!
//! A job is a struct of what it needs; it knows its name, how to pack itself, and how to read the answer. Its far end is
//! the arm of that name in `modules/signals.rs`.

use super::parcel::Parcel;
use js_sys::{Array, Function, Promise};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/worker.js")]
extern "C" {
    type Channel;
    #[wasm_bindgen(constructor)]
    fn new() -> Channel;
    #[wasm_bindgen(method)]
    fn ask(this: &Channel, job: &str, args: &Array, stops: bool, progress: &Function) -> Promise;
    #[wasm_bindgen(method)]
    fn stop(this: &Channel);
}

/// Something to be done in the worker.
pub trait Job {
    /// The name of its far end.
    const NAME: &'static str;
    /// Whether a newer job ends this worker's work at once. If not, it waits for the one under way, and only the newest
    /// waits: right for jobs so short that beginning a worker anew would cost more.
    const STOPS: bool;
    type Answer;

    fn pack(self) -> Parcel;

    /// `None` if the answer is not what this job's far end sends.
    fn unpack(answer: &Parcel) -> Option<Self::Answer>;
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// A newer job took its place: nothing to tell anybody.
    Replaced,
    /// The module did not come, or the job failed: the message is the browser's or the far end's own.
    Failed(String),
}

/// A worker that does one job at a time. Cheap to clone; the worker begins with the first job.
#[derive(Clone)]
pub struct Worker(Rc<Channel>);

impl Worker {
    pub fn new() -> Self {
        Worker(Rc::new(Channel::new()))
    }

    /// Gives up the job under way: its answer is [`NoAnswer::Replaced`].
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Does `job`; `progress` hears the share that is done, 0 … 1, where the job tells.
    pub async fn run<J: Job>(
        &self,
        job: J,
        progress: impl FnMut(f64) + 'static,
    ) -> Result<J::Answer, NoAnswer> {
        let progress = Closure::<dyn FnMut(f64)>::new(progress);
        let args = job.pack().into_array();
        let asked = self.0.ask(J::NAME, &args, J::STOPS, progress.as_ref().unchecked_ref());
        let answer = JsFuture::from(asked).await.map_err(|error| NoAnswer::Failed(message(&error)))?;
        if answer.is_null() {
            return Err(NoAnswer::Replaced);
        }
        let read = Parcel::of(&answer).as_ref().and_then(J::unpack);
        read.ok_or_else(|| NoAnswer::Failed(format!("{}: another answer than expected", J::NAME)))
    }
}

fn message(error: &JsValue) -> String {
    let said = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    said.or_else(|| error.as_string()).unwrap_or_default()
}
