//! Byte-level BPE (Radford et al. 2019; Sennrich et al. 2016, arXiv:1508.07909) of the vocabularies that we ship.
//!
//! Qwen's text is brought into Unicode's form C first ([`super::nfc`]). Text is cut by the model's pattern ([`super::pre_tokenize`]), and merges are applied inside pieces, lowest rank
//! first ([`super::bpe`]). Pieces are shown in the byte alphabet of [`super::byte_level`].

use super::bpe::special::AddedToken;
use super::bpe::{Bpe, BpeError, ByteStrings, Fast, Merge};
use super::nfc::Nfc;
use super::pre_tokenize::Pattern;
use super::stage::{Stage, StageKind};
use super::unigram::normalizer::Normalized;
use super::{Token, TokenizeError, byte_level};
use crate::pack::{ByteBpeTables, Kind, Pack, PackError, Special};

pub struct ByteBpe {
    pattern: Pattern,
    fast: Fast,
    nfc: Option<Nfc>,
    /// What merges cannot make.
    specials: Vec<AddedToken>,
}

impl ByteBpe {
    pub fn from_pack(pack: Pack) -> Result<Self, PackError> {
        let tables = pack.byte_bpe.ok_or(PackError::Corrupt("a section is missing"))?;
        let pattern = pattern(tables.pattern).ok_or(PackError::Corrupt("unknown pattern"))?;
        let text_ids = tables.text_ids();
        let (strings, merges) =
            pieces(&tables, pack.n_ids).ok_or(PackError::Corrupt("a merge of later pieces"))?;
        let model = Bpe::trained(strings, &merges, |id| text_ids.contains(&id)).map_err(unfit)?;
        let specials = tables.specials.into_iter().map(added_token).collect();
        let nfc = (pattern == Pattern::Qwen2).then(Nfc::new);
        Ok(ByteBpe { pattern, fast: Fast::new(model), nfc, specials })
    }

    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    pub fn model(&self) -> &Bpe {
        self.fast.model()
    }

    pub fn specials(&self) -> &[AddedToken] {
        &self.specials
    }

    /// The text as the normaliser leaves it, if it changes it.
    pub fn normalize(&self, text: &str) -> Option<Normalized> {
        let nfc = self.nfc.as_ref().filter(|nfc| !nfc.is_plain(text))?;
        Some(nfc.normalize(&Normalized::identity(text))).filter(|normalized| normalized.text != text)
    }

    /// The same as a stage to look at; none where the model has no normaliser.
    pub fn stages(&self, text: &str) -> Vec<Stage> {
        let normalized = || self.normalize(text).unwrap_or_else(|| Normalized::identity(text));
        self.nfc.iter().map(|_| normalized().stage(StageKind::Compose, text)).collect()
    }

    /// The ids of one word of the pattern.
    pub fn word_ids(&self, word: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        self.fast.encode_word(word, &mut ids);
        ids
    }

    /// The ids alone: several times faster than tokens with their pieces.
    pub fn ids(&self, text: &str) -> Vec<u32> {
        match self.normalize(text) {
            Some(normalized) => self.ids_of_normalized(&normalized.text),
            None => self.ids_of_normalized(text),
        }
    }

    fn ids_of_normalized(&self, text: &str) -> Vec<u32> {
        let mut ids = Vec::with_capacity(text.len() / 3);
        self.pattern.each_piece(text, &mut |piece| {
            self.fast.encode_word(text.get(piece.span).unwrap_or_default(), &mut ids);
        });
        ids
    }

    /// A token's span is its own bytes; where the normaliser changed the text, the whole characters that it touches.
    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizeError> {
        let normalized = self.normalize(text);
        let changed = normalized.as_ref().map_or(text, |normalized| &normalized.text);
        let mut start = 0;
        let token = |id: u32| {
            let bytes = self.model().piece(id).unwrap_or_default();
            let part = start..start + bytes.len();
            start = part.end;
            let span = normalized.as_ref().map_or(part.clone(), |normalized| normalized.original(part));
            Token { id, piece: display(bytes), span, unknown: false }
        };
        let tokens: Vec<Token> = self.ids_of_normalized(changed).into_iter().map(token).collect();
        if start == changed.len() {
            Ok(tokens)
        } else {
            Err(TokenizeError::Uncovered { covered: start, len: changed.len() })
        }
    }

    /// A piece in the byte alphabet, or a special token as it is.
    pub fn piece(&self, id: u32) -> Option<String> {
        let special = self.specials.iter().find(|token| token.id == id);
        special.map(|token| token.content.clone()).or_else(|| {
            let bytes = self.model().piece(id).filter(|bytes| !bytes.is_empty());
            bytes.map(display)
        })
    }
}

fn display(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| byte_level::char_of(*byte)).collect()
}

/// The numbers of [`crate::pack`].
fn pattern(number: u8) -> Option<Pattern> {
    Pattern::ALL.get(usize::from(number).checked_sub(1)?).copied()
}

/// All pieces by id and the merges by rank.
fn pieces(tables: &ByteBpeTables, n_ids: u32) -> Option<(ByteStrings, Vec<Merge>)> {
    let mut strings = ByteStrings::with_capacity(n_ids as usize, 8 * n_ids as usize);
    (0..tables.first).for_each(|_| strings.push(&[]));
    byte_level::in_order().for_each(|byte| strings.push(&[byte]));
    let mut merges = Vec::with_capacity(tables.merges.len());
    for (left, right) in &tables.merges {
        merges.push(Merge { left: *left, right: *right, id: strings.len() as u32 });
        strings.push_joined(*left, *right)?;
    }
    Some((strings, merges))
}

fn added_token(special: Special) -> AddedToken {
    let Special { id, content, kind } = special;
    let (single_word, strip, normalized) = (false, (false, false), false);
    AddedToken { id, content, special: kind == Kind::Control, single_word, strip, normalized }
}

fn unfit(_: BpeError) -> PackError {
    PackError::Corrupt("the vocabulary does not fit")
}
