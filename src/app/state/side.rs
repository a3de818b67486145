//! What the panel of tokenizers needs to know of the state.

use super::State;
use crate::tokenize::{self, Vocabulary};

impl State {
    /// So many tokenizers fit under each other.
    pub const MOST_TOKENIZERS: usize = 6;

    /// What stands side by side, in the reader's order.
    pub fn shown_tokenizers(&self) -> Vec<&'static Vocabulary> {
        let known = self.tokenizers.iter().filter_map(|id| tokenize::by_id(id));
        known.take(State::MOST_TOKENIZERS).collect()
    }

    /// The chosen vocabularies with `id` added at the end, or without it.
    pub fn tokenizers_toggled(&self, id: &'static str) -> Vec<&'static str> {
        let mut chosen = self.tokenizers.clone();
        match chosen.iter().position(|other| *other == id) {
            Some(at) => drop(chosen.remove(at)),
            None => chosen.push(id),
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_are_shown_and_a_toggle_keeps_the_order() {
        let mut state = State { tokenizers: tokenize::ids().to_vec(), ..State::default() };
        let shown: Vec<&str> = state.shown_tokenizers().iter().map(|v| v.id).collect();
        assert_eq!(shown, tokenize::ids()[..6]);
        state.tokenizers = vec!["gpt2", "bert"];
        assert_eq!(state.tokenizers_toggled("char"), ["gpt2", "bert", "char"]);
        assert_eq!(state.tokenizers_toggled("gpt2"), ["bert"]);
    }
}
