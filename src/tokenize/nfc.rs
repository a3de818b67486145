//! Unicode's normalisation form C (annex 15), which Qwen's tokenizers begin with: e and an accent become é.
//!
//! ```text
//! every character becomes its full canonical decomposition; marks are put in the order of their combining classes;
//! then each is joined to the starter before it, if the pair has a composite and no mark of its class or a higher
//! one stands between
//! ```
//!
//! The tables are those of Unicode 9, which the `tokenizers` crate uses ([`super::word_piece::unicode`]); what is not
//! composed again (annex 15, section 5: composition exclusions) stands here.

use super::unigram::normalizer::Normalized;
use super::word_piece::unicode::Unicode;
use std::ops::RangeInclusive;

/// Decomposable characters that are not composed again: of scripts, and those whose decomposition begins with a mark.
const EXCLUDED: &[RangeInclusive<char>] = &[
    '\u{344}'..='\u{344}',
    '\u{958}'..='\u{95F}',
    '\u{9DC}'..='\u{9DF}',
    '\u{A33}'..='\u{A36}',
    '\u{A59}'..='\u{A5E}',
    '\u{B5C}'..='\u{B5D}',
    '\u{F43}'..='\u{FB9}',
    '\u{FB1D}'..='\u{FB4E}',
    '\u{2ADC}'..='\u{2ADC}',
    '\u{1D15E}'..='\u{1D1C0}',
];

/// Hangul's vowels and last consonants.
const JAMO: [RangeInclusive<char>; 2] = ['\u{1161}'..='\u{1175}', '\u{11A8}'..='\u{11C2}'];

/// The tables.
pub struct Nfc {
    unicode: Unicode,
    /// First, second and composite, sorted.
    pairs: Vec<(char, char, char)>,
    /// Starters that may be the second of a pair, sorted; beside Hangul's a few vowel signs.
    seconds: Vec<char>,
    /// A bit for every character that is not its own form C or that may change with what is before it.
    open: Vec<u64>,
}

/// A character with the bytes that it comes from.
type Placed = (char, (u32, u32));

impl Nfc {
    /// Takes a millisecond.
    pub fn new() -> Self {
        let unicode = Unicode::default();
        let mut pairs = Vec::new();
        // of characters with the same decomposition the first is the composite, the others are its doubles
        let mut known: Vec<(Vec<char>, char)> = decomposing(&unicode);
        known.sort();
        known.dedup_by(|(later, _), (earlier, _)| later == earlier);
        for (parts, composite) in &known {
            let Some((second, before)) = parts.split_last() else { continue };
            let first = match before {
                [] => continue,
                [single] => Some(*single),
                _ => known
                    .binary_search_by(|(other, _)| other.as_slice().cmp(before))
                    .ok()
                    .and_then(|at| Some(known.get(at)?.1)),
            };
            pairs.extend(first.map(|first| (first, *second, *composite)));
        }
        pairs.sort_unstable();
        let is_starter = |second: &char| unicode.combining_class(*second) == 0;
        let mut seconds: Vec<char> = pairs.iter().map(|(_, second, _)| *second).filter(is_starter).collect();
        seconds.sort_unstable();
        seconds.dedup();
        let mut nfc = Nfc { unicode, pairs, seconds, open: Vec::new() };
        nfc.open = nfc.open_characters(&known);
        nfc
    }

    fn open_characters(&self, known: &[(Vec<char>, char)]) -> Vec<u64> {
        let mut closed: Vec<char> = known.iter().map(|(_, composite)| *composite).collect();
        closed.sort_unstable();
        let changed = self.unicode.decomposing().filter(|character| closed.binary_search(character).is_err());
        let seconds = self.seconds.iter().copied().chain(JAMO.into_iter().flatten());
        let mut bits = Vec::new();
        for character in changed.chain(seconds).chain(self.unicode.combining()) {
            let (word, bit) = (character as usize / 64, character as usize % 64);
            if bits.len() <= word {
                bits.resize(word + 1, 0);
            }
            if let Some(slot) = bits.get_mut(word) {
                *slot |= 1 << bit;
            }
        }
        bits
    }

    fn is_open(&self, character: char) -> bool {
        self.open.get(character as usize / 64).is_some_and(|word| word >> (character as usize % 64) & 1 == 1)
    }

    /// Whether each character by itself tells that the text is in form C.
    pub fn is_plain(&self, text: &str) -> bool {
        !text.chars().any(|character| self.is_open(character))
    }

    pub fn normalize(&self, text: &Normalized) -> Normalized {
        let mut out = Normalized::default();
        let mut cluster: Vec<Placed> = Vec::new();
        let mut characters = text.text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let origin = text.original(at..at + character.len_utf8());
            let origin = (origin.start as u32, origin.end as u32);
            // most stand alone: neither they nor what follows can change
            if !self.is_open(character) && characters.peek().is_none_or(|(_, next)| !self.is_open(*next)) {
                self.finish(&mut cluster, &mut out);
                out.push(character.encode_utf8(&mut [0; 4]), origin);
                continue;
            }
            let mut parts = Vec::new();
            self.unicode.decompose(character, |part| parts.push((part, origin)));
            let begins =
                parts.first().is_some_and(|(part, _)| self.class(*part) == 0 && !self.joins_backwards(*part));
            if begins {
                self.finish(&mut cluster, &mut out);
            }
            cluster.extend(parts);
        }
        self.finish(&mut cluster, &mut out);
        out
    }

    fn class(&self, character: char) -> u8 {
        self.unicode.combining_class(character)
    }

    /// Whether a starter may be the second of a pair.
    fn joins_backwards(&self, character: char) -> bool {
        JAMO.iter().any(|range| range.contains(&character)) || self.seconds.binary_search(&character).is_ok()
    }

    /// Puts a starter and what follows it in order, composes it and writes it out.
    fn finish(&self, cluster: &mut Vec<Placed>, out: &mut Normalized) {
        for run in cluster.chunk_by_mut(|(a, _), (b, _)| self.class(*a) != 0 && self.class(*b) != 0) {
            run.sort_by_key(|(part, _)| self.class(*part));
        }
        let mut composed: Vec<Placed> = Vec::new();
        let mut starter: Option<usize> = None;
        for (part, origin) in cluster.drain(..) {
            let class = self.class(part);
            let free = starter.is_some_and(|at| match composed.get(at + 1..).and_then(<[Placed]>::last) {
                None => true,
                Some((last, _)) => class != 0 && self.class(*last) < class,
            });
            let joined =
                starter.filter(|_| free).and_then(|at| Some((at, self.compose(composed.get(at)?.0, part)?)));
            match joined.and_then(|(at, composite)| Some((composed.get_mut(at)?, composite))) {
                Some((slot, composite)) => {
                    slot.0 = composite;
                    slot.1 = (slot.1.0.min(origin.0), slot.1.1.max(origin.1));
                }
                None => {
                    starter = if class == 0 { Some(composed.len()) } else { starter };
                    composed.push((part, origin));
                }
            }
        }
        write(&composed, out);
    }

    fn compose(&self, first: char, second: char) -> Option<char> {
        hangul(first, second).or_else(|| {
            let at = self.pairs.binary_search_by_key(&(first, second), |(a, b, _)| (*a, *b)).ok()?;
            self.pairs.get(at).map(|(_, _, composite)| *composite)
        })
    }
}

impl Default for Nfc {
    fn default() -> Self {
        Self::new()
    }
}

/// Characters that were put in another order share one origin: then origins never go backwards.
fn write(composed: &[Placed], out: &mut Normalized) {
    let sorted = composed.is_sorted_by(|(_, a), (_, b)| a.0 <= b.0 && a.1 <= b.1);
    let all =
        composed.iter().fold((u32::MAX, 0), |all, (_, origin)| (all.0.min(origin.0), all.1.max(origin.1)));
    for (part, origin) in composed {
        out.push(part.encode_utf8(&mut [0; 4]), if sorted { *origin } else { all });
    }
}

/// All characters with a decomposition of several that may be composed again.
fn decomposing(unicode: &Unicode) -> Vec<(Vec<char>, char)> {
    let mut all = Vec::new();
    for character in unicode.decomposing() {
        let mut parts = Vec::new();
        unicode.decompose(character, |part| parts.push(part));
        if parts.len() > 1 && !EXCLUDED.iter().any(|range| range.contains(&character)) {
            all.push((parts, character));
        }
    }
    all
}

/// Leading consonant and vowel, or a syllable without a last consonant and one (Unicode Standard, section 3.12).
fn hangul(first: char, second: char) -> Option<char> {
    let (first, second) = (u32::from(first), u32::from(second));
    let code = match (first, second) {
        (0x1100..=0x1112, 0x1161..=0x1175) => 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28,
        (0xAC00..=0xD7A3, 0x11A8..=0x11C2) if (first - 0xAC00).is_multiple_of(28) => first + second - 0x11A7,
        _ => return None,
    };
    char::from_u32(code)
}
