//! f(a, b) of every pair that occurs, and the words in which it does.

use std::collections::HashMap;

/// Counts of pairs. They stand side by side, so that looking at all of them is quick.
#[derive(Default)]
pub struct PairTable {
    slot_of: HashMap<(u32, u32), u32>,
    pairs: Vec<((u32, u32), u64)>,
    /// Beside each pair: the words in which it was seen. It may have gone from some, and a word may stand twice.
    words: Vec<Vec<u32>>,
}

impl PairTable {
    /// `count` more of a pair, in word number `word`.
    pub fn add(&mut self, pair: (u32, u32), count: u64, word: u32) {
        let next = self.pairs.len() as u32;
        let slot = *self.slot_of.entry(pair).or_insert(next) as usize;
        if slot == self.pairs.len() {
            self.pairs.push((pair, 0));
            self.words.push(Vec::new());
        }
        self.pairs.get_mut(slot).into_iter().for_each(|(_, sum)| *sum += count);
        if let Some(words) = self.words.get_mut(slot).filter(|words| words.last() != Some(&word)) {
            words.push(word);
        }
    }

    /// `count` less of a pair; one of which nothing is left is forgotten.
    pub fn remove(&mut self, pair: (u32, u32), count: u64) {
        let Some(&slot) = self.slot_of.get(&pair) else { return };
        let Some((_, sum)) = self.pairs.get_mut(slot as usize) else { return };
        *sum = sum.saturating_sub(count);
        if *sum == 0 {
            self.slot_of.remove(&pair);
            self.pairs.swap_remove(slot as usize);
            self.words.swap_remove(slot as usize);
            if let Some((moved, _)) = self.pairs.get(slot as usize) {
                self.slot_of.insert(*moved, slot);
            }
        }
    }

    /// The words in which a pair may be.
    pub fn words(&self, pair: (u32, u32)) -> Vec<u32> {
        let slot = self.slot_of.get(&pair).map(|slot| *slot as usize);
        slot.and_then(|slot| self.words.get(slot)).cloned().unwrap_or_default()
    }

    /// All pairs that occur, in no order.
    pub fn iter(&self) -> impl Iterator<Item = ((u32, u32), u64)> + '_ {
        self.pairs.iter().copied()
    }
}
