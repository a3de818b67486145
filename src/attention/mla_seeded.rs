//! A seeded layer of latent attention in the page's own sizes, for looking at.
//!
//! Its widths stand to each other as DeepSeek-V3's do: kv_lora_rank = 4·d_nope, d_rope = d_nope/2, d_v = d_nope.

use super::Mask;
use super::mla::{Mla, Shape};
use super::projection::head_dim;
use crate::embed::random::{Stream, normal};
use crate::matrix::to_f64;
use crate::position::rope::Pairing;
use crate::position::scaling::{Frequencies, default};

/// The sizes for a model of this width; d_nope is the page's head_dim, d_rope even and at least 2.
pub fn shape(d_model: usize, n_heads: usize) -> Shape {
    let d_nope = head_dim(d_model, n_heads);
    let d_rope = (d_nope / 4 * 2).max(2);
    Shape { d_model, n_heads, kv_lora_rank: 4 * d_nope, d_nope, d_rope, d_v: d_nope }
}

/// The layer: entries N(0, 1/fan_in), one stream a matrix, interleaved RoPE with this base as in DeepSeek-V3's code.
pub fn seeded(shape: Shape, seed: u64, base: f64, mask: Mask) -> Mla {
    let Shape { d_model, n_heads, kv_lora_rank, d_nope, d_rope, d_v } = shape;
    let w = |rows, cols, stream| to_f64(&normal(rows, cols, seed, stream));
    Mla {
        shape,
        w_q: w(d_model, n_heads * (d_nope + d_rope), Stream::Query),
        w_dkv: w(d_model, kv_lora_rank, Stream::LatentDown),
        w_kr: w(d_model, d_rope, Stream::LatentRotary),
        w_uk: w(kv_lora_rank, n_heads * d_nope, Stream::LatentKey),
        w_uv: w(kv_lora_rank, n_heads * d_v, Stream::LatentValue),
        w_o: w(n_heads * d_v, d_model, Stream::Output),
        freq: frequencies(d_rope, base),
        pairing: Pairing::Interleaved,
        mask,
    }
}

/// Plain RoPE's frequencies for so many dimensions.
pub fn frequencies(rotary_dim: usize, base: f64) -> Frequencies {
    Frequencies { inv_freq: default::inv_freq(rotary_dim, base), attention_factor: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::mla::DEEPSEEK_V3;
    use crate::matrix::{Matrix64, max_abs_diff};

    #[test]
    fn the_proportions_are_deepseeks() {
        let Shape { kv_lora_rank, d_nope, d_rope, d_v, .. } = DEEPSEEK_V3;
        assert_eq!((4 * d_nope, d_nope / 2, d_nope), (kv_lora_rank, d_rope, d_v));
        let Shape { d_nope, d_rope, .. } = shape(64, 4);
        assert_eq!((d_nope, d_rope), (16, 8));
        for n_heads in 1..=32 {
            let small = shape(16, n_heads);
            assert!(small.d_rope >= 2 && small.d_rope % 2 == 0 && small.d_nope >= 2, "{small:?}");
        }
    }

    #[test]
    fn both_forms_agree_and_a_full_rotation_cannot_be_absorbed() {
        let x = Matrix64::from_shape_fn((7, 48), |(i, c)| ((5 * i + 3 * c) as f64).sin());
        for mask in [Mask::Full, Mask::Causal] {
            let layer = seeded(shape(48, 3), 11, 1e4, mask);
            let (naive, absorbed) = (layer.naive(&x).unwrap(), layer.absorbed(&x).unwrap());
            let gap = max_abs_diff(naive.output.view(), absorbed.output.view()).unwrap();
            assert!(gap < 1e-12, "{gap}");
            let freq = frequencies(layer.shape.d_nope, 1e4);
            assert!(layer.full_rope_gap(&x, &freq).unwrap() > 0.1);
            let change = |r: f64| layer.key_map_change(0, r, &freq);
            assert_eq!(change(0.0), 0.0);
            assert!((1..20).all(|r| (0.1..=2.0).contains(&change(f64::from(r)))), "{}", change(1.0));
        }
    }
}
