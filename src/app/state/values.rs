//! What the reader can set, and what it is before anything is set.

use super::{Economics, Lesson, Meaning, Media, Share};
use crate::position::Params;

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
    /// What the schemes can be told; `seed` stands above.
    pub params: Params,
    pub media: Media,
    pub economics: Economics,
    pub meaning: Meaning,
    pub lesson: Lesson,
    pub mask: &'static str,
    pub stage: &'static str,
    pub curve: &'static str,
    pub pair: u64,
    pub shift: u64,
    /// Context-extension lab: T.
    pub target_length: u64,
    /// Context-extension lab: dimensions of a head that turn, in a model of a real size.
    pub lab_head_dim: u64,
    pub lab_picture: &'static str,
    pub query: u64,
    pub key: u64,
    pub order: Vec<usize>,
    /// Panel around attention: key/value heads of grouped-query attention.
    pub n_kv_heads: u64,
    /// Panel around attention: every so-manieth layer of the mixed stack is without RoPE.
    pub no_rope_layer_interval: u64,
    pub long_n: u64,
    pub long_query: u64,
    pub long_key: u64,
    pub view_q: f64,
    pub view_k: f64,
    pub view_size: f64,
    /// Variants side by side in the compare panel, in the reader's order.
    pub compare: Vec<&'static str>,
    pub compare_view: &'static str,
    pub compare_scale: &'static str,
    pub compare_entry: &'static str,
    pub compare_sort: &'static str,
    pub compare_direction: &'static str,
    /// What a tokenizer is trained on; empty for the page's own sentences.
    pub train_corpus: String,
    pub train_algorithm: &'static str,
    pub train_step: u64,
    pub train_vocab_size: u64,
    pub train_min_frequency: u64,
    /// Microscope: the word under it, and how many of its steps are made.
    pub word_index: u64,
    pub step: u64,
    /// Microscope: p of BPE-dropout.
    pub dropout: f64,
    /// Microscope: Unigram's best cuts, and the temperature of draws.
    pub n_best: u64,
    pub temperature: f64,
    /// Panel of tokenizers: vocabularies side by side, in the reader's order.
    pub tokenizers: Vec<&'static str>,
    /// Panel of tokenizers: the length whose share the text takes.
    pub context_window: u64,
    pub chat_template: &'static str,
    pub chat_messages: &'static str,
    pub parse_special: &'static str,
    /// Microscope: whether text that reads like a control token becomes one.
    pub control_tokens: &'static str,
    pub colormap: &'static str,
    pub lang: &'static str,
    pub theme: &'static str,
    pub backend: &'static str,
    /// What a link says of the page around the picture.
    pub share: Share,
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
            params: Params::default(),
            media: Media::default(),
            economics: Economics::default(),
            meaning: Meaning::default(),
            lesson: Lesson::default(),
            mask: "full",
            stage: "weights",
            curve: "frequency",
            pair: 0,
            shift: 3,
            target_length: 16_384,
            lab_head_dim: 128,
            lab_picture: "angle",
            query: 0,
            key: 0,
            order: Vec::new(),
            n_kv_heads: 2,
            no_rope_layer_interval: 4,
            long_n: 4096,
            long_query: 200,
            long_key: 100,
            view_q: 0.0,
            view_k: 0.0,
            view_size: 0.0,
            // One for each place where position can enter.
            compare: vec!["none", "sinusoidal", "shaw", "t5", "rope", "alibi"],
            compare_view: "weights",
            compare_scale: "shared",
            compare_entry: "all",
            compare_sort: "list",
            compare_direction: "ascending",
            train_corpus: String::new(),
            train_algorithm: "bpe",
            train_step: 12,
            train_vocab_size: 600,
            train_min_frequency: 2,
            word_index: 0,
            step: 9_999,
            dropout: 0.1,
            n_best: 5,
            temperature: 1.0,
            tokenizers: vec!["gpt2", "cl100k", "qwen3"],
            context_window: 4_096,
            chat_template: "qwen3",
            chat_messages: "user",
            parse_special: "everywhere",
            control_tokens: "text",
            colormap: "viridis",
            lang: "auto",
            theme: "auto",
            backend: "auto",
            share: Share::default(),
        }
    }
}
