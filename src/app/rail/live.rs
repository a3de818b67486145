//! What the rail says of a panel: its name, what is chosen there, and the shape of what comes out of it.

use super::order;
use crate::embed::word_vectors;
use crate::panel::{entry, kv_heads, vocabulary_name};
use crate::picture::format;
use crate::position::Entry;
use crate::store::Store;
use crate::vocabulary::{self, Loading};
use crate::{image, sound};
use leptos::prelude::*;

pub fn name(store: Store, panel: &str) -> &'static str {
    if let Some(own) = image::heading(store, panel).or_else(|| sound::heading(store, panel)) {
        return own;
    }
    let s = store.strings();
    match panel {
        "signal" => s.shell.stage_signal,
        "tokens" => s.shell.stage_tokens,
        "vectors" => s.shell.stage_vectors,
        "position" => s.shell.stage_position,
        "attention" => s.shell.stage_attention,
        "compare" => s.shell.stage_compare,
        "context" => s.context.stage,
        "long" => s.long.stage,
        "around" => s.around.stage,
        "training" => s.training.stage,
        "microscope" => s.shell.stage_microscope,
        "tokenizers" => s.side.stage,
        "economics" => s.economics.stage,
        "meaning" => s.meaning.stage,
        _ => s.shell.stage_order,
    }
}

/// The vocabulary or the scheme in force.
pub fn detail(store: Store, panel: &str) -> Option<String> {
    match panel {
        // Patches and frames are of no vocabulary.
        "tokens" if store.state.with(|s| s.mode != "text") => None,
        "tokens" => Some(vocabulary_name(store.strings(), vocabulary::shown(store))),
        "position" => {
            let (scheme, rule) = store.state.with(|s| (s.scheme, s.params.rope.rope_type));
            let named = if scheme == "rope" && rule.stretches() { rule.method().id } else { scheme };
            Some(store.strings().words.variant(named).to_string())
        }
        _ => None,
    }
}

/// The live shape. While a vocabulary is on its way, nobody knows how many tokens there are.
pub fn shape(store: Store, panel: &str) -> String {
    let s = &store.strings().shell;
    if let (Loading::Bytes { got, of, .. }, "tokens" | "vectors" | "attention") = (store.loading.get(), panel)
    {
        let percent = (u64::from(got) * 100 / u64::from(of.max(1))).min(100);
        return if panel == "tokens" { (s.loading_short)(percent as u32) } else { "…".to_string() };
    }
    if let Some(own) = image::shape(store, panel).or_else(|| sound::shape(store, panel)) {
        return own;
    }
    let (mode, parts) = store.state.with(|s| (s.mode, s.media.parts.len()));
    match (panel, mode) {
        ("signal", "mixed") => return (store.strings().mixed.parts)(parts),
        ("tokens", "mixed") => return (store.strings().mixed.count)(tokens(store)),
        _ => {}
    }
    match panel {
        "signal" => (s.characters)(store.state.with(|s| s.text.chars().count())),
        "tokens" => {
            let n = tokens(store);
            let total = store.input.with(|input| input.as_ref().map_or(0, |i| i.total_tokens));
            if total > n { (s.ids_of)(n, total) } else { (s.ids)(n) }
        }
        "vectors" => format!("{} × {}", tokens(store), store.state.with(|s| s.d_model)),
        "position" => s.enters[enters(store)].to_string(),
        "attention" => {
            let n = tokens(store);
            format!("{} × {n} × {n}", store.state.with(|s| s.n_heads))
        }
        "compare" => (s.schemes)(store.state.with(|s| s.compare.len())),
        "context" => {
            let (from, to) =
                store.state.with(|s| (s.params.rope.original_max_position_embeddings, s.target_length));
            format!("{} → {}", format::grouped(from as u64), format::grouped(to as u64))
        }
        "long" => format::grouped(store.state.with(|s| s.long_n)),
        "microscope" => (s.word_nth)(store.state.with(|s| s.word_index as usize) + 1),
        "tokenizers" => (store.strings().side.shape)(store.state.with(|s| s.shown_tokenizers().len())),
        "around" => (store.strings().around.shape)(kv_heads(store)),
        "training" => {
            let algorithm = store.state.with(|s| s.train_algorithm);
            store.strings().words.choice("train_algorithm", algorithm).to_string()
        }
        "economics" => {
            let (v, d) = store.state.with(|s| (s.economics.vocab_size, s.economics.hidden_size));
            format!("{} × {}", format::grouped(v), format::grouped(d))
        }
        "meaning" => {
            let source = word_vectors::by_id(store.state.with(|s| s.meaning.word_table));
            let size = |source: &word_vectors::Source| {
                format!("{} × {}", format::grouped(source.words), source.columns)
            };
            source.map_or_else(String::new, size)
        }
        _ => order::verdict(s, store.order_gap.get()),
    }
}

/// How many tokens the pictures show.
fn tokens(store: Store) -> usize {
    store.input.with(|input| input.as_ref().map_or(0, |i| i.len()))
}

/// Where the scheme in force enters, as an index into the strings.
fn enters(store: Store) -> usize {
    match entry(store.state.with(|s| s.scheme)) {
        Entry::Nowhere => 0,
        Entry::AddedToEmbedding => 1,
        Entry::RotatesQueryKey => 2,
        Entry::BiasOnLogits => 3,
        Entry::TermOfScore => 4,
    }
}
