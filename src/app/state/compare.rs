//! What the compare panel needs to know of the state.

use super::State;
use crate::position::variants::{self, Variant};

impl State {
    /// What stands side by side, in the reader's order.
    pub fn shown_variants(&self) -> Vec<&'static Variant> {
        self.compare.iter().filter_map(|id| variants::by_id(id)).collect()
    }

    /// What is computed: what stands side by side, and always the scheme without position, from which all differ.
    pub fn compared(&self) -> Vec<&'static Variant> {
        let mut all = self.shown_variants();
        if !self.compare.contains(&"none") {
            all.extend(variants::by_id("none"));
        }
        all
    }

    /// The variants with `id` added at the end, or without it.
    pub fn compare_toggled(&self, id: &str) -> Vec<&'static str> {
        let mut chosen = self.compare.clone();
        match chosen.iter().position(|other| *other == id) {
            Some(at) => drop(chosen.remove(at)),
            None => chosen.extend(variants::by_id(id).map(|variant| variant.id)),
        }
        chosen
    }
}
