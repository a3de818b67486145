//! The chosen cell under every scheme, as a table.

use super::{share_moved, shown};
use crate::picture::format::{percent, short};
use crate::store::Store;
use crate::widget::TwinButton;
use leptos::prelude::*;

/// A button and, once asked for, the table.
#[component]
pub fn Values() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <TwinButton open/>
        <Show when=move || open.get()><Table/></Show>
    }
}

/// Weight, difference and the share of the row that moved, a row for each variant.
#[component]
fn Table() -> impl IntoView {
    let store = Store::here();
    let shown = shown(store);
    let caption = move || {
        let input = store.input.get()?;
        let (i, j) = store.cell.get();
        Some((store.strings().picture.readout)(i, input.label(i), j, input.label(j)))
    };
    let body = move || {
        let _ = store.compared.get();
        let cell = store.cell.get();
        shown.get().into_iter().map(|variant| row(store, variant, cell)).collect_view()
    };
    view! {
        <div class="tablewrap" tabindex="0">
            <table class="data" data-testid="compare-values">
                <caption>{caption}</caption>
                <thead><tr>
                    <th scope="col">{store.t(|s| s.compare.variant)}</th>
                    <th scope="col">{store.t(|s| s.compare.weight)}</th>
                    <th scope="col">{store.t(|s| s.compare.difference)}</th>
                    <th scope="col">{store.t(|s| s.compare.moved)}</th>
                </tr></thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

fn row(store: Store, variant: &'static str, (i, j): (usize, usize)) -> impl IntoView {
    let (weight, difference) = store.engine.with_value(|engine| {
        let seen = engine.pipeline.settings().mask.allows(i, j);
        let at = |id| engine.compare.weights(id).and_then(|w| w.get((i, j)).copied()).filter(|_| seen);
        (at(variant), at(variant).zip(at("none")).map(|(a, b)| a - b))
    });
    let masked = store.strings().picture.masked;
    let share = share_moved(store, variant, i);
    view! {
        <tr>
            <th scope="row">{store.strings().words.variant(variant)}</th>
            <td>{weight.map_or_else(|| masked.to_string(), short)}</td>
            <td>{difference.map(short)}</td>
            <td>{share.map(|share| percent(share as f32))}</td>
        </tr>
    }
}
