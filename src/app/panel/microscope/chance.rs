//! The same word cut at random: BPE-dropout, or draws from the Unigram lattice.

use super::lens::Lens;
use super::ways;
use crate::picture::format::percent;
use crate::store::Store;
use crate::tokenize::bpe::dropout::{self, DropoutError};
use crate::tokenize::bpe::{Bpe, Symbol};
use crate::tokenize::microscope::{Slide, spell};
use crate::tokenize::{byte_level, hex, visible};
use leptos::prelude::*;
use std::sync::Arc;

/// Words cut at random by BPE-dropout.
const SAMPLES: u64 = 8;
/// Draws from a lattice.
const DRAWS: usize = 100;
/// Rows of a table.
const MOST: usize = 12;
/// Words of more symbols are not cut at random.
const LONGEST: usize = 200;

/// The card for the word under the lens; none where there is no chance.
#[component]
pub fn Chance() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    move || {
        let slide = lens.slide.get()?;
        match slide.as_ref() {
            Slide::Merges(merges) if merges.leaves() > 1 => Some(view! { <Dropout/> }.into_any()),
            Slide::Ways(_) => Some(draws(store, slide).into_any()),
            _ => None,
        }
    }
}

/// One segmentation as text: pieces that are no whole characters as bytes.
fn written(model: &Bpe, word: &str, symbols: &[Symbol]) -> String {
    let piece = |symbol: &Symbol| {
        let spelled = spell(model, symbol.id);
        match byte_level::bytes(&spelled)
            .filter(|_| matches!(model.start(), crate::tokenize::bpe::Start::Bytes(_)))
        {
            Some(bytes) => word.get(symbol.span.clone()).map_or_else(|| hex(&bytes), visible),
            None => visible(&spelled),
        }
    };
    symbols.iter().map(piece).collect::<Vec<_>>().join(" · ")
}

/// What dropout makes of the word.
struct Dropped {
    samples: Vec<String>,
    exact: Result<Vec<(String, f64)>, DropoutError>,
}

fn dropped(store: Store, lens: Lens) -> Option<Dropped> {
    let (_, word) = lens.chosen()?;
    let (p, seed) = store.state.with(|s| (s.dropout, s.seed));
    lens.ask(store, |source| {
        let model = source.bpe()?;
        if model.symbols(&word).len() > LONGEST {
            return None;
        }
        let one = |nth| dropout::sample(model, &word, p, seed, nth).ok();
        let samples = (0..SAMPLES).filter_map(one).map(|symbols| written(model, &word, &symbols)).collect();
        let exact = dropout::distribution(model, &word, p);
        // At p = 0 and p = 1 most of what could be cut never comes about.
        let exact = exact.map(|all| {
            let possible = all.iter().filter(|(_, p)| *p > 0.0);
            possible.map(|(symbols, p)| (written(model, &word, symbols), *p)).collect()
        });
        Some(Dropped { samples, exact })
    })?
}

#[component]
fn Dropout() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let told = move || {
        let s = store.strings().microscope;
        let Some(Dropped { samples, exact }) = dropped(store, lens) else {
            return view! { <p class="hint">{(s.dropout_long)(LONGEST)}</p> }.into_any();
        };
        let distinct = samples.iter().collect::<std::collections::HashSet<_>>().len();
        let samples = samples.into_iter().map(|text| view! { <li>{text}</li> }).collect_view();
        let exact = match exact {
            Ok(all) => distribution(store, all).into_any(),
            Err(error) => view! { <p class="hint">{(s.dropout_error)(&error)}</p> }.into_any(),
        };
        let p = store.state.with(|s| s.dropout);
        view! {
            <h2>{(s.dropout_claim)(&p.to_string(), distinct, SAMPLES as usize)}</h2>
            <p class="lead">{s.dropout_lead}</p>
            <div class="pair">
                <div>
                    <h3>{s.samples}</h3>
                    <ol class="plain samples" data-testid="dropout-samples">{samples}</ol>
                </div>
                <div>
                    <h3>{s.exact}</h3>
                    {exact}
                </div>
            </div>
            <p class="hint"><cite lang="en">"Provilkov et al., BPE-Dropout: Simple and Effective Subword Regularization, ACL 2020, arXiv:1910.13267, algorithm 1"</cite></p>
        }
        .into_any()
    };
    view! { <section class="card" style="--c: var(--tokens)" data-testid="chance">{told}</section> }
}

fn distribution(store: Store, all: Vec<(String, f64)>) -> impl IntoView {
    let s = store.strings().microscope;
    let (many, rest) = (all.len(), all.iter().skip(MOST).map(|(_, p)| p).sum::<f64>());
    let row = |(text, p): (String, f64)| {
        view! { <tr><td class="path">{text}</td><td>{percent(p as f32)} <meter max="1" value=p aria-hidden="true"></meter></td></tr> }
    };
    let rows = all.into_iter().take(MOST).map(row).collect_view();
    view! {
        <table class="data" data-testid="dropout-exact">
            <thead><tr><th scope="col">{s.col_path}</th><th scope="col">{s.col_share}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
        {(many > MOST).then(|| view! { <p class="hint">{(s.rest)(many - MOST, &percent(rest as f32))}</p> })}
    }
}

/// The best paths of the lattice, and draws at a temperature.
fn draws(store: Store, slide: Arc<Slide>) -> impl IntoView {
    let drawn = Arc::clone(&slide);
    let samples = move || {
        let Slide::Ways(of) = drawn.as_ref() else { return None };
        let s = store.strings().microscope;
        let (temperature, seed) = store.state.with(|s| (s.temperature, s.seed));
        let found = of.draw(temperature, seed, DRAWS).ok()?;
        let distinct = found.len();
        let row = |found: crate::tokenize::microscope::Drawn| {
            view! { <tr><td>{found.times}</td><td class="path">{ways::path(of, &found.path)}</td><td>{percent(found.probability as f32)}</td></tr> }
        };
        let rest = found.iter().skip(MOST).map(|found| found.times).sum::<usize>();
        let rows = found.into_iter().take(MOST).map(row).collect_view();
        Some(view! {
            <h3>{(s.draws)(DRAWS, &temperature.to_string(), distinct)}</h3>
            <table class="data" data-testid="draws">
                <thead><tr><th scope="col">{s.col_times}</th><th scope="col">{s.col_path}</th><th scope="col">{s.col_drawn}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            {(distinct > MOST).then(|| view! { <p class="hint">{(s.rest_drawn)(distinct - MOST, rest)}</p> })}
        })
    };
    let only_one = matches!(slide.as_ref(), Slide::Ways(ways) if ways.count == 1);
    let most = Arc::clone(&slide);
    let shares = Arc::clone(&slide);
    view! {
        <section class="card" style="--c: var(--tokens)" data-testid="chance">
            <h2>{store.t(move |s| if only_one { s.microscope.draws_claim_one } else { s.microscope.draws_claim })}</h2>
            <p class="lead">{store.t(|s| s.microscope.draws_lead)}</p>
            <div class="pair">
                <div>
                    <h3>{move || (store.strings().microscope.n_best)(ways::most_ways(&most, store.state.with(|s| s.n_best as usize)))}</h3>
                    <ways::Best ways=shares/>
                </div>
                <div>{samples}</div>
            </div>
            <p class="hint"><cite lang="en">"Kudo, Subword Regularization, ACL 2018, arXiv:1804.10959, section 3"</cite></p>
        </section>
    }
}
