//! What the projection and the rounding did to the cosines of chosen pairs.

use super::loader::{Loaded, Loader};
use crate::embed::word_vectors::change::{Change as Changed, changes};
use crate::picture::format::{fixed, percent, significant};
use crate::store::Store;
use leptos::prelude::*;

#[component]
pub fn Change(loader: Loader) -> impl IntoView {
    let store = Store::here();
    let title = move || loader.shown.get().map(|of| title(store, &of, &changes(&of.table)));
    let lead = move || {
        let s = &store.strings().meaning.change;
        loader.shown.get().map(|of| if is_projected(&of) { s.lead } else { s.lead_same })
    };
    let body = move || {
        let of = loader.shown.get()?;
        let s = &store.strings().meaning.change;
        let all = changes(&of.table);
        let projected = is_projected(&of);
        let columns = (of.table.vectors().original_columns, of.table.directions().ncols());
        let rounding = Changed::most_rounded(&all);
        let rows = all.iter().map(|change| row(&of, change, projected)).collect_view();
        Some(view! {
            <div class="tablewrap" tabindex="0" role="region" aria-label=title>
                <table class="data">
                    <thead><tr>
                        <th scope="col">{s.pair}</th>
                        <th scope="col">{(s.original)(columns.0)}</th>
                        {projected.then(|| view! { <th scope="col">{(s.projected)(columns.1)}</th> })}
                        <th scope="col">{s.packed}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="hint">{(s.rounding)(&significant(rounding, 2))}</p>
        })
    };
    view! {
        <section class="card" style="--c: var(--vectors)" data-card="change">
            <h2 data-testid="change-title">{title}</h2>
            <p class="lead">{lead}</p>
            {body}
        </section>
    }
}

fn is_projected(of: &Loaded) -> bool {
    of.table.vectors().original_columns > of.table.directions().ncols()
}

fn title(store: Store, of: &Loaded, all: &[Changed]) -> String {
    let s = &store.strings().meaning.change;
    let vectors = of.table.vectors();
    let columns = vectors.directions.ncols();
    if !is_projected(of) {
        return (s.title_same)(columns);
    }
    let kept = percent(vectors.variance_kept);
    (s.title)(vectors.original_columns, columns, &kept, Changed::risen(all), all.len())
}

fn row(of: &Loaded, change: &Changed, projected: bool) -> impl IntoView + use<> {
    let [a, b] = change.words.map(|row| of.table.word(row).to_owned());
    view! {
        <tr>
            <th scope="row" lang="mul">{a} " · " {b}</th>
            <td>{fixed(change.original, 3)}</td>
            {projected.then(|| view! { <td>{fixed(change.projected, 3)}</td> })}
            <td>{fixed(change.packed, 3)}</td>
        </tr>
    }
}
