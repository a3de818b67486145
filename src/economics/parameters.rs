//! Parameters, counted from a configuration.

use super::model::{Attention, Mlp, Model};
use crate::attention::mla;

/// The parameters of a model by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// V · d.
    pub embedding: u64,
    /// V · d again, 0 where the head is tied.
    pub head: u64,
    /// Learned positions and token types.
    pub positions: u64,
    /// W_Q, W_K, W_V, W_O of all layers, with their biases, norms of q and k, and sinks.
    pub attention: u64,
    /// All layers, every expert and router.
    pub mlp: u64,
    pub norms: u64,
    pub pooler: u64,
    /// Of `mlp`, the experts that a token does not go through.
    pub idle: u64,
}

/// What parameters are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Embedding,
    Head,
    Positions,
    Attention,
    Mlp,
    /// Norms and BERT's pooler.
    Rest,
}

impl Parameters {
    pub fn of(model: &Model) -> Self {
        let Model { vocab_size, d_model, layers, tied, .. } = *model;
        let embedding = vocab_size * d_model;
        let (mlp, idle) = mlp(model);
        let norms = model.norms.per_layer * layers + model.norms.outside;
        Parameters {
            embedding,
            head: if tied { 0 } else { embedding },
            positions: (model.position_rows + model.type_rows) * d_model,
            attention: layers * attention(model),
            mlp,
            norms: norms * d_model * (1 + u64::from(model.norms.bias)),
            pooler: if model.pooler { d_model * d_model + d_model } else { 0 },
            idle,
        }
    }

    pub fn total(&self) -> u64 {
        self.embedding + self.head + self.without_embedding()
    }

    /// All but the embedding and the head.
    pub fn without_embedding(&self) -> u64 {
        self.positions + self.attention + self.mlp + self.norms + self.pooler
    }

    /// What the parameters are for, in the order of the model; together they are the total.
    pub fn parts(&self) -> [(Part, u64); 6] {
        [
            (Part::Embedding, self.embedding),
            (Part::Head, self.head),
            (Part::Positions, self.positions),
            (Part::Attention, self.attention),
            (Part::Mlp, self.mlp),
            (Part::Rest, self.norms + self.pooler),
        ]
    }

    /// `count` as a share of the whole, 0 … 1.
    pub fn share(&self, count: u64) -> f64 {
        count as f64 / self.total().max(1) as f64
    }

    /// What one token goes through: no idle expert, the head but not the embedding, of which it takes one row (so count
    /// DeepSeek's README_WEIGHTS.md and the model card of gpt-oss).
    pub fn active(&self) -> u64 {
        self.without_embedding() - self.idle + self.embedding
    }

    /// The share of embedding and head in the whole, 0 … 1.
    pub fn vocabulary_share(&self) -> f64 {
        (self.embedding + self.head) as f64 / (self.total().max(1)) as f64
    }
}

/// One layer's attention.
fn attention(model: &Model) -> u64 {
    match model.attention {
        Attention::Grouped { n_heads, head_dim, qkv_bias, output_bias, qk_norm, sinks, .. } => {
            let when = |has: bool, count: u64| if has { count } else { 0 };
            model.grouped_shape().map_or(0, |shape| {
                shape.parameters()
                    + when(qkv_bias, shape.qkv_biases())
                    + when(output_bias, model.d_model)
                    + when(qk_norm, 2 * head_dim as u64)
                    + when(sinks, n_heads as u64)
            })
        }
        Attention::Latent { shape, q_lora_rank } => latent(model.d_model, shape, q_lora_rank as u64),
    }
}

/// W_DQ, its norm, W_UQ; W_DKV with W_KR, its norm, W_UK and W_UV; W_O (DeepSeek-V3, inference/model.py, class MLA).
fn latent(d_model: u64, shape: mla::Shape, q_lora_rank: u64) -> u64 {
    let mla::Shape { n_heads, kv_lora_rank, d_nope, d_rope, d_v, .. } = shape;
    let [heads, rank, nope, rope, v] = [n_heads, kv_lora_rank, d_nope, d_rope, d_v].map(|size| size as u64);
    let query = d_model * q_lora_rank + q_lora_rank + q_lora_rank * heads * (nope + rope);
    let key_value = d_model * (rank + rope) + rank + rank * heads * (nope + v);
    query + key_value + heads * v * d_model
}

/// All layers, and the part of it that a token does not go through.
fn mlp(model: &Model) -> (u64, u64) {
    let d = model.d_model;
    match model.mlp {
        Mlp::Dense { d_ff, gated, bias } => (model.layers * dense(d, d_ff, gated, bias), 0),
        Mlp::Experts { dense_layers, dense_d_ff, routed, shared, chosen, d_ff, bias, router_bias } => {
            let layers = model.layers.saturating_sub(dense_layers);
            let expert = dense(d, d_ff, true, bias);
            let router = d * routed + if router_bias { routed } else { 0 };
            let mixture = (routed + shared) * expert + router;
            let idle = layers * routed.saturating_sub(chosen) * expert;
            (dense_layers * dense(d, dense_d_ff, true, false) + layers * mixture, idle)
        }
    }
}

fn dense(d: u64, d_ff: u64, gated: bool, bias: bool) -> u64 {
    let wide = if gated { 2 } else { 1 };
    (wide + 1) * d * d_ff + if bias { wide * d_ff + d } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::PRESETS;
    use super::super::model::What;
    use super::*;

    /// Every published number of every preset, in the unit in which it was given.
    #[test]
    fn counts_are_the_published_ones() {
        for model in PRESETS {
            let count = Parameters::of(model);
            assert!(!model.published.is_empty(), "{}", model.name);
            for published in model.published {
                let ours = match published.what {
                    What::Total => count.total(),
                    What::WithoutEmbedding => count.without_embedding(),
                    What::Active => count.active(),
                };
                let gap = ours.abs_diff(published.parameters);
                assert!(2 * gap <= published.rounded_to, "{} {:?}: {ours}", model.name, published);
            }
        }
    }

    #[test]
    fn parts_are_the_whole() {
        for model in PRESETS {
            let count = Parameters::of(model);
            assert_eq!(count.parts().iter().map(|(_, count)| count).sum::<u64>(), count.total());
            let vocabulary = count.share(count.embedding + count.head);
            assert_eq!(vocabulary, count.vocabulary_share());
            assert_eq!(*model, model.with_table(model.vocab_size, model.d_model, model.tied));
            assert_eq!(super::super::by_id(model.id), Some(model));
        }
    }

    #[test]
    fn a_larger_vocabulary_has_a_larger_share() {
        let [small, large] = [50_000, 150_000].map(|v| Parameters::of(&PRESETS[0].with_vocabulary(v)));
        assert!(small.vocabulary_share() < large.vocabulary_share());
        assert_eq!(large.embedding, 3 * small.embedding);
        assert_eq!(large.without_embedding(), small.without_embedding());
    }

    #[test]
    fn an_expert_that_is_not_chosen_is_idle() {
        let dense = PRESETS.iter().filter(|model| matches!(model.mlp, Mlp::Dense { .. }));
        assert!(dense.map(Parameters::of).all(|count| count.idle == 0));
        let mixtures = PRESETS.iter().filter(|model| matches!(model.mlp, Mlp::Experts { .. }));
        assert!(mixtures.map(Parameters::of).all(|count| count.active() < count.total() / 3));
    }
}
