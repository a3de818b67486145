//! What computes: the pipeline, the vocabularies that are loaded, and who waits for a picture.

use crate::pipeline::{Pipeline, Settings};
use crate::tokenize::TextTokenizer;
use std::collections::HashMap;
use std::rc::Rc;

/// Not reactive: [`super::driver`] runs it and then tells the views through `Store::drawn`.
pub struct Engine {
    pub pipeline: Pipeline,
    pub vocabularies: HashMap<&'static str, Rc<TextTokenizer>>,
    /// Whether a frame is already asked for.
    pub frame_pending: bool,
    /// When the change came that the next picture answers, in `performance.now()` milliseconds.
    pub changed_at: Option<f64>,
    /// Main-thread time spent on it so far.
    pub spent: f64,
    /// Called once the picture is complete.
    pub waiters: Vec<Box<dyn FnOnce()>>,
}

impl Engine {
    pub fn new(settings: Settings) -> Self {
        Engine {
            pipeline: Pipeline::new(settings),
            vocabularies: HashMap::new(),
            frame_pending: false,
            changed_at: None,
            spent: 0.0,
            waiters: Vec::new(),
        }
    }
}
