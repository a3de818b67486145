//! Where the blocks of an [`Alignment`] stand: a row under a row, broken into lines where all rows have a boundary.
//!
//! Lengths are in cells, the width of a Latin letter of a fixed-width font. A column is as wide as the widest that a row wants to
//! write there; tokens that cover no input stand in a gap before their column.

use crate::tokenize::align::{Alignment, Block};
use crate::tokenize::visible;
use std::ops::Range;

/// Columns that stand side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub columns: Range<usize>,
    /// In cells.
    pub width: f64,
}

/// Where a block stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub line: usize,
    /// From the beginning of the line, in cells.
    pub left: f64,
    pub width: f64,
}

/// A part of an alignment laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenRows {
    pub lines: Vec<Line>,
    page: Range<usize>,
    /// Per column of the page and its end: the gap before it, and where it begins in its line behind the gap.
    gaps: Vec<f64>,
    lefts: Vec<f64>,
    /// Per column of the page.
    widths: Vec<f64>,
}

/// How many cells `text` takes when it is written so that nothing of it is hidden: CJK and emoji take two.
pub fn cells(text: &str) -> f64 {
    visible(text).chars().map(char_cells).sum()
}

fn char_cells(c: char) -> f64 {
    match u32::from(c) {
        0x300..=0x36F | 0x200D | 0xFE00..=0xFE0F | 0x1F3FB..=0x1F3FF | 0xE0020..=0xE007F => 0.0,
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF => 2.0,
        0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F000..=0x3FFFF => 2.0,
        0x2600..=0x27BF => 2.0,
        // flags are drawn as one out of two
        _ => 1.0,
    }
}

impl TokenRows {
    /// Lays out the columns `page`. `text` is what was aligned; `wanted` says how many cells a block needs beyond its text, 0 for
    /// most; no line is wider than `room` unless it has no boundary within.
    pub fn new(
        text: &str,
        alignment: &Alignment,
        page: Range<usize>,
        room: f64,
        wanted: impl Fn(usize, &Block) -> f64,
    ) -> Self {
        let end = page.end.min(alignment.columns.len());
        let page = page.start.min(end)..end;
        let columns = alignment.columns.get(page.clone()).unwrap_or_default();
        let mut widths: Vec<f64> =
            columns.iter().map(|bytes| cells(text.get(bytes.clone()).unwrap_or_default()).max(1.0)).collect();
        let mut gaps = vec![0.0f64; page.len() + 1];
        for (row, blocks) in alignment.rows.iter().enumerate() {
            let first = blocks.partition_point(|block| block.columns.end < page.start);
            let seen = blocks.iter().skip(first).take_while(|block| block.columns.start <= page.end);
            for block in seen {
                widen(&mut widths, &mut gaps, &page, block, wanted(row, block));
            }
        }
        let mut rows = TokenRows { lines: Vec::new(), lefts: vec![0.0; gaps.len()], page, gaps, widths };
        rows.break_lines(&alignment.shared, room);
        rows
    }

    fn break_lines(&mut self, shared: &[usize], room: f64) {
        let inside = |column: &&usize| self.page.start < **column && **column < self.page.end;
        let stops: Vec<usize> = shared.iter().filter(inside).copied().chain([self.page.end]).collect();
        let (mut from, mut width) = (self.page.start, 0.0);
        let mut start = from;
        for stop in stops {
            let part: f64 = (start..stop).map(|column| self.step(column)).sum();
            if width > 0.0 && width + part > room {
                self.lines.push(Line { columns: from..start, width });
                (from, width) = (start, 0.0);
            }
            for column in start..stop {
                let at = column - self.page.start;
                if let (Some(left), Some(gap)) = (self.lefts.get_mut(at), self.gaps.get(at)) {
                    *left = width + gap;
                }
                width += self.step(column);
            }
            start = stop;
        }
        // tokens behind the last character
        let last = self.gaps.last().copied().unwrap_or_default();
        if let Some(left) = self.lefts.last_mut() {
            *left = width + last;
        }
        if width + last > 0.0 {
            self.lines.push(Line { columns: from..self.page.end, width: width + last });
        }
    }

    /// A column with the gap before it.
    fn step(&self, column: usize) -> f64 {
        let at = column - self.page.start;
        self.gaps.get(at).copied().unwrap_or_default() + self.widths.get(at).copied().unwrap_or_default()
    }

    /// Where a block stands, as far as it lies on the page.
    pub fn place(&self, block: &Block) -> Option<Place> {
        let Range { start, end } = block.columns;
        if start == end {
            let at = start.checked_sub(self.page.start)?;
            let (left, gap) = (*self.lefts.get(at)?, *self.gaps.get(at)?);
            let line = self.line_of(start.min(self.page.end.saturating_sub(1)))?;
            return Some(Place { line, left: left - gap, width: gap });
        }
        let (start, end) = (start.max(self.page.start), end.min(self.page.end));
        if start >= end {
            return None;
        }
        let (first, last) = (start - self.page.start, end - 1 - self.page.start);
        let left = *self.lefts.get(first)?;
        let right = self.lefts.get(last)? + self.widths.get(last)?;
        Some(Place { line: self.line_of(start)?, left, width: right - left })
    }

    fn line_of(&self, column: usize) -> Option<usize> {
        let line = self.lines.partition_point(|line| line.columns.end <= column);
        (line < self.lines.len()).then_some(line)
    }
}

/// Makes room for `wanted` cells at a block: in the gap before its column where it covers none, else in its columns.
fn widen(widths: &mut [f64], gaps: &mut [f64], page: &Range<usize>, block: &Block, wanted: f64) {
    let Range { start, end } = block.columns;
    if start == end {
        if let Some(gap) = start.checked_sub(page.start).and_then(|at| gaps.get_mut(at)) {
            *gap = gap.max(wanted);
        }
        return;
    }
    let (start, end) = (start.max(page.start), end.min(page.end));
    if start >= end {
        return;
    }
    let Some(own) = widths.get_mut(start - page.start..end - page.start) else { return };
    let missing = wanted - own.iter().sum::<f64>();
    if missing > 0.0 {
        let each = missing / own.len() as f64;
        own.iter_mut().for_each(|width| *width += each);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::align::align;

    fn no_more(_: usize, _: &Block) -> f64 {
        0.0
    }

    #[test]
    fn lines_break_where_all_rows_do() {
        let text = "one two 狗";
        let alignment = align(text, &[vec![0..3, 3..7, 7..11], vec![0..4, 4..8, 8..11]]);
        assert_eq!(alignment.shared, [0, 9]);
        let uncut = TokenRows::new(text, &alignment, 0..9, 4.0, no_more);
        assert_eq!(uncut.lines, [Line { columns: 0..9, width: 10.0 }], "no boundary within");
        let alignment = align(text, &[vec![0..3, 3..4, 4..7, 7..8, 8..11]]);
        let rows = TokenRows::new(text, &alignment, 0..9, 7.0, no_more);
        assert_eq!(rows.lines, [Line { columns: 0..7, width: 7.0 }, Line { columns: 7..9, width: 3.0 }]);
        let place = |at: usize| rows.place(&alignment.rows[0][at]).unwrap();
        assert_eq!(place(2), Place { line: 0, left: 4.0, width: 3.0 });
        assert_eq!(place(4), Place { line: 1, left: 1.0, width: 2.0 });
    }

    #[test]
    fn a_column_is_as_wide_as_what_is_written_there() {
        let text = "狗a";
        let alignment = align(text, &[vec![0..2, 2..3, 3..4], vec![0..0, 0..3, 3..4, 4..4]]);
        let wanted = |_, block: &Block| match (block.columns.is_empty(), block.tokens.len()) {
            (true, _) => 1.5,
            (false, 2) => 7.0,
            _ => 0.0,
        };
        let rows = TokenRows::new(text, &alignment, 0..2, 40.0, wanted);
        assert_eq!(rows.lines, [Line { columns: 0..2, width: 11.0 }]);
        let places =
            |row: usize| -> Vec<Place> { alignment.rows[row].iter().filter_map(|b| rows.place(b)).collect() };
        assert_eq!(
            places(0),
            [Place { line: 0, left: 1.5, width: 7.0 }, Place { line: 0, left: 8.5, width: 1.0 }]
        );
        assert_eq!(places(1)[0], Place { line: 0, left: 0.0, width: 1.5 });
        assert_eq!(places(1)[3], Place { line: 0, left: 9.5, width: 1.5 });
    }

    #[test]
    fn a_page_shows_what_lies_on_it() {
        let text = "abcdef";
        let alignment = align(text, &[vec![0..4, 4..6], vec![0..1, 1..6]]);
        let rows = TokenRows::new(text, &alignment, 2..5, 40.0, no_more);
        assert_eq!(rows.lines, [Line { columns: 2..5, width: 3.0 }]);
        assert_eq!(rows.place(&alignment.rows[0][0]), Some(Place { line: 0, left: 0.0, width: 2.0 }));
        assert_eq!(rows.place(&alignment.rows[1][0]), None);
        assert_eq!(TokenRows::new("", &align("", &[]), 0..9, 40.0, no_more).lines, []);
        assert_eq!(TokenRows::new(text, &alignment, 9..3, 40.0, no_more).lines, []);
    }

    #[test]
    fn cells_are_counted_by_what_is_seen() {
        assert_eq!(["a", "狗", " ", "👍🏽", "e\u{301}", "\u{200B}"].map(cells), [1.0, 2.0, 1.0, 2.0, 1.0, 6.0]);
    }
}
