//! What the reader can set of the meaning of words: struct, defaults and schema side by side.

use super::field::{Access, Field, part_field};
use crate::position::parameter::{Kind, Value};
use locus::embed::word_vectors;

/// See [`FIELDS`] for what each is.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning {
    pub word_table: &'static str,
    pub word: String,
    pub word_others: String,
    pub word_language: &'static str,
    pub analogy_a: String,
    pub analogy_b: String,
    pub analogy_c: String,
    pub word_list: String,
}

impl Default for Meaning {
    fn default() -> Self {
        Meaning {
            word_table: "use",
            word: "cat".into(),
            word_others: "dog, car, 猫".into(),
            word_language: "both",
            analogy_a: "king".into(),
            analogy_b: "man".into(),
            analogy_c: "woman".into(),
            word_list: "cat 猫 dog 狗 fish 鱼 bird 鸟 car 汽车 bus 公交 ship 船 red 红 blue 蓝 green 绿 one 一 two 二 three 三 king 国王 queen 女王".into(),
        }
    }
}

/// A field that stands in [`State::meaning`](super::State::meaning).
macro_rules! meaning {
    ($($field:tt)*) => {
        part_field!(meaning, $($field)*)
    };
}

/// One word.
const WORD: Kind = Kind::Text { max_chars: 40 };

/// Schema of [`Meaning`].
pub const FIELDS: &[Field] = &[
    meaning!(word_table, Choice, Kind::Choice(word_vectors::ids), "meaning: the table of word vectors"),
    meaning!(word, Text, WORD, "meaning: the word that is looked up"),
    meaning!(
        word_others,
        Text,
        Kind::Text { max_chars: 200 },
        "meaning: words that it is compared with, parted by commas or spaces; the first 8 count"
    ),
    meaning!(
        word_language,
        Choice,
        Kind::Choice(|| &["both", "en", "zh"]),
        "meaning: the language of neighbours and answers, where a table has two"
    ),
    meaning!(analogy_a, Text, WORD, "meaning: a of the analogy a − b + c"),
    meaning!(analogy_b, Text, WORD, "meaning: b of the analogy a − b + c"),
    meaning!(analogy_c, Text, WORD, "meaning: c of the analogy a − b + c"),
    meaning!(
        word_list,
        Text,
        Kind::Text { max_chars: 800 },
        "meaning: the words on the map, parted by commas or spaces; the first 80 count"
    ),
];
