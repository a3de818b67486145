//! From the device back to the page, when numbers are wanted and not only pictures.

use super::super::cpu::stages;
use super::super::{Attend, ComputeError};
use super::buffers::{Buffers, allocate};
use super::connect::Gpu;
use super::health::Watch;
use super::pass::Pass;
use super::uniform::Shape;
use crate::attention::Stage;
use crate::matrix::Heads;
use std::rc::Rc;
use wasm_bindgen_futures::JsFuture;

/// GPUMapMode.READ of the WebGPU specification.
const MAP_READ: u32 = 1;

/// A copy of a part of the device's memory, on its way.
pub(super) struct Copy {
    staging: wgpu::Buffer,
    watch: Rc<Watch>,
}

impl Copy {
    /// Room for a copy of `bytes`, into which nothing is copied yet.
    pub fn room(gpu: &Gpu, bytes: u64) -> Result<Self, ComputeError> {
        let limit = gpu.limits.max_buffer_size;
        if bytes > limit {
            return Err(ComputeError::TooLarge { what: "reading back", bytes, limit });
        }
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        Ok(Copy { staging: allocate(gpu, "staging", bytes, usage), watch: gpu.health.clone() })
    }

    /// Submits the copy of `bytes` from `start` on: the values as they are after all work submitted so far.
    pub fn submit(gpu: &Gpu, from: &wgpu::Buffer, start: u64, bytes: u64) -> Result<Self, ComputeError> {
        let copy = Copy::room(gpu, bytes)?;
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(from, start, &copy.staging, 0, bytes);
        gpu.queue.submit([encoder.finish()]);
        Ok(copy)
    }

    /// Submits the copy of all pixels of `from`, its rows `row` bytes apart.
    pub fn take_texture(&self, gpu: &Gpu, from: &wgpu::Texture, row: u32) {
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
        let to = wgpu::TexelCopyBufferInfo { buffer: &self.staging, layout };
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(from.as_image_copy(), to, from.size());
        gpu.queue.submit([encoder.finish()]);
    }

    /// Waits for it. Goes through the browser's own buffer, whose memory a typed array can read in one copy.
    async fn mapped(&self) -> Result<js_sys::ArrayBuffer, ComputeError> {
        let lost = || self.watch.fault_or_lost("reading back");
        let buffer = self.staging.as_webgpu().ok_or_else(lost)?;
        JsFuture::from(buffer.map_async(MAP_READ)).await.map_err(|_| lost())?;
        buffer.get_mapped_range().map_err(|_| lost())
    }

    pub async fn values(self) -> Result<Vec<f32>, ComputeError> {
        Ok(js_sys::Float32Array::new(&self.mapped().await?.into()).to_vec())
    }

    pub async fn bytes(self) -> Result<Vec<u8>, ComputeError> {
        Ok(js_sys::Uint8Array::new(&self.mapped().await?.into()).to_vec())
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        self.staging.destroy();
    }
}

/// How the stages before the softmax follow from q·k.
struct Derive {
    shape: Shape,
    how: Attend,
    stage: Stage,
}

impl Derive {
    /// The value that the stage shows for head, query i, key j. Twin of `stage_value` in shaders/common.wgsl:
    /// keep in sync. `shifts` is what the device added pair by pair, empty if it did not.
    fn at(&self, head: usize, i: usize, j: usize, stored: f32, shifts: &[f32]) -> f32 {
        let n = self.shape.n;
        let scaled = stored * self.how.scale;
        let shift = || match shifts.get((head * n + i) * n + j) {
            Some(shift) => *shift,
            None => stages::bias(&self.how, head, i, j, n),
        };
        match self.stage {
            Stage::Dot | Stage::Weights | Stage::Output => stored,
            Stage::Scaled => scaled,
            Stage::Masked if !self.how.allows(i, j, n) => f32::NEG_INFINITY,
            Stage::Biased | Stage::Masked => scaled + shift(),
        }
    }

    /// The stage as an array; `stored` is as it stands on the device, its rows padded for the output.
    fn heads(&self, stored: &[f32], shifts: &[f32]) -> Heads {
        let Shape { n_heads, .. } = self.shape;
        let (rows, cols) = self.shape.grid(self.stage);
        let row = self.shape.stored_row(self.stage);
        Heads::from_shape_fn((n_heads, rows, cols), |(head, i, j)| {
            let value = stored.get((head * rows + i) * row + j).copied().unwrap_or(f32::NAN);
            self.at(head, i, j, value, shifts)
        })
    }
}

/// Submits the copy of one stage and returns the future that yields it.
pub(super) fn request(
    gpu: &Gpu,
    buffers: &Buffers,
    pass: &Pass,
    stage: Stage,
) -> Result<impl Future<Output = Result<Heads, ComputeError>> + use<>, ComputeError> {
    let shape = pass.shape;
    let (rows, _) = shape.grid(stage);
    let copy = |from: &wgpu::Buffer, row: usize| match shape.is_empty() {
        true => Ok(None),
        false => Copy::submit(gpu, from, 0, 4 * (shape.n_heads * rows * row) as u64).map(Some),
    };
    let shifted = matches!(stage, Stage::Biased | Stage::Masked) && pass.how.score_terms().is_some();
    let stored = copy(buffers.stored(stage), shape.stored_row(stage))?;
    let shifts = if shifted { copy(buffers.shift(), shape.n)? } else { None };
    let derive = Derive { shape, how: pass.how.clone(), stage };
    Ok(async move {
        let (stored, shifts) = (values(stored).await?, values(shifts).await?);
        Ok(derive.heads(&stored, &shifts))
    })
}

/// What a copy brings; nothing if there is none.
async fn values(copy: Option<Copy>) -> Result<Vec<f32>, ComputeError> {
    match copy {
        Some(copy) => copy.values().await,
        None => Ok(Vec::new()),
    }
}

/// Submits the copy of the measured maxima of one stage and returns the future that yields them.
pub(super) fn request_tops(
    gpu: &Gpu,
    buffers: &Buffers,
    pass: &Pass,
    stage: Stage,
) -> Result<impl Future<Output = Result<Vec<f32>, ComputeError>> + use<>, ComputeError> {
    let (start, bytes) = pass.tops_range(stage);
    let copy = match pass.shape.is_empty() {
        true => None,
        false => Some(Copy::submit(gpu, &buffers.tops.buffer, start, bytes)?),
    };
    let n_heads = pass.shape.n_heads;
    Ok(async move {
        match copy {
            Some(copy) => copy.values().await,
            None => Ok(vec![0.0; n_heads]),
        }
    })
}

/// Resolves when all work submitted so far is done, or never will be.
pub(super) fn finished(gpu: &Gpu) -> impl Future<Output = ()> + use<> {
    let done = gpu.queue.as_webgpu().map(|queue| JsFuture::from(queue.on_submitted_work_done()));
    async move {
        if let Some(done) = done {
            // A lost device rejects the promise: there is nothing left to wait for.
            let _ = done.await;
        }
    }
}
