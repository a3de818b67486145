//! The table twin of a heatmap: the same numbers for those who cannot see or want to copy them.

use super::Heat;
use crate::store::Store;
use crate::widget::twin::TwinButton;
use leptos::prelude::*;

/// The most rows and columns a table lists.
const MOST: usize = 64;

/// A button and, once asked for, the table.
#[component]
pub fn Table(
    #[prop(into)] shown: Signal<Option<Heat>, LocalStorage>,
    /// What a number stands for, where that is not plain from the picture.
    #[prop(optional, into)]
    caption: Option<Signal<String>>,
) -> impl IntoView {
    let store = Store::here();
    let open = RwSignal::new(false);
    view! {
        <TwinButton open/>
        {move || open.get().then(|| shown.get()).flatten().map(|heat| rows(store, &heat, caption.map(|caption| caption.get())))}
    }
}

fn rows(store: Store, heat: &Heat, caption: Option<String>) -> impl IntoView + use<> {
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
            <table class="data">{caption.map(|text| view! { <caption>{text}</caption> })}<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>
        </div>
        {cut.map(|text| view! { <p class="hint">{text}</p> })}
    }
}
