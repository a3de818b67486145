//! Pictures of long maps: the GPU's numbers against the CPU's, which are tested against f64 on the host.

use crate::case::gpu;
use locus::attention::Mask;
use locus::compute::gpu::GpuAttention;
use locus::compute::long::{Ask, BLOCK, LongMap, Scratch};
use locus::embed::random;
use locus::matrix::{Heads, Matrix};
use locus::picture::viewport::Viewport;
use locus::position::relative::{DistanceTable, Relative};
use locus::position::remap::Remapped;
use locus::position::rope::{Angles, Pairing};
use locus::position::scaling::Frequencies;
use locus::position::{self, Params, SCHEMES, Scheme, SchemeInfo, Sizes};
use std::rc::Rc;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

const SIZES: Sizes = Sizes { n: 700, d_model: 24, n_heads: 2, head_dim: 12 };

/// Largest difference allowed of ln A, that is of A relative to itself: WGSL promises exp and log to some 1e−6, and
/// logits of order 100 (a bias far away) are rounded to 1e−5.
const TOLERANCE: f32 = 1e-4;

fn noise(dim: (usize, usize, usize), seed: u64) -> Heads {
    let mut values = vec![0.0; dim.0 * dim.1 * dim.2];
    random::fill_row(&mut values, seed, 99);
    Heads::from_shape_vec(dim, values.into_iter().map(|x| x * 0.4).collect()).unwrap()
}

fn matrix(rows: usize, cols: usize, seed: u64) -> Matrix {
    noise((1, rows, cols), seed).index_axis_move(ndarray::Axis(0), 0)
}

/// Terms of every kind, and other rotations for far pairs.
struct Everything;

fn turns(s: Sizes, position: fn(usize) -> f64) -> Angles {
    let inv_freq = (0..s.head_dim / 2).map(|i| 0.7 / (i + 1) as f64).collect();
    let freq = Frequencies { inv_freq, attention_factor: 1.1 };
    Angles::at((0..s.n).map(position), &freq, Pairing::Interleaved)
}

impl Scheme for Everything {
    fn info(&self) -> &'static SchemeInfo {
        position::none::None.info()
    }

    fn angles(&self, s: Sizes, _: &Params) -> Option<Angles> {
        Some(turns(s, |p| p as f64))
    }

    fn remapped(&self, s: Sizes, _: &Params) -> Option<Remapped> {
        Some(Remapped { window: 40, q: turns(s, |p| (p / 4) as f64 + 30.0), k: turns(s, |p| (p / 4) as f64) })
    }

    fn relative(&self, s: Sizes, _: &Params) -> Option<Relative> {
        let rows = 2 * s.n - 1;
        let query =
            DistanceTable { rows: noise((s.n_heads, rows, s.head_dim), 3), index: (0..rows).collect() };
        let clip = |at: usize| (at + 5).saturating_sub(s.n).min(9);
        let key = DistanceTable { rows: noise((1, 10, s.head_dim), 4), index: (0..rows).map(clip).collect() };
        let key_vector = Some(matrix(s.n_heads, s.head_dim, 5));
        Some(Relative { query: Some(query), key: Some(key), key_vector, value: None })
    }
}

/// The learned table has fewer rows than these maps have tokens: it is stretched.
fn stretched() -> Params {
    let mut params = Params::default();
    params.learned.position_resize = position::resize::Resize::Bilinear;
    params
}

fn prepared(scheme: &'static dyn Scheme, mask: Mask, sizes: Sizes) -> LongMap {
    let mut map = LongMap::new(Ask {
        tokens: Rc::new(matrix(11, sizes.d_model, 10)),
        w_q: Rc::new(matrix(sizes.d_model, sizes.d_model, 11)),
        w_k: Rc::new(matrix(sizes.d_model, sizes.d_model, 12)),
        head: 1,
        sizes,
        scheme,
        params: stretched(),
        mask,
    })
    .unwrap();
    while !map.step().unwrap() {}
    map
}

/// The largest difference of the two backends over one view; both must hide the same pixels.
async fn gap(gpu: &GpuAttention, map: &mut LongMap, view: Viewport) -> f32 {
    let raster = view.raster(96);
    let mut long = gpu.long(map).unwrap();
    let got = gpu.long_rows(&mut long, map, &raster.queries, &raster.edges).unwrap().await.unwrap();
    let mut want = vec![0.0; raster.rows() * raster.cols()];
    for (queries, out) in raster.queries.chunks(BLOCK).zip(want.chunks_mut(BLOCK * raster.cols())) {
        map.rows(queries, &raster.edges, out, &mut Scratch::default());
    }
    assert_eq!(got.len(), want.len());
    got.iter().zip(&want).fold(0.0, |worst: f32, (got, want)| {
        assert_eq!(got.is_finite(), want.is_finite(), "{got} {want}");
        if want.is_finite() { worst.max((got - want).abs()) } else { worst }
    })
}

#[wasm_bindgen_test]
async fn every_scheme_near_and_far() {
    let gpu = gpu().await;
    let views = [Viewport::whole(SIZES.n), Viewport::new(SIZES.n, 600.5, 590.0, 60.0)];
    for scheme in SCHEMES.iter().copied().chain([&Everything as &dyn Scheme]) {
        for mask in [Mask::Full, Mask::Causal] {
            let mut map = prepared(scheme, mask, SIZES);
            for view in views {
                let gap = gap(&gpu, &mut map, view).await;
                console_log!("{}, {mask:?}, {} wide: {gap:.1e}", scheme.info().id, view.size);
                assert!(gap < TOLERANCE, "{}, {mask:?}: {gap:e}", scheme.info().id);
            }
        }
    }
}

#[wasm_bindgen_test]
async fn the_longest_map() {
    let gpu = gpu().await;
    let sizes = Sizes { n: locus::compute::long::MAX_LENGTH, ..SIZES };
    let mut map = prepared(position::by_id("rope").unwrap(), Mask::Causal, sizes);
    let gap = gap(&gpu, &mut map, Viewport::new(sizes.n, 32_700.0, 32_700.0, 16.0)).await;
    assert!(gap < TOLERANCE, "{gap:e}");
}
