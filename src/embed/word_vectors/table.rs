//! A table of word vectors that finds its words.

use crate::embed::similarity;
use crate::matrix::Matrix;
use crate::pack::WordVectors;
use std::collections::HashMap;
use std::ops::Range;

/// Why a question about words has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    #[error("type a word")]
    Empty,
    #[error("this table has no vector for “{0}”")]
    NotInTable(String),
}

/// A table that is ready to be asked.
#[derive(Clone, Debug)]
pub struct WordTable {
    vectors: WordVectors,
    /// Lower-case word → row; where two rows differ in case only, the first.
    rows: HashMap<String, usize>,
}

impl WordTable {
    pub fn new(vectors: WordVectors) -> Self {
        let mut rows = HashMap::with_capacity(vectors.words.len());
        for (row, word) in vectors.words.iter().enumerate() {
            rows.entry(word.to_lowercase()).or_insert(row);
        }
        WordTable { vectors, rows }
    }

    /// The decoded pack.
    pub fn vectors(&self) -> &WordVectors {
        &self.vectors
    }

    pub fn len(&self) -> usize {
        self.vectors.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// words × columns, rows of length 1.
    pub fn directions(&self) -> &Matrix {
        &self.vectors.directions
    }

    /// The rows of the first or the second language.
    pub fn language(&self, which: usize) -> Range<usize> {
        match which {
            0 => 0..self.vectors.first_language,
            _ => self.vectors.first_language..self.len(),
        }
    }

    /// The row of a word; white space around it and the case of its letters do not matter. Errors name the word.
    pub fn row(&self, word: &str) -> Result<usize, WordError> {
        let word = word.trim();
        if word.is_empty() {
            return Err(WordError::Empty);
        }
        let row = self.rows.get(&word.to_lowercase()).copied();
        row.ok_or_else(|| WordError::NotInTable(word.to_owned()))
    }

    /// The first `most` words that begin so, in the order of the rows; none for nothing but white space.
    pub fn beginning(&self, start: &str, most: usize) -> Vec<&str> {
        let start = start.trim().to_lowercase();
        let all = (0..self.len()).map(|row| self.word(row));
        let begins = |word: &&str| !start.is_empty() && word.to_lowercase().starts_with(&start);
        all.filter(begins).take(most).collect()
    }

    /// The language of a row as an index into its source's languages.
    pub fn language_of(&self, row: usize) -> usize {
        usize::from(row >= self.vectors.first_language)
    }

    /// The word of a row as the table spells it; empty where there is no such row.
    pub fn word(&self, row: usize) -> &str {
        u32::try_from(row).ok().and_then(|row| self.vectors.words.get(row)).unwrap_or_default()
    }

    /// The vector of a row, direction times length; empty where there is no such row.
    pub fn vector(&self, row: usize) -> Vec<f64> {
        let length = f64::from(self.vectors.lengths.get(row).copied().unwrap_or_default());
        self.direction(row).into_iter().map(|x| x * length).collect()
    }

    /// The direction of a row: its vector at length 1; empty where there is no such row.
    pub fn direction(&self, row: usize) -> Vec<f64> {
        if row >= self.directions().nrows() {
            return Vec::new();
        }
        self.directions().row(row).iter().map(|&x| f64::from(x)).collect()
    }

    /// cos of two words, −1 … 1.
    pub fn cosine(&self, a: &str, b: &str) -> Result<f64, WordError> {
        let (a, b) = (self.row(a)?, self.row(b)?);
        Ok(self.cosine_of_rows(a, b))
    }

    /// cos of two rows, in f64.
    pub fn cosine_of_rows(&self, a: usize, b: usize) -> f64 {
        let (a, b) = (self.direction(a), self.direction(b));
        similarity::cosine(a.as_slice().into(), b.as_slice().into())
    }
}
