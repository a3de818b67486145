//! One attention pass: what it is asked, and the work it submits.

use super::super::{Attend, ComputeError};
use super::buffers::Buffers;
use super::connect::Gpu;
use super::pipelines::{Pipelines, bind};
use super::uniform::{self, Shape};
use crate::attention::Stage;

/// A pass that fits the loaded q, k and v.
pub(super) struct Pass {
    pub shape: Shape,
    pub how: Attend,
}

/// Invocations along x in rotate.wgsl and output.wgsl.
pub(super) const LINE: usize = 64;

/// Queries and keys that one workgroup of dot.wgsl covers: 8 × 8 invocations of 4 × 4.
const TILE: usize = 32;

impl Pass {
    /// Checks that the tables of `how` fit q, k and v.
    pub fn new(shape: Shape, how: &Attend) -> Result<Self, ComputeError> {
        if let Some(rotation) = &how.rotation {
            let pairs = rotation.cos.ncols().min(shape.head_dim / 2);
            expect_shape("the cosine table", &rotation.cos, [shape.n, pairs])?;
            expect_shape("the sine table", &rotation.sin, [shape.n, pairs])?;
        }
        if let Some(bias) = &how.distance_bias {
            expect_shape("the position bias", bias, [shape.n_heads, (2 * shape.n).saturating_sub(1)])?;
        }
        Ok(Pass { shape, how: how.clone() })
    }

    pub fn params(&self) -> [u32; 12] {
        uniform::params(self.shape, &self.how)
    }

    /// Submits rotate → dot → softmax → output.
    pub fn submit(&self, gpu: &Gpu, pipelines: &Pipelines, b: &Buffers) {
        if self.shape.is_empty() {
            return;
        }
        let Shape { n, n_heads, .. } = self.shape;
        let row = self.shape.row();
        let rotate = |from, to| -> [&wgpu::Buffer; 5] { [&b.params, &b.cos.buffer, &b.sin.buffer, from, to] };
        let (rotated_q, rotated_k) = (&b.rotated_q.buffer, &b.rotated_k.buffer);
        let (dots, weights) = (&b.dots.buffer, &b.weights.buffer);
        let line = |entries: usize| [entries.div_ceil(LINE), n_heads, 1];
        let tiles = n.div_ceil(TILE);

        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut run = Run { gpu, pass: encoder.begin_compute_pass(&Default::default()) };
        run.shader(&pipelines.rotate, &rotate(&b.q.buffer, rotated_q), line(n * row));
        run.shader(&pipelines.rotate, &rotate(&b.k.buffer, rotated_k), line(n * row));
        run.shader(&pipelines.dot, &[&b.params, rotated_q, rotated_k, dots], [tiles, tiles, n_heads]);
        run.shader(&pipelines.softmax, &[&b.params, dots, &b.bias.buffer, weights], [n, n_heads, 1]);
        let blocks = n.div_ceil(4) * self.shape.quads();
        run.shader(&pipelines.output, &[&b.params, weights, &b.v.buffer, &b.output.buffer], line(blocks));
        drop(run);
        gpu.queue.submit([encoder.finish()]);
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
        let buffers = [&b.params, &b.which, b.stored(stage), &b.bias.buffer, &b.tops.buffer];
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
