//! The device's memory: allocated when sizes change, reused while sliders move, checked before it is taken.

use super::super::{ComputeError, Qkv};
use super::connect::Gpu;
use super::pass::{LINE, Pass};
use super::uniform::{STAGES, Shape};
use crate::attention::Stage;
use crate::matrix::Heads;
use std::borrow::Cow;
use wgpu::BufferUsages as Usage;

/// One buffer that is replaced when it is too small, or far too large.
pub(super) struct Store {
    /// Its name in errors.
    what: &'static str,
    usage: Usage,
    pub buffer: wgpu::Buffer,
}

/// No binding may be empty.
const SMALLEST: u64 = 16;

/// A buffer more than this many times too large is given back.
const SLACK: u64 = 8;

impl Store {
    fn new(gpu: &Gpu, what: &'static str, usage: Usage) -> Self {
        Store { what, usage, buffer: allocate(gpu, what, SMALLEST, usage) }
    }

    /// What `entries` 32-bit numbers need, if this device can hold them.
    fn bytes(&self, gpu: &Gpu, entries: u64) -> Result<u64, ComputeError> {
        let limit = gpu.limits.max_buffer_size.min(gpu.limits.max_storage_buffer_binding_size);
        let bytes = entries.saturating_mul(4).max(SMALLEST);
        if bytes > limit {
            return Err(ComputeError::TooLarge { what: self.what, bytes, limit });
        }
        Ok(bytes)
    }

    /// Makes room for `entries` 32-bit numbers.
    fn fit(&mut self, gpu: &Gpu, entries: u64) -> Result<(), ComputeError> {
        let bytes = self.bytes(gpu, entries)?;
        let has = self.buffer.size();
        if has < bytes || has / SLACK > bytes {
            self.buffer.destroy();
            self.buffer = allocate(gpu, self.what, bytes, self.usage);
        }
        Ok(())
    }

    /// Makes room for `values` and uploads them.
    fn put(&mut self, gpu: &Gpu, values: &[f32]) -> Result<(), ComputeError> {
        self.fit(gpu, values.len() as u64)?;
        gpu.queue.write_buffer(&self.buffer, 0, bytemuck::cast_slice(values));
        Ok(())
    }
}

/// A buffer of exactly `bytes`.
pub(super) fn allocate(gpu: &Gpu, label: &str, bytes: u64, usage: Usage) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: bytes,
        usage,
        mapped_at_creation: false,
    })
}

/// Everything that one attention pass reads and writes. Layouts: shaders/common.wgsl.
pub(super) struct Buffers {
    pub params: wgpu::Buffer,
    /// Which stage `top.wgsl` measures.
    pub which: wgpu::Buffer,
    pub q: Store,
    pub k: Store,
    pub v: Store,
    pub cos: Store,
    pub sin: Store,
    pub bias: Store,
    pub rotated_q: Store,
    pub rotated_k: Store,
    pub dots: Store,
    pub weights: Store,
    pub output: Store,
    pub tops: Store,
}

impl Buffers {
    pub fn new(gpu: &Gpu) -> Self {
        let uniform = Usage::UNIFORM | Usage::COPY_DST;
        let input = Usage::STORAGE | Usage::COPY_DST;
        let result = Usage::STORAGE | Usage::COPY_SRC;
        Buffers {
            params: allocate(gpu, "params", 48, uniform),
            which: allocate(gpu, "which", 16, uniform),
            q: Store::new(gpu, "q", input),
            k: Store::new(gpu, "k", input),
            v: Store::new(gpu, "v", input),
            cos: Store::new(gpu, "the cosine table", input),
            sin: Store::new(gpu, "the sine table", input),
            bias: Store::new(gpu, "the position bias", input),
            rotated_q: Store::new(gpu, "rotated q", Usage::STORAGE),
            rotated_k: Store::new(gpu, "rotated k", Usage::STORAGE),
            dots: Store::new(gpu, "the score matrix of all heads", result),
            weights: Store::new(gpu, "the weight matrix of all heads", result),
            output: Store::new(gpu, "the output of all heads", result),
            tops: Store::new(gpu, "the maxima", result | Usage::COPY_DST),
        }
    }

    /// Makes room for one load and uploads q, k and v. If something does not fit, nothing is changed.
    pub fn load(&mut self, gpu: &Gpu, shape: Shape, qkv: &Qkv) -> Result<(), ComputeError> {
        let [n_heads, n, row] = [shape.n_heads, shape.n, shape.row()].map(|size| size as u64);
        let (scores, rows) = (n_heads * n * n, n_heads * n * row);
        self.dots.bytes(gpu, scores)?;
        self.output.bytes(gpu, rows)?;
        // The shaders that go line by line over a head need a workgroup per `LINE` entries.
        let (bytes, limit) =
            (4 * n * row, 4 * LINE as u64 * u64::from(gpu.limits.max_compute_workgroups_per_dimension));
        if bytes > limit {
            return Err(ComputeError::TooLarge { what: "one head", bytes, limit });
        }

        self.dots.fit(gpu, scores)?;
        self.weights.fit(gpu, scores)?;
        for store in [&mut self.rotated_q, &mut self.rotated_k, &mut self.output] {
            store.fit(gpu, rows)?;
        }
        self.tops.fit(gpu, STAGES * n_heads)?;
        self.q.put(gpu, &padded(&qkv.q, shape))?;
        self.k.put(gpu, &padded(&qkv.k, shape))?;
        self.v.put(gpu, &padded(&qkv.v, shape))
    }

    /// Uploads how position enters one pass: tables and parameters, a few kilobytes.
    pub fn position(&mut self, gpu: &Gpu, pass: &Pass) -> Result<(), ComputeError> {
        if let Some(rotation) = &pass.how.rotation {
            self.cos.put(gpu, &flat(&rotation.cos))?;
            self.sin.put(gpu, &flat(&rotation.sin))?;
        }
        if let Some(bias) = &pass.how.distance_bias {
            self.bias.put(gpu, &flat(bias))?;
        }
        gpu.queue.write_buffer(&self.params, 0, bytemuck::cast_slice(&pass.params()));
        Ok(())
    }

    /// Where the numbers behind `stage` stand.
    pub fn stored(&self, stage: Stage) -> &wgpu::Buffer {
        match stage {
            Stage::Dot | Stage::Scaled | Stage::Biased | Stage::Masked => &self.dots.buffer,
            Stage::Weights => &self.weights.buffer,
            Stage::Output => &self.output.buffer,
        }
    }
}

/// An array's values in row-major order, without a copy if they stand so already.
fn flat<D: ndarray::Dimension>(array: &ndarray::Array<f32, D>) -> Cow<'_, [f32]> {
    match array.as_slice() {
        Some(values) => Cow::Borrowed(values),
        None => Cow::Owned(array.iter().copied().collect()),
    }
}

/// The rows of all heads, each filled up with zeros to whole vec4s.
fn padded(heads: &Heads, shape: Shape) -> Cow<'_, [f32]> {
    if shape.head_dim == shape.row() {
        return flat(heads);
    }
    let mut rows = vec![0.0; heads.len() / shape.head_dim * shape.row()];
    for (to, from) in rows.chunks_exact_mut(shape.row()).zip(heads.rows()) {
        to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    }
    Cow::Owned(rows)
}
