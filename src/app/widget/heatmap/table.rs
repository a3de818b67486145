//! The table twin of a heatmap: the same numbers for those who cannot see or want to copy them.

use super::Heat;
use crate::store::Store;
use leptos::prelude::*;

/// The most rows and columns a table lists.
const MOST: usize = 64;

/// A button and, once asked for, the table.
#[component]
pub fn Table(shown: RwSignal<Option<Heat>, LocalStorage>) -> impl IntoView {
    let store = Store::here();
    let open = RwSignal::new(false);
    view! {
        <button class="btn table-toggle" aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|o| *o = !*o)>
            {move || if open.get() { store.strings().picture.hide_table } else { store.strings().picture.show_table }}
        </button>
        {move || open.get().then(|| shown.get()).flatten().map(|heat| rows(store, &heat))}
    }
}

fn rows(store: Store, heat: &Heat) -> impl IntoView + use<> {
    let (rows, cols) = heat.values.dim();
    let masked = store.strings().picture.masked;
    let cut = (rows > MOST || cols > MOST).then(|| (store.strings().picture.table_cut)(MOST));
    let head = (0..cols.min(MOST))
        .map(|j| view! { <th scope="col">{Heat::label(&heat.cols, j)}</th> })
        .collect_view();
    let body = (0..rows.min(MOST))
        .map(|i| {
            let cells =
                (0..cols.min(MOST)).map(|j| view! { <td>{heat.text((i, j), masked)}</td> }).collect_view();
            view! { <tr><th scope="row">{Heat::label(&heat.rows, i)}</th>{cells}</tr> }
        })
        .collect_view();
    view! {
        <div class="tablewrap" tabindex="0">
            <table class="data"><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>
        </div>
        {cut.map(|text| view! { <p class="hint">{text}</p> })}
    }
}
