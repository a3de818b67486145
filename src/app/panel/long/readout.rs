//! The numbers of one cell: its logit, the normaliser of its row, and the weight that follows.

use super::Look;
use crate::picture::format::{grouped, significant};
use leptos::prelude::*;

#[component]
pub fn Readout(look: Look) -> impl IntoView {
    let store = look.store;
    let line = move || {
        let (i, j) = look.cell.get();
        let cell = look.numbers.get()?;
        let (s, delta) = (store.strings(), i as i64 - j as i64);
        let sign = if delta < 0 { "−" } else { "" };
        let end = if cell.logit.is_finite() {
            let text = format!(
                "{} = {} · {} = {} → ",
                s.long.logit,
                significant(f64::from(cell.logit), 5),
                s.long.normalizer,
                significant(cell.ln_sum, 5)
            );
            view! { {text} {s.long.weight} " " <b>{significant(cell.weight, 4)}</b> }.into_any()
        } else {
            view! { <b>{s.attention.masked_cell}</b> }.into_any()
        };
        Some(view! {
            <div class="readout" data-testid="long-readout">
                {(s.picture.readout)(i, &look.label(i), j, &look.label(j))} " · "
                <u>{format!("Δ = {sign}{}", grouped(delta.unsigned_abs()))}</u>
                <br/>
                {end}
            </div>
        })
    };
    view! { {line} }
}
