//! The lab about what a vocabulary and a length cost.

use crate::economics::Reach;

pub struct Economics {
    /// In the rail.
    pub stage: &'static str,
    pub lead: &'static str,
    pub models: &'static str,
    /// The reader's own table under a model's layers.
    pub own: &'static str,
    pub back: fn(&str) -> String,
    /// A source, and whether the module for multi-token prediction is left out.
    pub from: fn(&str, bool) -> String,
    pub surface: Surface,
    pub share: Share,
    pub rank: Rank,
    pub cache: Cache,
    pub cost: Cost,
    pub saving: Saving,
}

pub struct Surface {
    /// V, d, parameters, share of the model.
    pub title: fn(&str, &str, &str, &str) -> String,
    pub picture: &'static str,
    pub axes: [&'static str; 2],
    /// Model, V, d, tied or not, parameters, share.
    pub readout: fn(&str, &str, &str, bool, &str, &str) -> String,
    pub here: &'static str,
    pub tied: [&'static str; 2],
    pub hint: &'static str,
    pub col_model: &'static str,
    pub col_parameters: &'static str,
    pub col_share: &'static str,
    pub col_head: &'static str,
}

pub struct Share {
    /// Per cent, total.
    pub title: fn(&str, &str) -> String,
    pub lead: &'static str,
    /// In the order of the parts.
    pub parts: [&'static str; 6],
    /// What a token goes through of a mixture.
    pub active: fn(&str, &str) -> String,
    pub published: fn(&str) -> String,
}

pub struct Rank {
    /// Largest rank that saves; r, the factors, the table, how much less in per cent.
    pub saves: fn(&str, &str, &str, &str, &str) -> String,
    pub wastes: fn(&str, &str, &str, &str) -> String,
    pub lead: &'static str,
    pub axis: &'static str,
    pub factors: &'static str,
    pub table: &'static str,
    pub even: fn(&str) -> String,
}

pub struct Cache {
    /// Length, GiB, how it would be with a head each.
    pub title: fn(&str, &str, &str) -> String,
    pub title_same: fn(&str, &str) -> String,
    pub lead: &'static str,
    pub length: &'static str,
    pub bytes: &'static str,
    pub multi_head: &'static str,
    pub multi_query: &'static str,
    pub own_grouped: fn(usize, usize) -> String,
    pub own_latent: &'static str,
    /// A layout, numbers, GiB.
    pub legend: fn(&str, &str, &str) -> String,
    pub window: fn(&str) -> String,
    pub encoder: &'static str,
    /// Past the length that the model was made for.
    pub past: fn(&str) -> String,
}

pub struct Cost {
    /// Length, operations, attention's share.
    pub title: fn(&str, &str, &str) -> String,
    pub lead: fn(Reach) -> String,
    pub operations: &'static str,
    pub weights: &'static str,
    pub attention: fn(Reach) -> String,
    /// One token more: operations, of them attention; bytes of weights and of cache.
    pub decode: fn(&str, &str, &str, &str) -> String,
}

pub struct Saving {
    /// Per cent fewer tokens, cache, attention.
    pub title: fn(&str, &str, &str) -> String,
    pub lead: &'static str,
    pub what: &'static str,
    pub saved: &'static str,
    pub grows: &'static str,
    /// Cache, prefill weights, prefill attention, prefill in all, attention of the next token.
    pub rows: [&'static str; 5],
    /// The weights.
    pub linear: &'static str,
    /// The cache, and what reads it.
    pub cache: fn(Reach) -> String,
    pub attention: fn(Reach) -> String,
    /// Weights and attention together.
    pub both: fn(Reach) -> String,
}
