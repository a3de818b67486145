//! Transformer-XL: the four terms beside each other, the two vectors that stand in for the query, and the memory.

use super::common::{self, settings};
use crate::matrix::Matrix;
use crate::position::transformer_xl::{distance, first_query, weights};
use crate::store::Store;
use crate::widget::Heatmap;
use leptos::prelude::*;
use ndarray::{Axis, stack};

pub fn show(store: Store, picture: &'static str) -> AnyView {
    let body = match picture {
        "vectors" => view! { <Vectors/> }.into_any(),
        "score" => common::score(store),
        _ => {
            common::term_maps(store, |settings, n| first_query(n, &settings.params.transformer_xl)).into_any()
        }
    };
    view! { {body} <Memory/> }.into_any()
}

pub fn cell(_: Store, (i, j): (usize, usize)) -> Option<String> {
    Some(format!("Δ = i − j = {}", distance(i, j, 0)).replace('-', "−"))
}

/// How many tokens are memory.
#[component]
fn Memory() -> impl IntoView {
    let store = Store::here();
    move || {
        let first = first_query(common::tokens(store), &settings(store).params.transformer_xl);
        (first > 0).then(|| view! { <p class="hint">{(store.strings().pictures.memory)(first)}</p> })
    }
}

/// u and v of the head on the screen, each a row.
#[component]
fn Vectors() -> impl IntoView {
    let store = Store::here();
    let at = RwSignal::new((0usize, 0usize));
    let head = common::head(store);
    let heat = move || {
        let (settings, head) = (settings(store), head.get());
        let learned = weights(settings.sizes(1), settings.seed);
        let row = |of: &Matrix| of.rows().into_iter().nth(head).map(|row| row.to_owned());
        let (u, v) = (row(&learned.u)?, row(&learned.v)?);
        let both = stack(Axis(0), &[u.view(), v.view()]).ok()?;
        Some(common::table(both, vec!["u".into(), "v".into()], None))
    };
    let axes = Signal::derive(move || ("", store.strings().vectors.dimension));
    let name = Signal::derive(move || store.strings().pictures.u_v.to_string());
    let cell = Signal::derive(move || at.get());
    view! { <Heatmap heat=heat cell=cell hover=Callback::new(|_| ()) pick=Callback::new(move |cell| at.set(cell)) name=name tall=0.4 axes=axes/> }
}
