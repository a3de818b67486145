//! What a vocabulary costs and saves while it grows: the points of the live curves.

/// A vocabulary and the corpus under it, after one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// V: pieces of the vocabulary.
    pub vocabulary: usize,
    /// Tokens of the whole corpus.
    pub tokens: u64,
    /// Words of the corpus, each as often as it occurs: the same at every step.
    pub words: u64,
}

impl Point {
    /// Tokens per word, on average over the corpus; 0 without words.
    pub fn tokens_per_word(&self) -> f64 {
        if self.words == 0 { 0.0 } else { self.tokens as f64 / self.words as f64 }
    }

    /// V · d: parameters of an embedding table of this vocabulary with vectors of width `d_model`.
    pub fn embedding_parameters(&self, d_model: usize) -> u64 {
        (self.vocabulary as u64).saturating_mul(d_model as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_of_the_textbook_corpus() {
        let point = Point { vocabulary: 20, tokens: 24, words: 16 };
        assert_eq!((point.tokens_per_word(), point.embedding_parameters(64)), (1.5, 1280));
        assert_eq!(Point::default().tokens_per_word(), 0.0);
    }
}
