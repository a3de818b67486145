//! Several tokenisations of one text under each other, aligned by character.
//!
//! The columns are the text's user-perceived characters (extended grapheme clusters, Unicode annex 29). A tokenization is a row
//! of blocks, each over whole columns: tokens that share a character share a block, as in [`super::groups`].

use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Tokens over whole characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The columns that it covers; empty for tokens that cover no input.
    pub columns: Range<usize>,
    /// Indices of its tokens.
    pub tokens: Range<usize>,
}

/// Rows of blocks over common columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// The bytes of each column.
    pub columns: Vec<Range<usize>>,
    /// A row per tokenization. Characters that no token covers (spaces, to some) lie between blocks.
    pub rows: Vec<Vec<Block>>,
    /// Columns before which every row has a boundary, the first and the end included: where lines may break, and the smallest
    /// pieces on which all tokenizations can be compared.
    pub shared: Vec<usize>,
}

impl Alignment {
    /// The block of `row` over `column`, else the next one, else the last; `None` for a row without blocks.
    pub fn block_at(&self, row: usize, column: usize) -> Option<usize> {
        let blocks = self.rows.get(row)?;
        let at = blocks.partition_point(|block| block.columns.end <= column);
        Some(at.min(blocks.len().checked_sub(1)?))
    }

    /// The columns cut into pages of at most `most`, at boundaries that all rows share where there are any.
    pub fn pages(&self, most: usize) -> Vec<Range<usize>> {
        let mut pages = Vec::new();
        let mut from = 0;
        while from < self.columns.len() {
            let limit = (from + most.max(1)).min(self.columns.len());
            let fits = self.shared.partition_point(|shared| *shared <= limit);
            let shared = fits.checked_sub(1).and_then(|at| self.shared.get(at)).copied();
            let end = shared.filter(|shared| *shared > from).unwrap_or(limit);
            pages.push(from..end);
            from = end;
        }
        pages
    }
}

/// Aligns tokenizations of `text`, each given as the byte spans of its tokens in order.
pub fn align(text: &str, tokenizations: &[Vec<Range<usize>>]) -> Alignment {
    let columns: Vec<Range<usize>> =
        text.grapheme_indices(true).map(|(at, grapheme)| at..at + grapheme.len()).collect();
    let rows: Vec<Vec<Block>> = tokenizations.iter().map(|spans| row(&columns, spans)).collect();
    let mut crossed = vec![false; columns.len() + 1];
    for block in rows.iter().flatten() {
        let inner = block.columns.start + 1..block.columns.end;
        crossed.get_mut(inner).into_iter().flatten().for_each(|crossed| *crossed = true);
    }
    let shared = (0..=columns.len()).filter(|column| crossed.get(*column) == Some(&false)).collect();
    Alignment { columns, rows, shared }
}

/// The blocks of one tokenization.
fn row(columns: &[Range<usize>], spans: &[Range<usize>]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (index, span) in spans.iter().enumerate() {
        let whole = touched(columns, span);
        match blocks.last_mut() {
            Some(last) if whole.start < last.columns.end => {
                last.columns.start = last.columns.start.min(whole.start);
                last.columns.end = last.columns.end.max(whole.end);
                last.tokens.end = index + 1;
            }
            _ => blocks.push(Block { columns: whole, tokens: index..index + 1 }),
        }
    }
    blocks
}

/// The columns that a span of bytes touches; for an empty span the empty range at its place.
fn touched(columns: &[Range<usize>], span: &Range<usize>) -> Range<usize> {
    let start = columns.partition_point(|column| column.end <= span.start);
    if span.is_empty() {
        return start..start;
    }
    start..columns.partition_point(|column| column.start < span.end).max(start)
}

#[cfg(test)]
mod tests {
    use super::super::{Token, characters, groups};
    use super::*;

    #[test]
    fn pages_end_where_all_rows_do_and_blocks_are_found_by_column() {
        // four letters in pairs, in one row from the first, in the other from the second
        let two = align("abcdefgh", &[vec![0..2, 2..4, 4..8], vec![0..1, 1..4, 4..6, 6..8]]);
        assert_eq!(two.shared, [0, 4, 8]);
        assert_eq!(two.pages(5), [0..4, 4..8]);
        assert_eq!(two.pages(3), [0..3, 3..4, 4..7, 7..8]);
        assert_eq!(two.pages(0).len(), 8);
        assert!(align("", &[]).pages(5).is_empty());
        assert_eq!(
            (two.block_at(0, 3), two.block_at(1, 3), two.block_at(1, 99)),
            (Some(1), Some(1), Some(3))
        );
        assert_eq!(two.block_at(2, 0), None);
        // between blocks, the next
        assert_eq!(align("a b", &[vec![0..1, 2..3]]).block_at(0, 1), Some(1));
        assert_eq!(align("a", &[vec![]]).block_at(0, 0), None);
    }

    fn blocks(text: &str, spans: &[Range<usize>]) -> Vec<(Range<usize>, Range<usize>)> {
        let aligned = align(text, &[spans.to_vec()]);
        aligned.rows[0].iter().map(|block| (block.columns.clone(), block.tokens.clone())).collect()
    }

    #[test]
    fn a_split_character_is_one_block() {
        assert_eq!(blocks("狗a", &[0..2, 2..3, 3..4]), [(0..1, 0..2), (1..2, 2..3)]);
        assert_eq!(blocks("e\u{301}x", &[0..1, 1..3, 3..4]), [(0..1, 0..2), (1..2, 2..3)]);
        assert_eq!(blocks("ab", &[0..0, 0..2, 2..2]), [(0..0, 0..1), (0..2, 1..2), (2..2, 2..3)]);
        assert!(blocks("", &[]).is_empty());
    }

    /// `the dog`: words, halves, and a tokenization that leaves the space out.
    #[test]
    fn lines_break_where_every_row_has_a_boundary() {
        let aligned = align("the dog", &[vec![0..3, 3..7], vec![0..2, 2..3, 3..5, 5..7], vec![0..3, 4..7]]);
        assert_eq!(aligned.shared, [0, 3, 7]);
        assert_eq!(
            aligned.rows[2],
            [Block { columns: 0..3, tokens: 0..1 }, Block { columns: 4..7, tokens: 1..2 }]
        );
        assert_eq!(align("狗咬人", &[vec![0..9]]).shared, [0, 3]);
        assert_eq!(align("狗咬人", &[]).shared, [0, 1, 2, 3]);
    }

    /// The same runs as [`groups`], on texts cut every so many bytes.
    #[test]
    fn blocks_are_the_groups() {
        for text in ["a👨\u{200D}👩b狗", "🇨🇳🇺🇸 é\u{301}x\r\ny", "नमस्ते"] {
            for step in 1..7 {
                let cuts: Vec<usize> = (0..text.len()).step_by(step).chain([text.len()]).collect();
                let spans: Vec<Range<usize>> = cuts.windows(2).map(|cut| cut[0]..cut[1]).collect();
                let tokens: Vec<Token> = (spans.iter().cloned())
                    .map(|span| Token { span, ..characters::encode("x")[0].clone() })
                    .collect();
                let aligned = align(text, &[spans]);
                let ours: Vec<(String, Range<usize>)> = (aligned.rows[0].iter())
                    .map(|block| {
                        let parts =
                            aligned.columns[block.columns.clone()].iter().map(|column| &text[column.clone()]);
                        (parts.collect(), block.tokens.clone())
                    })
                    .collect();
                let theirs: Vec<_> = groups(text, &tokens).into_iter().map(|g| (g.text, g.tokens)).collect();
                assert_eq!(ours, theirs, "{text} by {step}");
            }
        }
    }

    #[test]
    fn spans_beyond_the_text_are_no_panic() {
        assert_eq!(blocks("ab", &[5..9]), [(2..2, 0..1)]);
        assert_eq!(blocks("ab", &[1..0]), [(1..1, 0..1)]);
    }
}
