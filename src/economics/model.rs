//! The sizes of a model, as its config.json gives them.

use crate::attention::{gqa, mla};

/// A model's sizes. Names in brackets are those of Hugging Face's config.json.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// In links.
    pub id: &'static str,
    pub name: &'static str,
    /// Where the sizes are from: names and titles only, as it is said in every language.
    pub source: &'static str,
    /// Whether a module for multi-token prediction is left out of it.
    pub without_mtp: bool,
    /// What its makers, or the hub that holds it, say of its parameters.
    pub published: &'static [Published],
    /// V [vocab_size], padding included.
    pub vocab_size: u64,
    /// d [hidden_size].
    pub d_model: u64,
    /// [num_hidden_layers]
    pub layers: u64,
    /// Whether the head is the embedding table [tie_word_embeddings].
    pub tied: bool,
    /// Rows of learned position tables [max_position_embeddings; 0 with RoPE].
    pub position_rows: u64,
    /// Rows of a table of token types [type_vocab_size].
    pub type_rows: u64,
    /// A d × d layer with bias on top of [CLS], BERT's pooler.
    pub pooler: bool,
    pub attention: Attention,
    pub window: Option<Window>,
    pub mlp: Mlp,
    pub norms: Norms,
    /// Whether a query sees later keys too (an encoder).
    pub bidirectional: bool,
    /// The longest sequence that it was made for.
    pub context: u64,
}

/// A published number of parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    pub what: What,
    pub parameters: u64,
    /// The unit in which it was given: 1 for an exact count, 10,000,000 for "8.03 B".
    pub rounded_to: u64,
    pub source: &'static str,
}

/// What a published number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Total,
    /// Without embedding and head.
    WithoutEmbedding,
    /// What one token goes through, the head included and the embedding table not.
    Active,
}

/// How keys and values are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attention {
    /// Multi-head, grouped or multi-query: by n_kv_heads.
    Grouped {
        n_heads: usize,
        n_kv_heads: usize,
        head_dim: usize,
        /// Biases of W_Q, W_K and W_V.
        qkv_bias: bool,
        /// Bias of W_O.
        output_bias: bool,
        /// A norm of each head's queries and one of its keys (Qwen3, Gemma 3): 2 · head_dim weights.
        qk_norm: bool,
        /// A learned logit per head that takes weight from all keys (gpt-oss).
        sinks: bool,
    },
    /// Multi-head latent attention, as DeepSeek-V3 has it.
    Latent {
        shape: mla::Shape,
        /// Width of the low-rank query [q_lora_rank].
        q_lora_rank: usize,
    },
}

/// Layers that see only so many tokens back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Keys that a query sees, itself included [sliding_window].
    pub size: u64,
    /// Every so-manieth layer is without window; 0 for none.
    pub full_every: u64,
}

/// How far back a model's layers see: what makes its costs grow with the length as they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All of them see everything.
    Whole,
    /// `full` of `layers` see everything, the others `window` tokens.
    Mixed { window: u64, full: u64, layers: u64 },
    /// None sees more than `window` tokens.
    Bounded { window: u64 },
}

/// The layer behind attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mlp {
    /// Two matrices of d × d_ff, or three where it is gated (SwiGLU, GeGLU).
    Dense { d_ff: u64, gated: bool, bias: bool },
    /// A mixture of gated experts behind `dense_layers` layers of a gated dense one.
    Experts {
        dense_layers: u64,
        dense_d_ff: u64,
        /// Experts that a router chooses from [n_routed_experts, num_local_experts].
        routed: u64,
        /// Experts that every token goes through [n_shared_experts].
        shared: u64,
        /// Experts that the router chooses for a token [num_experts_per_tok].
        chosen: u64,
        /// [moe_intermediate_size]
        d_ff: u64,
        /// Biases of the experts' matrices.
        bias: bool,
        /// A number per expert beside the router's matrix: a bias, or DeepSeek's load balancing.
        router_bias: bool,
    },
}

/// The normalisations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Norms {
    pub per_layer: u64,
    /// Those outside the layers: the last one, or BERT's behind the embedding.
    pub outside: u64,
    /// LayerNorm has a bias beside its weight; RMSNorm has not.
    pub bias: bool,
}

impl Model {
    /// The same model with another vocabulary.
    pub fn with_vocabulary(self, vocab_size: u64) -> Self {
        Model { vocab_size, ..self }
    }

    /// The same model with another table: V, d, and whether the head is the table. Layers take the width along; the sizes of
    /// heads and of the layer behind attention stay.
    pub fn with_table(self, vocab_size: u64, d_model: u64, tied: bool) -> Self {
        Model { vocab_size, d_model, tied, ..self }
    }

    /// Its query, key and value projections, if it has no latent attention.
    pub fn grouped_shape(&self) -> Option<gqa::Shape> {
        match self.attention {
            Attention::Grouped { n_heads, n_kv_heads, head_dim, .. } => {
                Some(gqa::Shape { d_model: self.d_model as usize, n_heads, n_kv_heads, head_dim })
            }
            Attention::Latent { .. } => None,
        }
    }

    /// How far back its layers see.
    pub fn reach(&self) -> Reach {
        let Some(window) = self.window else { return Reach::Whole };
        match (0..self.layers).filter(|layer| window.is_full(*layer)).count() as u64 {
            0 => Reach::Bounded { window: window.size },
            full => Reach::Mixed { window: window.size, full, layers: self.layers },
        }
    }

    /// How many of a layer's keys a query may see of `n`, for layer `layer` from 0.
    pub fn seen(&self, layer: u64, n: u64) -> u64 {
        match self.window {
            Some(window) if !window.is_full(layer) => n.min(window.size),
            _ => n,
        }
    }
}

impl Window {
    /// Whether layer `layer` (from 0) is without the window: (layer + 1) mod full_every = 0, as Hugging Face's Gemma 3
    /// [sliding_window_pattern] and gpt-oss [layer_types] have it.
    pub fn is_full(self, layer: u64) -> bool {
        self.full_every > 0 && (layer + 1).is_multiple_of(self.full_every)
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_id;
    use super::Reach;

    #[test]
    fn a_model_reaches_as_far_as_its_layers() {
        let reach = |id| by_id(id).unwrap().reach();
        assert_eq!(reach("llama2_7b"), Reach::Whole);
        assert_eq!(reach("gemma3_1b"), Reach::Mixed { window: 512, full: 4, layers: 26 });
        assert_eq!(reach("mistral_7b"), Reach::Bounded { window: 4096 });
    }
}
