//! The trap: two words that a tokenizer does not know are the same token, so any table says that they are the same.
//!
//! BERT's uncased English vocabulary has no 猫 and no 狗: both become `[UNK]`, one id, one row, cosine 1, and so do 猫 and
//! 汽车. A uniform-looking high similarity of Chinese words says something about the vocabulary and nothing about meaning.

use crate::embed::similarity::cosine;
use crate::embed::table;
use crate::matrix::to_f64;
use crate::tokenize::Token;
use ndarray::Axis;

/// Two words seen through a tokenizer.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The ids of either word.
    pub ids: [Vec<u32>; 2],
    /// Whether either word is nothing but unknown tokens.
    pub unknown: [bool; 2],
    /// The cosine of the means of their rows in a seeded table: 1 for the same ids.
    pub cosine: f64,
}

impl Seen {
    /// Whether the cosine is 1 only because neither word is known.
    pub fn is_trap(&self) -> bool {
        let mut all = self.ids.iter().flatten();
        let first = all.next();
        self.unknown == [true, true] && all.all(|id| Some(id) == first)
    }
}

/// What a table of width `d_model` can say of two words that were cut into `tokens`: the rows of their ids, averaged.
/// The rows are independent random numbers ([`table::lookup`]), so that only the ids can make two words alike.
pub fn through_tokens(tokens: [&[Token]; 2], d_model: usize, seed: u64) -> Seen {
    let ids = tokens.map(|tokens| tokens.iter().map(|token| token.id).collect::<Vec<_>>());
    let unknown = tokens.map(|tokens| !tokens.is_empty() && tokens.iter().all(|token| token.unknown));
    let mean = |ids: &Vec<u32>| to_f64(&table::lookup(ids, d_model, seed, 0.0)).mean_axis(Axis(0));
    let [a, b] = [mean(&ids[0]), mean(&ids[1])];
    let cosine = a.zip(b).map_or(0.0, |(a, b)| cosine(a.view(), b.view()));
    Seen { ids, unknown, cosine }
}
