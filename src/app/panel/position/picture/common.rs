//! What several schemes' pictures are made of.

use super::super::curves;
use crate::attention::Stage;
use crate::matrix::Matrix;
use crate::picture::format::short;
use crate::picture::paint::Scale;
use crate::pipeline::Settings;
use crate::schemes;
use crate::state;
use crate::store::Store;
use crate::widget::{Curves, Heat, Heatmap, Map, Maps, Plot};
use leptos::prelude::*;
use std::rc::Rc;

/// The state as the maths needs it, followed.
pub fn settings(store: Store) -> Settings {
    store.state.with(state::settings)
}

/// How many tokens the text has, followed.
pub fn tokens(store: Store) -> usize {
    store.input.with(|input| input.as_ref().map_or(0, |input| input.len()))
}

/// The head on the screen.
pub fn head(store: Store) -> Memo<usize> {
    store.get(|s| s.head as usize)
}

/// What the scheme in force shows, for a picture's accessible name.
pub fn scheme_title(store: Store) -> String {
    let id = store.state.with(|s| s.scheme);
    store.strings().words.scheme(id).map_or("", |words| words.title).to_string()
}

/// A plot named by its vertical axis.
pub fn plot(store: Store, of: fn(Store) -> Option<Curves>) -> impl IntoView {
    let name = Signal::derive(move || of(store).map_or_else(String::new, |c| c.y.label));
    view! { <Plot curves=move || of(store) name=name/> }
}

/// The mean score over distance, for every scheme.
pub fn score(store: Store) -> AnyView {
    plot(store, curves::score).into_any()
}

/// A matrix of `rows` × whatever columns, signed, filling the width.
pub fn table(values: Matrix, rows: Vec<String>, top: Option<f32>) -> Heat {
    Heat {
        values: Rc::new(values),
        rows: Rc::new(rows),
        cols: Rc::default(),
        scale: Scale::Diverging,
        square: false,
        top,
        device: None,
    }
}

/// Query by key, named by the tokens.
pub fn by_pair(store: Store, values: Matrix, scale: Scale) -> Option<Heat> {
    let labels = store.input.with(|input| input.as_ref().map(|input| Rc::clone(&input.labels)))?;
    let (rows, cols) = (Rc::clone(&labels), labels);
    Some(Heat { values: Rc::new(values), rows, cols, scale, square: true, top: None, device: None })
}

/// A heatmap of every pair of tokens, whose cell is the page's own.
pub fn pair_map(
    store: Store,
    heat: impl Fn() -> Option<Heat> + 'static,
    name: Signal<String>,
) -> impl IntoView {
    view! { <Heatmap heat=heat cell=store.cell hover=store.point() pick=store.pick() name=name tall=0.45/> }
}

/// Maps whose cell is the page's own.
pub fn maps(store: Store, maps: impl Fn() -> Option<Vec<Map>> + 'static) -> impl IntoView {
    let name = Signal::derive(move || store.strings().pictures.maps.to_string());
    view! { <Maps maps=maps name=name/> }
}

/// What is added, position by dimension; a click chooses the query.
pub fn added_table(store: Store, top: Option<f32>) -> impl IntoView {
    let column = RwSignal::new(0usize);
    let query = store.get(|s| s.query as usize);
    let heat = move || {
        let _ = store.head_drawn.get();
        let values = store.engine.with_value(|engine| engine.pipeline.added().cloned())?;
        let rows = (0..values.nrows()).map(|p| p.to_string()).collect();
        Some(table(values, rows, top))
    };
    let pick = Callback::new(move |(i, c): (usize, usize)| {
        column.set(c);
        store.set("query", &i.to_string());
    });
    let cell = Signal::derive(move || (query.get(), column.get()));
    let axes = Signal::derive(move || (store.strings().pictures.position, store.strings().vectors.dimension));
    let name = Signal::derive(move || scheme_title(store));
    view! { <Heatmap heat=heat cell=cell hover=Callback::new(|_| ()) pick=pick name=name tall=0.4 axes=axes/> }
}

/// The first numbers of the rows that are added to query and key.
pub fn added_row(store: Store, (i, j): (usize, usize)) -> Option<String> {
    store.engine.with_value(|engine| {
        let added = engine.pipeline.added()?;
        let row = |p: usize| {
            let first: Vec<String> =
                added.rows().into_iter().nth(p)?.iter().take(4).map(|x| short(*x)).collect();
            Some(format!("P[{p}] = {}, …", first.join(", ")))
        };
        let (query, key) = (row(i)?, row(j)?);
        Some(if i == j { query } else { format!("{query}\n{key}") })
    })
}

/// The terms of the logit of the head on the screen, and the logit; rows before `first` are left grey.
pub fn term_maps(store: Store, first: fn(&Settings, usize) -> usize) -> impl IntoView {
    // Followed one by one: choosing another cell must not make the maps again.
    let (scheme, head) = (store.get(|s| s.scheme), head(store));
    let of = move || {
        let _ = store.head_drawn.get();
        let (page, head) = (schemes::page(scheme.get()), head.get());
        let sum = store.strings().pictures.sum;
        store.engine.with_value(|engine| {
            let p = &engine.pipeline;
            let first = first(p.settings(), p.sequence().len());
            let map = |name: &str, values: Matrix| Map {
                name: name.to_string(),
                values: Rc::new(from(values, first)),
            };
            let terms = p.terms(head)?;
            let mut maps: Vec<Map> =
                terms.into_iter().map(|(term, values)| map(page.term(term), values)).collect();
            maps.push(map(sum, p.stage(head, Stage::Biased)?));
            Some(maps)
        })
    };
    maps(store, of)
}

/// `values` with the rows before `first` grey.
fn from(mut values: Matrix, first: usize) -> Matrix {
    values.rows_mut().into_iter().take(first).for_each(|mut row| row.fill(f32::NAN));
    values
}
