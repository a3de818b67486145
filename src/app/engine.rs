//! What computes: the pipeline, and who waits for a picture.

use super::gpu::Crossover;
use super::panel::LongEngine;
use crate::compute::gpu::GpuAttention;
use crate::pipeline::{Compare, Pipeline, Settings};
use crate::position::learned::Trained;

/// Not reactive: [`super::driver`] runs it and then tells the views through `Store::drawn`.
pub struct Engine {
    pub pipeline: Pipeline,
    /// The maps of the compare panel, and the main-thread time that the last of them took.
    pub compare: Compare,
    pub compare_spent: f64,
    /// The trained position table, once it has arrived.
    pub trained: Option<Trained>,
    /// Whether a frame is already asked for.
    pub frame_pending: bool,
    /// When the change came that the next picture answers, in `performance.now()` milliseconds.
    pub changed_at: Option<f64>,
    /// Main-thread time spent on it so far.
    pub spent: f64,
    /// Whether something was computed that the views of all heads have not drawn.
    pub undrawn: bool,
    /// The GPU, once it is connected and as long as it is not lost.
    pub gpu: Option<GpuAttention>,
    /// Whether it can draw to canvases; if not, pictures are painted from what is read back.
    pub gpu_canvas: bool,
    /// Which projections the GPU holds.
    pub gpu_revision: Option<u64>,
    /// When the GPU is the faster one.
    pub crossover: Option<Crossover>,
    /// Counts the passes submitted to the GPU.
    pub submitted: u64,
    /// Whether a read-back is under way, and whether another is wanted after it.
    pub reading: bool,
    pub read_again: bool,
    /// The long map, while its panel is on the page.
    pub long: LongEngine,
    /// Called once the picture is complete.
    pub waiters: Vec<Box<dyn FnOnce()>>,
}

impl Engine {
    pub fn new(settings: Settings) -> Self {
        Engine {
            pipeline: Pipeline::new(settings),
            compare: Compare::default(),
            compare_spent: 0.0,
            trained: None,
            frame_pending: false,
            changed_at: None,
            spent: 0.0,
            undrawn: false,
            gpu: None,
            gpu_canvas: false,
            gpu_revision: None,
            crossover: None,
            submitted: 0,
            reading: false,
            read_again: false,
            long: LongEngine::default(),
            waiters: Vec::new(),
        }
    }
}
