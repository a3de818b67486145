//! The arithmetic behind one cell, with the reader's numbers.

use crate::attention::Stage;
use crate::picture::format::short;
use crate::store::Store;
use leptos::prelude::*;

/// n where scores are divided by √n; nothing where they are not divided (T5).
pub fn divisor(scale: f64) -> Option<usize> {
    (scale != 1.0 && scale > 0.0).then(|| (scale * scale).recip().round() as usize)
}

/// q·k → /√d → + bias → softmax for the cell that is pointed at or chosen.
#[component]
pub fn Readout() -> impl IntoView {
    let store = Store::here();
    let head = store.get(|s| s.head as usize);
    let line = move || {
        let input = store.input.get()?;
        let _ = store.head_drawn.get();
        let (i, j) = store.cell.get();
        let head = head.get();
        let s = store.strings();
        let (dot, scaled, biased, weight, width, masked) = store.engine.with_value(|engine| {
            let p = &engine.pipeline;
            let at = |stage| p.cell(head, stage, i, j);
            let masked = !p.settings().mask.allows(i, j);
            Some((
                at(Stage::Dot)?,
                at(Stage::Scaled)?,
                at(Stage::Biased)?,
                at(Stage::Weights)?,
                p.attend().and_then(|attend| divisor(f64::from(attend.scale))),
                masked,
            ))
        })?;
        let delta = i as i64 - j as i64;
        let bias = (biased != scaled)
            .then(|| view! { " → + (" <u>{short(biased - scaled)}</u> ") → " {short(biased)} });
        let end = if masked {
            view! { <b>{s.attention.masked_cell}</b> }.into_any()
        } else {
            view! { "softmax " <b>{short(weight)}</b> }.into_any()
        };
        Some(view! {
            {(s.picture.readout)(i, input.label(i), j, input.label(j))} " · " <u>{format!("Δ = {delta}").replace('-', "−")}</u>
            <br/>
            "q·k = " {short(dot)}
            {width.map(|width| format!(" → /√{width} → {}", short(scaled)))}
            {bias} " → " {end}
        })
    };
    view! { <div class="readout" data-testid="readout">{line}</div> }
}
