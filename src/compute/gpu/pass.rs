//! One attention pass: what it is asked, and the work it submits.

use super::super::{Attend, ComputeError, check};
use super::buffers::{Buffers, Turn};
use super::connect::Gpu;
use super::pipelines::{Pipelines, bind};
use super::uniform::{self, Shape};
use crate::attention::Stage;

/// A pass that fits the loaded q, k and v.
pub(super) struct Pass {
    pub shape: Shape,
    pub how: Attend,
}

/// Invocations along x in rotate.wgsl, relative.wgsl, output.wgsl and values.wgsl.
pub(super) const LINE: usize = 64;

/// Queries and keys that one workgroup of dot.wgsl covers: 8 × 8 invocations of 4 × 4.
const TILE: usize = 32;

impl Pass {
    /// Checks that the tables of `how` fit q, k and v.
    pub fn new(shape: Shape, how: &Attend) -> Result<Self, ComputeError> {
        let far = how.remapped.iter().flat_map(|far| [&far.q, &far.k]);
        for rotation in how.rotation.as_deref().into_iter().chain(far) {
            let pairs = rotation.cos.ncols().min(shape.head_dim / 2);
            expect_shape("the cosine table", &rotation.cos, [shape.n, pairs])?;
            expect_shape("the sine table", &rotation.sin, [shape.n, pairs])?;
        }
        if let Some(relative) = &how.relative {
            check::relative(relative, shape.n_heads, shape.n, shape.head_dim)?;
        }
        if let Some(bias) = &how.distance_bias {
            expect_shape("the position bias", bias, [shape.n_heads, (2 * shape.n).saturating_sub(1)])?;
        }
        Ok(Pass { shape, how: how.clone() })
    }

    /// Submits rotate → dot, again for far pairs, then relative → softmax → output → values; those that are needed.
    pub fn submit(&self, gpu: &Gpu, pipelines: &Pipelines, b: &Buffers) {
        if self.shape.is_empty() {
            return;
        }
        let Shape { n, n_heads, .. } = self.shape;
        let quads = self.shape.quads();
        let params = &b.near.params;
        let (weights, output) = (&b.weights.buffer, &b.output.buffer);

        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut run = Run { gpu, pass: encoder.begin_compute_pass(&Default::default()) };
        self.scores(&mut run, pipelines, b, &b.near, &b.near);
        if self.how.remapped.is_some() {
            self.scores(&mut run, pipelines, b, &b.far_q, &b.far_k);
            self.scores(&mut run, pipelines, b, &b.far_k, &b.far_q);
        }
        if self.how.score_terms().is_some() {
            let [q, k, bias] = [&b.q, &b.k, &b.bias].map(|store| &store.buffer);
            let (of_query, of_key) = (&b.of_query.buffer, &b.of_key.buffer);
            let buffers = [params, q, k, of_query, of_key, bias, &b.shifts.buffer];
            run.shader(&pipelines.relative, &buffers, [n.div_ceil(LINE), n, n_heads]);
        }
        run.shader(&pipelines.softmax, &[params, &b.dots.buffer, b.shift(), weights], [n, n_heads, 1]);
        let blocks = self.line(n.div_ceil(4) * quads);
        run.shader(&pipelines.output, &[params, weights, &b.v.buffer, output], blocks);
        if self.how.value_table().is_some() {
            let buffers = [params, weights, &b.of_value.buffer, output];
            run.shader(&pipelines.values, &buffers, self.line(n * quads));
        }
        drop(run);
        gpu.queue.submit([encoder.finish()]);
    }

    /// rotate → dot, for the pairs whose q turns by `of_q`.
    fn scores(&self, run: &mut Run, pipelines: &Pipelines, b: &Buffers, of_q: &Turn, of_k: &Turn) {
        let Shape { n, n_heads, .. } = self.shape;
        let (rotated_q, rotated_k) = (&b.rotated_q.buffer, &b.rotated_k.buffer);
        for (turn, from, to) in [(of_q, &b.q.buffer, rotated_q), (of_k, &b.k.buffer, rotated_k)] {
            let buffers = [&turn.params, &turn.cos.buffer, &turn.sin.buffer, from, to];
            run.shader(&pipelines.rotate, &buffers, self.line(n * self.shape.row()));
        }
        let tiles = n.div_ceil(TILE);
        let buffers = [&of_q.params, rotated_q, rotated_k, &b.dots.buffer];
        run.shader(&pipelines.dot, &buffers, [tiles, tiles, n_heads]);
    }

    /// Workgroups that go over `entries` of each head.
    fn line(&self, entries: usize) -> [usize; 3] {
        [entries.div_ceil(LINE), self.shape.n_heads, 1]
    }

    /// Submits the search for the maxima of one stage.
    pub fn measure(&self, gpu: &Gpu, pipelines: &Pipelines, b: &Buffers, stage: Stage) {
        if self.shape.is_empty() {
            return;
        }
        let Shape { n, n_heads, .. } = self.shape;
        let which = uniform::which(self.shape, stage);
        gpu.queue.write_buffer(&b.which, 0, bytemuck::cast_slice(&which));

        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let (start, bytes) = self.tops_range(stage);
        encoder.clear_buffer(&b.tops.buffer, start, Some(bytes));
        let mut run = Run { gpu, pass: encoder.begin_compute_pass(&Default::default()) };
        let buffers = [&b.near.params, &b.which, b.stored(stage), b.shift(), &b.tops.buffer];
        run.shader(&pipelines.top, &buffers, [n, n_heads, 1]);
        drop(run);
        gpu.queue.submit([encoder.finish()]);
    }

    /// Start and length, in bytes, of the maxima of one stage.
    pub fn tops_range(&self, stage: Stage) -> (u64, u64) {
        let bytes = 4 * self.shape.n_heads as u64;
        (u64::from(uniform::stage_code(stage)) * bytes, bytes)
    }
}

/// A compute pass being recorded.
struct Run<'a> {
    gpu: &'a Gpu,
    pass: wgpu::ComputePass<'a>,
}

impl Run<'_> {
    /// One shader over `groups` workgroups, its buffers bound in order.
    fn shader(&mut self, pipeline: &wgpu::ComputePipeline, buffers: &[&wgpu::Buffer], groups: [usize; 3]) {
        let bindings = bind(self.gpu, &pipeline.get_bind_group_layout(0), buffers);
        let [x, y, z] = groups.map(|count| count as u32);
        self.pass.set_pipeline(pipeline);
        self.pass.set_bind_group(0, &bindings, &[]);
        self.pass.dispatch_workgroups(x, y, z);
    }
}

fn expect_shape(
    what: &'static str,
    table: &ndarray::Array2<f32>,
    want: [usize; 2],
) -> Result<(), ComputeError> {
    if table.shape() == want {
        return Ok(());
    }
    Err(ComputeError::Shape { what, got: table.shape().to_vec(), want: want.to_vec() })
}
