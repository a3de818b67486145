//! The merges of one word as blocks over its first symbols.

use super::Slide;
use crate::tokenize::bpe::plain::Ranked;
use crate::tokenize::bpe::{Bpe, Start, Trace};
use crate::tokenize::byte_level;
use std::ops::Range;

/// Words of more first symbols are not drawn.
pub const MAX_SYMBOLS: usize = 512;

/// The steps, and the tree that they make.
#[derive(Clone, Debug, PartialEq)]
pub struct Merges {
    pub word: String,
    pub trace: Trace,
    /// Leaves first, then a block for each merge, in the order in which they happen.
    pub blocks: Vec<Block>,
    /// Whether the first symbols are bytes, not characters.
    pub bytes: bool,
}

/// A symbol of the word at some time.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The first symbols that it stands for.
    pub columns: Range<usize>,
    /// 0 for a leaf; else one more than the higher of its two parts.
    pub row: usize,
    pub id: u32,
    /// As the vocabulary writes it.
    pub piece: String,
    /// The bytes of the word that it covers.
    pub span: Range<usize>,
    /// The blocks that it was merged from, and the rank.
    pub merge: Option<(usize, usize, u32)>,
    /// The number of the merge that makes it, from 1; 0 for a leaf.
    pub made: usize,
    /// The number of the merge that takes it into another block.
    pub taken: Option<usize>,
}

/// A piece as the vocabulary writes it: in the byte alphabet where symbols are bytes.
pub fn spell(model: &Bpe, id: u32) -> String {
    let bytes = model.piece(id).unwrap_or_default();
    match model.start() {
        Start::Bytes(_) => bytes.iter().map(|byte| byte_level::char_of(*byte)).collect(),
        Start::Characters(_) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

impl Merges {
    /// Every step of `word`; [`Slide::TooLong`] for one of more than [`MAX_SYMBOLS`] symbols.
    pub fn new(model: &Bpe, word: &str) -> Slide {
        let symbols = model.symbols(word).len();
        if symbols > MAX_SYMBOLS && model.whole(word).is_none() {
            return Slide::TooLong(symbols);
        }
        let trace = Trace::new(model, word);
        let blocks = blocks(model, &trace);
        let bytes = matches!(model.start(), Start::Bytes(_));
        Slide::Merges(Merges { word: word.to_owned(), trace, blocks, bytes })
    }

    /// The first symbols.
    pub fn leaves(&self) -> usize {
        self.trace.symbols.len()
    }

    /// The blocks that stand after `steps` merges, from left to right.
    pub fn current(&self, steps: usize) -> Vec<usize> {
        let stands = |block: &Block| block.made <= steps && block.taken.is_none_or(|taken| taken > steps);
        let mut standing: Vec<usize> =
            (0..).zip(&self.blocks).filter(|(_, b)| stands(b)).map(|(i, _)| i).collect();
        standing.sort_by_key(|index| self.blocks.get(*index).map_or(0, |block| block.columns.start));
        standing
    }

    /// What each two neighbours of [`Merges::current`] would become, by the index of the left one; none in the end.
    pub fn candidates(&self, steps: usize) -> &[(usize, Ranked)] {
        self.trace.steps.get(steps).map_or(&[], |step| &step.candidates)
    }

    /// The rows of the tree.
    pub fn rows(&self) -> usize {
        self.blocks.iter().map(|block| block.row + 1).max().unwrap_or_default()
    }
}

fn blocks(model: &Bpe, trace: &Trace) -> Vec<Block> {
    let (nodes, _) = trace.tree();
    let mut blocks: Vec<Block> = Vec::with_capacity(nodes.len());
    let leaves = trace.symbols.len();
    for (index, node) in nodes.into_iter().enumerate() {
        let made = (index + 1).saturating_sub(leaves);
        let (mut columns, mut row) = (index..index + 1, 0);
        if let Some((left, right, _)) = node.merge {
            for part in [left, right] {
                blocks.get_mut(part).into_iter().for_each(|part| part.taken = Some(made));
            }
            if let (Some(left), Some(right)) = (blocks.get(left), blocks.get(right)) {
                columns = left.columns.start..right.columns.end;
                row = left.row.max(right.row) + 1;
            }
        }
        let (id, span) = (node.symbol.id, node.symbol.span);
        blocks.push(Block {
            columns,
            row,
            id,
            piece: spell(model, id),
            span,
            merge: node.merge,
            made,
            taken: None,
        });
    }
    blocks
}
