//! DeBERTa: its three terms, the two published readings of p2c, and the staircase of its index.

use super::common::{self, scheme_title, settings};
use super::t5::stairs;
use crate::attention::reference::Term;
use crate::matrix::{Matrix, max_abs_diff, to_f64};
use crate::picture::format::gap;
use crate::position::deberta::{Params, distance};
use crate::position::deberta_index::{Index, P2cIndexing};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Map, Plot};
use leptos::prelude::*;
use std::rc::Rc;

pub fn show(store: Store, picture: &'static str) -> AnyView {
    let name = Signal::derive(move || scheme_title(store));
    match picture {
        "indexing" => view! { <Indexing/> }.into_any(),
        "staircase" => view! { <Plot curves=move || staircase(store) name=name/> }.into_any(),
        "score" => common::score(store),
        _ => common::term_maps(store, |_, _| 0).into_any(),
    }
}

fn own(store: Store) -> Option<(Params, Index)> {
    let params = settings(store).params.deberta;
    let index = params.index().ok()?;
    Some((params, index))
}

/// Δ and the rows of the two terms.
pub fn cell(store: Store, (i, j): (usize, usize)) -> Option<String> {
    let (params, index) = own(store)?;
    let delta = distance(i, j);
    let (c2p, p2c) = (index.row(delta), index.p2c_row(delta, params.p2c_indexing));
    let row = store.strings().pictures.row;
    Some(format!("Δ = i − j = {delta} → {row}: c2p δ = {c2p}, p2c δ = {p2c}").replace('-', "−"))
}

/// p2c as the code and as the paper index it.
#[component]
fn Indexing() -> impl IntoView {
    let store = Store::here();
    let head = common::head(store);
    let both = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        let head = head.get();
        let under = |p2c_indexing| {
            store.engine.with_value(|engine| {
                let mut params = engine.pipeline.settings().params.clone();
                params.deberta.p2c_indexing = p2c_indexing;
                let terms = engine.pipeline.terms_under(head, &params)?;
                terms.into_iter().find(|(term, _)| *term == Term::KeyPosition).map(|(_, values)| values)
            })
        };
        Some((under(P2cIndexing::Code)?, under(P2cIndexing::Paper)?))
    });
    let drawn = move || {
        let s = &store.strings().pictures;
        let map = |name: &str, values: &Matrix| Map { name: name.into(), values: Rc::new(values.clone()) };
        both.with(|both| both.as_ref().map(|(code, paper)| vec![map(s.code, code), map(s.paper, paper)]))
    };
    let apart = move || {
        let s = &store.strings().pictures;
        both.with(|both| match both {
            Some((code, paper)) => {
                (s.apart)(&gap(max_abs_diff(to_f64(code).view(), to_f64(paper).view()).unwrap_or(f64::NAN)))
            }
            None => s.needs_p2c.to_string(),
        })
    };
    view! { {common::maps(store, drawn)} <p class="finding-line" data-testid="apart">{apart}</p> }
}

/// Row over distance on a log axis, for keys on either side.
fn staircase(store: Store) -> Option<Curves> {
    let (params, index) = own(store)?;
    let s = &store.strings().pictures;
    let far = 2 * params.max_relative_positions.max(common::tokens(store));
    let steps = index.staircase(far + 1);
    // Δ > 0 is a key to the left.
    let curve = |name: &str, sign, color| Curve {
        name: name.into(),
        points: stairs(steps.clone(), sign),
        color,
        strong: true,
        dashed: false,
    };
    let max = params.max_relative_positions as f64;
    Some(Curves {
        x: Axis { label: s.far.into(), min: 1.0, max: far as f64, log: true },
        y: Axis { label: s.row.into(), min: 0.0, max: 2.3 * index.span as f64, log: false },
        curves: vec![curve(s.left, 1, "--position"), curve(s.right, -1, "--tokens")],
        shade: vec![(max, far as f64)],
        upright: vec![(max, format!("{} {max}", store.strings().words.label("max_relative_positions")))],
        level: Vec::new(),
    })
}
