//! The scheme's equation and, beside it, the chosen cell's numbers: the terms that add up to its logit.

use super::picture;
use crate::attention::Stage;
use crate::picture::format::short;
use crate::position;
use crate::schemes;
use crate::store::Store;
use crate::widget::Readout;
use leptos::prelude::*;

#[component]
pub fn Equation() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    let equation = move || {
        position::by_id(scheme.get()).map(|s| {
            let info = s.info();
            let told = store.strings().words.scheme(info.id).and_then(|words| words.convention);
            let convention = told.unwrap_or(info.convention);
            let math = format!("<math display=\"block\">{}</math>", info.mathml);
            view! { <div class="math" tabindex="0" inner_html=math></div><p class="hint">{convention}<br/><cite lang="en">{info.citation}</cite></p> }
        })
    };
    let own = move || {
        let _ = (scheme.get(), store.head_drawn.get(), store.language.get());
        let cell = store.cell.get();
        // Whatever else it reads of the state has been drawn by then.
        let line = untrack(|| picture::cell_line(store, cell));
        line.map(|line| view! { <p class="readout own-cell">{line}</p> })
    };
    view! {
        <section class="card eq" style="--c: var(--attention)">
            <div>{equation}</div>
            <div><Readout/><Sum/>{own}</div>
        </section>
    }
}

/// The terms of the chosen cell's logit, where the scheme has more than one, and what they add up to.
#[component]
fn Sum() -> impl IntoView {
    let store = Store::here();
    let shown = store.get(|s| (s.head as usize, s.scheme));
    move || {
        let _ = store.head_drawn.get();
        let ((i, j), (head, scheme)) = (store.cell.get(), shown.get());
        let page = schemes::page(scheme);
        let (terms, logit) = store.engine.with_value(|engine| {
            let p = &engine.pipeline;
            Some((p.cell_terms(head, i, j)?, p.cell(head, Stage::Biased, i, j)?))
        })?;
        if terms.len() < 2 {
            return None;
        }
        let parts = terms.into_iter().enumerate().map(|(at, (term, value))| {
            let plus = if at == 0 { "" } else { " + " };
            view! { {plus} <span class="part">{page.term(term)} " " <u>{short(value)}</u></span> }
        });
        Some(
            view! { <p class="readout" data-testid="sum">{parts.collect_view()} " = " <b>{short(logit)}</b></p> },
        )
    }
}
