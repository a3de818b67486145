//! The merge list of a byte-pair vocabulary, recovered from the order of its pieces.
//!
//! Training adds pieces in the order of their merges, so encoding a piece with the merges before its own ends in
//! exactly two parts: its merge. Shipping only the pieces saves the merge list.

use crate::pack::{PackError, Pieces};
use tokenizers::models::bpe::{Merges, Vocab};

/// The merges in rank order. Pieces of one character and pieces that are not `normal` have none.
/// Errors if some piece cannot be made by one merge of earlier pieces.
pub fn recover(pieces: &Pieces, normal: &[bool], rank: &Vocab) -> Result<Merges, PackError> {
    let mut merges = Merges::with_capacity(pieces.len());
    for ((id, piece), normal) in (0u32..).zip(pieces.iter()).zip(normal) {
        if *normal && piece.chars().nth(1).is_some() {
            let middle = last_merge(piece, id, rank).ok_or(PackError::Corrupt("a piece has no merge"))?;
            let (left, right) =
                piece.split_at_checked(middle).ok_or(PackError::Corrupt("a piece has no merge"))?;
            merges.push((left.to_owned(), right.to_owned()));
        }
    }
    Ok(merges)
}

/// Where the two parts meet that are left of `piece` after all merges with a rank below `id`.
fn last_merge(piece: &str, id: u32, rank: &Vocab) -> Option<usize> {
    // The boundaries between parts, ends included.
    let mut cuts: Vec<usize> = piece.char_indices().map(|(at, _)| at).chain([piece.len()]).collect();
    while cuts.len() > 3 {
        let joined =
            |ends: &[usize]| rank.get(piece.get(*ends.first()?..*ends.last()?)?).filter(|rank| **rank < id);
        let ranked = cuts.windows(3).enumerate().filter_map(|(left, ends)| Some((*joined(ends)?, left + 1)));
        let (_, middle) = ranked.min()?;
        cuts.remove(middle);
    }
    cuts.get(1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    fn merges_of(pieces: &[&str]) -> Result<Vec<String>, PackError> {
        let rank = pieces.iter().zip(0..).map(|(piece, id)| (piece.to_string(), id)).collect();
        let lines = pieces.iter().map(|piece| format!("{piece}\n")).collect::<String>();
        let normal = vec![true; pieces.len()];
        let pieces = Pieces::from_lines(lines.into(), pieces.len() as u32)?;
        Ok(recover(&pieces, &normal, &rank)?
            .into_iter()
            .map(|(left, right)| format!("{left} {right}"))
            .collect())
    }

    #[test]
    fn merges_of_the_textbook_corpus() {
        let pieces = [
            "d", "e", "i", "l", "n", "o", "s", "t", "w", "es", "est", "lo", "low", "ew", "new", "newest",
            "dest",
        ];
        let merges = ["e s", "es t", "l o", "lo w", "e w", "n ew", "new est", "d est"];
        assert_eq!(merges_of(&pieces).unwrap(), merges);
    }

    #[test]
    fn an_impossible_piece_is_an_error() {
        assert_eq!(merges_of(&["a", "b", "aba"]), Err(PackError::Corrupt("a piece has no merge")));
    }
}
