//! What the cards show, asked of the table on the screen; where an answer is missing, the last one stays.

use super::bars::Bar;
use super::loader::Loaded;
use crate::embed::word_vectors::analogy::{Analogy, Scale, analogy};
use crate::embed::word_vectors::compare::{Comparison, compare};
use crate::embed::word_vectors::list::{Found, find};
use crate::embed::word_vectors::map::{Near, WordMap, map, nearest_of_each};
use crate::embed::word_vectors::nearest::{Neighbour, neighbours};
use crate::embed::word_vectors::{WordError, WordTable};
use crate::state::Meaning;
use crate::store::Store;
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// How many words a word is compared with, how many answers a question gets, and how many words a map holds.
pub const MOST_OTHERS: usize = 8;
const ANSWERS: usize = 8;
const NEIGHBOURS: usize = 14;
const MOST_ON_MAP: usize = 80;

/// A word beside others.
#[derive(Clone, PartialEq)]
pub struct Compared {
    pub of: Loaded,
    pub row: usize,
    /// In the reader's order.
    pub all: Vec<Comparison>,
}

/// A word's neighbours.
#[derive(Clone, PartialEq)]
pub struct Neighbourhood {
    pub of: Loaded,
    pub row: usize,
    pub all: Vec<Neighbour>,
}

/// An analogy and the table it was asked of.
#[derive(Clone, PartialEq)]
pub struct Answered {
    pub of: Loaded,
    pub analogy: Analogy,
}

/// Words on a map.
#[derive(Clone, PartialEq)]
pub struct Mapped {
    pub of: Loaded,
    pub rows: Vec<usize>,
    pub map: WordMap,
    pub near: Vec<Near>,
}

impl Loaded {
    /// BCP 47 tag of a row.
    pub fn language(&self, row: usize) -> &'static str {
        self.source.languages.get(self.table.language_of(row)).copied().unwrap_or("en")
    }

    /// The rows of a language; all for one that the table has not, and for both.
    fn among(&self, language: &str) -> Range<usize> {
        match self.source.languages.iter().position(|tag| *tag == language) {
            Some(which) => self.table.language(which),
            None => 0..self.table.len(),
        }
    }

    pub fn bar(&self, row: usize, cosine: f64) -> Bar {
        Bar { word: self.table.word(row).to_owned(), language: self.language(row), cosine, note: None }
    }
}

pub fn compared(of: &Loaded, m: &Meaning) -> Option<Compared> {
    let row = of.table.row(&m.word).ok()?;
    let others = find(&of.table, &m.word_others, MOST_OTHERS).rows;
    let all: Vec<Comparison> = others.into_iter().map(|other| compare(&of.table, [row, other])).collect();
    (!all.is_empty()).then(|| Compared { of: of.clone(), row, all })
}

impl Compared {
    /// Indices of the nearest and the farthest word.
    pub fn ends(&self) -> Option<(usize, usize)> {
        let by = |x: &usize, y: &usize| {
            let of = |at: &usize| self.all.get(*at).map_or(0.0, |comparison| comparison.cosine);
            of(x).total_cmp(&of(y))
        };
        Some(((0..self.all.len()).max_by(by)?, (0..self.all.len()).min_by(by)?))
    }
}

pub fn near(of: &Loaded, m: &Meaning) -> Option<Neighbourhood> {
    let row = of.table.row(&m.word).ok()?;
    let all = neighbours(&of.table, row, of.among(m.word_language), NEIGHBOURS);
    Some(Neighbourhood { of: of.clone(), row, all })
}

pub fn answered(of: &Loaded, m: &Meaning) -> Option<Answered> {
    let words = [&m.analogy_a, &m.analogy_b, &m.analogy_c].map(String::as_str);
    let analogy = analogy(&of.table, words, Scale::Unit, of.among(m.word_language), ANSWERS).ok()?;
    Some(Answered { of: of.clone(), analogy })
}

pub fn mapped(of: &Loaded, list: &str) -> Option<Mapped> {
    let rows = find(&of.table, list, MOST_ON_MAP).rows;
    if rows.len() < 2 {
        return None;
    }
    let map = map(&of.table, &rows);
    let near = nearest_of_each(&of.table, &rows, &map);
    Some(Mapped { of: of.clone(), rows, map, near })
}

/// A question to a table.
pub trait Answer: PartialEq + Send + Sync + Sized + 'static {
    fn ask(of: &Loaded, asked: &Meaning) -> Option<Self>;

    /// The table that answered.
    fn table(&self) -> &Loaded;

    /// Why the question has no answer.
    fn refused(store: Store, of: &Loaded, asked: &Meaning) -> Option<String>;
}

impl Answer for Compared {
    fn ask(of: &Loaded, asked: &Meaning) -> Option<Self> {
        compared(of, asked)
    }

    fn table(&self) -> &Loaded {
        &self.of
    }

    fn refused(store: Store, of: &Loaded, asked: &Meaning) -> Option<String> {
        complaint(store, of, &asked.word)
            .or_else(|| list_complaint(store, of, &asked.word_others, MOST_OTHERS))
    }
}

impl Answer for Neighbourhood {
    fn ask(of: &Loaded, asked: &Meaning) -> Option<Self> {
        near(of, asked)
    }

    fn table(&self) -> &Loaded {
        &self.of
    }

    fn refused(store: Store, of: &Loaded, asked: &Meaning) -> Option<String> {
        complaint(store, of, &asked.word)
    }
}

impl Answer for Answered {
    fn ask(of: &Loaded, asked: &Meaning) -> Option<Self> {
        answered(of, asked)
    }

    fn table(&self) -> &Loaded {
        &self.of
    }

    fn refused(store: Store, of: &Loaded, asked: &Meaning) -> Option<String> {
        [&asked.analogy_a, &asked.analogy_b, &asked.analogy_c]
            .into_iter()
            .find_map(|word| complaint(store, of, word))
    }
}

/// To which question an answer on the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Asked,
    /// An earlier one of the reader's.
    Before,
    /// The one that the page opens with: the reader's had no answer from the beginning.
    Example,
}

/// What is found; the last finding where nothing is, and what the defaults give where there was none. Beside it what is
/// said where that is the answer to another question: why the reader's has none, and whose answer this is.
pub fn kept<T: Answer>(
    store: Store,
    shown: RwSignal<Option<Loaded>>,
) -> (Memo<Option<Arc<T>>>, Memo<Option<String>>) {
    let asked = store.get(|s| s.meaning.clone());
    let both = Memo::new(move |before: Option<&(Option<Arc<T>>, Question)>| {
        let last = || before.and_then(|(last, to)| Some((last.clone()?, *to)));
        let Some(of) = shown.get() else {
            return last().map_or((None, Question::Asked), |(last, to)| (Some(last), to));
        };
        if let Some(found) = asked.with(|asked| T::ask(&of, asked)) {
            return (Some(Arc::new(found)), Question::Asked);
        }
        match last() {
            Some((last, Question::Example)) => (Some(last), Question::Example),
            Some((last, _)) => (Some(last), Question::Before),
            None => (T::ask(&of, &Meaning::default()).map(Arc::new), Question::Example),
        }
    });
    let said = Memo::new(move |_| {
        let (answer, to) = both.get();
        let answer = answer.filter(|_| to != Question::Asked)?;
        let s = store.strings();
        let why = shown.with(|of| asked.with(|asked| T::refused(store, of.as_ref()?, asked)));
        let name = s.words.choice("word_table", answer.table().source.id);
        let whose =
            if to == Question::Before { (s.meaning.old)(name) } else { (s.meaning.old_example)(name) };
        Some(why.into_iter().chain([whose]).collect::<Vec<_>>().join(" "))
    });
    (Memo::new(move |_| both.with(|(found, _)| found.clone())), said)
}

/// Which of the words a table spells with other capitals, which answer all the same.
pub fn respelt<'a>(store: Store, of: &Loaded, words: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let other = |word: &'a str| {
        let (asked, spelt) = (word.trim(), of.table.word(of.table.row(word).ok()?));
        (asked != spelt).then(|| (store.strings().meaning.respelt)(asked, spelt))
    };
    let all: Vec<String> = words.into_iter().filter_map(other).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// Why a word has no vector, in the reader's language, with words that begin alike.
pub fn complaint(store: Store, of: &Loaded, word: &str) -> Option<String> {
    let s = &store.strings().meaning;
    match of.table.row(word).err()? {
        WordError::Empty => Some(s.type_a_word.to_owned()),
        WordError::NotInTable(word) => Some(missing(store, of, &word)),
    }
}

fn missing(store: Store, of: &Loaded, word: &str) -> String {
    let strings = store.strings();
    let s = &strings.meaning;
    let name = store.strings().words.choice("word_table", of.source.id);
    let sentence = (s.not_in_table)(name, word);
    let alike: Vec<String> =
        beginnings(&of.table, word).into_iter().map(|word| format!("“{word}”")).collect();
    if alike.is_empty() {
        sentence
    } else {
        [sentence, (s.begins)(&alike.join(strings.comma))].join(strings.gap)
    }
}

/// Up to four words that begin like `word`, or like the most of it that any word begins with.
fn beginnings<'a>(table: &'a WordTable, word: &str) -> Vec<&'a str> {
    let letters: Vec<char> = word.chars().collect();
    let starts = (1..=letters.len().min(6)).rev().map(|many| letters.iter().take(many).collect::<String>());
    starts.map(|start| table.beginning(&start, 4)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// What is wrong with the words of a map, which needs two of them.
pub fn map_complaint(store: Store, of: &Loaded, list: &str) -> Option<String> {
    let Found { rows, missing: gone, .. } = find(&of.table, list, MOST_ON_MAP);
    if rows.len() != 1 {
        return list_complaint(store, of, list, MOST_ON_MAP);
    }
    let of_one = store.strings().meaning.map.one_word.to_owned();
    let absent = gone.first().map(|word| missing(store, of, word));
    Some(absent.into_iter().chain([of_one]).collect::<Vec<_>>().join(store.strings().gap))
}

/// What is wrong with a list of words.
pub fn list_complaint(store: Store, of: &Loaded, list: &str, most: usize) -> Option<String> {
    let s = &store.strings().meaning;
    let Found { rows, missing: gone, left_out } = find(&of.table, list, most);
    let first = match gone.as_slice() {
        [] if rows.is_empty() => Some(s.type_a_word.to_owned()),
        [] => None,
        [word, ..] if rows.is_empty() => Some(missing(store, of, word)),
        words => {
            let quoted: Vec<String> = words.iter().take(6).map(|word| format!("“{word}”")).collect();
            let more = if words.len() > 6 { " …" } else { "" };
            let name = store.strings().words.choice("word_table", of.source.id);
            Some((s.none_of)(name, &format!("{}{more}", quoted.join(store.strings().comma))))
        }
    };
    let second = (left_out > 0).then(|| (s.only_first)(most));
    let all: Vec<String> = [first, second].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(store.strings().gap))
}
