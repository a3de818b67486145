//! The device's memory: allocated when sizes change, reused while sliders move, checked before it is taken.

use super::super::{ComputeError, Qkv};
use super::connect::Gpu;
use super::pass::{LINE, Pass};
use super::uniform::{self, Reach, STAGES, Shape};
use crate::attention::Stage;
use crate::matrix::{Heads, Matrix};
use crate::position::relative::DistanceTable;
use crate::position::rope::Rotation;
use ndarray::{ArrayView1, s};
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
    pub fn new(gpu: &Gpu, what: &'static str, usage: Usage) -> Self {
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
    pub fn fit(&mut self, gpu: &Gpu, entries: u64) -> Result<(), ComputeError> {
        let bytes = self.bytes(gpu, entries)?;
        let has = self.buffer.size();
        if has < bytes || has / SLACK > bytes {
            self.buffer.destroy();
            self.buffer = allocate(gpu, self.what, bytes, self.usage);
        }
        Ok(())
    }

    /// Makes room for `values` and uploads them.
    pub fn put(&mut self, gpu: &Gpu, values: &[f32]) -> Result<(), ComputeError> {
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

/// One rotation, and the parameters of a pass for the pairs whose q turns by it.
pub(super) struct Turn {
    pub params: wgpu::Buffer,
    pub cos: Store,
    pub sin: Store,
}

impl Turn {
    fn new(gpu: &Gpu) -> Self {
        let input = Usage::STORAGE | Usage::COPY_DST;
        Turn {
            params: allocate(gpu, "params", 64, Usage::UNIFORM | Usage::COPY_DST),
            cos: Store::new(gpu, "the cosine table", input),
            sin: Store::new(gpu, "the sine table", input),
        }
    }

    /// Uploads `rotation`, if there is one, and the parameters that go with it.
    fn put(
        &mut self,
        gpu: &Gpu,
        pass: &Pass,
        rotation: Option<&Rotation>,
        reach: Reach,
    ) -> Result<(), ComputeError> {
        if let Some(rotation) = rotation {
            self.cos.put(gpu, &flat(&rotation.cos))?;
            self.sin.put(gpu, &flat(&rotation.sin))?;
        }
        let params = uniform::params(pass.shape, &pass.how, rotation, reach);
        gpu.queue.write_buffer(&self.params, 0, bytemuck::cast_slice(&params));
        Ok(())
    }
}

/// Everything that one attention pass reads and writes. Layouts: shaders/common.wgsl.
pub(super) struct Buffers {
    /// As pairs turn that are not far apart. Its parameters are those of all shaders but rotate.wgsl and dot.wgsl.
    pub near: Turn,
    /// By what q turns where i > j, and where i < j, in far pairs; k by the other.
    pub far_q: Turn,
    pub far_k: Turn,
    /// Which stage `top.wgsl` measures.
    pub which: wgpu::Buffer,
    pub q: Store,
    pub k: Store,
    pub v: Store,
    pub bias: Store,
    /// A vector per distance.
    pub of_query: Store,
    pub of_key: Store,
    pub of_value: Store,
    /// What is added to the scaled scores, pair by pair.
    pub shifts: Store,
    /// Whether it is `shifts` that is added, not `bias`.
    by_pair: bool,
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
            near: Turn::new(gpu),
            far_q: Turn::new(gpu),
            far_k: Turn::new(gpu),
            which: allocate(gpu, "which", 16, uniform),
            q: Store::new(gpu, "q", input),
            k: Store::new(gpu, "k", input),
            v: Store::new(gpu, "v", input),
            bias: Store::new(gpu, "the position bias", input),
            of_query: Store::new(gpu, "the table for queries", input),
            of_key: Store::new(gpu, "the table for keys", input),
            of_value: Store::new(gpu, "the table for values", input),
            shifts: Store::new(gpu, "the terms of all pairs", result),
            by_pair: false,
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

    /// Uploads how position enters one pass: tables and parameters, a few kilobytes; with terms of distance a vector
    /// per head and distance for each, below 3 MB.
    pub fn position(&mut self, gpu: &Gpu, pass: &Pass) -> Result<(), ComputeError> {
        let (how, n) = (&pass.how, pass.shape.n);
        self.near.put(gpu, pass, how.rotation.as_deref(), Reach::all(n))?;
        if let Some(far) = &how.remapped {
            self.far_q.put(gpu, pass, Some(&far.q), Reach::back(n, far.window))?;
            self.far_k.put(gpu, pass, Some(&far.k), Reach::ahead(n, far.window))?;
        }
        if let Some(bias) = &how.distance_bias {
            self.bias.put(gpu, &flat(bias))?;
        }
        self.by_pair = how.score_terms().is_some();
        self.tables(gpu, pass)
    }

    /// Uploads the vectors per distance, and makes room for what they come to.
    fn tables(&mut self, gpu: &Gpu, pass: &Pass) -> Result<(), ComputeError> {
        let (how, shape) = (&pass.how, pass.shape);
        if let Some(table) = how.value_table() {
            self.of_value.put(gpu, &by_distance(Some(table), None, shape))?;
        }
        let Some(relative) = how.score_terms() else { return self.shifts.fit(gpu, 0) };
        self.shifts.fit(gpu, (shape.n_heads * shape.n * shape.n) as u64)?;
        if how.distance_bias.is_none() {
            self.bias.put(gpu, &vec![0.0; shape.n_heads * shape.distances()])?;
        }
        if relative.query.is_some() {
            self.of_query.put(gpu, &by_distance(relative.query.as_ref(), None, shape))?;
        }
        if relative.key.is_some() || relative.key_vector.is_some() {
            self.of_key.put(gpu, &by_distance(relative.key.as_ref(), relative.key_vector.as_ref(), shape))?;
        }
        Ok(())
    }

    /// What is added to the scaled scores: see `bias_at` in shaders/common.wgsl.
    pub fn shift(&self) -> &wgpu::Buffer {
        if self.by_pair { &self.shifts.buffer } else { &self.bias.buffer }
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

/// The row of `table` for every head and distance plus the head's row of `vector`, filled up with zeros to whole
/// vec4s: `[n_heads, 2n − 1, 4·quads]`.
fn by_distance(table: Option<&DistanceTable>, vector: Option<&Matrix>, shape: Shape) -> Vec<f32> {
    let (distances, row) = (shape.distances(), shape.row());
    let mut all = vec![0.0; shape.n_heads * distances * row];
    for (at, slot) in all.chunks_exact_mut(row).enumerate() {
        let (head, entry) = (at / distances, at % distances);
        let mut add = |row: ArrayView1<f32>| slot.iter_mut().zip(row).for_each(|(slot, x)| *slot += x);
        if let Some(vector) = vector {
            add(vector.row(head));
        }
        if let Some((table, row)) = table.and_then(|table| Some((table, *table.index.get(entry)?))) {
            add(table.rows.slice(s![table.head(head), row, ..]));
        }
    }
    all
}
