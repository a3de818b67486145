//! The state and its schema, side by side.

use super::field::{Field, Kind, Value};
use crate::picture::colormap;
use crate::position;
use crate::tokenize;

/// Everything the reader can set.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub panel: &'static str,
    pub mode: &'static str,
    pub text: String,
    pub tokenizer: &'static str,
    pub seed: u64,
    pub d_model: u64,
    pub common: f64,
    pub n_heads: u64,
    pub head: u64,
    pub scheme: &'static str,
    pub rope_pairing: &'static str,
    pub base: f64,
    pub rope_type: &'static str,
    pub factor: f64,
    pub original_max_position_embeddings: u64,
    pub beta_fast: f64,
    pub beta_slow: f64,
    pub attention_factor: Option<f64>,
    pub slope_scale: f64,
    pub slopes: Vec<(usize, f64)>,
    pub mask: &'static str,
    pub stage: &'static str,
    pub curve: &'static str,
    pub query: u64,
    pub key: u64,
    pub order: Vec<usize>,
    pub colormap: &'static str,
    pub lang: &'static str,
    pub theme: &'static str,
    pub backend: &'static str,
}

impl Default for State {
    fn default() -> Self {
        State {
            panel: "permutation",
            mode: "text",
            text: "狗咬人".to_string(),
            tokenizer: "char",
            seed: 42,
            d_model: 64,
            common: 0.5,
            n_heads: 4,
            head: 0,
            scheme: "none",
            rope_pairing: "half_split",
            base: 10_000.0,
            rope_type: "default",
            factor: 1.0,
            original_max_position_embeddings: 2048,
            beta_fast: 32.0,
            beta_slow: 1.0,
            attention_factor: None,
            slope_scale: 1.0,
            slopes: Vec::new(),
            mask: "full",
            stage: "weights",
            curve: "frequency",
            query: 0,
            key: 0,
            order: Vec::new(),
            colormap: "viridis",
            lang: "auto",
            theme: "auto",
            backend: "auto",
        }
    }
}

pub const PANELS: &[&str] = &["signal", "tokens", "vectors", "position", "attention", "permutation"];
pub const LANGS: &[&str] = &["auto", "en", "zh"];
/// The steepest slope of ALiBi that can be set.
pub const MAX_SLOPE: f64 = 8.0;

macro_rules! choice {
    ($key:ident, $choices:expr, $shared:expr, $doc:expr) => {
        Field {
            key: stringify!($key),
            kind: Kind::Choice($choices),
            doc: $doc,
            get: |s| Value::Choice(s.$key),
            set: |s, v| {
                if let Value::Choice(choice) = v {
                    s.$key = choice;
                }
            },
            shared: $shared,
        }
    };
}

macro_rules! integer {
    ($key:ident, $min:expr, $max:expr, $step:expr, $doc:expr) => {
        Field {
            key: stringify!($key),
            kind: Kind::Integer { min: $min, max: $max, step: $step },
            doc: $doc,
            get: |s| Value::Integer(s.$key),
            set: |s, v| {
                if let Value::Integer(n) = v {
                    s.$key = n;
                }
            },
            shared: true,
        }
    };
}

macro_rules! number {
    ($key:ident, $min:expr, $max:expr, $log:expr, $doc:expr) => {
        Field {
            key: stringify!($key),
            kind: Kind::Number { min: $min, max: $max, log: $log },
            doc: $doc,
            get: |s| Value::Number(s.$key),
            set: |s, v| {
                if let Value::Number(x) = v {
                    s.$key = x;
                }
            },
            shared: true,
        }
    };
}

/// The schema: one entry a field, in the order of the README's table.
pub const FIELDS: &[Field] = &[
    choice!(panel, || PANELS, true, "the panel on the screen"),
    choice!(mode, || &["text"], true, "the kind of signal"),
    Field {
        key: "text",
        kind: Kind::Text { max_chars: crate::signal::text::MAX_CHARS },
        doc: "the text; longer input is cut and the page says so",
        get: |s| Value::Text(s.text.clone()),
        set: |s, v| {
            if let Value::Text(text) = v {
                s.text = text;
            }
        },
        shared: true,
    },
    choice!(tokenizer, tokenize::ids, true, "the vocabulary that cuts the text"),
    integer!(seed, 0, 9_999, 1, "seeds the embedding table and the projections"),
    integer!(d_model, 16, 512, 16, "width of a token's vector"),
    number!(
        common,
        0.0,
        1.0,
        false,
        "expected cosine of any two embeddings, and correlation of W_K with W_Q"
    ),
    integer!(n_heads, 1, 32, 1, "attention heads; head_dim is the largest even number ≤ d_model / n_heads"),
    integer!(head, 0, 31, 1, "the head on the screen, from 0"),
    choice!(scheme, position::ids, true, "the positional scheme"),
    choice!(rope_pairing, || &["half_split", "interleaved"], true, "which dimensions form a RoPE pair"),
    number!(base, 1e2, 1e7, true, "RoPE base b, Hugging Face's rope_theta"),
    choice!(rope_type, position::scaling::ids, true, "RoPE context extension"),
    number!(factor, 1.0, 64.0, true, "YaRN scale s"),
    integer!(original_max_position_embeddings, 64, 131_072, 1, "pre-training length L"),
    number!(beta_fast, 1.0, 128.0, true, "YaRN: pairs that turn more often within L are kept"),
    number!(beta_slow, 0.1, 32.0, true, "YaRN: pairs that turn less often within L are divided by s"),
    Field {
        key: "attention_factor",
        kind: Kind::AutoNumber { min: 0.5, max: 2.0 },
        doc: "YaRN: multiplies cos and sin; auto is 0.1 ln s + 1",
        get: |s| s.attention_factor.map_or(Value::Auto, Value::Number),
        set: |s, v| match v {
            Value::Auto => s.attention_factor = None,
            Value::Number(x) => s.attention_factor = Some(x),
            _ => {}
        },
        shared: true,
    },
    number!(slope_scale, 0.0, 8.0, false, "multiplies every ALiBi slope"),
    Field {
        key: "slopes",
        kind: Kind::Slopes { max: MAX_SLOPE },
        doc: "ALiBi slopes set by hand, as head:slope pairs joined by -; slope_scale multiplies them too",
        get: |s| Value::Slopes(s.slopes.clone()),
        set: |s, v| {
            if let Value::Slopes(slopes) = v {
                s.slopes = slopes;
            }
        },
        shared: true,
    },
    choice!(mask, || &["full", "causal"], true, "which keys a query may see"),
    choice!(
        stage,
        || &["dot", "scaled", "biased", "masked", "weights", "output"],
        true,
        "the stage of attention on the screen"
    ),
    choice!(
        curve,
        || &["frequency", "wavelength", "cosine", "score", "clocks"],
        true,
        "RoPE's picture in the position panel"
    ),
    integer!(query, 0, 511, 1, "row of the selected cell, from 0"),
    integer!(key, 0, 511, 1, "column of the selected cell, from 0"),
    Field {
        key: "order",
        kind: Kind::Order,
        doc: "permutation panel: the tokens' order as indices joined by -",
        get: |s| Value::Order(s.order.clone()),
        set: |s, v| {
            if let Value::Order(order) = v {
                s.order = order;
            }
        },
        shared: true,
    },
    choice!(colormap, colormap::ids, true, "colours of weights; signed values keep blue–orange"),
    choice!(lang, || LANGS, false, "language of the page; auto follows the browser"),
    choice!(theme, || &["auto", "light", "dark"], false, "light or dark; auto follows the system"),
    choice!(backend, || &["auto", "cpu", "gpu"], false, "what computes attention"),
];

/// The schema's entry for `key`.
pub fn field(key: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.key == key)
}
