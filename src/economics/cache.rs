//! The KV cache of a model by length.

use super::model::{Attention, Model};
use crate::attention::{gqa, mla};

/// How the keys and values of a token are kept; the model's own, and what it would be otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As the model has it.
    Own,
    /// As many key and value heads as query heads.
    MultiHead,
    /// One key and value head for all query heads.
    MultiQuery,
}

/// Numbers that one layer keeps of one token.
pub fn numbers(model: &Model, layout: Layout) -> usize {
    match (model.attention, layout) {
        (Attention::Grouped { n_kv_heads, head_dim, .. }, Layout::Own) => {
            gqa::cached_numbers(n_kv_heads, head_dim)
        }
        (Attention::Grouped { n_heads, head_dim, .. }, Layout::MultiHead) => {
            gqa::cached_numbers(n_heads, head_dim)
        }
        (Attention::Grouped { head_dim, .. }, Layout::MultiQuery) => gqa::cached_numbers(1, head_dim),
        (Attention::Latent { shape, .. }, layout) => latent(shape, layout),
    }
}

fn latent(shape: mla::Shape, layout: Layout) -> usize {
    match layout {
        Layout::Own => shape.cached_numbers(),
        Layout::MultiHead => shape.uncompressed_numbers(),
        Layout::MultiQuery => shape.grouped_numbers(1),
    }
}

/// Bytes for `batch` sequences of `n` tokens; a layer with a window keeps no more than its window. Saturates instead of
/// overflowing. An encoder keeps none while it works; the number is what it would be.
pub fn bytes(model: &Model, layout: Layout, n: u64, batch: u64, bytes_per_number: u64) -> u64 {
    let tokens = (0..model.layers).map(|layer| model.seen(layer, n)).fold(0, u64::saturating_add);
    [tokens, batch, bytes_per_number].into_iter().fold(numbers(model, layout) as u64, u64::saturating_mul)
}

#[cfg(test)]
mod tests {
    use super::super::PRESETS;
    use super::*;

    fn preset(name: &str) -> &'static Model {
        PRESETS.iter().find(|model| model.name == name).unwrap()
    }

    /// The same as the caches of `attention/`, which the golden values check.
    #[test]
    fn caches_are_those_of_the_attention_modules() {
        assert_eq!(bytes(preset("Llama 3.1 8B"), Layout::Own, 8192, 1, 2), gqa::LLAMA_3_8B.bytes());
        assert_eq!(bytes(preset("Llama 2 7B"), Layout::Own, 4096, 1, 2), 2 << 30);
        assert_eq!(bytes(preset("Qwen3 0.6B"), Layout::Own, 32_768, 1, 2), 3_758_096_384);
        let deepseek = preset("DeepSeek-V3");
        let latent = gqa::bytes(mla::DEEPSEEK_V3.cached_numbers(), [mla::DEEPSEEK_V3_LAYERS, 1000, 1, 2]);
        assert_eq!(bytes(deepseek, Layout::Own, 1000, 1, 2), latent);
        assert_eq!(bytes(deepseek, Layout::MultiHead, 1000, 1, 2) / latent, mla::DEEPSEEK_V3.saving() as u64);
    }

    /// Gemma 3 1B: of 26 layers every sixth, four in all, keeps everything; the others 512 tokens.
    #[test]
    fn a_window_bounds_its_layers() {
        let gemma = preset("Gemma 3 1B");
        let one = numbers(gemma, Layout::Own) as u64 * 2;
        assert_eq!(bytes(gemma, Layout::Own, 512, 1, 2), 26 * 512 * one);
        assert_eq!(bytes(gemma, Layout::Own, 32_768, 1, 2), (4 * 32_768 + 22 * 512) * one);
        assert_eq!(bytes(gemma, Layout::Own, u64::MAX, 1, 2), u64::MAX);
    }
}
