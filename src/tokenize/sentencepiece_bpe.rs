//! SentencePiece's BPE with byte fallback (Kudo & Richardson 2018, arXiv:1808.06226), as LLaMA 2 and Mistral use it.
//!
//! A ▁ is put before the text and in the place of each space; there is no pre-tokeniser. Merges are applied to
//! characters; one that is no piece becomes its UTF-8 bytes, `<0xE7>` and so on.

use super::Token;
use super::bpe::model::Characters;
use super::bpe::table::ByteTable;
use super::bpe::{Bpe, BpeError, ByteStrings, Fast, Merge, Start};
use super::stage::Stage;
use super::unigram::normalizer::{Normalized, Normalizer};
use crate::pack::{Kind, Pack, PackError, Pieces};
use std::ops::Range;

const SPACE: char = '▁';

pub struct SentencePieceBpe {
    normalizer: Normalizer,
    fast: Fast,
    kinds: Vec<Kind>,
    unknown_id: Option<u32>,
    /// Whether no piece goes on behind a ▁ that follows something else: then words can be merged one by one.
    by_words: bool,
}

impl SentencePieceBpe {
    pub fn from_pack(pack: Pack) -> Result<Self, PackError> {
        let unknown_id = pack.unknown_id();
        let tables = pack.sentencepiece.ok_or(PackError::Corrupt("a section is missing"))?;
        let strings: ByteStrings = pack.pieces.iter().map(str::as_bytes).collect();
        let kinds = pack.kinds;
        let is_text = |id: u32| kinds.get(id as usize) == Some(&Kind::Normal);
        let merges = merges(&pack.pieces, &strings, &is_text);
        let characters = Characters {
            byte_fallback: byte_ids(&pack.pieces, &kinds),
            unknown: unknown_id,
            fuse_unknown: true,
            ..Characters::default()
        };
        let by_words =
            pack.pieces.iter().zip(0..).all(|(piece, id)| !is_text(id) || words(piece).nth(1).is_none());
        let model = Bpe::new(strings, &merges, Start::Characters(characters), is_text).map_err(unfit)?;
        let normalizer = Normalizer::new(tables, Vec::new());
        Ok(SentencePieceBpe { normalizer, fast: Fast::new(model), kinds, unknown_id, by_words })
    }

    pub fn model(&self) -> &Bpe {
        self.fast.model()
    }

    /// The text from which merges start.
    pub fn normalize(&self, text: &str) -> Normalized {
        self.normalizer.normalize(text)
    }

    /// What each stage of the normaliser changes.
    pub fn stages(&self, text: &str) -> Vec<Stage> {
        self.normalizer.stages(text)
    }

    /// The words of a normalised text that are merged one by one, as bytes of it; all of it where pieces may go on
    /// behind a space.
    pub fn words(&self, normalized: &str) -> Vec<Range<usize>> {
        let mut end = 0;
        let mut span = |word: &str| {
            end += word.len();
            end - word.len()..end
        };
        match self.by_words {
            true => words(normalized).map(span).collect(),
            false => Some(normalized).filter(|all| !all.is_empty()).map(&mut span).into_iter().collect(),
        }
    }

    /// The tokens of a normalised text: ids, and how many of its bytes each stands for.
    pub fn spans(&self, normalized: &str) -> Vec<(u32, usize)> {
        let mut at = 0;
        let token = |id: u32| {
            let length = self.length(normalized, at, id);
            at += length;
            (id, length)
        };
        self.ids(normalized).into_iter().map(token).collect()
    }

    /// The ids of a normalised text.
    pub fn ids(&self, normalized: &str) -> Vec<u32> {
        let mut ids = Vec::with_capacity(normalized.len() / 2);
        if self.by_words {
            words(normalized).for_each(|word| self.fast.encode_word(word, &mut ids));
        } else {
            self.fast.encode_word(normalized, &mut ids);
        }
        ids
    }

    /// A token's span is the original bytes that its characters come from; the ▁ before the text has none.
    pub fn encode(&self, text: &str) -> Vec<Token> {
        let normalized = self.normalize(text);
        let mut at = 0;
        let token = |id: u32| {
            let is_byte = self.kinds.get(id as usize) == Some(&Kind::Byte);
            let unknown = self.unknown_id == Some(id);
            let part = at..at + self.length(&normalized.text, at, id);
            at = part.end;
            let span = if is_byte { byte_of(&normalized, part) } else { normalized.original(part) };
            Token { id, piece: self.piece(id).unwrap_or_default(), span, unknown }
        };
        self.ids(&normalized.text).into_iter().map(token).collect()
    }

    pub fn piece(&self, id: u32) -> Option<String> {
        let piece = std::str::from_utf8(self.model().piece(id)?).ok()?;
        Some(piece.to_owned())
    }

    /// The bytes of the normalised text that a token at `at` stands for.
    fn length(&self, text: &str, at: usize, id: u32) -> usize {
        match self.kinds.get(id as usize) {
            Some(Kind::Byte) => 1,
            Some(Kind::Normal) => self.model().piece(id).map_or(0, <[u8]>::len),
            // unknown: all characters up to the next that is a piece
            _ => {
                let rest = text.get(at..).unwrap_or_default();
                let known = |c: &char| self.model().id(c.encode_utf8(&mut [0; 4]).as_bytes()).is_some();
                rest.chars().take_while(|c| !known(c)).map(char::len_utf8).sum()
            }
        }
    }
}

/// The byte of the original that one byte of a character is: the normaliser keeps all characters but spaces.
fn byte_of(normalized: &Normalized, part: Range<usize>) -> Range<usize> {
    let inside =
        (0..4).take_while(|back| !normalized.text.is_char_boundary(part.start.saturating_sub(*back))).count();
    let start = normalized.original(part).start + inside;
    start..start + 1
}

/// The text cut before each ▁ that follows something else.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let spaces = rest.len() - rest.trim_start_matches(SPACE).len();
        let end = rest.get(spaces..)?.find(SPACE).map_or(rest.len(), |next| spaces + next);
        let (word, behind) = rest.split_at_checked(end)?;
        rest = behind;
        (!word.is_empty()).then_some(word)
    })
}

/// Every two pieces that make a third, by the id of what they make, then of the left and the right one; pieces of ▁
/// alone come behind all others, as their scores in the models say.
fn merges(pieces: &Pieces, strings: &ByteStrings, is_text: &dyn Fn(u32) -> bool) -> Vec<Merge> {
    let table = ByteTable::of(strings, is_text);
    let mut merges = Vec::new();
    for (piece, id) in pieces.iter().zip(0u32..).filter(|(_, id)| is_text(*id)) {
        for (middle, _) in piece.char_indices().skip(1) {
            let (left, right) = piece.as_bytes().split_at(middle);
            if let (Some(left), Some(right)) = (table.find(strings, left), table.find(strings, right)) {
                merges.push(Merge { left, right, id });
            }
        }
    }
    let is_space =
        |id: u32| strings.get(id).is_some_and(|piece| piece.chunks(3).all(|c| c == "▁".as_bytes()));
    merges.sort_by_cached_key(|merge| (is_space(merge.id), merge.id, merge.left, merge.right));
    merges
}

/// The ids of `<0x00>` … `<0xFF>`, if all are there, in order.
fn byte_ids(pieces: &Pieces, kinds: &[Kind]) -> Option<Box<[u32; 256]>> {
    let is_byte = |(_, kind): &(u32, &Kind)| **kind == Kind::Byte;
    let mut ids = Box::new([0; 256]);
    let mut all = (0..).zip(kinds).filter(is_byte).map(|(id, _)| id);
    for (slot, byte) in ids.iter_mut().zip(0..=u8::MAX) {
        *slot = all.next().filter(|id| pieces.get(*id) == Some(format!("<{byte:#04X}>").as_str()))?;
    }
    Some(ids)
}

fn unfit(_: BpeError) -> PackError {
    PackError::Corrupt("the vocabulary does not fit")
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_take_the_spaces_before_them() {
        assert_eq!(words("▁▁a▁b▁▁▁").collect::<Vec<_>>(), ["▁▁a", "▁b", "▁▁▁"]);
        assert_eq!(words("a▁b").collect::<Vec<_>>(), ["a", "▁b"]);
        assert_eq!(words("").count(), 0);
    }
}
