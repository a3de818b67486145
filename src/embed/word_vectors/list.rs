//! A list of words as a reader types it.

use super::{WordError, WordTable};

/// What of a list a table has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The rows in the order of the list, each once.
    pub rows: Vec<usize>,
    /// The words that the table has not, as typed.
    pub missing: Vec<String>,
    /// How many words past the limit were not looked at.
    pub left_out: usize,
}

/// The words of `text`, which stand apart by white space, commas or semicolons, of either script; at most `most` of them.
pub fn find(table: &WordTable, text: &str, most: usize) -> Found {
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '，' | '、' | '；');
    let mut found = Found::default();
    for (at, word) in text.split(between).filter(|word| !word.is_empty()).enumerate() {
        if at >= most {
            found.left_out += 1;
            continue;
        }
        match table.row(word) {
            Ok(row) if found.rows.contains(&row) => {}
            Ok(row) => found.rows.push(row),
            Err(WordError::NotInTable(word)) => found.missing.push(word),
            Err(WordError::Empty) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    #[test]
    fn commas_of_either_script_part_words() {
        let found = find(&small(), " b，A、nope;c  b ", 9);
        assert_eq!((found.rows, found.missing, found.left_out), (vec![1, 0, 2], vec!["nope".to_owned()], 0));
        assert_eq!(find(&small(), ", ;", 9), Found::default());
    }

    #[test]
    fn what_is_past_the_limit_is_counted() {
        let found = find(&small(), "a b nope c", 2);
        assert_eq!((found.rows, found.missing.len(), found.left_out), (vec![0, 1], 0, 2));
    }
}
