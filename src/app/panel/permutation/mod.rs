//! Reorder the tokens and see what attention makes of it: equivariant, or not, and the pooled readout.

mod comparison;
mod readers;

use super::outdated::SettingsOutdated;
use super::scheme_controls::SchemeControls;
use super::shared::ModelControls;
use crate::attention::permutation::{Outcome, ROUNDING};
use crate::matrix::Matrix64;
use crate::picture::format;
use crate::picture::paint::Scale;
use crate::pipeline::{experiment_size, whole_order};
use crate::state::Value;
use crate::store::Store;
use crate::strings::Permutation as Strings;
use crate::widget::{Heat, Heatmap, Sheet, Sortable, Trust};
use comparison::{Comparison, interesting};
use leptos::prelude::*;
use ndarray::Axis;
use readers::Readers;
use std::rc::Rc;

/// The experiment's numbers for the present state.
#[derive(Clone)]
struct Shown {
    x: Matrix64,
    order: Vec<usize>,
    outcome: Rc<Outcome>,
}

#[component]
pub fn Permutation() -> impl IntoView {
    let store = Store::here();
    let shown = RwSignal::new_local(None::<Shown>);
    let order = store.get(|s| s.order.clone());
    Effect::new(move |_| {
        let _ = store.head_drawn.get();
        let wanted = order.get();
        let next = store.engine.with_value(|engine| {
            let p = &engine.pipeline;
            let x = p.experiment_input()?;
            let order = whole_order(&wanted, x.nrows());
            let outcome = Rc::new(p.experiment(p.settings(), &order)?);
            Some(Shown { x, order, outcome })
        });
        shown.set(next);
    });
    let gap = Signal::derive(move || shown.with(|s| s.as_ref().map(|s| s.outcome.equivariance_gap)));
    let pooled = Signal::derive(move || shown.with(|s| s.as_ref().map(|s| s.outcome.invariance_gap)));
    let subjects = store.get(crate::schemes::subjects);
    let moved = Signal::derive(move || shown.with(|s| s.as_ref().is_some_and(|s| !s.order.is_sorted())));
    let title = move || {
        let s = &store.strings().permutation;
        let rows = shown.with(|shown| shown.as_ref().map(|s| (s.outcome.rows_changed, s.x.nrows())));
        match rows {
            Some((_, 1)) => s.title_one.to_string(),
            Some((0, _)) if moved.get() => s.title_equivariant.to_string(),
            Some((changed, of)) if moved.get() => {
                let why = store.state.with(|state| condition(store, state.scheme, state.mask));
                (s.title_broken)(&why, changed, of)
            }
            // Nothing has been moved: what will be seen, measured on another order, and the invitation to see it.
            _ => match store.order_gap.get() {
                None => s.title_ask.to_string(),
                Some(gap) if gap < ROUNDING => s.title_invite_same.to_string(),
                Some(_) => {
                    let why = store.state.with(|state| condition(store, state.scheme, state.mask));
                    (s.title_invite_changed)(&why)
                }
            },
        }
    };
    view! {
        <div class="two">
            <div class="stack">
                <SettingsOutdated/>
                <section class="card" style="--c: var(--order)">
                    <h2 data-testid="permutation-title">{title}</h2>
                    <p class="lead">{store.t(|s| s.permutation.lead)}</p>
                    <Order/>
                    <p class="verdict" aria-live="polite" data-testid="verdict">
                        {move || verdict(store, gap.get(), moved.get(), false)}
                        {move || verdict(store, pooled.get(), moved.get(), true)}
                    </p>
                    <div class="pair">
                        <Rows shown=shown title=|s| s.permutation.x pick=|s| (s.x.clone(), false)/>
                        <Rows shown=shown title=|s| s.permutation.px pick=|s| (s.x.select(Axis(0), &s.order), true)/>
                        <Rows shown=shown title=|s| s.permutation.out_x pick=|s| (s.outcome.output.clone(), false)/>
                        <Rows shown=shown title=|s| s.permutation.out_px pick=|s| (s.outcome.permuted_output.clone(), true)/>
                    </div>
                    <Trust subjects=subjects computed=false/>
                </section>
                <Comparison/>
                <Readers/>
            </div>
            <Sheet accent="position">
                <SchemeControls/>
                <ModelControls/>
            </Sheet>
        </div>
    }
}

/// What a gap means: equivariant or not, for the pooled readout invariant or not.
fn word(s: &Strings, gap: f64, pooled: bool) -> &'static str {
    match (pooled, gap < ROUNDING) {
        (false, true) => s.equivariant,
        (false, false) => s.not_equivariant,
        (true, true) => s.invariant,
        (true, false) => s.not_invariant,
    }
}

/// "equivariant · largest difference 4e−16", or the opposite.
fn verdict(store: Store, gap: Option<f64>, moved: bool, pooled: bool) -> Option<impl IntoView> {
    let gap = gap?;
    let s = &store.strings().permutation;
    let good = gap < ROUNDING;
    let word = word(s, gap, pooled);
    let what = if pooled { s.pooled } else { s.largest };
    let hint = (!moved && !pooled).then(|| view! { <span class="soft">{s.identity}</span> });
    let body = moved.then(|| view! { <span><b class=if good { "yes" } else { "no" }>{word}</b> " · " {what} " " <code>{format::gap(gap)}</code></span> });
    Some(view! { {hint}{body} })
}

/// The tokens to be moved, and buttons that move them.
#[component]
fn Order() -> impl IntoView {
    let store = Store::here();
    let tokens = move || store.input.with(|input| input.as_ref().map_or(0, |i| i.len()));
    let size = Memo::new(move |_| experiment_size(tokens(), store.state.with(|s| s.d_model as usize)));
    let labels = Memo::new(move |_| {
        store.input.with(|input| {
            input.as_ref().map_or_else(Vec::new, |i| i.labels.iter().take(size.get()).cloned().collect())
        })
    });
    let order = Memo::new(move |_| whole_order(&store.state.with(|s| s.order.clone()), size.get()));
    let reorder = Callback::new(move |next: Vec<usize>| {
        let text = if next.is_sorted() { String::new() } else { Value::Order(next).to_text() };
        store.set("order", &text);
    });
    let still = move || size.get() < 2;
    // An order that was made for another text, as a link or the text before had it.
    let foreign = move || {
        let own = order.with(|order| order.is_sorted()) && store.state.with(|s| !s.order.is_empty());
        own.then(|| store.strings().permutation.foreign)
    };
    let cut = move || (tokens() > size.get()).then(|| (store.strings().permutation.first_tokens)(size.get()));
    view! {
        <Sortable labels=labels order=order reorder=reorder/>
        <p class="chips">
            <button class="chip" disabled=still on:click=move |_| { let mut next = order.get_untracked(); let last = next.len().saturating_sub(1); if last > 0 { next.swap(0, last); } reorder.run(next); }>{store.t(|s| s.permutation.swap)}</button>
            <button class="chip" disabled=still on:click=move |_| reorder.run(shuffled(order.get_untracked()))>{store.t(|s| s.permutation.shuffle)}</button>
            <button class="chip" disabled=still on:click=move |_| store.set("order", "")>{store.t(|s| s.permutation.reset)}</button>
        </p>
        <p class="hint" data-testid="order-hint">{store.t(|s| s.permutation.drag_hint)} {store.t(|s| s.gap)} {cut} {store.t(|s| s.gap)} {foreign}</p>
    }
}

/// Fisher–Yates with the browser's random numbers.
fn shuffled(mut order: Vec<usize>) -> Vec<usize> {
    for last in (1..order.len()).rev() {
        let at = (js_sys::Math::random() * (last + 1) as f64) as usize;
        order.swap(last, at.min(last));
    }
    order
}

/// One matrix of the experiment as a heatmap, its rows labelled by the tokens that stand there.
#[component]
fn Rows(
    shown: RwSignal<Option<Shown>, LocalStorage>,
    title: fn(&'static crate::strings::Strings) -> &'static str,
    /// The matrix, and whether its rows stand in the reader's order.
    pick: fn(&Shown) -> (Matrix64, bool),
) -> impl IntoView {
    let store = Store::here();
    let cell = RwSignal::new((0usize, 0usize));
    let heat = move || {
        let input = store.input.get()?;
        let (matrix, order) = shown.with(|s| s.as_ref().map(|s| (pick(s), s.order.clone())))?;
        let (values, permuted) = matrix;
        let label = |row: usize| {
            let token = if permuted { order.get(row).copied().unwrap_or(row) } else { row };
            input.label(token).to_string()
        };
        let rows = (0..values.nrows()).map(label).collect();
        (values.nrows() > 0).then(|| Heat {
            values: Rc::new(values.mapv(|x| x as f32)),
            rows: Rc::new(rows),
            cols: Rc::default(),
            scale: Scale::Diverging,
            square: false,
            top: None,
            device: None,
        })
    };
    view! {
        <div>
            <h3>{store.t(move |s| title(s))}</h3>
            <Heatmap heat=heat cell=cell hover=Callback::new(|_| ()) pick=Callback::new(move |at| cell.set(at)) name=Signal::derive(move || title(store.strings()).to_string()) tall=0.3/>
        </div>
    }
}

/// Scheme and mask in words.
fn condition(store: Store, scheme: &'static str, mask: &str) -> String {
    let s = store.strings();
    let name = s.words.variant(scheme).to_string();
    if mask == "causal" { (s.permutation.with_causal)(&name) } else { name }
}
