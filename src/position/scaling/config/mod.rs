//! A model's `config.json`, as Hugging Face publishes it: what its RoPE is.
//!
//! Read are the old form (`rope_theta` beside `rope_scaling: { type or rope_type, factor, … }`), the form of
//! transformers 5.x (`rope_parameters`, also one per layer type), the text part of a multimodal model, DeepSeek's
//! `qk_rope_head_dim`, Phi-3's lists, Gemma 3's second base, and partial rotary under its three names. The result is
//! what transformers 5.24 computes for the same file; `tests/rope_configs.rs` compares it with that library's values.

mod error;
mod fields;
mod layer;
mod models;

pub use error::ConfigError;
pub use layer::LayerRope;

use fields::Fields;
use serde_json::Value;

/// The longest text that is parsed; the longest published configurations have some hundred kilobytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The widest head that is believed.
pub const MAX_HEAD_DIM: usize = 4096;

/// Where multimodal configurations keep their language model, in the order in which they are looked for.
const TEXT_PARTS: &[&str] = &["text_config", "llm_config", "language_config"];

/// What a configuration says of its attention.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelConfig {
    pub model_type: Option<String>,
    /// The key of the part that was read, where the configuration has several.
    pub part: Option<&'static str>,
    /// Dimensions of one head that RoPE may turn: `head_dim`, `qk_rope_head_dim` or hidden_size / num_attention_heads.
    pub head_dim: usize,
    pub num_attention_heads: Option<usize>,
    pub num_key_value_heads: Option<usize>,
    pub max_position_embeddings: Option<f64>,
    /// One, or one per layer type with those of full attention first. Never empty.
    pub layers: Vec<LayerRope>,
}

/// Reads a `config.json`.
///
/// # Errors
/// A [`ConfigError`] that names the key at fault. Nothing is parsed beyond [`MAX_BYTES`].
pub fn read(text: &str) -> Result<ModelConfig, ConfigError> {
    if text.len() > MAX_BYTES {
        return Err(ConfigError::TooLong { bytes: text.len(), max: MAX_BYTES });
    }
    let root: Value = serde_json::from_str(text)
        .map_err(|error| ConfigError::NotJson { line: error.line(), column: error.column() })?;
    let root = root.as_object().ok_or(ConfigError::NotAnObject)?;
    let root = Fields(root);
    let text_part = TEXT_PARTS.iter().find_map(|key| Some((*key, root.object(key)?)));
    let (part, fields) = text_part.map_or((None, root), |(key, fields)| (Some(key), fields));
    of_text_model(part, fields)
}

fn of_text_model(part: Option<&'static str>, fields: Fields) -> Result<ModelConfig, ConfigError> {
    let model_type = fields.text("model_type");
    let known = models::by_type(model_type.unwrap_or_default());
    let num_attention_heads = fields.count(&["num_attention_heads", "n_head", "num_heads"])?;
    let head_dim = head_dim(fields, num_attention_heads, known)?;
    if !uses_rope(fields, known.is_some()) {
        return Err(ConfigError::NoRope { model_type: model_type.map(str::to_owned) });
    }
    let max_position_embeddings =
        fields.positive(&["max_position_embeddings", "n_positions", "max_sequence_length"])?;
    let known = known.copied().unwrap_or_default();
    let model = layer::Model { fields, known, head_dim, max_position_embeddings };
    Ok(ModelConfig {
        model_type: model_type.map(str::to_owned),
        part,
        head_dim,
        num_attention_heads,
        num_key_value_heads: fields.count(&["num_key_value_heads"])?,
        max_position_embeddings,
        layers: layer::layers(&model)?,
    })
}

/// DeepSeek's rotated part; else `head_dim`; else that of the model's class; else hidden_size / num_attention_heads.
fn head_dim(
    fields: Fields,
    heads: Option<usize>,
    known: Option<&models::Defaults>,
) -> Result<usize, ConfigError> {
    let named = fields.count(&["qk_rope_head_dim", "head_dim"])?.or(known.and_then(|known| known.head_dim));
    let width = fields.count(&["hidden_size", "n_embd", "d_model"])?;
    let head_dim = match (named, width, heads) {
        (Some(head_dim), _, _) => head_dim,
        (None, Some(width), Some(heads)) => width / heads,
        _ => return Err(ConfigError::NoHeads),
    };
    if head_dim > MAX_HEAD_DIM {
        return Err(ConfigError::OutOfRange { key: "head_dim".to_owned(), value: head_dim as f64 });
    }
    Ok(head_dim)
}

/// Whether anything says that the model rotates: a key of RoPE's, or the name of a model that does without one.
fn uses_rope(fields: Fields, known: bool) -> bool {
    const KEYS: &[&str] = &[
        "rope_theta",
        "rope_scaling",
        "rope_parameters",
        "rotary_emb_base",
        "rotary_pct",
        "rotary_dim",
        "partial_rotary_factor",
        "rope_local_base_freq",
        "global_rope_theta",
        "qk_rope_head_dim",
    ];
    fields.flag("alibi") != Some(true) && (known || KEYS.iter().any(|key| fields.0.contains_key(*key)))
}

#[cfg(test)]
mod tests;
