//! Learned positions: the trained table, its path along two principal components, and the cosines of its rows.

use super::common::{self, scheme_title, settings};
use crate::embed::pca::{Pca, pca};
use crate::embed::similarity::cosine_matrix;
use crate::matrix::Matrix;
use crate::picture::format::percent;
use crate::picture::paint::Scale;
use crate::position::learned::{self, BYTES, Params};
use crate::position::problem::What;
use crate::position::resize::Resize;
use crate::positions::{self, TableLoading};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Heat, Heatmap, Mark, Plot, focus, retry};
use leptos::prelude::*;
use std::rc::Rc;

pub fn show(store: Store, picture: &'static str) -> AnyView {
    let body = match picture {
        "trajectory" => view! { <Path/> }.into_any(),
        "cosines" => view! { <Cosines/> }.into_any(),
        "score" => common::score(store),
        _ => common::added_table(store, None).into_any(),
    };
    view! { <Loading/> <PastTheTable/> {body} <Source/> }.into_any()
}

/// The trained table on its way, or why it did not come.
#[component]
fn Loading() -> impl IntoView {
    let store = Store::here();
    let again = move |_| {
        focus::to_control("scheme"); // the button goes
        positions::want(store);
    };
    move || match store.table.get() {
        TableLoading::Idle => ().into_any(),
        TableLoading::Bytes(got) => view! {
            <p class="load" role="status">
                {store.t(|s| s.pictures.table_loading)} " " <progress max=BYTES value=got></progress>
            </p>
        }
        .into_any(),
        TableLoading::Failed(why) => view! {
            <p class="load bad" role="alert" data-testid="table-failed">
                {
                    let s = store.strings();
                    (s.pictures.table_failed)(&(s.shell.load_reason)(&why))
                }
                {retry(store, Some(&why), None, again)}
            </p>
        }
        .into_any(),
    }
}

/// What happens to positions that have no row.
#[component]
fn PastTheTable() -> impl IntoView {
    let store = Store::here();
    move || {
        let (settings, n) = (settings(store), common::tokens(store));
        let s = &store.strings().pictures;
        let problem = settings.scheme.problem(settings.sizes(n), &settings.params);
        if let Some(What::PastTable { rows, n }) = problem.map(|problem| problem.what) {
            return Some(view! { <p class="bad" data-testid="past-table">{(s.past_table)(rows, n)}</p> });
        }
        let own = &settings.params.learned;
        let rows = learned::table(1, own, 0).nrows();
        let stretched = n > rows && own.position_resize != Resize::None;
        stretched.then(|| view! { <p class="bad" data-testid="past-table">{(s.stretched)(rows, n)}</p> })
    }
}

/// Where the numbers are from.
#[component]
fn Source() -> impl IntoView {
    let store = Store::here();
    let told = move || {
        let settings = settings(store);
        (store.strings().pictures.source)(learned::source(settings.d_model, &settings.params.learned))
    };
    view! { <p class="hint" data-testid="table-source">{told}</p> }
}

/// What the whole table depends on.
type Of = (usize, u64, Params);

/// The whole table that is in force, before any stretching; it is made again only when it changes.
fn whole(store: Store) -> Memo<Of> {
    Memo::new(move |_| {
        let settings = settings(store);
        (settings.d_model, settings.seed, settings.params.learned)
    })
}

fn rows((d_model, seed, params): &Of) -> Matrix {
    learned::table(*d_model, params, *seed)
}

/// The rows of the table along the two directions in which they differ most.
#[component]
fn Path() -> impl IntoView {
    let store = Store::here();
    let of = whole(store);
    let found = Memo::new(move |_| of.with(|of| pca(&rows(of), 2)));
    let drawn = move || found.with(|pca| plane(store, pca));
    let marks = Signal::derive(move || found.with(|pca| marks(store, pca)));
    let name = Signal::derive(move || scheme_title(store));
    let none = move || {
        let flat = found.with(|pca| pca.scores.ncols() < 2);
        flat.then(|| view! { <p class="soft">{store.t(|s| s.pictures.no_path)}</p> })
    };
    view! { {none} <Plot curves=drawn name=name height=420.0 marks=marks/> }
}

fn point(pca: &Pca, p: usize) -> Option<(f64, f64)> {
    Some((*pca.scores.get((p, 0))?, *pca.scores.get((p, 1))?))
}

fn plane(store: Store, pca: &Pca) -> Option<Curves> {
    let s = &store.strings().pictures;
    let axis = |k: usize| {
        let column = pca.scores.columns().into_iter().nth(k)?;
        let (min, max) = column.iter().fold((0.0_f64, 0.0_f64), |(a, b), x| (a.min(*x), b.max(*x)));
        let room = (max - min) * 0.08;
        let share = percent(*pca.explained.get(k)? as f32);
        Some(Axis { label: (s.component)(k + 1, &share), min: min - room, max: max + room, log: false })
    };
    let path = |rows: usize| (0..rows).filter_map(|p| point(pca, p)).collect::<Vec<_>>();
    let curve =
        |name: &str, points, color, strong| Curve { name: name.into(), points, color, strong, dashed: false };
    let own = common::tokens(store).min(pca.scores.nrows());
    Some(Curves {
        x: axis(0)?,
        y: axis(1)?,
        curves: vec![
            curve(s.path, path(pca.scores.nrows()), "--edge", false),
            curve(s.this_text, path(own), "--position", true),
        ],
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    })
}

/// Positions with a name along the path: 0, and four steps to the last.
fn marks(store: Store, pca: &Pca) -> Vec<Mark> {
    let last = pca.scores.nrows().saturating_sub(1);
    let s = &store.strings().pictures;
    let mut named: Vec<usize> = (0..=4).map(|k| k * last / 4).collect();
    named.dedup();
    let mark = |p| point(pca, p).map(|(x, y)| Mark { x, y, name: (s.position_p)(p) });
    named.into_iter().filter_map(mark).collect()
}

/// The cosine of every two rows of the table.
#[component]
fn Cosines() -> impl IntoView {
    let store = Store::here();
    let of = whole(store);
    let cosines = Memo::new(move |_| of.with(|of| cosine_matrix(&rows(of)).mapv(|x| x as f32)));
    let at = RwSignal::new((0usize, 0usize));
    let heat = move || {
        let values = Rc::new(cosines.get());
        let scale = Scale::Diverging;
        Some(Heat {
            values,
            rows: Rc::default(),
            cols: Rc::default(),
            scale,
            square: true,
            top: Some(1.0),
            device: None,
        })
    };
    let cell = Signal::derive(move || {
        let last = cosines.with(Matrix::nrows).saturating_sub(1);
        let (i, j) = at.get();
        (i.min(last), j.min(last))
    });
    let hover = Callback::new(move |cell: Option<_>| {
        if let Some(cell) = cell {
            at.set(cell)
        }
    });
    let axes = Signal::derive(move || (store.strings().pictures.position, store.strings().pictures.position));
    let name = Signal::derive(move || scheme_title(store));
    view! { <Heatmap heat=heat cell=cell hover=hover pick=Callback::new(move |cell| at.set(cell)) name=name tall=0.55 axes=axes/> }
}
