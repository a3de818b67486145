//! What is said of the page without a network.

use crate::offline_facts::{Offline as State, Trouble};

pub struct Offline {
    /// The button in the footer, and the dialog that it opens.
    pub title: &'static str,
    pub state: fn(State) -> String,
    /// The packs that are always there, by their names.
    pub always: fn(&[String]) -> String,
    /// Over the switches.
    pub more: &'static str,
    /// A pack that is none of the vocabularies.
    pub word_vectors: fn(&str) -> String,
    pub positions: &'static str,
    /// Why a pack is not kept.
    pub trouble: fn(&str, Trouble) -> String,
    pub close: &'static str,
    /// A newer version waits.
    pub update: &'static str,
    pub reload: &'static str,
    pub later: &'static str,
    /// How many other windows show the old version.
    pub others: fn(usize) -> String,
}
