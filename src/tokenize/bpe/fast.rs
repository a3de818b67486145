//! The encoder for long texts: equal to [`Bpe::encode`] on every word, and tested so.
//!
//! Most words of a text are pieces: of a trained vocabulary these need one look into the table. The others are merged
//! with the ranks of all adjacent pairs kept beside the symbols, so that a merge asks for two ranks and not for all;
//! words beyond [`SHORT`] symbols keep the pairs in a heap instead. What a word was merged to is remembered, in a
//! memory of bounded size.

use super::model::{Bpe, Start};
use super::table::hash;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Up to this many symbols the lowest rank is found by looking at all.
const SHORT: usize = 64;
const NO_RANK: u32 = u32::MAX;

/// A model with room to work in. Not for several threads at once.
pub struct Fast {
    model: Bpe,
    work: RefCell<Work>,
}

#[derive(Default)]
struct Work {
    ids: Vec<u32>,
    /// The rank of each symbol with the next.
    ranks: Vec<u32>,
    memory: Memory,
}

impl Fast {
    pub fn new(model: Bpe) -> Self {
        Fast { model, work: RefCell::default() }
    }

    pub fn model(&self) -> &Bpe {
        &self.model
    }

    /// Appends the ids of one word.
    pub fn encode_word(&self, word: &str, out: &mut Vec<u32>) {
        if let Some(id) = self.model.shortcut(word.as_bytes()) {
            return out.push(id);
        }
        let Ok(mut work) = self.work.try_borrow_mut() else { return };
        let Work { ids, ranks, memory } = &mut *work;
        let hash = hash(word.as_bytes());
        if let Some(known) = memory.get(hash, word) {
            return out.extend_from_slice(known);
        }
        ids.clear();
        match self.model.start() {
            Start::Bytes(table) => ids.extend(word.bytes().filter_map(|byte| table.get(usize::from(byte)))),
            Start::Characters(_) => ids.extend(self.model.symbols(word).into_iter().map(|symbol| symbol.id)),
        }
        if ids.len() <= SHORT {
            merge_short(&self.model, ids, ranks)
        } else {
            merge_long(&self.model, ids)
        }
        memory.put(hash, word, ids);
        out.extend_from_slice(ids);
    }
}

fn rank(model: &Bpe, ids: &[u32], at: usize) -> u32 {
    match (ids.get(at), ids.get(at + 1)) {
        (Some(left), Some(right)) => model.rank(*left, *right).unwrap_or(NO_RANK),
        _ => NO_RANK,
    }
}

/// The plain loop with the ranks kept. The last symbol's rank is none.
fn merge_short(model: &Bpe, ids: &mut Vec<u32>, ranks: &mut Vec<u32>) {
    ranks.clear();
    ranks.extend((0..ids.len()).map(|at| rank(model, ids, at)));
    while let Some((at, lowest)) = lowest(ranks) {
        let Some(slot) = ids.get_mut(at) else { break };
        *slot = model.result(lowest);
        ids.remove(at + 1);
        ranks.remove(at);
        let after = rank(model, ids, at);
        if let Some(slot) = ranks.get_mut(at) {
            *slot = after;
        }
        if let Some(before) = at.checked_sub(1)
            && let Some(slot) = ranks.get_mut(before)
        {
            *slot = rank(model, ids, before);
        }
    }
}

/// The lowest rank and the first place where it stands.
fn lowest(ranks: &[u32]) -> Option<(usize, u32)> {
    let (mut best, mut at) = (NO_RANK, 0);
    for (index, rank) in ranks.iter().enumerate() {
        if *rank < best {
            (best, at) = (*rank, index);
        }
    }
    (best != NO_RANK).then_some((at, best))
}

const GONE: u32 = u32::MAX;

/// The same with a heap of (rank, place) over a linked list, O(n log n). An entry counts only if its pair is still
/// what it was.
fn merge_long(model: &Bpe, ids: &mut Vec<u32>) {
    let mut list = List::new(ids);
    let mut heap: BinaryHeap<Reverse<(u32, usize)>> =
        (0..ids.len()).filter_map(|at| Some(Reverse((list.rank(model, at)?, at)))).collect();
    while let Some(Reverse((rank, at))) = heap.pop() {
        if list.rank(model, at) != Some(rank) {
            continue;
        }
        list.merge(at, model.result(rank));
        let around = [list.previous.get(at).copied(), Some(at)];
        heap.extend(around.into_iter().flatten().filter_map(|at| Some(Reverse((list.rank(model, at)?, at)))));
    }
    ids.clear();
    ids.extend(list.ids.into_iter().filter(|id| *id != GONE));
}

struct List {
    ids: Vec<u32>,
    /// Where the next symbol stands; the length behind the last.
    next: Vec<usize>,
    /// Where the one before stands; `usize::MAX` before the first.
    previous: Vec<usize>,
}

impl List {
    fn new(ids: &[u32]) -> Self {
        let n = ids.len();
        List {
            ids: ids.to_vec(),
            next: (1..=n).collect(),
            previous: (0..n).map(|at| at.wrapping_sub(1)).collect(),
        }
    }

    /// The rank of the pair that begins at `at`.
    fn rank(&self, model: &Bpe, at: usize) -> Option<u32> {
        let left = *self.ids.get(at).filter(|id| **id != GONE)?;
        let right = *self.ids.get(*self.next.get(at)?)?;
        model.rank(left, right)
    }

    fn merge(&mut self, at: usize, id: u32) {
        let Some(&right) = self.next.get(at) else { return };
        let after = self.next.get(right).copied().unwrap_or(self.ids.len());
        if let (Some(left), Some(next)) = (self.ids.get_mut(at), self.next.get_mut(at)) {
            (*left, *next) = (id, after);
        }
        if let Some(gone) = self.ids.get_mut(right) {
            *gone = GONE;
        }
        if let Some(previous) = self.previous.get_mut(after) {
            *previous = at;
        }
    }
}

/// Words longer than this are not remembered.
const LONGEST: usize = 64;
const SLOTS: usize = 1 << 14;
/// Bytes and ids that are kept before all is forgotten: at most 2 MB together.
const MOST_BYTES: usize = 1 << 20;
const MOST_IDS: usize = 1 << 18;

/// Words and their ids: one word a slot, the newest stays.
#[derive(Default)]
struct Memory {
    slots: Vec<Slot>,
    bytes: Vec<u8>,
    ids: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    bytes: (u32, u32),
    ids: (u32, u32),
}

impl Memory {
    fn get(&self, hash: u64, word: &str) -> Option<&[u32]> {
        let slot = self.slots.get(hash as usize % SLOTS).filter(|slot| slot.hash == hash)?;
        let known = self.bytes.get(slot.bytes.0 as usize..slot.bytes.1 as usize)?;
        let ids = self.ids.get(slot.ids.0 as usize..slot.ids.1 as usize)?;
        (known == word.as_bytes() && !ids.is_empty()).then_some(ids)
    }

    fn put(&mut self, hash: u64, word: &str, ids: &[u32]) {
        if word.len() > LONGEST {
            return;
        }
        if self.slots.is_empty()
            || self.bytes.len() + word.len() > MOST_BYTES
            || self.ids.len() + ids.len() > MOST_IDS
        {
            self.slots.clear();
            self.slots.resize(SLOTS, Slot::default());
            self.bytes.clear();
            self.ids.clear();
        }
        let (from_byte, from_id) = (self.bytes.len() as u32, self.ids.len() as u32);
        self.bytes.extend_from_slice(word.as_bytes());
        self.ids.extend_from_slice(ids);
        if let Some(slot) = self.slots.get_mut(hash as usize % SLOTS) {
            let (bytes, ids) = ((from_byte, self.bytes.len() as u32), (from_id, self.ids.len() as u32));
            *slot = Slot { hash, bytes, ids };
        }
    }
}
