//! From hundreds of tokens to dozens: means of neighbours, or a resampler's queries, each of which looks everywhere.

use super::common::{lattice, of, picture, shades, spoken};
use crate::embed::resampler::Resampler;
use crate::image::{PatchGrid, first_token};
use crate::matrix::Matrix;
use crate::picture::format::percent;
use crate::picture::paint::Scale;
use crate::store::Store;
use leptos::prelude::*;
use std::time::Duration;

/// Queries: as many as BLIP-2's Q-Former has.
const QUERIES: usize = 32;
/// As many of them can be looked at.
const LOOKED_AT: usize = 8;
/// Windows of these sides are averaged.
const WINDOWS: [usize; 3] = [2, 3, 4];

#[component]
pub fn Fewer() -> impl IntoView {
    let store = Store::here();
    let query = RwSignal::new(0usize);
    let weights = RwSignal::new(None::<Matrix>);
    let drawn = Memo::new(move |_| store.drawn.get().all);
    // Not worth a frame of a drag: it follows when the reader rests.
    let measure = leptos::leptos_dom::helpers::debounce(Duration::from_millis(200), move |_: u64| {
        let _ = weights.try_set(untrack(|| resampled(store)));
    });
    let measure = StoredValue::new_local(measure);
    Effect::new(move |_| {
        let pass = drawn.get();
        measure.update_value(|measure| measure(pass));
    });
    let row = move |query: usize| {
        weights.with(|weights| weights.as_ref().and_then(|w| Some(w.rows().into_iter().nth(query)?.to_vec())))
    };
    let tints = Signal::derive(move || {
        let row = row(query.get())?;
        let size = of(store, |cut| (cut.grid.rows, cut.grid.columns));
        let top = row.iter().copied().fold(0.0, f32::max);
        Some(shades(store, &by_patch(store, &row), size, Scale::Sequential, top, 190))
    });
    let most = move || {
        let row = row(query.get()).unwrap_or_default();
        let largest = row.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
        largest.map_or(0, |(at, _)| of(store, |cut| cut.patch_of(at)))
    };
    let value = move |at: usize| {
        untrack(|| row(query.get())?.get(of(store, |cut| cut.token_of(at))).map(|w| percent(*w)))
    };
    let covers = move || {
        let shown = weights.with(|weights| weights.as_ref().map(|w| w.ncols()))?;
        let all = of(store, |cut| cut.tokens.0 * cut.tokens.1);
        (shown < all).then(|| (store.strings().image.resampler_covers)(shown, all))
    };
    let grid = move || of(store, |cut| (cut.grid.rows, cut.grid.columns));
    let averaged = |(rows, columns): (usize, usize), m| rows.div_ceil(m) * columns.div_ceil(m);
    let title = move || {
        let (rows, columns) = grid();
        (store.strings().image.fewer_title)(rows * columns, averaged((rows, columns), WINDOWS[0]), QUERIES)
    };
    let counts = move || {
        let (rows, columns) = grid();
        WINDOWS
            .map(|m| view! { <li>{(store.strings().image.pooled_to)(rows * columns, m, averaged((rows, columns), m))}</li> })
            .collect_view()
    };
    let buttons = (0..LOOKED_AT)
        .map(|q| view! { <button type="button" aria-pressed=move || (query.get() == q).to_string() on:click=move |_| query.set(q)>{q}</button> })
        .collect_view();
    view! {
        <section class="card fewer" style="--c: var(--tokens)">
            <h2>{title}</h2>
            <p class="lead">{store.t(|s| s.image.fewer_lead)}</p>
            <ul class="plain">{counts}</ul>
            <p>{move || (store.strings().image.resampler)(QUERIES, LOOKED_AT)}</p>
            <div class="seg" style="--columns: 8" role="group" aria-label=store.t(|s| s.image.resampler_query)>{buttons}</div>
            <PatchGrid
                picture=picture(store)
                lattice=lattice(store)
                shades=tints
                chosen=Signal::derive(most)
                pick=Callback::new(|_| ())
                name=Signal::derive(title)
                spoken=spoken(store, value)
                lines=false
            />
            <p class="hint" data-testid="resampler-covers">{covers}</p>
        </section>
    }
}

/// The weight of every patch's token; no number, which is left plain, where there is none. They are of the grid before
/// until the reader rests.
fn by_patch(store: Store, row: &[f32]) -> Vec<f32> {
    of(store, |cut| {
        let weight = |patch: usize| row.get(cut.token_of(patch)).copied();
        (0..cut.grid.patches()).map(|patch| weight(patch).unwrap_or(f32::NAN)).collect()
    })
}

/// How much each query looks at each token of the picture, as far as they are in the sequence.
fn resampled(store: Store) -> Option<Matrix> {
    let seed = store.state.with(|s| s.seed);
    let first = first_token(store)?;
    let n = store.input.with(|input| input.as_ref().map_or(0, |input| input.len()));
    let tokens = of(store, |cut| cut.tokens.0 * cut.tokens.1).min(n.checked_sub(first)?);
    if tokens == 0 {
        return None;
    }
    let x: Matrix = store.engine.with_value(|engine| {
        let x = engine.pipeline.embedding()?;
        (x.nrows() >= first + tokens).then(|| x.slice(ndarray::s![first..first + tokens, ..]).to_owned())
    })?;
    let found = Resampler::seeded(QUERIES, x.ncols(), seed).apply(&x)?;
    Some(found.weights.mapv(|w| w as f32))
}
