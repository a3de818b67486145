//! What is often said of how much text a token holds, as intervals that a measured number lies in or not.
//!
//! None of these is a property of a language alone: a vocabulary trained on more Chinese merges more of it.

use super::Bilingual;

/// A popular statement about one number of [`Bilingual`].
pub struct Claim {
    pub id: &'static str,
    /// The statement holds from here …
    pub low: f64,
    /// … to here. Where it says "about", that is a fifth of the number either way.
    pub high: f64,
    measure: fn(&Bilingual) -> f64,
}

impl Claim {
    /// The number that the statement is about.
    pub fn measure(&self, text: &Bilingual) -> f64 {
        (self.measure)(text)
    }

    pub fn holds(&self, text: &Bilingual) -> bool {
        (self.low..=self.high).contains(&self.measure(text))
    }
}

/// The list from which the page's table is made.
pub const CLAIMS: &[Claim] = &[
    // "one token is about four characters of English"
    Claim {
        id: "english_characters",
        low: 3.2,
        high: 4.8,
        measure: |text| text.english.characters_per_token(),
    },
    // "a token is about three quarters of an English word"
    Claim { id: "english_words", low: 0.6, high: 0.9, measure: |text| text.english.words_per_token() },
    // "a Chinese character costs one to three tokens"
    Claim { id: "chinese_tokens", low: 1.0, high: 3.0, measure: |text| text.chinese.tokens_per_character() },
    // "a token is 1.5 to 2 Chinese characters"
    Claim {
        id: "chinese_characters",
        low: 1.5,
        high: 2.0,
        measure: |text| text.chinese.characters_per_token(),
    },
];

#[cfg(test)]
mod tests {
    use super::super::super::characters;
    use super::*;

    #[test]
    fn a_token_a_character_fulfils_the_claim_that_says_so() {
        let text = Bilingual::measure(|text| Ok::<_, ()>(characters::encode(text))).unwrap();
        let held: Vec<&str> =
            CLAIMS.iter().filter(|claim| claim.holds(&text)).map(|claim| claim.id).collect();
        assert_eq!(held, ["chinese_tokens"]);
        assert!(CLAIMS.iter().all(|claim| claim.low < claim.high));
    }
}
