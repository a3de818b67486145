//! Long maps on the device: the keys stay there while the view moves, and only the picture comes back.

use super::super::ComputeError;
use super::super::long::LongMap;
use super::buffers::{Store, allocate};
use super::connect::Gpu;
use super::pipelines::{self, bind};
use super::read::Copy;
use super::{GpuAttention, uniform};
use wgpu::BufferUsages as Usage;

/// One map, uploaded.
pub struct GpuLong {
    pipeline: wgpu::ComputePipeline,
    params: wgpu::Buffer,
    long: wgpu::Buffer,
    queries: Store,
    keys: Store,
    distances: Store,
    query_table: Store,
    key_terms: Store,
    lines: Store,
    out: Store,
    sets: usize,
}

/// What the shader writes where a column has no key that the query sees is below this.
const HIDDEN: f32 = -3e38;

impl GpuLong {
    fn new(gpu: &Gpu) -> Self {
        let uniform = Usage::UNIFORM | Usage::COPY_DST;
        let input = |what| Store::new(gpu, what, Usage::STORAGE | Usage::COPY_DST);
        GpuLong {
            pipeline: pipelines::long(gpu),
            params: allocate(gpu, "params", 64, uniform),
            long: allocate(gpu, "long", 32, uniform),
            queries: input("the queries of a picture"),
            keys: input("all keys"),
            distances: input("the table of distances"),
            query_table: input("the vectors per distance"),
            key_terms: input("the terms of the keys"),
            lines: input("the lines of a picture"),
            out: Store::new(gpu, "a picture", Usage::STORAGE | Usage::COPY_SRC),
            sets: 0,
        }
    }

    /// Uploads everything that does not depend on the view.
    fn load(&mut self, gpu: &Gpu, map: &LongMap) -> Result<(), ComputeError> {
        let panels: u64 = map.sets.iter().map(|set| set.packed.as_flattened().len() as u64).sum();
        self.keys.fit(gpu, panels)?;
        let mut start = 0;
        for set in &map.sets {
            let bytes: &[u8] = bytemuck::cast_slice(set.packed.as_flattened());
            gpu.queue.write_buffer(&self.keys.buffer, start, bytes);
            start += bytes.len() as u64;
        }
        self.sets = map.sets.len();
        self.distances.put(gpu, &distances(map))?;
        let table = map.terms.query.as_ref();
        self.query_table.put(gpu, table.map_or(&[], |table| table.packed.as_flattened()))?;
        self.key_terms.put(gpu, &key_terms(map))?;
        let how = super::super::Attend::plain(map.scale, map.mask);
        let shape = uniform::Shape { n_heads: 1, n: map.n, head_dim: map.head_dim() };
        gpu.queue.write_buffer(
            &self.params,
            0,
            bytemuck::cast_slice(&uniform::params(shape, &how, None, uniform::Reach::all(map.n))),
        );
        Ok(())
    }

    /// Uploads one picture's rows and columns, and makes room for it.
    fn aim(
        &mut self,
        gpu: &Gpu,
        map: &LongMap,
        queries: &[usize],
        edges: &[usize],
    ) -> Result<(), ComputeError> {
        self.queries.put(gpu, &turned_queries(map, queries))?;
        let lines: Vec<f32> = queries.iter().chain(edges).map(|&line| f32::from_bits(line as u32)).collect();
        self.lines.put(gpu, &lines)?;
        let cols = edges.len().saturating_sub(1);
        self.out.fit(gpu, (queries.len() * cols) as u64)?;
        let words = [
            queries.len(),
            cols,
            self.sets,
            map.window().unwrap_or(u32::MAX as usize),
            map.sets.first().map_or(0, |set| set.packed.as_flattened().len()),
            map.k.distinct().max(1),
            map.terms.query.as_ref().map_or(0, |table| table.rows),
            map.terms.key.as_ref().map_or(0, |table| table.products.ncols()),
        ]
        .map(|word| word as u32);
        gpu.queue.write_buffer(&self.long, 0, bytemuck::cast_slice(&words));
        Ok(())
    }

    fn run(&self, gpu: &Gpu, rows: usize) {
        let buffers = [
            &self.params,
            &self.long,
            &self.queries.buffer,
            &self.keys.buffer,
            &self.distances.buffer,
            &self.query_table.buffer,
            &self.key_terms.buffer,
            &self.lines.buffer,
            &self.out.buffer,
        ];
        let bindings = bind(gpu, &self.pipeline.get_bind_group_layout(0), &buffers);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        pass.dispatch_workgroups(rows as u32, 1, 1);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
    }
}

impl GpuAttention {
    /// Uploads a prepared map.
    ///
    /// # Errors
    /// [`ComputeError::TooLarge`] if a part of it is larger than this device's buffers.
    pub fn long(&self, map: &LongMap) -> Result<GpuLong, ComputeError> {
        self.gpu.health.check()?;
        let mut long = GpuLong::new(&self.gpu);
        long.load(&self.gpu, map)?;
        Ok(long)
    }

    /// Computes rows of a picture as [`LongMap::rows`] does: `queries` × columns, row-major, ln A. At most as many
    /// rows as a dispatch has workgroups (65,535).
    pub fn long_rows(
        &self,
        long: &mut GpuLong,
        map: &LongMap,
        queries: &[usize],
        edges: &[usize],
    ) -> Result<impl Future<Output = Result<Vec<f32>, ComputeError>> + use<>, ComputeError> {
        self.gpu.health.check()?;
        let entries = queries.len() * edges.len().saturating_sub(1);
        let copy = if entries == 0 {
            None
        } else {
            long.aim(&self.gpu, map, queries, edges)?;
            long.run(&self.gpu, queries.len());
            Some(Copy::submit(&self.gpu, &long.out.buffer, 0, 4 * entries as u64)?)
        };
        Ok(async move {
            let mut values = match copy {
                Some(copy) => copy.values().await?,
                None => Vec::new(),
            };
            values.iter_mut().filter(|value| **value < HIDDEN).for_each(|value| *value = f32::NEG_INFINITY);
            Ok(values)
        })
    }
}

/// `Distance` of the shader: bias, row of the queries' table, row of the keys' table, for j − i from −(n − 1) on.
fn distances(map: &LongMap) -> Vec<f32> {
    let row =
        |index: Option<&Vec<usize>>, at: usize| index.and_then(|i| i.get(at)).copied().unwrap_or(0) as u32;
    let (query, key) = (map.terms.query.as_ref().map(|t| &t.index), map.terms.key.as_ref().map(|t| &t.index));
    (0..(2 * map.n).saturating_sub(1))
        .flat_map(|at| {
            let bias = map.bias.as_ref().and_then(|bias| bias.get(at)).copied().unwrap_or(0.0);
            [bias, f32::from_bits(row(query, at)), f32::from_bits(row(key, at)), 0.0]
        })
        .collect()
}

/// k·K of every different key, then u·k.
fn key_terms(map: &LongMap) -> Vec<f32> {
    let (keys, vector) = (map.terms.key.as_ref(), map.terms.vector.as_ref());
    let mut terms = Vec::new();
    for at in 0..map.k.distinct() {
        if let Some(keys) = keys.filter(|keys| at < keys.products.nrows()) {
            terms.extend(keys.products.row(at));
        }
        terms.push(vector.and_then(|vector| vector.get(at)).copied().unwrap_or(0.0));
    }
    terms
}

/// Every query under the rotation of every set, then plain.
fn turned_queries(map: &LongMap, queries: &[usize]) -> Vec<f32> {
    let width = map.head_dim();
    let mut all = vec![0.0; queries.len() * (map.sets.len() + 1) * width];
    let (mut rows, mut wide) = (all.chunks_exact_mut(width.max(1)), Vec::new());
    for &i in queries {
        for (set, row) in map.sets.iter().zip(&mut rows) {
            map.query(i, set.reach, &mut wide, row);
        }
        if let Some(row) = rows.next() {
            map.q.row(i, row);
        }
    }
    all
}
