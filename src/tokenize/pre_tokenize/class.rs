//! What kind of character: as much of Unicode's general categories as the patterns of tokenizers ask for.
//!
//! `classes.bin` holds them for Unicode 16, the version of the `regex` crate, in runs from U+0000 on: a byte whose
//! high half is the class (10: upper and lower case in turn, 11: lower and upper) and whose low half is the run's
//! length, or 0 where the length follows as LEB128. `UPDATE_CLASSES=1 cargo test --test pre_tokenizers` writes it
//! from the `regex` crate; without the variable the same test compares them character by character.
//!
//! `char::is_alphabetic` and `char::is_numeric` of std are not `\p{L}` and `\p{N}`: `Alphabetic` has marks and
//! circled letters too.

use std::sync::OnceLock;

/// A set of classes; every character is in exactly one of the single ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class(u16);

impl Class {
    /// None of those below: controls, format characters, private use, unassigned.
    pub const OTHER: Class = Class(1);
    /// `\p{Lu}`
    pub const UPPER: Class = Class(1 << 1);
    /// `\p{Ll}`
    pub const LOWER: Class = Class(1 << 2);
    /// `\p{Lt}`
    pub const TITLE: Class = Class(1 << 3);
    /// `\p{Lm}`
    pub const MODIFIER: Class = Class(1 << 4);
    /// `\p{Lo}`
    pub const OTHER_LETTER: Class = Class(1 << 5);
    /// `\p{M}`
    pub const MARK: Class = Class(1 << 6);
    /// `\p{N}`
    pub const NUMBER: Class = Class(1 << 7);
    /// `\p{P}`
    pub const PUNCTUATION: Class = Class(1 << 8);
    /// `\p{S}`
    pub const SYMBOL: Class = Class(1 << 9);
    /// `\s`, the property White_Space.
    pub const SPACE: Class = Class(1 << 10);
    /// `\p{L}`
    pub const LETTER: Class =
        Self::UPPER.or(Self::LOWER).or(Self::TITLE).or(Self::MODIFIER).or(Self::OTHER_LETTER);

    pub const fn or(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    /// All classes that are not in this set.
    pub const fn not(self) -> Class {
        Class(!self.0)
    }

    /// Whether the two sets share a class.
    pub const fn meets(self, other: Class) -> bool {
        self.0 & other.0 != 0
    }
}

/// The class of a character.
pub fn class(character: char) -> Class {
    Classes::load().of(character)
}

/// The table at hand, for who asks often.
#[derive(Clone, Copy)]
pub struct Classes(&'static [u8]);

impl Classes {
    pub fn load() -> Self {
        Classes(table())
    }

    #[inline]
    pub fn of(self, character: char) -> Class {
        let code = u32::from(character);
        let index = match self.0.get(code as usize) {
            Some(index) => *index,
            // beyond the table only the variation selectors are anything
            None if matches!(code, 0xE0100..=0xE01EF) => 6,
            None => 0,
        };
        Class(1 << index)
    }
}

/// The planes that have letters; beyond them [`class`] knows what there is.
const TABLE_LENGTH: usize = 0x4_0000;
const SPACE_INDEX: u8 = 10;
const RUNS: &[u8] = include_bytes!("classes.bin");

/// The number of the single class of each character; 256 kB, made in less than a millisecond.
fn table() -> &'static [u8] {
    static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = expand(RUNS);
        table.resize(TABLE_LENGTH, 0);
        for space in ('\0'..='\u{3000}').filter(|character| character.is_whitespace()) {
            if let Some(index) = table.get_mut(space as usize) {
                *index = SPACE_INDEX;
            }
        }
        table
    })
}

fn expand(runs: &[u8]) -> Vec<u8> {
    let mut table = Vec::with_capacity(TABLE_LENGTH);
    let mut bytes = runs.iter().copied();
    while let Some(byte) = bytes.next() {
        let length = match byte & 15 {
            0 => leb128(&mut bytes),
            short => short.into(),
        };
        let end = (table.len() + length).min(TABLE_LENGTH);
        match byte >> 4 {
            10 => turns(&mut table, end, [1, 2]),
            11 => turns(&mut table, end, [2, 1]),
            index => table.resize(end, index),
        }
    }
    table
}

fn turns(table: &mut Vec<u8>, end: usize, pair: [u8; 2]) {
    let length = end.saturating_sub(table.len());
    table.extend(pair.iter().copied().cycle().take(length));
}

fn leb128(bytes: &mut impl Iterator<Item = u8>) -> usize {
    let mut value = 0;
    for (shift, byte) in (0..28).step_by(7).zip(bytes) {
        value |= usize::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}
