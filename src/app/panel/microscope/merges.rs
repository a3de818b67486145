//! The merges of a word: its tree, and the pairs that may merge next with their ranks.

use super::blocks::{Drawing, Head, Mark, Stem, blocks};
use super::lens::Lens;
use crate::picture::format::grouped;
use crate::store::Store;
use crate::tokenize::microscope::{Block, Merges};
use crate::tokenize::{byte_level, hex, visible};
use crate::widget::roving;
use leptos::prelude::*;
use std::sync::Arc;

/// What a block is called: its text where it is whole characters, else its bytes; as the vocabulary has it over characters.
pub fn called(merges: &Merges, block: &Block) -> String {
    if !merges.bytes {
        return visible(&block.piece);
    }
    match merges.word.get(block.span.clone()) {
        Some(text) => visible(text),
        None => hex(merges.word.as_bytes().get(block.span.clone()).unwrap_or_default()),
    }
}

/// What a merge joins: names of its two parts.
pub fn parts(merges: &Merges, block: &Block) -> Option<(String, String, u32)> {
    let (left, right, rank) = block.merge?;
    let name = |at: usize| merges.blocks.get(at).map(|block| called(merges, block));
    Some((name(left)?, name(right)?, rank))
}

/// The sentence of a block.
fn said(store: Store, merges: &Merges, block: &Block) -> String {
    let s = store.strings().microscope;
    let name = called(merges, block);
    match parts(merges, block) {
        Some((left, right, rank)) => {
            let of = block.made.checked_sub(1).map_or(0, |before| merges.candidates(before).len());
            (s.merge)(block.made, &left, &right, &grouped(rank), of)
                + &(s.becomes)(&name, &block.piece, block.id)
        }
        None if merges.bytes => (s.byte)(
            &hex(merges.word.as_bytes().get(block.span.clone()).unwrap_or_default()),
            &block.piece,
            block.id,
        ),
        None => (s.symbol)(&name, block.id),
    }
}

fn drawing(store: Store, merges: &Merges) -> Drawing {
    let leaf_of = |byte: usize| merges.trace.symbols.partition_point(|symbol| symbol.span.start < byte);
    let heads = merges.word.char_indices().map(|(at, character)| Head {
        columns: leaf_of(at)..leaf_of(at + character.len_utf8()),
        text: visible(character.encode_utf8(&mut [0; 4])),
    });
    let heads = heads.filter(|head| !head.columns.is_empty()).collect();
    let mark = |block: &Block| {
        let rank = block.merge.map(|(_, _, rank)| rank.to_string());
        let leaf = rank.is_none() && merges.bytes;
        let stand_in = || byte_level::bytes(&block.piece).map(|_| block.piece.clone()).unwrap_or_default();
        Mark {
            row: block.row,
            columns: block.columns.clone(),
            text: if leaf { stand_in() } else { called(merges, block) },
            note: match rank {
                Some(rank) => rank,
                None if leaf => hex(merges.word.as_bytes().get(block.span.clone()).unwrap_or_default()),
                None => String::new(),
            },
            class: if rank_less(block) { "leaf" } else { "" },
            in_the_end: match block.taken {
                None => "token",
                Some(_) if rank_less(block) => "leaf",
                Some(_) => "",
            },
            made: block.made,
            taken: block.taken,
            said: said(store, merges, block),
        }
    };
    let stems = merges.blocks.iter().filter_map(|block| {
        let into = merges.blocks.get(merges.leaves() + block.taken? - 1)?;
        let rows = block.row + 1..into.row;
        (!rows.is_empty()).then(|| Stem { columns: block.columns.clone(), rows, made: into.made })
    });
    Drawing {
        columns: merges.leaves(),
        heads,
        marks: merges.blocks.iter().map(mark).collect(),
        stems: stems.collect(),
        ..Drawing::default()
    }
}

fn rank_less(block: &Block) -> bool {
    block.merge.is_none()
}

/// The tree, and under it the row of symbols with the ranks between them.
pub fn picture(store: Store, lens: Lens, merges: Arc<Merges>) -> impl IntoView {
    let s = store.strings().microscope;
    let tree = blocks(lens, s.tree.to_string(), drawing(store, &merges));
    view! {
        {tree}
        <p class="hint">{if merges.bytes { s.tree_bytes } else { s.tree_characters }}</p>
        <h3>{move || (store.strings().microscope.now)(lens.step.get())}</h3>
        {move || now(store, lens, &merges)}
    }
}

/// The symbols after the steps that are made, and between each two the rank of their merge.
fn now(store: Store, lens: Lens, merges: &Merges) -> impl IntoView + use<> {
    let s = store.strings().microscope;
    let step = lens.step.get();
    let candidates = merges.candidates(step);
    let lowest = candidates.iter().min_by_key(|(_, found)| found.rank).map(|(at, _)| *at);
    let current: Vec<&Block> =
        merges.current(step).into_iter().filter_map(|at| merges.blocks.get(at)).collect();
    let item = |(at, block): (usize, &&Block)| {
        let name = called(merges, block);
        let gap = current.get(at + 1).map(|right| {
            let right = called(merges, right);
            let found = candidates.iter().find(|(left, _)| *left == at).map(|(_, found)| *found);
            let text = found.map_or("–".to_string(), |found| found.rank.to_string());
            let said = match found {
                Some(found) => (s.pair)(&name, &right, &grouped(found.rank), lowest == Some(at)),
                None => (s.no_pair)(&name, &right),
            };
            let class = if lowest == Some(at) { "gap lowest" } else { "gap" };
            tell(lens, class, roving::stop(at == 0), said, text)
        });
        view! { <span class="tok"><b>{name.clone()}</b><i>{block.id}</i></span> {gap} }
    };
    let items = current.iter().enumerate().map(item).collect_view();
    view! {
        <div
            class="now"
            role="group"
            data-testid="now"
            aria-label=s.pairs
            on:keydown=|event| {
                roving::step(&event);
            }
            on:focusin=|event| roving::focused(&event)
        >
            {items}
        </div>
    }
}

/// A small button that says more of itself when it is pointed at.
fn tell(lens: Lens, class: &'static str, stop: &'static str, said: String, text: String) -> impl IntoView {
    let kept = StoredValue::new(said.clone());
    view! {
        <button
            type="button"
            class=class
            tabindex=stop
            aria-label=said
            on:focus=move |_| lens.pointed.set(kept.get_value())
            on:mouseenter=move |_| lens.pointed.set(kept.get_value())
            on:blur=move |_| lens.pointed.set(String::new())
            on:mouseleave=move |_| lens.pointed.set(String::new())
        >
            {text}
        </button>
    }
}

/// What the step that was made last did, and the rule with its numbers.
pub fn line(store: Store, merges: &Merges, step: usize) -> String {
    let s = store.strings().microscope;
    if merges.trace.whole.is_some() {
        return s.whole.to_string();
    }
    match step.checked_sub(1).and_then(|made| merges.blocks.get(merges.leaves() + made)) {
        Some(block) => said(store, merges, block),
        None => (s.begins)(merges.leaves(), merges.bytes),
    }
}

/// The choice that the next step makes: min over the ranks.
pub fn rule(store: Store, merges: &Merges, step: usize) -> String {
    let s = store.strings().microscope;
    let ranks: Vec<u32> = merges.candidates(step).iter().map(|(_, found)| found.rank).collect();
    match ranks.iter().min() {
        Some(lowest) => {
            let shown = ranks.iter().take(12).map(|rank| grouped(*rank)).collect::<Vec<_>>().join("; ");
            let more = if ranks.len() > 12 { "; …" } else { "" };
            format!("min {{ {shown}{more} }} = {}", grouped(*lowest))
        }
        None => (s.no_rank)(merges.current(step).len()),
    }
}

/// The rows of the table twin.
pub fn rows(merges: &Merges, steps: usize) -> Vec<[String; 5]> {
    let made = merges.blocks.iter().skip(merges.leaves()).take(steps);
    let row = |block: &Block| {
        let (left, right, rank) = parts(merges, block)?;
        Some([
            block.made.to_string(),
            format!("{left} + {right}"),
            rank.to_string(),
            block.piece.clone(),
            block.id.to_string(),
        ])
    };
    made.filter_map(row).collect()
}
