//! The RoPE of one layer type.

use super::fields::Fields;
use super::models::Defaults;
use super::{ConfigError, MAX_HEAD_DIM};
use crate::position::parameter::Choice;
use crate::position::rope::Params;
use crate::position::scaling::yarn::{self, Truncate};
use crate::position::scaling::{self, Frequencies, Problem, RopeType};

/// What the layers of one type do.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerRope {
    /// `full_attention`, `sliding_attention` …, where they differ.
    pub layer_type: Option<String>,
    /// Dimensions of a head that turn; even.
    pub rotary_dim: usize,
    pub params: Params,
    /// What the model multiplies its softmax scale by: DeepSeek's m(s, mscale_all_dim)², else 1.
    pub softmax_multiplier: f64,
    /// Whether b is the model class's own, since the configuration has none.
    pub theta_is_default: bool,
}

impl LayerRope {
    /// What Hugging Face computes for a text of `seq_len` tokens; `None` as when a model is loaded.
    ///
    /// # Errors
    /// None for a layer that was read: its problems are errors of reading.
    pub fn frequencies(&self, seq_len: Option<f64>) -> Result<Frequencies, Problem> {
        let params = Params { seq_len, ..self.params.clone() };
        scaling::of(params.rope_type, self.rotary_dim, &params)
    }
}

/// What all layers share.
pub struct Model<'a> {
    pub fields: Fields<'a>,
    pub known: Defaults,
    pub head_dim: usize,
    pub max_position_embeddings: Option<f64>,
}

/// One layer type's part of the configuration.
struct Part<'a> {
    layer_type: Option<&'a str>,
    /// Its `rope_parameters` or `rope_scaling`.
    rope: Option<Fields<'a>>,
    /// Where b stands outside of it, and the class's own.
    theta_keys: &'static [&'static str],
    default_theta: f64,
}

const THETA: &[&str] = &["rope_theta", "rotary_emb_base", "global_rope_theta"];
const LOCAL_THETA: &[&str] = &["rope_local_base_freq", "local_rope_theta"];

/// One entry, or one for each layer type.
pub fn layers(model: &Model) -> Result<Vec<LayerRope>, ConfigError> {
    let filled = |key: &str| model.fields.object(key).filter(|rope| !rope.0.is_empty());
    let rope = filled("rope_scaling").or_else(|| filled("rope_parameters"));
    let mut parts = parts(model, rope);
    parts.sort_by_key(|part| part.layer_type != Some("full_attention"));
    parts.iter().map(|part| layer(model, part)).collect()
}

fn parts<'a>(model: &Model<'a>, rope: Option<Fields<'a>>) -> Vec<Part<'a>> {
    let part = |layer_type, rope| {
        let local = layer_type == Some("sliding_attention");
        let own = model.known.local_theta.filter(|_| local);
        Part {
            layer_type,
            rope,
            theta_keys: if local { LOCAL_THETA } else { THETA },
            default_theta: own.unwrap_or(model.known.theta),
        }
    };
    let nested: Vec<_> = rope
        .into_iter()
        .flat_map(|rope| rope.0.iter())
        .filter_map(|(layer_type, value)| Some((layer_type.as_str(), Fields(value.as_object()?))))
        .collect();
    let two_bases =
        model.known.local_theta.is_some() || LOCAL_THETA.iter().any(|key| model.fields.value(key).is_some());
    match (nested.is_empty(), two_bases) {
        (false, _) => nested.into_iter().map(|(name, rope)| part(Some(name), Some(rope))).collect(),
        (true, true) => vec![part(Some("full_attention"), rope), part(Some("sliding_attention"), None)],
        (true, false) => vec![part(None, rope)],
    }
}

fn layer(model: &Model, part: &Part) -> Result<LayerRope, ConfigError> {
    let rope_type = rope_type(model, part)?;
    let rotary_dim = rotary_dim(model, part)?;
    let empty = serde_json::Map::new();
    let rope = part.rope.unwrap_or(Fields(&empty));
    let given_theta = match rope.number(&["rope_theta"])? {
        Some(theta) => Some(theta),
        None => model.fields.number(part.theta_keys)?,
    };
    let plain = Params::default();
    let original = original_length(model, part, rope, rope_type)?;
    let or = |value: Option<f64>, default: f64| value.filter(|x| *x != 0.0).unwrap_or(default);
    let params = Params {
        rope_type,
        base: given_theta.unwrap_or(part.default_theta),
        factor: factor(model, rope, rope_type, original)?,
        original_max_position_embeddings: original.unwrap_or(plain.original_max_position_embeddings),
        beta_fast: or(rope.number(&["beta_fast"])?, plain.beta_fast),
        beta_slow: or(rope.number(&["beta_slow"])?, plain.beta_slow),
        truncate: truncate(model, part, rope),
        mscale: rope.number(&["mscale"])?,
        mscale_all_dim: rope.number(&["mscale_all_dim"])?,
        attention_factor: rope.number(&["attention_factor"])?,
        low_freq_factor: needed(rope, rope_type, "low_freq_factor")?.unwrap_or(plain.low_freq_factor),
        high_freq_factor: needed(rope, rope_type, "high_freq_factor")?.unwrap_or(plain.high_freq_factor),
        short_factor: factors(model, rope, rope_type, "short_factor", rotary_dim)?,
        long_factor: factors(model, rope, rope_type, "long_factor", rotary_dim)?,
        ..plain
    };
    let layer_type = part.layer_type.map(str::to_owned);
    if let Some(problem) = scaling::problem(rope_type, rotary_dim, &params) {
        return Err(ConfigError::Rope { layer_type, problem });
    }
    let latent = model.fields.value("qk_rope_head_dim").is_some() && rope_type == RopeType::Yarn;
    let softmax_multiplier = if latent { yarn::softmax_multiplier(&params) } else { 1.0 };
    Ok(LayerRope {
        layer_type,
        rotary_dim,
        params,
        softmax_multiplier,
        theta_is_default: given_theta.is_none(),
    })
}

/// `rope_type`, or `type` in older files; `su` is LongRoPE's older name, `mrope` is plain RoPE with three positions.
fn rope_type(model: &Model, part: &Part) -> Result<RopeType, ConfigError> {
    let given = part.rope.and_then(|rope| rope.value("rope_type").or(rope.value("type")));
    let Some(given) = given else { return Ok(RopeType::Default) };
    let name = given.as_str().ok_or_else(|| ConfigError::WrongKind { key: "rope_type".to_owned() })?;
    match name {
        "su" => Ok(RopeType::Longrope),
        "yarn" if model.fields.text("model_type") == Some("phi3") => Ok(RopeType::Longrope),
        "mrope" => Ok(RopeType::Default),
        _ => RopeType::by_id(name).ok_or_else(|| ConfigError::UnknownRopeType { name: name.to_owned() }),
    }
}

/// ⌊head_dim · partial_rotary_factor⌋, or GPT-J's `rotary_dim`.
fn rotary_dim(model: &Model, part: &Part) -> Result<usize, ConfigError> {
    if let Some(rotary_dim) = model.fields.count(&["rotary_dim"])? {
        return Ok(rotary_dim.min(MAX_HEAD_DIM));
    }
    const PARTIAL: &[&str] = &["partial_rotary_factor", "rotary_pct"];
    let own = match part.rope {
        Some(rope) => rope.positive(PARTIAL)?,
        None => None,
    };
    let share = own.or(model.fields.positive(PARTIAL)?).unwrap_or(model.known.partial_rotary_factor);
    if share > 1.0 {
        return Err(ConfigError::OutOfRange { key: "partial_rotary_factor".to_owned(), value: share });
    }
    Ok((model.head_dim as f64 * share) as usize)
}

/// L. A value beside the rule's own dictionary comes first (Phi-3), as in `standardize_rope_params`; without any it is
/// `max_position_embeddings`, which is all that dynamic NTK reads.
fn original_length(
    model: &Model,
    part: &Part,
    rope: Fields,
    rope_type: RopeType,
) -> Result<Option<f64>, ConfigError> {
    const KEY: &str = "original_max_position_embeddings";
    let reads = rope_type.method().uses.contains(&KEY);
    let beside = if part.layer_type.is_none() { model.fields.number(&[KEY])? } else { None };
    let given = match rope_type {
        RopeType::Dynamic => None,
        _ => beside.or(rope.number(&[KEY])?),
    };
    let length = given.or(model.max_position_embeddings);
    match length {
        None if reads => Err(ConfigError::Missing { key: "max_position_embeddings" }),
        length => Ok(length),
    }
}

/// s. YaRN with null and LongRoPE without it take max_position_embeddings / L.
fn factor(
    model: &Model,
    rope: Fields,
    rope_type: RopeType,
    original: Option<f64>,
) -> Result<f64, ConfigError> {
    if rope_type == RopeType::Default {
        return Ok(1.0);
    }
    let is_null = rope.0.get("factor").is_some_and(serde_json::Value::is_null);
    let by_ratio = rope_type == RopeType::Longrope || (rope_type == RopeType::Yarn && is_null);
    let ratio = || Some((model.max_position_embeddings? / original?).max(1.0));
    let given = rope.number(&["factor"])?;
    given.or_else(|| ratio().filter(|_| by_ratio)).ok_or(ConfigError::Missing { key: "factor" })
}

/// The older place of `truncate` counts too: transformers reads it beside the layer types' dictionaries, not in them.
fn truncate(model: &Model, part: &Part, rope: Fields) -> Truncate {
    let outer = || model.fields.object("rope_parameters")?.flag("truncate");
    let rounds = if part.layer_type.is_some() { outer() } else { rope.flag("truncate") };
    if rounds == Some(false) { Truncate::False } else { Truncate::True }
}

/// A number that Llama 3's rule cannot do without.
fn needed(rope: Fields, rope_type: RopeType, key: &'static str) -> Result<Option<f64>, ConfigError> {
    match rope.number(&[key])? {
        None if rope_type == RopeType::Llama3 => Err(ConfigError::Missing { key }),
        number => Ok(number),
    }
}

/// One of LongRoPE's lists, in the rule's dictionary or beside it.
fn factors(
    model: &Model,
    rope: Fields,
    rope_type: RopeType,
    key: &'static str,
    rotary_dim: usize,
) -> Result<Vec<f64>, ConfigError> {
    let list = rope.list(key)?.or(model.fields.list(key)?);
    match list {
        Some(list) if list.is_empty() && rope_type == RopeType::Longrope => {
            let problem = Problem::ListLength { list: key, given: 0, needed: rotary_dim / 2 };
            Err(ConfigError::Rope { layer_type: None, problem })
        }
        None if rope_type == RopeType::Longrope => Err(ConfigError::Missing { key }),
        list => Ok(list.unwrap_or_default()),
    }
}
