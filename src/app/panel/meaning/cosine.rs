//! The cosine of a word with others, each with its arithmetic.

use super::bars::{Bar, Bars};
use super::loader::Loader;
use super::numbers::{self, Compared};
use super::{Old, Origin};
use crate::embed::word_vectors::compare::Comparison;
use crate::picture::format::{fixed, significant};
use crate::store::Store;
use crate::widget::Trust;
use leptos::prelude::*;
use std::sync::Arc;

type Shared = Memo<Option<Arc<Compared>>>;

const FORMULA: &str = "<math display=\"block\"><mi>cos</mi><mo stretchy=\"false\">(</mo><mi>u</mi><mo>,</mo><mi>v</mi><mo stretchy=\"false\">)</mo><mo>=</mo><mfrac><mrow><mi>u</mi><mo>·</mo><mi>v</mi></mrow><mrow><mo>‖</mo><mi>u</mi><mo>‖</mo><mspace width=\"0.2em\"/><mo>‖</mo><mi>v</mi><mo>‖</mo></mrow></mfrac></math>";

#[component]
pub fn Cosine(loader: Loader) -> impl IntoView {
    let store = Store::here();
    let (compared, old) = numbers::kept::<Compared>(store, loader.shown);
    let chosen = RwSignal::new(0usize);
    // A list that got shorter has its last word chosen.
    let at = Memo::new(move |_| {
        let many = compared.with(|c| c.as_ref().map_or(0, |c| c.all.len()));
        chosen.get().min(many.saturating_sub(1))
    });
    let bars = Signal::derive(move || compared.get().map(|c| bars_of(&c)).unwrap_or_default());
    let name = Signal::derive(move || store.strings().meaning.cosine.list.to_string());
    let table = Signal::derive(move || compared.with(|c| c.as_ref().map(|c| c.of.source)));
    let respelt = move || {
        let c = compared.get().filter(|_| old.with(Option::is_none))?;
        let word = store.state.with(|s| s.meaning.word.clone());
        numbers::respelt(store, &c.of, [word.as_str()])
    };
    view! {
        <section class="card" style="--c: var(--vectors)" data-card="cosine" class:old=move || old.with(Option::is_some)>
            <Old old/>
            <h2 class="finding" data-testid="meaning-title">
                {move || compared.get().map_or_else(|| store.strings().meaning.stage.to_string(), |c| title(store, &c))}
            </h2>
            <p class="lead">{store.t(|s| s.meaning.lead)}</p>
            <p class="hint" data-testid="respelt">{respelt}</p>
            <Show when=move || compared.with(Option::is_some)>
                <Bars bars name pick=Callback::new(move |at| chosen.set(at)) chosen=at/>
                <p class="hint">{store.t(|s| s.meaning.cosine.hint)} {store.t(|s| s.gap)} {store.t(|s| s.meaning.cosine.other_tables)}</p>
                <div class="eq">
                    <div class="math" inner_html=FORMULA></div>
                    <p class="readout" data-testid="cosine-arithmetic">
                        {move || compared.get().and_then(|c| arithmetic(&c, c.all.get(at.get())?))}
                    </p>
                </div>
                <Products compared at/>
            </Show>
            <Origin of=table/>
            <Trust subjects=Signal::stored(vec!["cosine"]) seeded=false computed=false/>
        </section>
    }
}

fn bars_of(c: &Compared) -> Vec<Bar> {
    c.all.iter().map(|comparison| c.of.bar(comparison.rows[1], comparison.cosine)).collect()
}

fn title(store: Store, c: &Compared) -> String {
    let s = &store.strings().meaning.cosine;
    let word = c.of.table.word(c.row);
    let said = |at: usize| {
        let comparison = c.all.get(at)?;
        Some((c.of.table.word(comparison.rows[1]), fixed(comparison.cosine, 3)))
    };
    let Some((near, far)) = c.ends() else { return String::new() };
    match (said(near), said(far)) {
        (Some((near, cosine)), Some((far, least))) if c.all.len() > 1 => {
            (s.title)(word, near, &cosine, far, &least)
        }
        (Some((near, cosine)), _) => (s.title_one)(word, near, &cosine),
        _ => String::new(),
    }
}

/// cos = u·v / (‖u‖ · ‖v‖) with the numbers in it.
fn arithmetic(c: &Compared, comparison: &Comparison) -> Option<impl IntoView + use<>> {
    let Comparison { rows: [u, v], dot, lengths, cosine, .. } = comparison;
    let quotient = format!(
        ") = {} / ({} · {}) = ",
        significant(*dot, 4),
        significant(lengths[0], 4),
        significant(lengths[1], 4)
    );
    let word = |row: usize| {
        let bar = c.of.bar(row, 0.0);
        view! { <span lang=bar.language>{bar.word}</span> }
    };
    Some(view! { "cos(" {word(*u)} ", " {word(*v)} {quotient} <b>{fixed(*cosine, 4)}</b> })
}

/// The products column by column; made while they are looked at only.
#[component]
fn Products(compared: Shared, at: Memo<usize>) -> impl IntoView {
    let store = Store::here();
    let open = RwSignal::new(false);
    let columns =
        Memo::new(move |_| compared.with(|c| c.as_ref().map_or(0, |c| c.of.table.directions().ncols())));
    let rows = move || {
        let c = compared.get().filter(|_| open.get())?;
        let products = &c.all.get(at.get())?.products;
        let largest = products.iter().fold(1e-9_f64, |top, x| top.max(x.abs()));
        let row = |(column, product): (usize, &f64)| {
            let width = product.abs() / largest * 50.0;
            let left = if *product < 0.0 { 50.0 - width } else { 50.0 };
            let class = if *product < 0.0 { "neg" } else { "" };
            format!(
                "<div><span class=\"bar\"><i class=\"{class}\" style=\"left: {left:.1}%; width: {width:.1}%\"></i></span><span>{column}: {}</span></div>",
                significant(*product, 3)
            )
        };
        Some(products.iter().enumerate().map(row).collect::<String>())
    };
    let heading = move || (store.strings().meaning.cosine.products)(columns.get());
    view! {
        <details
            class="inv-freq"
            on:toggle=move |event| open.set(event_target::<web_sys::Element>(&event).has_attribute("open"))
        >
            <summary>{heading}</summary>
            <div class="terms" tabindex="0" role="region" aria-label=heading inner_html=move || rows().unwrap_or_default()></div>
        </details>
    }
}
