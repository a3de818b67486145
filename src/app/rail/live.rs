//! What the rail says of a panel: its name, what is chosen there, and the shape of what comes out of it.

use super::facts::{Facts, Lane};
use super::order;
use crate::panel::{entry, vocabulary_name};
use crate::picture::format;
use crate::position::Entry;
use crate::store::Store;
use crate::vocabulary::{self, Loading};
use crate::{image, sound};
use leptos::prelude::*;

pub fn name(store: Store, Lane { mode, route }: Lane, panel: &str) -> &'static str {
    let s = store.strings();
    let own = match mode {
        "image" => image::heading(s, route, panel),
        "audio" => sound::heading(s, route, panel),
        _ => None,
    };
    if let Some(own) = own {
        return own;
    }
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
pub fn detail(store: Store, facts: Memo<Facts>, panel: &str) -> Option<String> {
    match panel {
        // Patches and frames are of no vocabulary.
        "tokens" if facts.with(|f| f.lane.mode != "text") => None,
        "tokens" => Some(vocabulary_name(store.strings(), vocabulary::shown(store))),
        "position" => Some(store.strings().words.variant(facts.with(|f| f.named)).to_string()),
        _ => None,
    }
}

/// The live shape. While a vocabulary is on its way, nobody knows how many tokens there are.
pub fn shape(store: Store, facts: Memo<Facts>, panel: &str) -> String {
    let s = &store.strings().shell;
    if let (Loading::Bytes { got, of, .. }, "tokens" | "vectors" | "attention") = (store.loading.get(), panel)
    {
        let percent = (u64::from(got) * 100 / u64::from(of.max(1))).min(100);
        return if panel == "tokens" { (s.loading_short)(percent as u32) } else { "…".to_string() };
    }
    let facts = facts.get();
    let own = match (facts.lane.mode, panel) {
        ("image", _) => image::shape(store, panel),
        ("audio", _) => sound::shape(store, facts.lane.route, panel),
        ("mixed", "signal") => Some((store.strings().mixed.parts)(facts.parts)),
        ("mixed", "tokens") => Some((store.strings().mixed.count)(tokens(store))),
        _ => None,
    };
    if let Some(own) = own {
        return own;
    }
    match panel {
        "signal" => (s.characters)(facts.characters),
        "tokens" => {
            let n = tokens(store);
            let total = store.input.with(|input| input.as_ref().map_or(0, |i| i.total_tokens));
            if total > n { (s.ids_of)(n, total) } else { (s.ids)(n) }
        }
        "vectors" => format!("{} × {}", tokens(store), facts.d_model),
        "position" => s.enters[enters(facts.scheme)].to_string(),
        "attention" => {
            let n = tokens(store);
            format!("{} × {n} × {n}", facts.n_heads)
        }
        "compare" => (s.schemes)(facts.compared),
        "context" => {
            let (from, to) = facts.lengths;
            format!("{} → {}", format::grouped(from), format::grouped(to))
        }
        "long" => format::grouped(facts.long_n),
        "microscope" => (s.word_nth)(facts.word),
        "tokenizers" => (store.strings().side.shape)(facts.tokenizers),
        "around" => (store.strings().around.shape)(facts.n_kv_heads),
        "training" => store.strings().words.choice("train_algorithm", facts.algorithm).to_string(),
        "economics" => {
            let (v, d) = facts.table;
            format!("{} × {}", format::grouped(v), format::grouped(d))
        }
        "meaning" => facts.word_table.map_or_else(String::new, |source| {
            format!("{} × {}", format::grouped(source.words), source.columns)
        }),
        _ => order::verdict(s, store.order_gap.get()),
    }
}

/// How many tokens the pictures show.
fn tokens(store: Store) -> usize {
    store.input.with(|input| input.as_ref().map_or(0, |i| i.len()))
}

/// Where the scheme in force enters, as an index into the strings.
fn enters(scheme: &str) -> usize {
    match entry(scheme) {
        Entry::Nowhere => 0,
        Entry::AddedToEmbedding => 1,
        Entry::RotatesQueryKey => 2,
        Entry::BiasOnLogits => 3,
        Entry::TermOfScore => 4,
    }
}
