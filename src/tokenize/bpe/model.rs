//! Pieces, merges, and how a word begins.

use super::Symbol;
use super::plain::{Ranked, merge};
use super::recover::{Merge, recover};
use super::strings::ByteStrings;
use super::table::{ByteTable, MAX_IDS, PairTable};

/// Why pieces and merges make no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BpeError {
    #[error("the vocabulary has {0} pieces, at most 1048575 are read")]
    TooMany(usize),
    #[error("byte {0} has no piece of its own")]
    NoByte(u8),
    #[error("piece {0} cannot be made by one merge of earlier pieces")]
    NoMerge(u32),
    #[error("merge {0} joins or makes a piece that the vocabulary does not have")]
    MissingPiece(usize),
    #[error("merge {0} makes a piece that is not its two parts put together")]
    WrongPiece(usize),
    #[error("merge {0} uses a piece that is only made by later merges, or by itself")]
    Cyclic(usize),
}

/// The symbols from which a word's merges start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Its bytes; the id of each.
    Bytes(Box<[u32; 256]>),
    Characters(Characters),
}

/// Options of a model over characters, under the names of `tokenizer.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Characters {
    /// Written before every character but a word's first.
    pub continuing_subword_prefix: String,
    /// Written behind a word's last character.
    pub end_of_word_suffix: String,
    /// The ids of `<0x00>` … `<0xFF>` where a character that is no piece becomes its bytes.
    pub byte_fallback: Option<Box<[u32; 256]>>,
    /// The piece of a character that is no piece; without one it is left out.
    pub unknown: Option<u32>,
    /// Whether unknown characters side by side are one token.
    pub fuse_unknown: bool,
}

/// A byte-pair vocabulary that is ready to encode.
#[derive(Clone, Debug)]
pub struct Bpe {
    strings: ByteStrings,
    table: ByteTable,
    pairs: PairTable,
    /// The result of each merge, by rank.
    results: Vec<u32>,
    start: Start,
    ignore_merges: bool,
    /// Whether every piece that the table finds is what its own bytes are encoded to.
    closed: bool,
}

impl Bpe {
    /// A model of pieces by id and merges by rank. `is_text` says by the id whether a piece may stand for text;
    /// special tokens may not. Errors if a merge does not fit its pieces.
    pub fn new(
        strings: ByteStrings,
        merges: &[Merge],
        start: Start,
        is_text: impl Fn(u32) -> bool,
    ) -> Result<Self, BpeError> {
        let table = ByteTable::of(&strings, is_text);
        Self::with_table(strings, table, merges, start)
    }

    fn with_table(
        strings: ByteStrings,
        table: ByteTable,
        merges: &[Merge],
        start: Start,
    ) -> Result<Self, BpeError> {
        let many = strings.len().max(merges.len());
        if many > MAX_IDS {
            return Err(BpeError::TooMany(many));
        }
        let pairs = PairTable::new(merges.iter().map(|merge| (merge.left, merge.right)));
        let results = merges.iter().map(|merge| merge.id).collect();
        Ok(Bpe { strings, table, pairs, results, start, ignore_merges: false, closed: false })
    }

    /// A byte-level model whose merges were made by training: each piece of several bytes is the result of one merge,
    /// in the order of ids. Then a word that is a piece needs no merging.
    pub fn trained(
        strings: ByteStrings,
        merges: &[Merge],
        is_text: impl Fn(u32) -> bool,
    ) -> Result<Self, BpeError> {
        let table = ByteTable::of(&strings, is_text);
        let start = Start::Bytes(byte_ids(&strings, &table)?);
        Ok(Bpe { closed: true, ..Self::with_table(strings, table, merges, start)? })
    }

    /// A byte-level model of pieces whose ids are their ranks, as tiktoken has them.
    pub fn from_ranks(strings: ByteStrings, is_text: impl Fn(u32) -> bool) -> Result<Self, BpeError> {
        let table = ByteTable::of(&strings, &is_text);
        let merges = recover(&strings, &table).map_err(BpeError::NoMerge)?;
        Self::trained(strings, &merges, is_text)
    }

    /// With `ignore_merges` (Llama 3) a word that is a piece is that piece, whatever merges would make of it.
    pub fn with_ignore_merges(self, ignore_merges: bool) -> Self {
        Bpe { ignore_merges, ..self }
    }

    pub fn strings(&self) -> &ByteStrings {
        &self.strings
    }

    pub fn piece(&self, id: u32) -> Option<&[u8]> {
        self.strings.get(id)
    }

    /// The id of a piece of text.
    pub fn id(&self, piece: &[u8]) -> Option<u32> {
        self.table.find(&self.strings, piece)
    }

    /// The rank of a pair.
    pub fn rank(&self, left: u32, right: u32) -> Option<u32> {
        self.pairs.rank(left, right)
    }

    /// What the merge of a rank makes.
    pub fn result(&self, rank: u32) -> u32 {
        self.results.get(rank as usize).copied().unwrap_or_default()
    }

    /// All merges that count, by rank.
    pub fn merges(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut pairs = self.pairs.iter().collect::<Vec<_>>();
        pairs.sort_unstable_by_key(|(_, rank)| *rank);
        pairs.into_iter().map(|(pair, _)| pair)
    }

    /// What a pair becomes.
    pub fn ranked(&self, left: u32, right: u32) -> Option<Ranked> {
        self.rank(left, right).map(|rank| Ranked { rank, id: self.result(rank) })
    }

    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The id of a word that is taken as a whole, by `ignore_merges`.
    pub fn whole(&self, word: &str) -> Option<u32> {
        self.ignore_merges.then(|| self.id(word.as_bytes())).flatten()
    }

    /// The id of a word of which it is known, without merging, that it becomes one token.
    pub fn shortcut(&self, word: &[u8]) -> Option<u32> {
        if self.closed || self.ignore_merges { self.id(word) } else { None }
    }

    /// The plain encoding of a word.
    pub fn encode(&self, word: &str) -> Vec<Symbol> {
        match self.whole(word) {
            Some(id) => vec![Symbol { id, span: 0..word.len() }],
            None => merge(self.symbols(word), &|left, right| self.ranked(left, right)),
        }
    }

    /// The symbols from which a word's merges start.
    pub fn symbols(&self, word: &str) -> Vec<Symbol> {
        match &self.start {
            Start::Bytes(ids) => {
                let id = |byte: u8| ids.get(usize::from(byte)).copied().unwrap_or_default();
                word.bytes().enumerate().map(|(at, byte)| Symbol { id: id(byte), span: at..at + 1 }).collect()
            }
            Start::Characters(options) => self.characters(word, options),
        }
    }

    /// As `merge_word` of the `tokenizers` crate.
    fn characters(&self, word: &str, options: &Characters) -> Vec<Symbol> {
        let mut symbols = Vec::with_capacity(word.len());
        let mut unknown: Option<Symbol> = None;
        for (at, character) in word.char_indices() {
            let end = at + character.len_utf8();
            let spelled = options.spell(character, at == 0, end == word.len());
            if let Some(id) = self.id(spelled.as_bytes()) {
                symbols.extend(unknown.take());
                symbols.push(Symbol { id, span: at..end });
            } else if let Some(ids) = &options.byte_fallback {
                let id = |byte: u8| ids.get(usize::from(byte)).copied().unwrap_or_default();
                let bytes = character.len_utf8();
                let span = |index: usize| at + index.min(bytes)..at + (index + 1).min(bytes);
                symbols.extend(
                    spelled.bytes().enumerate().map(|(i, byte)| Symbol { id: id(byte), span: span(i) }),
                );
            } else if let Some(id) = options.unknown {
                match &mut unknown {
                    Some(before) if options.fuse_unknown => before.span.end = end,
                    _ => symbols.extend(unknown.replace(Symbol { id, span: at..end })),
                }
            }
        }
        symbols.extend(unknown);
        symbols
    }
}

impl Characters {
    fn spell(&self, character: char, first: bool, last: bool) -> String {
        let prefix = if first { "" } else { &self.continuing_subword_prefix };
        let suffix = if last { &self.end_of_word_suffix } else { "" };
        format!("{prefix}{character}{suffix}")
    }
}

/// The ids of the 256 bytes.
fn byte_ids(strings: &ByteStrings, table: &ByteTable) -> Result<Box<[u32; 256]>, BpeError> {
    let mut ids = Box::new([0; 256]);
    for (id, byte) in ids.iter_mut().zip(0..=u8::MAX) {
        *id = table.find(strings, &[byte]).ok_or(BpeError::NoByte(byte))?;
    }
    Ok(ids)
}
