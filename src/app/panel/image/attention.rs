//! The attention of the chosen query, drawn over the picture.

use super::common::{lattice, of, picture, shades, spoken};
use crate::image::{self, PatchGrid, first_token};
use crate::picture::format::percent;
use crate::picture::paint::Scale;
use crate::store::Store;
use leptos::prelude::*;

/// Weights of one query's row over the patches, and what the rest of the sequence gets.
#[derive(Clone, PartialEq)]
struct Row {
    patches: Vec<f32>,
    elsewhere: f32,
}

fn row(store: Store, query: usize) -> Option<Row> {
    let _ = (store.head_drawn.get(), store.drawn.get().all);
    let head = store.state.with(|s| s.head as usize);
    let first = first_token(store)?;
    let (patches, pooled) = of(store, |cut| (cut.grid.patches(), cut.how.route == "pooled"));
    let weights = store.engine.with_value(|engine| {
        let weights = engine.pipeline.weights(head)?;
        Some(weights.rows().into_iter().nth(query)?.to_vec())
    })?;
    let of_patch = |patch: usize| {
        let token = if pooled { of(store, |cut| cut.token_of(patch)) } else { patch };
        weights.get(first + token).copied()
    };
    let own: Vec<f32> = (0..patches).map_while(of_patch).collect();
    let tokens = of(store, |cut| cut.tokens.0 * cut.tokens.1);
    let run = weights.iter().skip(first).take(tokens);
    Some(Row { patches: own, elsewhere: (1.0 - run.sum::<f32>()).max(0.0) })
}

/// The picture under the weights of the query's row; a click makes a patch the query, so does an arrow key.
#[component]
pub fn Attended() -> impl IntoView {
    let store = Store::here();
    let cell = store.cell;
    let query = Memo::new(move |_| cell.get().0);
    let row = Memo::new(move |_| row(store, query.get()));
    let tints = Signal::derive(move || {
        let row = row.get()?;
        let size = of(store, |cut| (cut.grid.rows, cut.grid.columns));
        let top = row.patches.iter().copied().fold(0.0, f32::max);
        Some(shades(store, &row.patches, size, Scale::Sequential, top, 175))
    });
    let chosen = Signal::derive(move || image::patch_of_token(store, query.get()).unwrap_or(usize::MAX));
    let weight = move |patch: usize| row.with_untracked(|row| row.as_ref()?.patches.get(patch).map(|w| percent(*w)));
    let title = move || {
        let label = store.input.with(|input| input.as_ref().map(|i| i.label(query.get()).to_string()).unwrap_or_default());
        let elsewhere = row.with(|row| row.as_ref().map_or(0.0, |row| row.elsewhere));
        (store.strings().image.attended)(&label, &percent(elsewhere))
    };
    let place = Signal::derive(title);
    let pick = Callback::new(move |patch| image::look_at(store, patch));
    view! {
        <figure data-testid="attended">
            <figcaption>{title}</figcaption>
            <PatchGrid
                picture=picture(store)
                lattice=lattice(store)
                shades=tints
                chosen=chosen
                pick=pick
                name=place
                spoken=spoken(store, weight)
                lines=false
            />
        </figure>
    }
}
