//! WordPiece's look-ups: every candidate over its characters, one below the other.

use super::blocks::{Drawing, Head, Mark, blocks};
use super::lens::Lens;
use crate::store::Store;
use crate::tokenize::microscope::{Lookup, Lookups};
use crate::tokenize::visible;
use crate::tokenize::word_piece::longest_match::Outcome;
use leptos::prelude::*;

/// Look-ups that are drawn.
const MOST: usize = 150;

fn said(store: Store, lookup: &Lookup, at: usize) -> String {
    let s = store.strings().microscope;
    match lookup.found {
        Some(id) => (s.found)(at, &lookup.candidate, id),
        None => (s.not_found)(at, &lookup.candidate),
    }
}

fn drawing(store: Store, lookups: &Lookups) -> Drawing {
    let heads = lookups.characters.iter().enumerate().map(|(at, character)| Head {
        columns: at..at + 1,
        text: visible(character.encode_utf8(&mut [0; 4])),
    });
    let unknown = lookups.pieces().is_empty();
    let mark = |(row, lookup): (usize, &Lookup)| Mark {
        row,
        columns: lookup.columns.clone(),
        text: visible(&lookup.candidate),
        note: lookup.found.map(|id| id.to_string()).unwrap_or_default(),
        class: if lookup.found.is_some() { "found" } else { "missed" },
        in_the_end: match lookup.found {
            Some(_) if unknown => "lost",
            Some(_) => "token",
            None => "missed",
        },
        made: row + 1,
        taken: None,
        said: said(store, lookup, row + 1),
    };
    let marks = lookups.tries.iter().take(MOST).enumerate().map(mark).collect();
    Drawing { columns: lookups.characters.len(), heads: heads.collect(), marks, ..Drawing::default() }
}

pub fn picture(store: Store, lens: Lens, lookups: &Lookups) -> impl IntoView + use<> {
    let s = store.strings().microscope;
    let left_out = lookups.tries.len().saturating_sub(MOST);
    view! {
        {blocks(lens, s.lookups.to_string(), drawing(store, lookups))}
        <p class="hint">{s.lookups_hint} {(left_out > 0).then(|| (s.more)(left_out))}</p>
    }
}

pub fn line(store: Store, lookups: &Lookups, step: usize) -> String {
    let s = store.strings().microscope;
    let at_end = step == lookups.tries.len();
    match (&lookups.outcome, step.checked_sub(1).and_then(|made| lookups.tries.get(made))) {
        (Outcome::TooLong { chars }, _) => (s.too_many_characters)(*chars),
        (Outcome::NoPiece { .. }, Some(last)) if at_end => said(store, last, step) + s.unknown,
        (_, Some(lookup)) => said(store, lookup, step),
        (_, None) => (s.longest_first)(lookups.characters.len()),
    }
}

/// What has been found so far, as a sum of pieces.
pub fn rule(store: Store, lookups: &Lookups, step: usize) -> String {
    let made = lookups.tries.iter().take(step);
    let found: Vec<String> =
        made.filter(|lookup| lookup.found.is_some()).map(|lookup| visible(&lookup.candidate)).collect();
    let word: String = lookups.characters.iter().collect();
    let known = step == lookups.tries.len() && lookups.pieces().is_empty();
    let end = if known && !lookups.characters.is_empty() { " ⇒ [UNK]" } else { "" };
    let s = store.strings().microscope;
    let word = visible(&word);
    match found.as_slice() {
        [] => format!("{}{end}", (s.nothing_yet)(&word)),
        [whole] if *whole == word => word,
        found => format!("{word} = {}{end}", found.join(" · ")),
    }
}

pub fn rows(store: Store, lookups: &Lookups, steps: usize) -> Vec<[String; 5]> {
    let s = store.strings().microscope;
    let row = |(at, lookup): (usize, &Lookup)| {
        let found = lookup.found.map_or(s.no.to_string(), |_| s.yes.to_string());
        let id = lookup.found.map(|id| id.to_string()).unwrap_or_default();
        let columns = format!("{}–{}", lookup.columns.start, lookup.columns.end);
        [(at + 1).to_string(), columns, found, visible(&lookup.candidate), id]
    };
    lookups.tries.iter().take(steps).take(MOST).enumerate().map(row).collect()
}
