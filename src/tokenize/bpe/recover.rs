//! Merges from the order of pieces: a `.tiktoken` file has only these.
//!
//! Training adds pieces in the order of their merges, so encoding a piece with the merges before its own ends in
//! exactly two parts: its merge.

use super::strings::ByteStrings;
use super::table::ByteTable;

/// A pair of pieces and what they become; its rank is its place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    pub left: u32,
    pub right: u32,
    pub id: u32,
}

/// The merges of pieces whose ids are their ranks, in rank order. Pieces of one byte have none. Errors with the id of
/// a piece that one merge of earlier pieces cannot make.
pub fn recover(strings: &ByteStrings, table: &ByteTable) -> Result<Vec<Merge>, u32> {
    let long = strings.iter().zip(0u32..).filter(|(piece, _)| piece.len() > 1);
    long.map(|(piece, id)| last_merge(strings, table, piece, id).ok_or(id)).collect()
}

/// The two parts that are left of `piece` after all merges with a rank below `id`.
fn last_merge(strings: &ByteStrings, table: &ByteTable, piece: &[u8], id: u32) -> Option<Merge> {
    // the boundaries between parts, ends included
    let mut cuts: Vec<usize> = (0..=piece.len()).collect();
    let find = |start: usize, end: usize| table.find(strings, piece.get(start..end)?);
    while cuts.len() > 3 {
        let rank = |ends: &[usize]| find(*ends.first()?, *ends.last()?).filter(|rank| *rank < id);
        let ranked = cuts.windows(3).zip(1usize..).filter_map(|(ends, middle)| Some((rank(ends)?, middle)));
        let (_, middle) = ranked.min()?;
        cuts.remove(middle);
    }
    let middle = *cuts.get(1)?;
    Some(Merge { left: find(0, middle)?, right: find(middle, piece.len())?, id })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merges(pieces: &[&str]) -> Result<Vec<String>, u32> {
        let strings: ByteStrings = pieces.iter().map(|piece| piece.as_bytes()).collect();
        let merges = recover(&strings, &ByteTable::new(&strings))?;
        let piece = |id: u32| pieces[id as usize];
        Ok(merges.iter().map(|merge| format!("{} {}", piece(merge.left), piece(merge.right))).collect())
    }

    #[test]
    fn merges_of_the_textbook_corpus() {
        let pieces = [
            "d", "e", "i", "l", "n", "o", "s", "t", "w", "es", "est", "lo", "low", "ew", "new", "newest",
            "dest",
        ];
        let list = ["e s", "es t", "l o", "lo w", "e w", "n ew", "new est", "d est"];
        assert_eq!(merges(&pieces).unwrap(), list);
    }

    #[test]
    fn an_impossible_piece_is_named() {
        assert_eq!(merges(&["a", "b", "aba"]), Err(2));
        assert_eq!(merges(&["a", "ab"]), Err(1));
    }
}
