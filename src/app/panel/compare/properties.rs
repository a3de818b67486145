//! The table of properties, made from the list of variants.

use super::rows::Rows;
use super::{pressed, shown, toggle};
use crate::pipeline::properties::{Filter, Properties as Row};
use crate::position::Entry;
use crate::position::parameter::Choice;
use crate::position::variants::Variant;
use crate::store::Store;
use leptos::prelude::*;

/// Where each scheme enters, what it costs, what limits it, who uses it and where it was published.
#[component]
pub fn Properties(rows: Rows) -> impl IntoView {
    let store = Store::here();
    let body = move || rows.sorted.get().iter().map(|row| line(store, row)).collect_view();
    view! {
        <section class="card" style="--c: var(--compare)">
            <h2>{store.t(|s| s.compare.properties)}</h2>
            <p class="lead">{store.t(|s| s.compare.properties_lead)}</p>
            <div class="tablewrap wide" tabindex="0">
                <table class="facts" data-testid="properties">
                    <thead><tr>
                        <Sorter column="name"/>
                        <Sorter column="entry"/>
                        <Sorter column="learned"/>
                        <Sorter column="limit"/>
                        <th scope="col">{store.t(|s| s.compare.models)}</th>
                        <Sorter column="year"/>
                        <th scope="col">{store.t(|s| s.compare.citation)}</th>
                    </tr></thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
        </section>
    }
}

/// The head of a column by which both tables can be sorted: once up, once down, then as the list is.
#[component]
pub fn Sorter(
    column: &'static str,
    /// Hears that the head is pointed at or has the focus, and that it is left.
    #[prop(optional)]
    near: Option<Callback<bool>>,
) -> impl IntoView {
    let store = Store::here();
    let now = store.get(move |s| (s.compare_sort == column).then_some(s.compare_direction));
    let click = move |_| {
        let (sort, direction) = match now.get_untracked() {
            None => (column, "ascending"),
            Some("ascending") => (column, "descending"),
            Some(_) => ("list", "ascending"),
        };
        store.set("compare_sort", sort);
        store.set("compare_direction", direction);
    };
    let tell = move |is_near: bool| {
        if let Some(near) = near {
            near.run(is_near);
        }
    };
    let arrow = move || match now.get() {
        Some("ascending") => " ↑",
        Some(_) => " ↓",
        None => "",
    };
    view! {
        <th scope="col" data-column=column aria-sort=move || now.get().unwrap_or("none")>
            <button
                on:click=click
                on:mouseenter=move |_| tell(true)
                on:mouseleave=move |_| tell(false)
                on:focus=move |_| tell(true)
                on:blur=move |_| tell(false)
                aria-describedby=near.map(|_| format!("def-{column}"))
            >
                {move || store.strings().words.choice("compare_sort", column)}
                <span aria-hidden="true">{arrow}</span>
            </button>
        </th>
    }
}

fn line(store: Store, row: &Row) -> impl IntoView + use<> {
    let strings = store.strings();
    let s = &strings.compare;
    let models: Vec<String> = row.models.iter().map(s.used_by).collect();
    let models = if models.is_empty() { s.no_models.to_string() } else { models.join(strings.comma) };
    // On a phone a row is a card, and each of its cells bears the name of its column.
    let column = |id| strings.words.choice("compare_sort", id);
    view! {
        <tr data-variant=row.variant.id>
            <Name variant=row.variant/>
            <td data-label=column("entry")>{strings.words.choice("compare_entry", entry_id(row.entry))}</td>
            <td data-label=column("learned")>{(s.learned)(row.learned)}</td>
            <td data-label=column("limit")>{(s.limit)(row.limit)}</td>
            <td data-label=s.models>{models}</td>
            <td data-label=column("year") class="mono">{(row.year > 0).then(|| row.year.to_string())}</td>
            <td data-label=s.citation class="cite"><span lang="en">{row.citation}</span></td>
        </tr>
    }
}

/// The variant's name at the head of a row: a button that sets it among the maps or takes it away.
#[component]
pub fn Name(variant: &'static Variant) -> impl IntoView {
    let store = Store::here();
    view! {
        <th scope="row">
            <button aria-pressed=pressed(shown(store), variant.id) on:click=move |_| toggle(store, variant)>
                {move || store.strings().words.variant(variant.id)}
            </button>
        </th>
    }
}

/// The choice of `compare_entry` that lets only this entry through.
fn entry_id(entry: Entry) -> &'static str {
    let only = Filter::ALL.iter().find(|filter| **filter != Filter::All && filter.passes(entry));
    only.map_or("all", |filter| filter.id())
}
