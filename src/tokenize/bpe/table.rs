//! Two hash tables by linear probing, made for ids of at most 20 bits: what an encoder asks most, with one word of
//! memory per question.

use super::strings::ByteStrings;

/// Ids and ranks are below this.
pub const MAX_IDS: usize = (1 << 20) - 1;
const ID_BITS: u32 = 20;
const ID_MASK: u32 = (1 << ID_BITS) - 1;

/// From byte strings to ids. A slot holds 12 bits of the hash and the id; the strings themselves stand elsewhere.
#[derive(Clone, Debug)]
pub struct ByteTable {
    slots: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl ByteTable {
    /// The ids of all strings that are not empty; of equal strings the first counts.
    pub fn new(strings: &ByteStrings) -> Self {
        Self::of(strings, |_| true)
    }

    /// Those of which `counts` says so by their id.
    pub fn of(strings: &ByteStrings, counts: impl Fn(u32) -> bool) -> Self {
        let size = (strings.len() * 2).max(2).next_power_of_two();
        let mut table = ByteTable { slots: vec![EMPTY; size] };
        for (string, id) in strings.iter().zip(0u32..).take(MAX_IDS) {
            if !string.is_empty() && counts(id) {
                table.insert(strings, string, id);
            }
        }
        table
    }

    fn insert(&mut self, strings: &ByteStrings, string: &[u8], id: u32) {
        let hash = hash(string);
        if let Err(free) = self.seek(strings, string, hash)
            && let Some(slot) = self.slots.get_mut(free)
        {
            *slot = tag(hash) | id;
        }
    }

    /// The id of a string.
    pub fn find(&self, strings: &ByteStrings, string: &[u8]) -> Option<u32> {
        self.seek(strings, string, hash(string)).ok()
    }

    /// The id, or the free slot where the string would stand.
    fn seek(&self, strings: &ByteStrings, string: &[u8], hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots.get(at).copied().unwrap_or(EMPTY);
            if slot == EMPTY {
                return Err(at);
            }
            if slot & !ID_MASK == tag(hash) && strings.get(slot & ID_MASK) == Some(string) {
                return Ok(slot & ID_MASK);
            }
            at = (at + 1) & mask;
        }
    }
}

fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32 & !ID_MASK
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Eight bytes at a time: exclusive or, multiply, fold.
pub fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(MULTIPLIER);
        mixed ^ mixed >> 29
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| step(hash, u64::from_le_bytes(*word)));
    let last = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    step(step(hash, last), 0)
}

/// From pairs of ids to ranks: left, right and rank in one word.
#[derive(Clone, Debug)]
pub struct PairTable {
    slots: Vec<u64>,
}

const NO_PAIR: u64 = u64::MAX;

impl PairTable {
    /// The pairs in rank order; of equal pairs the last counts, as in the `tokenizers` crate.
    pub fn new(pairs: impl ExactSizeIterator<Item = (u32, u32)>) -> Self {
        let size = (pairs.len() * 2).max(2).next_power_of_two();
        let mut table = PairTable { slots: vec![NO_PAIR; size] };
        for ((left, right), rank) in pairs.zip(0u64..).take(MAX_IDS) {
            let key = key(left, right);
            let at = table.seek(key);
            if let Some(slot) = table.slots.get_mut(at) {
                *slot = key << ID_BITS | rank;
            }
        }
        table
    }

    /// The rank of a pair.
    pub fn rank(&self, left: u32, right: u32) -> Option<u32> {
        let slot = *self.slots.get(self.seek(key(left, right)))?;
        (slot != NO_PAIR).then_some(slot as u32 & ID_MASK)
    }

    /// All pairs with their ranks, in no order.
    pub fn iter(&self) -> impl Iterator<Item = ((u32, u32), u32)> {
        let part = |slot: u64, nth: u32| (slot >> (nth * ID_BITS)) as u32 & ID_MASK;
        let used = self.slots.iter().copied().filter(|slot| *slot != NO_PAIR);
        used.map(move |slot| ((part(slot, 2), part(slot, 1)), part(slot, 0)))
    }

    /// Where the pair stands, or would.
    fn seek(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mixed = key.wrapping_mul(MULTIPLIER);
        let mut at = (mixed ^ mixed >> 32) as usize & mask;
        while let Some(slot) = self.slots.get(at)
            && *slot != NO_PAIR
            && slot >> ID_BITS != key
        {
            at = (at + 1) & mask;
        }
        at
    }
}

fn key(left: u32, right: u32) -> u64 {
    u64::from(left) << ID_BITS | u64::from(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_is_found_and_no_other() {
        let words: Vec<String> = (0..5_000).map(|n| format!("{n:x}")).collect();
        let strings: ByteStrings = words.iter().map(String::as_bytes).collect();
        let table = ByteTable::new(&strings);
        for (id, word) in words.iter().enumerate() {
            assert_eq!(table.find(&strings, word.as_bytes()), Some(id as u32));
            assert_eq!(table.find(&strings, format!("{word} ").as_bytes()), None);
        }
        assert_eq!(table.find(&strings, b""), None);
    }

    #[test]
    fn every_pair_has_its_rank() {
        let pairs: Vec<(u32, u32)> = (0..4_000).map(|n| (n * 7 % 1_000, n)).collect();
        let table = PairTable::new(pairs.iter().copied());
        for (rank, (left, right)) in pairs.iter().enumerate() {
            assert_eq!(table.rank(*left, *right), Some(rank as u32));
            assert_eq!(table.rank(*right + 1_000, *left), None);
        }
        let twice = PairTable::new([(1, 2), (1, 2)].into_iter());
        assert_eq!(twice.rank(1, 2), Some(1));
    }
}
