//! Every kind of scheme against `attention::reference` in f64, and what must hold whatever the view.

use super::*;
use crate::attention::reference::{self, How};
use crate::embed::random;
use crate::matrix::{Heads, Matrix64, to_f64};
use crate::picture::viewport::Viewport;
use crate::position::relative::{DistanceTable, Relative};
use crate::position::remap::Remapped;
use crate::position::rope::{Angles, Pairing};
use crate::position::scaling::Frequencies;
use crate::position::{self, SCHEMES, SchemeInfo};
use ndarray::{Array2, s};

const N: usize = 150;
const HEAD: usize = 1;

/// Largest deviation allowed of a weight, relative to it where it is not tiny: f32 logits of order 10 are good to
/// 1e−6, and their exponentials to as much.
const RELATIVE: f64 = 2e-5;

/// A scheme with everything that a scheme can have.
struct Everything {
    added: bool,
    remapped: bool,
    relative: bool,
}

fn noise(dim: (usize, usize, usize), seed: u64) -> Heads {
    let mut values = vec![0.0; dim.0 * dim.1 * dim.2];
    random::fill_row(&mut values, seed, 99);
    Heads::from_shape_vec(dim, values.into_iter().map(|x| x * 0.4).collect()).unwrap()
}

fn turns(n: usize, head_dim: usize, position: fn(usize) -> f64) -> Angles {
    let inv_freq = (0..head_dim / 2).map(|i| 0.7 / (i + 1) as f64).collect();
    Angles::at((0..n).map(position), &Frequencies { inv_freq, attention_factor: 1.1 }, Pairing::HalfSplit)
}

impl Scheme for Everything {
    fn info(&self) -> &'static SchemeInfo {
        position::none::None.info()
    }

    fn added(&self, s: Sizes, _: &Params) -> Option<Matrix> {
        self.added.then(|| noise((1, s.n, s.d_model), 1).index_axis_move(ndarray::Axis(0), 0))
    }

    fn angles(&self, s: Sizes, _: &Params) -> Option<Angles> {
        self.remapped.then(|| turns(s.n, s.head_dim, |p| p as f64))
    }

    fn remapped(&self, s: Sizes, _: &Params) -> Option<Remapped> {
        let (q, k) = (|p| (p / 3) as f64 + 5.0, |p| (p / 3) as f64);
        self.remapped.then(|| Remapped {
            window: 13,
            q: turns(s.n, s.head_dim, q),
            k: turns(s.n, s.head_dim, k),
        })
    }

    fn distance_bias(&self, s: Sizes, _: &Params) -> Option<Array2<f32>> {
        Some(noise((1, s.n_heads, 2 * s.n - 1), 2).index_axis_move(ndarray::Axis(0), 0))
    }

    fn relative(&self, s: Sizes, _: &Params) -> Option<Relative> {
        let rows = 2 * s.n - 1;
        let one_each =
            DistanceTable { rows: noise((s.n_heads, rows, s.head_dim), 3), index: (0..rows).collect() };
        let clip = |at: usize| (at + 5).saturating_sub(s.n).min(9);
        let clipped =
            DistanceTable { rows: noise((1, 10, s.head_dim), 4), index: (0..rows).map(clip).collect() };
        let u = noise((1, s.n_heads, s.head_dim), 5).index_axis_move(ndarray::Axis(0), 0);
        self.relative.then_some(Relative {
            query: Some(one_each),
            key: Some(clipped),
            key_vector: Some(u),
            value: None,
        })
    }
}

fn ask(scheme: &'static dyn Scheme, mask: Mask, n: usize) -> Ask {
    let sizes = Sizes { n, d_model: 24, n_heads: 2, head_dim: 12 };
    let matrix = |rows, cols, seed| noise((1, rows, cols), seed).index_axis_move(ndarray::Axis(0), 0);
    Ask {
        tokens: Rc::new(matrix(7, 24, 10)),
        w_q: Rc::new(matrix(24, 24, 11)),
        w_k: Rc::new(matrix(24, 24, 12)),
        head: HEAD,
        sizes,
        scheme,
        params: Params::default(),
        mask,
    }
}

fn prepared(ask: Ask) -> LongMap {
    let mut map = LongMap::new(ask).unwrap();
    while !map.step().unwrap() {}
    map
}

/// Masked logits and weights of the whole matrix, in f64 from the f32 tables.
fn oracle(ask: &Ask) -> (Matrix64, Matrix64) {
    let Ask { sizes, scheme, params, .. } = ask;
    let columns = s![.., HEAD * sizes.head_dim..(HEAD + 1) * sizes.head_dim];
    let tokens = to_f64(&ask.tokens);
    let mut x = Matrix64::from_shape_fn((sizes.n, 24), |(p, c)| tokens[[p % 7, c]]);
    if let Some(added) = scheme.added(*sizes, params) {
        x += &to_f64(&added);
    }
    let project = |w: &Matrix| x.dot(&to_f64(w).slice(columns));
    let (q, k) = (project(&ask.w_q), project(&ask.w_k));
    let bias = scheme.distance_bias(*sizes, params).map(|table| {
        Matrix64::from_shape_fn((sizes.n, sizes.n), |(i, j)| f64::from(table[[HEAD, j + sizes.n - 1 - i]]))
    });
    let (angles, remapped) = (scheme.angles(*sizes, params), scheme.remapped(*sizes, params));
    let relative = scheme.relative(*sizes, params);
    let how = How {
        rotate: angles.as_ref(),
        remapped: remapped.as_ref(),
        relative: relative.as_ref().map(|relative| (relative, HEAD)),
        bias: bias.as_ref(),
        scale: scheme.scale(sizes.head_dim, params),
        mask: ask.mask,
        padding: 0,
        memory: 0,
    };
    let stages = reference::attend(q.view(), k.view(), k.view(), &how);
    (stages.masked, stages.weights)
}

static REMAPPED: Everything = Everything { added: false, remapped: true, relative: false };
static ADDED: Everything = Everything { added: true, remapped: false, relative: false };
static TERMS: Everything = Everything { added: false, remapped: false, relative: true };
static ALL: Everything = Everything { added: true, remapped: true, relative: true };

fn kinds() -> impl Iterator<Item = &'static dyn Scheme> {
    let made: [&'static dyn Scheme; 4] = [&REMAPPED, &ADDED, &TERMS, &ALL];
    SCHEMES.iter().copied().chain(made)
}

/// One cell per pixel: every number is the oracle's.
#[test]
fn every_cell_is_the_reference_under_every_kind_of_scheme() {
    let mut scratch = Scratch::default();
    for (scheme, mask) in kinds().flat_map(|s| [(s, Mask::Full), (s, Mask::Causal)]) {
        let ask = ask(scheme, mask, N);
        let (logits, weights) = oracle(&ask);
        let mut map = prepared(ask);
        let raster = Viewport::whole(N).raster(N);
        let mut rows = vec![0.0; BLOCK * N];
        let mut spread = 0.0_f64;
        for queries in raster.queries.chunks(BLOCK) {
            map.rows(queries, &raster.edges, &mut rows, &mut scratch);
            for (&i, row) in queries.iter().zip(rows.chunks(N)) {
                for (j, ln_weight) in row.iter().enumerate() {
                    let (got, want) = (f64::from(*ln_weight).exp(), weights[[i, j]]);
                    assert!((got - want).abs() <= RELATIVE * want, "{mask:?} ({i}, {j}): {got} {want}");
                    spread = spread.max((want - 1.0 / N as f64).abs());
                    if (i + j) % 13 != 0 {
                        continue;
                    }
                    let cell = map.cell(i, j, &mut scratch).unwrap();
                    assert!((cell.weight - want).abs() <= RELATIVE * want, "{mask:?} ({i}, {j})");
                    let logit = f64::from(cell.logit);
                    assert!(logit == logits[[i, j]] || (logit - logits[[i, j]]).abs() < 1e-5, "({i}, {j})");
                }
            }
        }
        assert!(spread > 1e-4, "the case tells keys apart: {spread}");
    }
}

/// From afar a pixel is the largest cell of its row among its keys.
#[test]
fn a_column_shows_its_largest_weight() {
    for mask in [Mask::Full, Mask::Causal] {
        let ask = ask(&ALL, mask, 400);
        let (_, weights) = oracle(&ask);
        let mut map = prepared(ask);
        let raster = Viewport::whole(400).raster(64);
        let mut out = vec![0.0; 64];
        for &i in &raster.queries {
            map.rows(&[i], &raster.edges, &mut out, &mut Scratch::default());
            for (edge, got) in raster.edges.windows(2).zip(&out) {
                let want = (edge[0]..edge[1]).map(|j| weights[[i, j]]).fold(0.0, f64::max);
                assert!((f64::from(*got).exp() - want).abs() <= RELATIVE * want, "query {i}, keys {edge:?}");
            }
        }
    }
}

/// Once the normaliser of a row is known, a part of it gives the same bits as the whole.
#[test]
fn a_part_of_a_known_row_is_what_it_was() {
    for scheme in kinds() {
        let mut map = prepared(ask(scheme, Mask::Causal, N));
        let queries = [140, 3, 77, 76, 149];
        let edges: Vec<usize> = (0..=N).collect();
        let (mut whole, mut part) = (vec![0.0; 5 * N], vec![0.0; 5 * 20]);
        assert_eq!(map.ln_sum(77), None);
        map.rows(&queries, &edges, &mut whole, &mut Scratch::default());
        assert!(map.ln_sum(77).is_some());
        map.rows(&queries, &edges[61..82], &mut part, &mut Scratch::default());
        for (row, part) in whole.chunks(N).zip(part.chunks(20)) {
            assert_eq!(&row[61..81], part);
        }
    }
}

/// A bias that leaves far keys weights below the smallest f32 keeps their logarithms.
#[test]
fn weights_smaller_than_any_f32_are_told_apart() {
    let alibi = position::by_id("alibi").unwrap();
    let mut asked = ask(alibi, Mask::Causal, 2000);
    asked.params.alibi.slopes = vec![(HEAD, 1.0)];
    let mut map = prepared(asked);
    let mut out = [0.0; 2];
    map.rows(&[1999], &[0, 7, 14], &mut out, &mut Scratch::default());
    assert!(out[0] < -1900.0 && out[1] > out[0], "{out:?}");
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let none = position::by_id("none").unwrap();
    let empty = Ask { tokens: Rc::new(Matrix::zeros((0, 24))), ..ask(none, Mask::Full, N) };
    assert_eq!(LongMap::new(empty).err(), Some(Refused::Nothing));
    let no_head = Ask { head: 2, ..ask(none, Mask::Full, N) };
    assert_eq!(LongMap::new(no_head).err(), Some(Refused::Nothing));
    assert_eq!(prepared(ask(none, Mask::Full, N)).cell(N, 0, &mut Scratch::default()), None);

    let wide = Sizes { n: MAX_LENGTH, d_model: 1024, n_heads: 2, head_dim: 512 };
    let refused = super::terms::ask(&TERMS, wide, &Params::default());
    let Err(Refused::TooLong { longest }) = refused else { panic!("{}", refused.is_ok()) };
    assert!((4096..MAX_LENGTH).contains(&longest), "{longest}");
    assert!(super::terms::ask(&TERMS, Sizes { n: longest, ..wide }, &Params::default()).is_ok());
    assert!(super::terms::ask(&REMAPPED, wide, &Params::default()).is_ok_and(|none| none.is_none()));
}

/// The work of one picture at 4,096 and 32,768, for whoever asks: `cargo test --release -- --ignored --nocapture`.
#[test]
#[ignore = "prints times"]
fn how_long_a_picture_takes() {
    for n in [4096, MAX_LENGTH] {
        let start = std::time::Instant::now();
        let mut map = prepared(ask(position::by_id("rope").unwrap(), Mask::Full, n));
        let ready = start.elapsed();
        let raster = Viewport::whole(n).raster(600);
        let (mut out, mut scratch) = (vec![0.0; BLOCK * 600], Scratch::default());
        for queries in raster.queries.chunks(BLOCK) {
            map.rows(queries, &raster.edges, &mut out, &mut scratch);
        }
        println!("n = {n}: {ready:?} to prepare, {:?} with the picture", start.elapsed());
    }
}
