//! The five criteria: verdict and measured number of each variant, and what each criterion means.

use super::properties::{Name, Sorter};
use super::rows::Rows;
use crate::attention::criteria::{BEYOND, CRITERIA, Criterion, Finding, TRAINING_LENGTH};
use crate::picture::format;
use crate::pipeline::properties::measured_in;
use crate::position::variants::Variant;
use crate::store::Store;
use leptos::prelude::*;

/// A row a variant, a column a criterion; the definition of the one that is pointed at stands above.
#[component]
pub fn Criteria(rows: Rows) -> impl IntoView {
    let store = Store::here();
    let near = RwSignal::new(None::<&'static Criterion>);
    let definition = move |criterion: &'static Criterion| {
        (store.strings().compare.definition)(criterion.definition, criterion.id)
    };
    let told = move || match near.get() {
        None => store.strings().compare.definition_hint.into_any(),
        Some(criterion) => {
            let name = store.strings().words.choice("compare_sort", criterion.id);
            view! { <b>{name}</b> " · " {definition(criterion)} }.into_any()
        }
    };
    let head = |criterion: &'static Criterion| {
        let tell = Callback::new(move |is_near: bool| near.set(is_near.then_some(criterion)));
        view! { <Sorter column=criterion.id near=tell/> }
    };
    // What a screen reader says of the heads, wherever the pointer is.
    let spoken = |criterion: &'static Criterion| {
        view! { <span id=format!("def-{}", criterion.id)>{move || definition(criterion)}</span> }
    };
    let model = store.get(|s| measured_in(s.d_model as usize, s.n_heads as usize));
    let lead = move || (store.strings().compare.criteria_lead)(TRAINING_LENGTH, BEYOND, model.get());
    let body = move || rows.sorted.get().iter().map(|row| line(store, rows, row.variant)).collect_view();
    view! {
        <section class="card" style="--c: var(--compare)">
            <h2>{store.t(|s| s.compare.criteria)}</h2>
            <p class="lead">{lead}</p>
            <p class="definition" data-testid="definition">{told}</p>
            <div hidden>{CRITERIA.iter().map(spoken).collect_view()}</div>
            <div class="tablewrap wide" tabindex="0">
                <table class="facts" data-testid="criteria">
                    <thead><tr><Sorter column="name"/>{CRITERIA.iter().map(head).collect_view()}</tr></thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
        </section>
    }
}

fn line(store: Store, rows: Rows, variant: &'static Variant) -> impl IntoView {
    let found = Memo::new(move |_| rows.findings(variant.id));
    let cells = move || match found.get() {
        None => CRITERIA.iter().map(|_| view! { <td>"…"</td> }.into_any()).collect_view(),
        Some(found) => found.into_iter().map(|finding| verdict(store, finding).into_any()).collect_view(),
    };
    view! { <tr data-variant=variant.id><Name variant/>{cells}</tr> }
}

/// "yes 0.012": the verdict and the number that decides.
fn verdict(store: Store, finding: Option<Finding>) -> impl IntoView {
    let s = &store.strings().compare;
    let Some(Finding { measured, holds, .. }) = finding else {
        return view! { <td class="soft">{s.undefined}</td> }.into_any();
    };
    let (class, word) = if holds { ("yes", s.holds) } else { ("no", s.fails) };
    let number = format::significant(measured, 2);
    view! { <td><b class=class>{word}</b> " " <span class="mono">{number}</span></td> }.into_any()
}
