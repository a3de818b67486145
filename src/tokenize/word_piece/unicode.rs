//! What BERT's normaliser must know of Unicode: three sets of characters, canonical decompositions and their order.
//!
//! The tables are those of the crates that Hugging Face's `tokenizers` uses (`unicode_categories` 0.1.1,
//! `unicode-normalization-alignments` 0.1.12: Unicode 8 and 9), because its ids are what we must give; characters
//! that came later are in none of them. `unicode.bin` (10 kB) is written by `UPDATE_UNICODE=1 cargo test --test
//! word_piece` and holds LEB128 numbers, each list led by its length:
//!
//! ```text
//! three sets     the code points where membership changes, each as the distance from the one before:
//!                control and format (Cc, Cf, Co), nonspacing marks (Mn), punctuation (P*)
//! combining      ranges: distance from the end of the one before, length, canonical combining class
//! decomposition  characters: distance from the one before, number of characters it becomes, those characters, the
//!                first as its distance from the first of the entry before, the others from U+0300 (zigzag)
//! ```

const TABLES: &[u8] = include_bytes!("unicode.bin");

/// The tables, ready to be asked.
#[derive(Debug)]
pub struct Unicode {
    other: Set,
    mark_nonspacing: Set,
    punctuation: Set,
    /// Start, end (exclusive) and class of each range of characters with a class other than 0.
    combining: Vec<(u32, u32, u8)>,
    /// Each character that decomposes and where in `parts` its characters begin; those of the next entry end them.
    decompositions: Vec<(char, u32)>,
    parts: Vec<char>,
}

/// The code points where membership changes, in order: out before the first, in from it on, and so forth.
#[derive(Debug)]
struct Set(Vec<u32>);

impl Set {
    fn contains(&self, c: char) -> bool {
        self.0.partition_point(|&change| change <= u32::from(c)) % 2 == 1
    }
}

impl Default for Unicode {
    fn default() -> Self {
        let mut rest = Numbers(TABLES);
        let [other, mark_nonspacing, punctuation] = [(); 3].map(|()| rest.set());
        let combining = rest.combining();
        let (decompositions, parts) = rest.decompositions();
        Unicode { other, mark_nonspacing, punctuation, combining, decompositions, parts }
    }
}

impl Unicode {
    /// Control, format and private-use characters (Cc, Cf, Co).
    pub fn is_other(&self, c: char) -> bool {
        self.other.contains(c)
    }

    /// Nonspacing marks (Mn): accents and their like.
    pub fn is_mark_nonspacing(&self, c: char) -> bool {
        self.mark_nonspacing.contains(c)
    }

    /// Punctuation of every kind (P*).
    pub fn is_punctuation(&self, c: char) -> bool {
        self.punctuation.contains(c)
    }

    /// The canonical combining class: 0 for a character that begins, other classes are put in order behind it.
    pub fn combining_class(&self, c: char) -> u8 {
        let code = u32::from(c);
        let after = self.combining.partition_point(|&(start, ..)| start <= code);
        let range = after.checked_sub(1).and_then(|at| self.combining.get(at));
        range.filter(|&&(_, end, _)| code < end).map_or(0, |&(.., class)| class)
    }

    /// All characters that decompose but Hangul's syllables, in order.
    pub fn decomposing(&self) -> impl Iterator<Item = char> {
        self.decompositions.iter().map(|&(from, _)| from)
    }

    /// All characters with a combining class other than 0, in order.
    pub fn combining(&self) -> impl Iterator<Item = char> {
        let ranges = self.combining.iter().map(|&(start, end, _)| start..end);
        ranges.flatten().filter_map(char::from_u32)
    }

    /// Calls `push` with the characters of the full canonical decomposition, the character itself if it has none.
    pub fn decompose(&self, c: char, mut push: impl FnMut(char)) {
        if c.is_ascii() {
            return push(c);
        }
        if let Some(jamo) = hangul(c) {
            return jamo.into_iter().flatten().for_each(push);
        }
        let Ok(at) = self.decompositions.binary_search_by_key(&c, |&(from, _)| from) else { return push(c) };
        let start = self.decompositions.get(at).map_or(0, |&(_, start)| start as usize);
        let end = self.decompositions.get(at + 1).map_or(self.parts.len(), |&(_, start)| start as usize);
        self.parts.get(start..end).unwrap_or_default().iter().copied().for_each(push);
    }
}

/// The two or three letters of a Hangul syllable (Unicode Standard, section 3.12).
fn hangul(c: char) -> Option<[Option<char>; 3]> {
    const SYLLABLES: u32 = 11_172;
    const VOWELS: u32 = 21;
    const TRAILING: u32 = 28;
    let index = u32::from(c).checked_sub(0xAC00).filter(|&index| index < SYLLABLES)?;
    let trailing = index % TRAILING;
    Some([
        char::from_u32(0x1100 + index / (VOWELS * TRAILING)),
        char::from_u32(0x1161 + index % (VOWELS * TRAILING) / TRAILING),
        char::from_u32(0x11A7 + trailing).filter(|_| trailing > 0),
    ])
}

/// Reads the tables forward. They are part of the program and tested, so an end that comes too early reads as zeros.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn next(&mut self) -> u32 {
        let mut value = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.0.split_off_first().copied().unwrap_or_default();
            value |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        value
    }

    /// A difference: zigzag, 0, −1, 1, −2 … as 0, 1, 2, 3 …
    fn signed(&mut self) -> i32 {
        let value = self.next();
        (value >> 1) as i32 ^ -((value & 1) as i32)
    }

    fn set(&mut self) -> Set {
        let (n, mut at) = (self.next(), 0);
        Set((0..n).map(|_| step(&mut at, self.next())).collect())
    }

    fn combining(&mut self) -> Vec<(u32, u32, u8)> {
        let (n, mut at) = (self.next(), 0);
        let range = |_| {
            let start = step(&mut at, self.next());
            let end = step(&mut at, self.next());
            (start, end, self.next() as u8)
        };
        (0..n).map(range).collect()
    }

    fn decompositions(&mut self) -> (Vec<(char, u32)>, Vec<char>) {
        let (n, mut from, mut first) = (self.next(), 0, 0);
        let (mut entries, mut parts) = (Vec::new(), Vec::new());
        for _ in 0..n {
            let c = character(step(&mut from, self.next()));
            entries.push((c, parts.len() as u32));
            for nth in 0..self.next() {
                let difference = self.signed();
                if nth == 0 {
                    first += difference;
                    parts.push(character(first as u32));
                } else {
                    parts.push(character((0x300 + difference) as u32));
                }
            }
        }
        (entries, parts)
    }
}

fn step(at: &mut u32, by: u32) -> u32 {
    *at += by;
    *at
}

fn character(code: u32) -> char {
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}
