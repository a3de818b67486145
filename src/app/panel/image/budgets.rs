//! What a picture costs, for sides and patch sizes that models use.

use crate::picture::format::grouped;
use crate::store::Store;
use crate::tokenize::image::budget;
use leptos::prelude::*;

const SIDES: [usize; 5] = [112, 224, 336, 448, 1024];
const PATCHES: [usize; 4] = [32, 16, 14, 8];

#[component]
pub fn Budgets() -> impl IntoView {
    let store = Store::here();
    let own = store.get(|s| (s.media.image_size as usize, s.media.patch_size as usize));
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
                        <td class:here=move || own.get() == (side, patch)>
                            {grouped(price.with_cls)} <small>{grouped(price.attention_pairs)}</small>
                        </td>
                    }
                })
                .collect_view();
            view! { <tr><th scope="row">{format!("{side} × {side}")}</th>{cells}</tr> }
        })
        .collect_view();
    let yours = move || {
        let (side, patch) = own.get();
        let price = budget::budget(side, side, 3, patch);
        (store.strings().image.budget_own)(
            (side, patch),
            price.with_cls as usize,
            &grouped(price.attention_pairs),
        )
    };
    view! {
        <section class="card" style="--c: var(--tokens)">
            <h2>{store.t(|s| s.image.budget_title)}</h2>
            <p class="lead">{store.t(|s| s.image.budget_lead)}</p>
            <div class="tablewrap" tabindex="0">
                <table class="data budgets"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>
            </div>
            <p class="hint">{yours}</p>
        </section>
    }
}
