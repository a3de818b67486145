//! What the long map's panel keeps beside the pipeline.

use crate::compute::gpu::GpuLong;
use crate::compute::{BackendKind, ComputeError};
use crate::pipeline::LongPicture;

/// Not reactive: [`super::work`] runs it and then tells the views through `Store::long_drawn`.
pub struct LongEngine {
    pub picture: LongPicture,
    /// Pixels on a side of the view; 0 while the panel is not on the page.
    pub side: usize,
    /// What drew the picture on the screen.
    pub backend: BackendKind,
    /// How long it took, in milliseconds.
    pub ms: f64,
    pub(super) frame_pending: bool,
    /// Since when a picture is wanted, in `performance.now()` milliseconds, and what it has cost so far.
    pub(super) since: Option<f64>,
    pub(super) spent: f64,
    pub(super) device: Option<OnDevice>,
    /// Whether rows are being computed on the device.
    pub(super) asked: bool,
    /// The map that did not fit on the device: the CPU draws it.
    pub(super) unfit: Option<u64>,
    /// When the picture was last painted, in `performance.now()` milliseconds.
    pub(super) painted: f64,
}

/// A map on the device.
pub(super) struct OnDevice {
    /// Which map ([`LongPicture::maps`]) and which device (`Store::gpu_epoch`).
    pub of: (u64, u64),
    pub map: GpuLong,
}

impl Default for LongEngine {
    fn default() -> Self {
        LongEngine {
            picture: LongPicture::default(),
            side: 0,
            backend: BackendKind::Cpu,
            ms: 0.0,
            frame_pending: false,
            since: None,
            spent: 0.0,
            device: None,
            asked: false,
            unfit: None,
            painted: 0.0,
        }
    }
}

/// Whether the reason is the size of the map, and not the device.
pub(super) fn too_large(error: &ComputeError) -> bool {
    matches!(error, ComputeError::TooLarge { .. })
}
