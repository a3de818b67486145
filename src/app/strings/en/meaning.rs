//! The lab about the meaning of vectors, in English.

use crate::strings::meaning::{Analogy, Change, Cosine, Map, Meaning, Neighbours, Unknown};

pub const LABELS: &[(&str, &str, &str)] = &[
    ("word_table", "Word vectors", ""),
    ("word", "Word", ""),
    ("word_others", "Compared with", "up to 8 words"),
    ("word_language", "Answers in", ""),
    ("analogy_a", "a", ""),
    ("analogy_b", "b", ""),
    ("analogy_c", "c", ""),
    ("word_list", "Words on the map", "up to 80, parted by commas or spaces"),
];

pub const CHOICES: &[(&str, &[(&str, &str)])] = &[
    ("word_table", &[("use", "USE multilingual"), ("glove", "GloVe 6B 50d")]),
    ("word_language", &[("both", "both"), ("en", "English"), ("zh", "Chinese")]),
];

pub static MEANING: Meaning = Meaning {
    stage: "Meaning",
    old: |table| format!("What stands here is the answer to the question before, of {table}."),
    old_example: |table| format!("What stands here is the page’s own example, of {table}."),
    respelt: |typed, spelt| format!("The table spells “{typed}” as “{spelt}”: capitals are not told apart."),
    lead: "Real vectors, trained by others on real text. They are static: one vector per word, whatever stands around it. “bank” has the same one beside a river and beside money; what a language model computes after its first layer has not.",
    table: |name, words, columns| format!("{name}: {words} words × {columns} columns."),
    loading: |name| format!("Loading {name}"),
    cancel: "Cancel",
    stopped: |name| format!("{name} was not loaded."),
    failed: |name, why| format!("{name} did not load: {why}."),
    examples: "Examples",
    not_in_table: |table, word| format!("{table} has no vector for “{word}”."),
    begins: |words| format!("It has {words}."),
    none_of: |table, words| format!("{table} has no vector for {words}; the others are shown."),
    only_first: |most| format!("Only the first {most} words count."),
    type_a_word: "Type a word.",
    cosine: Cosine {
        title: |word, near, cosine, far, least| {
            format!("“{word}” is nearest to “{near}”, cosine {cosine}, and farthest from “{far}”, {least}")
        },
        title_one: |word, other, cosine| format!("The cosine of “{word}” and “{other}” is {cosine}"),
        list: "Cosine with each word",
        hint: "Choose a row to see its arithmetic; arrow keys move.",
        products: |columns| format!("What each of the {columns} columns adds"),
        other_tables: "Compare cosines within one table only: in another one the same two words have another.",
    },
    neighbours: Neighbours {
        title: |word, near, cosine| format!("Nearest to “{word}”: “{near}”, cosine {cosine}"),
        lead: "All words of the table by their cosine, the word itself left out. Choosing one goes on from there.",
        go: |word| format!("go to “{word}”"),
        vector: |word, row, length| format!("The vector of “{word}”: row {row}, length {length}"),
    },
    analogy: Analogy {
        title_input: |sum, input, other| {
            format!(
                "{sum} is nearest to “{input}”, which was put in; “{other}” comes first only once the inputs are left out"
            )
        },
        title: |sum, word| format!("{sum} is nearest to “{word}”, with the inputs and without"),
        lead: "The vectors at length 1, then the nearest words. The famous results leave the three inputs out of the search, as the papers say. That exclusion is where much of the fame comes from: the sum lies close to its own parts.",
        including: "inputs allowed",
        excluding: "inputs left out",
        is_input: "input",
        inputs: |a, b, c| format!("Cosine of the sum with its inputs: a {a}, b {b}, c {c}."),
        crowded: |words| {
            format!(
                "Two languages in one space: {words} are in the other language. The translation of an input is nearly the input again, and leaving out a spelling does not leave it out."
            )
        },
    },
    map: Map {
        title: |percent, wrong, all| {
            if wrong == 0 {
                return format!(
                    "Two axes hold {percent} of the variance, and yet for all {all} words the nearest on the map is the nearest in the table too"
                );
            }
            format!(
                "Two axes hold {percent} of the variance: for {wrong} of {all} words the nearest on the map is not the nearest in the table"
            )
        },
        one_word: "One word makes no map; with a second one of the table it is drawn anew.",
        too_few: "A map needs two words of the table",
        lead: "The first two principal components of these words alone. Point at a word: the solid line leads to its nearest word in all columns, the dashed one to the nearest on the map.",
        axis: |axis, percent| format!("component {axis}: {percent}"),
        readout: |word, x, y, near, cosine| {
            format!("“{word}” ({x}, {y}): nearest in all columns is “{near}”, cosine {cosine}")
        },
        on_map: |word| format!("on the map it is “{word}”"),
        same_on_map: "so it is on the map",
        picture: |n| format!("Map of {n} words; arrow keys move among them"),
        languages: ["English", "Chinese"],
        in_table: "nearest in all columns",
        col_word: "word",
        col_near: "nearest in the table",
        col_near_map: "nearest on the map",
        unnamed: |n| {
            if n == 1 {
                "One label found no room; point at the dot.".into()
            } else {
                format!("{n} labels found no room; point at the dots.")
            }
        },
    },
    change: Change {
        title: |from, to, percent, risen, all| {
            format!(
                "{to} of {from} columns keep {percent} of the variance, and {risen} of {all} cosines rise"
            )
        },
        title_same: |columns| {
            format!("All {columns} columns are there: only rounding to 8 bits moves a cosine")
        },
        lead: "To be small enough for this page, the table was projected onto its first principal components. That drops the small differences that any two words have, so cosines grow; most keep their order, the numbers do not. And the source itself publishes 6 bits a number: its own digits are coarse already.",
        lead_same: "The vectors are the published ones, rounded to 8 bits a number.",
        pair: "pair",
        original: |columns| format!("published, {columns} columns"),
        projected: |columns| format!("projected to {columns}"),
        packed: "as on this page, 8 bits",
        rounding: |most| format!("The rounding moves none of these by more than {most}."),
    },
    unknown: Unknown {
        title: |vocabulary, a, b, cosine| {
            format!(
                "A trap: through {vocabulary}’s tokens, “{a}” and “{b}” have a cosine of {cosine}, because both are [UNK]"
            )
        },
        title_plain: "A trap: two words that a tokenizer does not know are the same token",
        lead: "[UNK] is one id, one row, one vector. Uniformly high cosines of Chinese words can say that the vocabulary has no Chinese, and nothing about meaning. The cosine is of the mean of the rows of a word’s ids.",
        tokenizer: "tokenizer",
        ids: "ids",
        through: "cosine through the ids",
        here: "in the word vectors",
        trap: "trap: both unknown",
        known: "known",
        partly: "partly unknown",
        seeded: "The rows behind the ids are seeded random numbers: only equal ids can make two words alike.",
    },
};
