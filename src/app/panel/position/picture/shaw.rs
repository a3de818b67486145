//! Shaw: the vectors by distance, the row that every pair takes, and the two terms.

use super::common::{self, scheme_title, settings};
use crate::picture::paint::Scale;
use crate::position::relative::index_matrix;
use crate::position::shaw::{distance, row, tables};
use crate::store::Store;
use crate::widget::Heatmap;
use leptos::prelude::*;

pub fn show(store: Store, picture: &'static str) -> AnyView {
    match picture {
        "vectors" => view! { <Vectors/> }.into_any(),
        "rows" => {
            let name = Signal::derive(move || store.strings().pictures.row.to_string());
            common::pair_map(store, move || common::by_pair(store, index(store), Scale::Sequential), name)
                .into_any()
        }
        "score" => common::score(store),
        _ => common::term_maps(store, |_, _| 0).into_any(),
    }
}

fn clip(store: Store) -> usize {
    settings(store).params.shaw.max_relative_position
}

fn index(store: Store) -> crate::matrix::Matrix {
    let clip = clip(store);
    index_matrix(common::tokens(store), |r| row(r, clip))
}

/// r, and the row of the tables it takes.
pub fn cell(store: Store, (i, j): (usize, usize)) -> Option<String> {
    let (clip, r) = (clip(store), distance(i, j));
    let row = row(r, clip);
    let name = store.strings().pictures.row;
    Some(format!("r = j − i = {r} → {name} clip(r, −{clip}, {clip}) + {clip} = {row}").replace('-', "−"))
}

/// a^K, distance by dimension; the row of the chosen pair is marked.
#[component]
fn Vectors() -> impl IntoView {
    let store = Store::here();
    let column = RwSignal::new(0usize);
    let heat = move || {
        let settings = settings(store);
        let (clip, head_dim) = (settings.params.shaw.max_relative_position, settings.sizes(1).head_dim);
        let [key, _] = tables(clip, head_dim, settings.seed);
        let rows =
            (0..key.nrows()).map(|at| (at as i64 - clip as i64).to_string().replace('-', "−")).collect();
        Some(common::table(key, rows, None))
    };
    let cell = Signal::derive(move || {
        let (i, j) = store.cell.get();
        (row(distance(i, j), clip(store)), column.get())
    });
    // A row stands for a distance: choosing it chooses the key at that distance, if there is one.
    let pick = Callback::new(move |(at, c): (usize, usize)| {
        column.set(c);
        let key = store.cell.get_untracked().0 as i64 + at as i64 - untrack(|| clip(store)) as i64;
        if (0..untrack(|| common::tokens(store)) as i64).contains(&key) {
            store.set("key", &key.to_string());
        }
    });
    let axes =
        Signal::derive(move || (store.strings().pictures.distance_r, store.strings().vectors.dimension));
    let name = Signal::derive(move || scheme_title(store));
    view! { <Heatmap heat=heat cell=cell hover=Callback::new(|_| ()) pick=pick name=name tall=0.5 axes=axes/> }
}
