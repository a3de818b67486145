//! What a picture costs, for sides and patch sizes that models use.

use super::common::of;
use crate::picture::format::grouped;
use crate::store::Store;
use crate::tokenize::image::budget;
use leptos::prelude::*;

const SIDES: [usize; 5] = [112, 224, 336, 448, 1024];
const PATCHES: [usize; 4] = [32, 16, 14, 8];

#[component]
pub fn Budgets() -> impl IntoView {
    let store = Store::here();
    // The sequence on the screen, however it was cut: side, P, route, tokens with [CLS].
    let own = Memo::new(move |_| {
        of(store, |cut| {
            Some((
                cut.picture.side(),
                cut.grid.patch,
                cut.how.route,
                (cut.tokens.0 * cut.tokens.1 + 1) as u64,
            ))
        })
    });
    let is_own = move |side, patch, tokens| {
        own.get().is_some_and(|(own_side, own_patch, _, n)| (own_side, own_patch, n) == (side, patch, tokens))
    };
    let head = PATCHES.map(|patch| view! { <th scope="col">{format!("P = {patch}")}</th> }).collect_view();
    let rows = budget::table(&SIDES, &PATCHES)
        .into_iter()
        .zip(SIDES)
        .map(|(row, side)| {
            let cells = row
                .into_iter()
                .zip(PATCHES)
                .map(|(price, patch)| {
                    view! {
                        <td class:here=move || is_own(side, patch, price.with_cls)>
                            {grouped(price.with_cls)} <small>{grouped(price.attention_pairs)}</small>
                        </td>
                    }
                })
                .collect_view();
            view! { <tr><th scope="row">{format!("{side} × {side}")}</th>{cells}</tr> }
        })
        .collect_view();
    let yours = move || {
        let (side, patch, route, tokens) = own.get()?;
        let pairs = grouped(budget::attention_pairs(tokens));
        Some((store.strings().image.budget_own)((side, patch), route, &grouped(tokens), &pairs))
    };
    view! {
        <section class="card" style="--c: var(--tokens)">
            <h2>{store.t(|s| s.image.budget_title)}</h2>
            <p class="lead">{store.t(|s| s.image.budget_lead)}</p>
            <div class="tablewrap" tabindex="0">
                <table class="data budgets"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>
            </div>
            <p class="hint" data-testid="budget-own">{yours}</p>
        </section>
    }
}
