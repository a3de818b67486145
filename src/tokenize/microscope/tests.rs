use super::*;
use crate::tokenize::bpe::{Bpe, ByteStrings, Merge, Start, model::Characters};

fn model() -> Bpe {
    let strings: ByteStrings = ["a", "b", "c", "ab", "abc"].iter().map(|piece| piece.as_bytes()).collect();
    let merges = [Merge { left: 0, right: 1, id: 3 }, Merge { left: 3, right: 2, id: 4 }];
    Bpe::new(strings, &merges, Start::Characters(Characters::default()), |_| true).unwrap()
}

#[test]
fn a_tree_stands_over_its_leaves() {
    let Slide::Merges(merges) = Merges::new(&model(), "cabc") else { panic!("no merges") };
    let blocks: Vec<_> = merges.blocks.iter().map(|b| (b.columns.clone(), b.row, b.made, b.taken)).collect();
    assert_eq!(blocks.len(), 6);
    assert_eq!(blocks[4], (1..3, 1, 1, Some(2)));
    assert_eq!(blocks[5], (1..4, 2, 2, None));
    assert_eq!(
        (merges.current(0), merges.current(1), merges.current(2)),
        (vec![0, 1, 2, 3], vec![0, 4, 3], vec![0, 5])
    );
    assert_eq!((merges.candidates(1).len(), merges.candidates(2).len(), merges.rows()), (1, 0, 3));
}

#[test]
fn what_is_too_long_is_said() {
    assert_eq!(Merges::new(&model(), &"c".repeat(513)), Slide::TooLong(513));
    let whole = model().with_ignore_merges(true);
    let Slide::Merges(merges) = Merges::new(&whole, "abc") else { panic!("no merges") };
    assert_eq!((merges.trace.whole, merges.trace.steps.len()), (Some(4), 0));
}
