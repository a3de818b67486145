//! The pieces of a vocabulary in one string.

use super::PackError;

/// Pieces by id, stored end to end: 128,000 separate strings would cost more than their text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The pieces, each followed by a newline.
    text: String,
    /// Where each piece ends in `text`: the position of its newline.
    ends: Vec<u32>,
}

impl Pieces {
    /// Cuts newline-ended pieces. Errors if there are not exactly `n`, or the text is not UTF-8.
    pub fn from_lines(text: Vec<u8>, n: u32) -> Result<Pieces, PackError> {
        let text = String::from_utf8(text).map_err(|_| PackError::Corrupt("the pieces are not UTF-8"))?;
        let ends: Vec<u32> =
            text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32).collect();
        let last_end = ends.last().map_or(0, |end| *end as usize + 1);
        if ends.len() != n as usize || last_end != text.len() {
            return Err(PackError::Corrupt("the number of pieces differs"));
        }
        Ok(Pieces { text, ends })
    }

    /// All of them, each ended by a newline: what [`Pieces::from_lines`] takes.
    pub fn lines(&self) -> &str {
        &self.text
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The piece with this id.
    pub fn get(&self, id: u32) -> Option<&str> {
        let end = *self.ends.get(id as usize)? as usize;
        let start = match id.checked_sub(1) {
            Some(before) => *self.ends.get(before as usize)? as usize + 1,
            None => 0,
        };
        self.text.get(start..end)
    }

    /// The pieces in id order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator('\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_found_by_id() {
        let pieces = Pieces::from_lines("a\n狗\n\n".into(), 3).unwrap();
        assert_eq!(pieces.iter().collect::<Vec<_>>(), ["a", "狗", ""]);
        assert_eq!(
            (0..4).map(|id| pieces.get(id)).collect::<Vec<_>>(),
            [Some("a"), Some("狗"), Some(""), None]
        );
    }

    #[test]
    fn wrong_counts_are_refused() {
        for (text, n) in [("a\nb", 1), ("a\nb", 2), ("a\n", 0), ("", 1)] {
            assert_eq!(
                Pieces::from_lines(text.into(), n),
                Err(PackError::Corrupt("the number of pieces differs"))
            );
        }
        assert!(Pieces::from_lines(Vec::new(), 0).unwrap().is_empty());
    }
}
