//! The lengths of the parts as one bar, the share of scores that each asks for, and where each looks.

use super::{KINDS, color, kinds};
use crate::attention::mixture;
use crate::picture::format::{grouped, percent};
use crate::store::Store;
use leptos::prelude::*;

#[component]
pub fn Cost() -> impl IntoView {
    view! {
        <Bar/>
        {lengths}
        {looks}
    }
}

/// The sequence as one bar, each run as long as it has tokens.
#[component]
fn Bar() -> impl IntoView {
    let store = Store::here();
    let runs = move || {
        let input = store.input.get()?;
        let part = |(kind, range): &(_, std::ops::Range<usize>)| {
            let style =
                format!("flex: {} 0 0; background: var({})", range.len(), crate::widget::kind_color(*kind));
            view! { <span style=style></span> }
        };
        Some(input.runs.iter().map(part).collect_view())
    };
    view! { <div class="runs" aria-hidden="true">{runs}</div> }
}

/// Tokens of each kind, and the share of all scores that are computed for its queries.
fn lengths() -> impl IntoView {
    let store = Store::here();
    let rows = move || {
        let _ = store.head_drawn.get();
        let kind = kinds(store);
        let n = kind.len();
        let pairs = store.engine.with_value(|engine| {
            let settings = engine.pipeline.settings();
            mixture::pairs(&kind, KINDS.len(), |i| settings.seen(i, n))
        });
        let all = pairs.sum().max(1.0);
        let s = &store.strings().mixed;
        let row = |at: usize| {
            let tokens = kind.iter().filter(|kind| **kind == at).count();
            let scored = pairs.row(at).sum();
            (tokens > 0).then(|| {
                view! {
                    <tr>
                        <th scope="row"><i class="dot" style=format!("background: var({})", color(at))></i>{s.kinds[at]}</th>
                        <td>{grouped(tokens)}</td>
                        <td>{grouped(scored as u64)} " · " {percent((scored / all) as f32)}</td>
                    </tr>
                }
            })
        };
        (0..KINDS.len()).filter_map(row).collect_view()
    };
    let heading = store.t(|s| s.mixed.cost);
    view! {
        <h3>{heading}</h3>
        <div class="tablewrap wide" tabindex="0" role="region" aria-label=heading>
            <table class="data" data-testid="cost">
                <thead><tr>
                    <th scope="col">{store.t(|s| s.mixed.kind)}</th>
                    <th scope="col">{store.t(|s| s.mixed.tokens)}</th>
                    <th scope="col">{store.t(|s| s.mixed.pairs)}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// Kind by kind: the mean share of attention.
fn looks() -> impl IntoView {
    let store = Store::here();
    let table = move || {
        let _ = store.head_drawn.get();
        let kind = kinds(store);
        let head = store.state.with(|s| s.head as usize);
        let mass = store.engine.with_value(|engine| {
            let weights = engine.pipeline.weights(head)?;
            (weights.nrows() == kind.len()).then(|| mixture::mass(weights, &kind, KINDS.len()))
        })?;
        let s = &store.strings().mixed;
        let present: Vec<usize> = (0..KINDS.len()).filter(|at| kind.contains(at)).collect();
        let cell = |(a, b): (usize, usize)| {
            let share = mass.get((a, b)).copied().unwrap_or(0.0);
            let text = percent(share as f32);
            let tint = format!(
                "background: color-mix(in srgb, var({}) {:.0}%, transparent)",
                color(b),
                share * 60.0
            );
            let title = (s.looks)(s.kinds[a], s.kinds[b], &text);
            view! { <td style=tint title=title>{text}</td> }
        };
        let row = |a: usize| {
            let cells = present.iter().map(|b| cell((a, *b))).collect_view();
            view! { <tr><th scope="row">{s.kinds[a]}</th>{cells}</tr> }
        };
        let heads = present.iter().map(|b| view! { <th scope="col">{s.kinds[*b]}</th> }).collect_view();
        let rows = present.iter().map(|a| row(*a)).collect_view();
        Some(
            view! { <table class="data" data-testid="mass"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table> },
        )
    };
    let heading = store.t(|s| s.mixed.where_it_looks);
    view! {
        <h3>{heading}</h3>
        <p class="hint">{store.t(|s| s.mixed.mass_lead)}</p>
        <div class="tablewrap wide" tabindex="0" role="region" aria-label=heading>{table}</div>
    }
}
