//! The schema: one entry for every field of the state, in the order of the README's table.

use super::economics;
use super::field::{Access, Field};
use super::lesson;
use super::meaning;
use super::media::{self, MODES};
use super::panels::panel_ids;
use super::share;
use crate::compute::long::MAX_LENGTH;
use crate::picture::colormap;
use crate::pipeline::properties::{Column, Filter};
use crate::position::parameter::{Choice, Kind, Value};
use crate::position::{self, SCHEMES, variants};
use crate::schemes;
use crate::tokenize;
use crate::tokenize::chat::{self, injection::ParseSpecial};
use crate::tokenize::train::training::{self, Algorithm};
use std::sync::OnceLock;

/// The longest map, in tokens.
const LONGEST: u64 = MAX_LENGTH as u64;

pub const LANGS: &[&str] = &["auto", "en", "zh"];

macro_rules! choice {
    ($key:ident, $choices:expr, $shared:expr, $doc:expr) => {
        Field {
            key: stringify!($key),
            kind: Kind::Choice($choices),
            doc: $doc,
            shared: $shared,
            access: Access::Own {
                get: |s| Value::Choice(s.$key),
                set: |s, v| {
                    if let Value::Choice(choice) = v {
                        s.$key = choice;
                    }
                },
            },
        }
    };
}

macro_rules! integer {
    ($key:ident, $min:expr, $max:expr, $step:expr, $doc:expr) => {
        Field {
            key: stringify!($key),
            kind: Kind::Integer { min: $min, max: $max, step: $step },
            doc: $doc,
            shared: true,
            access: Access::Own {
                get: |s| Value::Integer(s.$key),
                set: |s, v| {
                    if let Value::Integer(n) = v {
                        s.$key = n;
                    }
                },
            },
        }
    };
}

macro_rules! number {
    ($key:ident, $min:expr, $max:expr, $log:expr, $doc:expr) => {
        Field {
            key: stringify!($key),
            kind: Kind::Number { min: $min, max: $max, log: $log },
            doc: $doc,
            shared: true,
            access: Access::Own {
                get: |s| Value::Number(s.$key),
                set: |s, v| {
                    if let Value::Number(x) = v {
                        s.$key = x;
                    }
                },
            },
        }
    };
}

/// The page's own entries before those of the schemes …
const BEFORE: &[Field] = &[
    choice!(panel, panel_ids, true, "the panel on the screen"),
    choice!(mode, || MODES, true, "the kind of signal"),
    Field {
        key: "text",
        kind: Kind::Text { max_chars: crate::signal::text::MAX_CHARS },
        doc: "the text; longer input is cut and the page says so",
        shared: true,
        access: Access::Own {
            get: |s| Value::Text(s.text.clone()),
            set: |s, v| {
                if let Value::Text(text) = v {
                    s.text = text;
                }
            },
        },
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
    integer!(
        n_heads,
        1,
        32,
        1,
        "attention heads; head_dim is the largest even number ≤ d_model / n_heads, at least 2"
    ),
    integer!(head, 0, 31, 1, "the head on the screen, from 0"),
    choice!(scheme, position::ids, true, "the positional scheme"),
];

/// … and behind the schemes' own parameters.
const AFTER: &[Field] = &[
    choice!(mask, || &["full", "causal"], true, "which keys a query may see"),
    choice!(
        stage,
        || &["dot", "scaled", "biased", "masked", "weights", "output"],
        true,
        "the stage of attention on the screen"
    ),
    choice!(
        curve,
        schemes::pictures,
        true,
        "the picture in the position panel; a scheme that has no such picture shows its first"
    ),
    integer!(pair, 0, 255, 1, "index of the frequency that the sinusoid's turn shows"),
    integer!(shift, 0, 512, 1, "positions by which the sinusoid's and RoPE's pictures move"),
    integer!(target_length, 64, 4_194_304, 1, "context-extension lab: target length T"),
    integer!(
        lab_head_dim,
        2,
        512,
        1,
        "context-extension lab: dimensions of a head that turn, instead of head_dim"
    ),
    choice!(
        lab_picture,
        || &["angle", "frequency", "wavelength", "ramp", "score", "temperature"],
        true,
        "context-extension lab: the picture on a narrow screen; a wide one shows all"
    ),
    integer!(query, 0, 511, 1, "row of the selected cell, from 0"),
    integer!(key, 0, 511, 1, "column of the selected cell, from 0"),
    Field {
        key: "order",
        kind: Kind::Order,
        doc: "permutation panel: the tokens' order as indices joined by -",
        shared: true,
        access: Access::Own {
            get: |s| Value::Order(s.order.clone()),
            set: |s, v| {
                if let Value::Order(order) = v {
                    s.order = order;
                }
            },
        },
    },
    integer!(
        n_kv_heads,
        1,
        32,
        1,
        "grouped-query attention: key/value heads; the largest number not above it that divides n_heads is taken"
    ),
    integer!(
        no_rope_layer_interval,
        0,
        8,
        1,
        "mixed stack: every so-manieth layer is without RoPE; 0 for RoPE in all, 1 for none"
    ),
    integer!(long_n, 256, LONGEST, 1, "length of the long map: the text is repeated to so many tokens"),
    integer!(long_query, 0, LONGEST - 1, 1, "long map: row of the selected cell, from 0"),
    integer!(long_key, 0, LONGEST - 1, 1, "long map: column of the selected cell, from 0"),
    number!(view_q, 0.0, LONGEST as f64, false, "long map: upper edge of the view, in queries"),
    number!(view_k, 0.0, LONGEST as f64, false, "long map: left edge of the view, in keys"),
    number!(
        view_size,
        0.0,
        LONGEST as f64,
        false,
        "long map: height and width of the view in tokens; 0 shows all"
    ),
    Field {
        key: "compare",
        kind: Kind::Set(variants::ids),
        doc: "compare panel: what stands side by side, in this order",
        shared: true,
        access: Access::Own {
            get: |s| Value::Set(s.compare.clone()),
            set: |s, v| {
                if let Value::Set(chosen) = v {
                    s.compare = chosen;
                }
            },
        },
    },
    choice!(
        compare_view,
        || &["weights", "difference"],
        true,
        "compare panel: attention weights, or weights minus those without position"
    ),
    choice!(
        compare_scale,
        || &["shared", "own"],
        true,
        "compare panel: one scale of colours for all weights, or each map's own; differences always share one"
    ),
    choice!(
        compare_entry,
        || Filter::IDS,
        true,
        "compare panel: which schemes the tables list, by where they enter"
    ),
    choice!(
        compare_sort,
        || Column::IDS,
        true,
        "compare panel: the column by which the tables are sorted; list keeps the order of schemes"
    ),
    choice!(compare_direction, || &["ascending", "descending"], true, "compare panel: the tables' direction"),
    integer!(word_index, 0, 8_192, 1, "microscope: the word of the text that is looked at, from 0"),
    integer!(step, 0, 9_999, 1, "microscope: steps of the word that are made; more than there are is all"),
    number!(dropout, 0.0, 1.0, false, "microscope: p of BPE-dropout, the share of merges that are dropped"),
    integer!(n_best, 1, 20, 1, "microscope: how many of Unigram's best cuts are listed"),
    number!(temperature, 0.0, 10.0, false, "microscope: T of draws from Unigram's lattice, P^(1/T)"),
    choice!(
        control_tokens,
        || &["text", "control"],
        true,
        "microscope: what text that reads like a control token of the vocabulary becomes"
    ),
    Field {
        key: "tokenizers",
        kind: Kind::Set(tokenize::ids),
        doc: "tokenizers panel: vocabularies side by side, in this order; the first six are shown",
        shared: true,
        access: Access::Own {
            get: |s| Value::Set(s.tokenizers.clone()),
            set: |s, v| {
                if let Value::Set(chosen) = v {
                    s.tokenizers = chosen;
                }
            },
        },
    },
    integer!(
        context_window,
        512,
        1_048_576,
        1,
        "tokenizers panel: the context length of which the text takes a share, in tokens"
    ),
    choice!(chat_template, || chat::IDS, true, "tokenizers panel: the chat template"),
    choice!(
        chat_messages,
        || &["user", "system_user", "system_user_assistant"],
        true,
        "tokenizers panel: the messages of the conversation; the page's text is the user's"
    ),
    choice!(
        parse_special,
        || ParseSpecial::IDS,
        true,
        "tokenizers panel: where text that reads like a control token becomes one"
    ),
    Field {
        key: "train_corpus",
        kind: Kind::Text { max_chars: training::MAX_CHARS },
        doc: "training: what the tokenizer is trained on; empty for the page's own sentences",
        shared: true,
        access: Access::Own {
            get: |s| Value::Text(s.train_corpus.clone()),
            set: |s, v| {
                if let Value::Text(text) = v {
                    s.train_corpus = text;
                }
            },
        },
    },
    choice!(train_algorithm, || Algorithm::IDS, true, "training: how the vocabulary is trained"),
    integer!(
        train_step,
        0,
        training::MAX_CHARS as u64,
        1,
        "training: the step on the screen, 0 before the first; the last where there are fewer"
    ),
    integer!(train_vocab_size, 2, 4_096, 1, "training: the vocabulary to reach"),
    integer!(
        train_min_frequency,
        1,
        100,
        1,
        "training: a pair that stands less often is not merged; BPE and WordPiece"
    ),
    choice!(colormap, colormap::ids, true, "colours of weights; signed values keep blue–orange"),
    choice!(lang, || LANGS, false, "language of the page; auto follows the browser"),
    choice!(theme, || &["auto", "light", "dark"], false, "light or dark; auto follows the system"),
    choice!(backend, || &["auto", "cpu", "gpu"], false, "what computes attention"),
];

/// The schema: one entry a field, in the order of the README's table.
pub fn fields() -> impl Iterator<Item = &'static Field> {
    static PARAMETERS: OnceLock<Vec<Field>> = OnceLock::new();
    let parameters = PARAMETERS.get_or_init(|| {
        let mut all: Vec<Field> = Vec::new();
        for parameter in SCHEMES.iter().flat_map(|scheme| scheme.parameters()).copied().flatten() {
            // Schemes may share a parameter.
            if all.iter().all(|field| field.key != parameter.key) {
                all.push(Field::of(parameter));
            }
        }
        all
    });
    BEFORE
        .iter()
        .chain(media::FIELDS)
        .chain(parameters)
        .chain(economics::FIELDS)
        .chain(meaning::FIELDS)
        .chain(AFTER)
        .chain(share::FIELDS)
        .chain(lesson::FIELDS)
}

/// The schema's entry for `key`.
pub fn field(key: &str) -> Option<&'static Field> {
    fields().find(|field| field.key == key)
}
