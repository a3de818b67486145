//! A convolution stack as tokenizer: the last feature map, H′ × W′ × C, read row by row is H′W′ tokens of width C.
//!
//! ```text
//! y[r, c, o] = max(0, Σ_{a, b, i} w[a, b, i, o] x[r s + a − p, c s + b − p, i])      zeros outside the picture
//! side′           = ⌊(side + 2p − k)/s⌋ + 1
//! jump′           = jump · s                      pixels between neighbouring tokens
//! receptive′      = receptive + (k − 1) · jump    pixels a side that a token can see
//! ```
//!
//! DETR (Carion et al. 2020, arXiv 2005.12872, §3.2) flattens the map of a ResNet, stride 32, so. A patch embedding is
//! the stack of one layer with k = s = P. Receptive fields overlap here: neighbours share pixels. The weights are
//! seeded random numbers, N(0, 2/(k² C_in)) (He et al. 2015), and see edges and colours only by accident.

use super::super::seeded::{self, Stream};
use ndarray::{Array2, Array3, ArrayView3, s};
use rand_distr::{Distribution, StandardNormal};

/// One layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// k, at least 1.
    pub kernel: usize,
    /// s, at least 1.
    pub stride: usize,
    /// p.
    pub padding: usize,
    /// Channels that it makes.
    pub channels: usize,
}

/// Halves the side: k = 3, s = 2, p = 1.
pub const fn halving(channels: usize) -> Layer {
    Layer { kernel: 3, stride: 2, padding: 1, channels }
}

/// Stride 32 as in DETR: 224 × 224 × 3 becomes 7 × 7 × 256.
pub const STRIDE_32: [Layer; 5] = [halving(16), halving(32), halving(64), halving(128), halving(256)];

/// What a layer's map looks like and how much of the picture each of its places sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    pub rows: usize,
    pub columns: usize,
    pub channels: usize,
    /// Pixels a side that one place sees, as far as the picture goes.
    pub receptive_field: usize,
    /// Pixels between neighbours.
    pub jump: usize,
    /// The first pixel (row or column) that place 0 sees; negative where it reaches into the padding.
    pub start: i64,
}

/// ⌊(n + 2p − k)/s⌋ + 1, or 0 where the kernel does not fit.
pub fn out_side(n: usize, layer: Layer) -> usize {
    let room = (n + 2 * layer.padding).checked_sub(layer.kernel.max(1));
    room.map_or(0, |room| room / layer.stride.max(1) + 1)
}

/// Every layer's map of a height × width picture.
pub fn reach(height: usize, width: usize, layers: &[Layer]) -> Vec<Reach> {
    let pixel = Reach { rows: height, columns: width, channels: 3, receptive_field: 1, jump: 1, start: 0 };
    let next = |before: &mut Reach, layer: &Layer| {
        *before = Reach {
            rows: out_side(before.rows, *layer),
            columns: out_side(before.columns, *layer),
            channels: layer.channels,
            receptive_field: before.receptive_field + layer.kernel.saturating_sub(1) * before.jump,
            jump: before.jump * layer.stride.max(1),
            start: before.start - (layer.padding * before.jump) as i64,
        };
        Some(*before)
    };
    layers.iter().scan(pixel, next).collect()
}

/// The weights of a layer, (k² C_in) × C_out: rows in the order (row, column, channel) of the kernel.
pub fn weights(layer: Layer, channels_in: usize, seed: u64, number: usize) -> Array2<f32> {
    let fan_in = layer.kernel * layer.kernel * channels_in;
    let mut rng = seeded::nth_stream(seed, Stream::Convolution, number as u64);
    let scale = (2.0 / fan_in.max(1) as f32).sqrt();
    Array2::from_shape_simple_fn((fan_in, layer.channels), || {
        let z: f32 = StandardNormal.sample(&mut rng);
        z * scale
    })
}

/// The map that the stack makes of [row, column, channel] numbers.
pub fn feature_map(pixels: ArrayView3<f32>, layers: &[Layer], seed: u64) -> Array3<f32> {
    let mut map = pixels.to_owned();
    for (number, &layer) in layers.iter().enumerate() {
        let weights = weights(layer, map.dim().2, seed, number);
        map = convolve(map.view(), layer, &weights);
        map.mapv_inplace(|x| x.max(0.0));
    }
    map
}

/// One convolution, without bias or ReLU. Each place is its window unrolled (as a patch is) times the weights.
pub fn convolve(x: ArrayView3<f32>, layer: Layer, weights: &Array2<f32>) -> Array3<f32> {
    let (height, width, channels) = x.dim();
    let (kernel, stride, padding) = (layer.kernel.max(1), layer.stride.max(1), layer.padding);
    let (rows, columns) = (out_side(height, layer), out_side(width, layer));
    let mut padded = Array3::zeros((height + 2 * padding, width + 2 * padding, channels));
    padded.slice_mut(s![padding..padding + height, padding..padding + width, ..]).assign(&x);
    let mut out = Array3::zeros((rows, columns, weights.ncols()));
    // one row of windows at a time: little memory, and a matrix product that is large enough
    let mut windows = Array2::zeros((columns, kernel * kernel * channels));
    for (r, mut out_row) in out.outer_iter_mut().enumerate() {
        for (c, mut window) in windows.rows_mut().into_iter().enumerate() {
            let (top, left) = (r * stride, c * stride);
            let seen = padded.slice(s![top..top + kernel, left..left + kernel, ..]);
            window.iter_mut().zip(seen.iter()).for_each(|(to, from)| *to = *from);
        }
        out_row.assign(&windows.dot(weights));
    }
    out
}

/// H′W′ × C: the map read row by row.
pub fn flatten(map: ArrayView3<f32>) -> Array2<f32> {
    let (rows, columns, channels) = map.dim();
    Array2::from_shape_fn((rows * columns, channels), |(token, channel)| {
        map[[token / columns, token % columns, channel]]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_halvings_are_stride_32() {
        let maps = reach(224, 224, &STRIDE_32);
        assert_eq!(maps.iter().map(|m| m.rows).collect::<Vec<_>>(), [112, 56, 28, 14, 7]);
        assert_eq!(maps.iter().map(|m| m.receptive_field).collect::<Vec<_>>(), [3, 7, 15, 31, 63]);
        assert_eq!((maps[4].jump, maps[4].start, maps[4].channels), (32, -31, 256));
    }

    /// A changed pixel changes exactly the places whose receptive field holds it.
    #[test]
    fn receptive_fields_are_what_can_be_seen() {
        let layers = [halving(4), halving(5), Layer { kernel: 2, stride: 1, padding: 0, channels: 6 }];
        let before = Array3::from_shape_fn((24, 24, 3), |(r, c, ch)| ((r * 5 + c * 3 + ch) % 7) as f32 - 3.0);
        let mut after = before.clone();
        after[[9, 9, 1]] += 50.0;
        let linear = |x: &Array3<f32>| {
            layers.iter().enumerate().fold(x.clone(), |map, (i, &layer)| {
                convolve(map.view(), layer, &weights(layer, map.dim().2, 1, i))
            })
        };
        let (before, after) = (linear(&before), linear(&after));
        let last = *reach(24, 24, &layers).last().unwrap();
        assert_eq!(before.dim(), (last.rows, last.columns, last.channels));
        for r in 0..last.rows {
            for c in 0..last.columns {
                let sees = |at: usize| {
                    let start = last.start + (at * last.jump) as i64;
                    (start..start + last.receptive_field as i64).contains(&9)
                };
                let changed = before.slice(s![r, c, ..]) != after.slice(s![r, c, ..]);
                assert_eq!(changed, sees(r) && sees(c), "{r} {c}");
            }
        }
    }

    #[test]
    fn a_convolution_by_hand() {
        let x = Array3::from_shape_fn((2, 2, 1), |(r, c, _)| (2 * r + c) as f32 + 1.0);
        let sum = Array2::ones((9, 1));
        let same = Layer { kernel: 3, stride: 1, padding: 1, channels: 1 };
        assert_eq!(flatten(convolve(x.view(), same, &sum).view()).column(0).to_vec(), [10.0; 4]);
        let first = convolve(x.view(), halving(1), &sum);
        assert_eq!((first.dim(), first[[0, 0, 0]]), ((1, 1, 1), 10.0));
    }

    /// A patch embedding is one layer with k = s = P.
    #[test]
    fn one_layer_is_the_patch_embedding() {
        use super::super::patch::{Order, unroll};
        let x = Array3::from_shape_fn((4, 6, 3), |(r, c, ch)| (r * 18 + c * 3 + ch) as f32);
        let layer = Layer { kernel: 2, stride: 2, padding: 0, channels: 5 };
        let weights = weights(layer, 3, 7, 0);
        let tokens = flatten(convolve(x.view(), layer, &weights).view());
        assert_eq!(tokens, unroll(x.view(), 2, Order::Hwc).dot(&weights));
    }

    #[test]
    fn small_pictures_make_small_maps() {
        let dot = Array3::ones((1, 1, 3));
        assert_eq!(feature_map(dot.view(), &STRIDE_32, 1).dim(), (1, 1, 256));
        let unpadded = Layer { kernel: 3, stride: 1, padding: 0, channels: 2 };
        assert_eq!(feature_map(dot.view(), &[unpadded], 1).dim(), (0, 0, 2));
        let map = feature_map(Array3::ones((8, 8, 3)).view(), &[halving(4)], 1);
        assert!(map.iter().all(|x| *x >= 0.0) && map.iter().any(|x| *x > 0.0));
    }
}
