//! No positional encoding (NoPE): attention alone, plus whatever order the mask imposes.
//!
//! Kazemnejad et al. 2023, "The Impact of Positional Encoding on Length Generalization in Transformers",
//! arXiv 2305.19466. Without a mask attention is permutation-equivariant; with a causal mask one layer's
//! output at i depends on token i and the *multiset* of tokens before it.

use super::property::{Scope, UsedBy, partly};
use super::{Entry, Scheme, SchemeInfo};

/// Nothing is added, rotated or biased.
pub struct None;

impl Scheme for None {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    // Llama 4, SmolLM3: no_rope_layer_interval of their Hugging Face configurations; Kimi Linear: mla_use_nope of its own
    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[
            partly("Llama 4", Scope::EveryNthLayer(4)),
            partly("SmolLM3", Scope::EveryNthLayer(4)),
            partly("Kimi Linear", Scope::FullAttentionLayers),
        ];
        USED_BY
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "none",
    name: "NoPE",
    entry: Entry::Nowhere,
    citation: "Kazemnejad et al., The Impact of Positional Encoding on Length Generalization in Transformers, NeurIPS 2023, arXiv 2305.19466",
    year: 2023,
    mathml: "<msub><mi>z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><mrow><msub><mi>q</mi><mi>i</mi></msub><mo>·</mo><msub><mi>k</mi><mi>j</mi></msub></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac>",
    convention: "row = query i, column = key j, both from 0",
};
