//! A table of candidates: a button in each row's head, one tab stop, the chosen row marked.

use super::Scene;
use crate::store::Store;
use crate::widget::roving;
use leptos::prelude::*;

#[derive(Clone, PartialEq)]
pub struct Row {
    pub head: String,
    pub cells: Vec<String>,
    /// Length of the bar behind the head, from 0 to 1.
    pub share: f64,
    pub chosen: bool,
}

#[component]
pub fn Candidates(
    #[prop(into)] caption: Signal<String>,
    /// The name of the rows' heads, then of the cells.
    #[prop(into)]
    columns: Signal<Vec<&'static str>>,
    #[prop(into)] rows: Signal<Vec<Row>>,
    scene: Scene,
    /// Which of two tables it is.
    beside: bool,
) -> impl IntoView {
    let store = Store::here();
    let head =
        move || columns.get().into_iter().map(|name| view! { <th scope="col">{name}</th> }).collect_view();
    let body = move || {
        let row = |(at, row): (usize, Row)| {
            let looked_at = move || scene.picked.get() == Some((beside, at));
            let style = format!("--share: {:.3}", row.share.clamp(0.0, 1.0));
            let mark =
                row.chosen.then(|| view! { <span class="merged">{store.t(|s| s.training.merged)}</span> });
            view! {
                <tr class:chosen=row.chosen aria-current=row.chosen.then_some("true")>
                    <th scope="row">
                        <button
                            type="button"
                            style=style
                            tabindex=roving::stop(at == 0)
                            aria-pressed=move || looked_at().to_string()
                            on:click=move |_| scene.picked.set(Some((beside, at)))
                            on:pointerenter=move |_| scene.picked.set(Some((beside, at)))
                            on:focus=move |_| scene.picked.set(Some((beside, at)))
                        >
                            {row.head}
                        </button>
                        {mark}
                    </th>
                    {row.cells.into_iter().map(|cell| view! { <td>{cell}</td> }).collect_view()}
                </tr>
            }
        };
        rows.get().into_iter().enumerate().map(row).collect_view()
    };
    view! {
        <div class="tablewrap" role="region" aria-label=caption tabindex="0">
            <table class="data">
                <caption>{caption}</caption>
                <thead><tr>{head}</tr></thead>
                <tbody
                    on:keydown=|event| {
                        roving::step(&event);
                    }
                    on:focusin=|event| roving::focused(&event)
                >
                    {body}
                </tbody>
            </table>
        </div>
    }
}
