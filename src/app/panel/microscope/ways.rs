//! A Unigram lattice: every piece over its characters, Viterbi from left to right, and the paths that are best.

use super::blocks::{Drawing, Head, Mark, blocks};
use super::lens::Lens;
use crate::picture::format::{percent, significant};
use crate::store::Store;
use crate::tokenize::microscope::Ways;
use crate::tokenize::unigram::lattice::{Edge, Path};
use crate::tokenize::visible;
use leptos::prelude::*;
use std::collections::HashSet;

/// Edges that are drawn.
const MOST: usize = 220;
/// Pixels of a block in which a log p of three figures stands whole.
const LOG_P: u32 = 54;

pub fn number(x: f64) -> String {
    significant(x, 4).replace('-', "−")
}

fn posterior(ways: &Ways, index: usize) -> f64 {
    ways.marginals.posterior.get(index).copied().unwrap_or_default()
}

fn best_sum(ways: &Ways, node: usize) -> Option<f64> {
    ways.viterbi.get(node).copied().flatten().map(|(sum, _)| sum)
}

fn said(store: Store, ways: &Ways, index: usize, edge: &Edge) -> String {
    let s = store.strings().microscope;
    let piece = visible(ways.lattice.piece(edge));
    let before = best_sum(ways, edge.from).unwrap_or_default();
    let sum = number(before + edge.log_prob);
    let p = percent(posterior(ways, index) as f32);
    let text = (s.edge)(&piece, edge.id, &number(edge.log_prob), &number(before), &sum, &p);
    if edge.unknown { format!("{text} {}", s.edge_unknown) } else { text }
}

fn drawing(store: Store, ways: &Ways) -> Drawing {
    let text = &ways.lattice.text;
    let heads = text.chars().enumerate().map(|(at, character)| Head {
        columns: at..at + 1,
        text: visible(character.encode_utf8(&mut [0; 4])),
    });
    let best: HashSet<usize> = ways.best.iter().flat_map(|path| path.edges.iter().copied()).collect();
    let wins = |index: usize, edge: &Edge| {
        ways.viterbi.get(edge.to).copied().flatten().is_some_and(|(_, last)| last == Some(index))
    };
    let mark = |((index, edge), row): ((usize, &Edge), &usize)| {
        let class = if wins(index, edge) { "found" } else { "missed" };
        Mark {
            row: *row,
            columns: edge.from..edge.to,
            text: visible(ways.lattice.piece(edge)),
            note: significant(edge.log_prob, 3).replace('-', "−"),
            class,
            in_the_end: if best.contains(&index) { "token" } else { "other" },
            made: edge.to,
            taken: None,
            said: said(store, ways, index, edge),
        }
    };
    let marks = ways.lattice.edges.iter().enumerate().zip(&ways.rows).take(MOST).map(mark).collect();
    Drawing {
        columns: text.chars().count(),
        least: Some(LOG_P),
        heads: heads.collect(),
        marks,
        ..Drawing::default()
    }
}

pub fn picture(store: Store, lens: Lens, ways: &Ways) -> impl IntoView + use<> {
    let s = store.strings().microscope;
    let left_out = ways.lattice.edges.len().saturating_sub(MOST);
    view! {
        {blocks(lens, s.lattice.to_string(), drawing(store, ways))}
        {unknown(store, ways).map(|said| view! { <p class="hint" data-testid="unknown-characters">{said}</p> })}
        <p class="hint">{s.lattice_hint} {(left_out > 0).then(|| (s.more)(left_out))}</p>
    }
}

/// What is said of the unknown characters of the best path: what a block says of them is no probability.
fn unknown(store: Store, ways: &Ways) -> Option<String> {
    let edges: Vec<&Edge> =
        ways.best.as_ref()?.edges.iter().filter_map(|edge| ways.lattice.edges.get(*edge)).collect();
    let mut characters: Vec<String> = Vec::new();
    for edge in edges.iter().filter(|edge| edge.unknown) {
        let quoted = format!("“{}”", visible(ways.lattice.piece(edge)));
        if !characters.contains(&quoted) {
            characters.push(quoted);
        }
    }
    let penalty = number(edges.iter().find(|edge| edge.unknown)?.log_prob);
    let joined = edges.windows(2).any(|pair| pair.iter().all(|edge| edge.unknown));
    Some((store.strings().microscope.unknown_characters)(&characters.join(" "), &penalty, joined))
}

/// The pieces of a path with signs between them.
pub fn path(ways: &Ways, path: &Path) -> String {
    ways.lattice.pieces(path).map(visible).collect::<Vec<_>>().join(" · ")
}

pub fn line(store: Store, ways: &Ways, step: usize) -> String {
    let s = store.strings().microscope;
    let node = step;
    if node == 0 {
        return (s.viterbi_begins)(ways.lattice.nodes.len().saturating_sub(1));
    }
    let of = ways.lattice.ending_at(node).count();
    let winner = ways.viterbi.get(node).copied().flatten();
    let Some((sum, Some(last))) = winner else { return s.no_way.to_string() };
    let piece =
        ways.lattice.edges.get(last).map(|edge| visible(ways.lattice.piece(edge))).unwrap_or_default();
    (s.viterbi)(node, of, &piece, &number(sum))
}

/// Viterbi's choice at the node of this step, in the end the sum along the best path.
pub fn rule(store: Store, ways: &Ways, step: usize) -> String {
    if step + 1 >= ways.lattice.nodes.len()
        && let Some(best) = &ways.best
    {
        let edges = best.edges.iter().filter_map(|edge| ways.lattice.edges.get(*edge));
        let terms: Vec<String> = edges.map(|edge| number(edge.log_prob)).collect();
        let sum = number(best.log_prob);
        // a sum of one term is that term
        return match terms.as_slice() {
            [_] => format!("log P = {sum}"),
            terms => format!("log P = {} = {sum}", terms.join(" + ")).replace("+ −", "− "),
        };
    }
    if step == 0 {
        return "best[0] = 0".to_owned();
    }
    let term = |(_, edge): (usize, &Edge)| {
        let before = number(best_sum(ways, edge.from)?);
        Some(format!("{before} + ({})", number(edge.log_prob)))
    };
    let terms: Vec<String> = ways.lattice.ending_at(step).filter_map(term).collect();
    let shown = terms.iter().take(6).cloned().collect::<Vec<_>>().join("; ");
    let more = if terms.len() > 6 { "; …" } else { "" };
    let sum = best_sum(ways, step).map_or(store.strings().microscope.no_way.to_string(), number);
    format!("best[{step}] = max {{ {shown}{more} }} = {sum}")
}

pub fn rows(ways: &Ways, steps: usize) -> Vec<[String; 5]> {
    let seen = ways.lattice.edges.iter().enumerate().filter(|(_, edge)| edge.to <= steps).take(MOST);
    let row = |(index, edge): (usize, &Edge)| {
        [
            format!("{} → {}", edge.from, edge.to),
            visible(ways.lattice.piece(edge)),
            number(edge.log_prob),
            number(posterior(ways, index)),
            edge.id.to_string(),
        ]
    };
    seen.map(row).collect()
}

/// As many of the best cuts as there are, at most `k`.
pub fn most_ways(slide: &crate::tokenize::microscope::Slide, k: usize) -> usize {
    match slide {
        crate::tokenize::microscope::Slide::Ways(ways) => {
            k.min(usize::try_from(ways.count).unwrap_or(usize::MAX))
        }
        _ => k,
    }
}

/// The k best paths, with what each has of the probability.
#[component]
pub fn Best(ways: std::sync::Arc<crate::tokenize::microscope::Slide>) -> impl IntoView {
    let store = Store::here();
    let of = ways.clone();
    let wanted = store.get(|s| s.n_best as usize);
    let k = Memo::new(move |_| most_ways(&of, wanted.get()));
    let rows = move || {
        let crate::tokenize::microscope::Slide::Ways(ways) = ways.as_ref() else { return Vec::new() };
        let row = |(nth, (found, probability)): (usize, (Path, f64))| {
            let share = percent(probability as f32);
            let sum = number(found.log_prob);
            view! {
                <tr>
                    <th scope="row">{nth + 1}</th>
                    <td class="path">{path(ways, &found)}</td>
                    <td>{sum}</td>
                    <td>{share} <meter max="1" value=probability aria-hidden="true"></meter></td>
                </tr>
            }
        };
        ways.n_best(k.get()).into_iter().enumerate().map(row).collect::<Vec<_>>()
    };
    view! {
        <div class="tablewrap" tabindex="0" role="region" aria-label=move || (store.strings().microscope.n_best)(k.get())>
            <table class="data" data-testid="n-best">
                <thead>
                    <tr>
                        <th scope="col">"k"</th>
                        <th scope="col">{store.t(|s| s.microscope.col_path)}</th>
                        <th scope="col">"log P"</th>
                        <th scope="col">{store.t(|s| s.microscope.col_share)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
