//! Reorder the tokens and see what attention makes of it: equivariant, or not, and the pooled readout.

use super::shared::{ModelControls, SchemeControls};
use crate::app::state::Value;
use crate::app::store::Store;
use crate::app::widget::{Heat, Heatmap, Sortable, Trust};
use crate::attention::Mask;
use crate::attention::permutation::{Outcome, ROUNDING};
use crate::matrix::Matrix64;
use crate::picture::format;
use crate::picture::paint::Scale;
use crate::pipeline::{Settings, experiment_size, rotated, whole_order};
use crate::position;
use leptos::prelude::*;
use ndarray::Axis;
use std::rc::Rc;
use std::time::Duration;

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
    let subjects = Signal::derive(move || {
        let (scheme, yarn) = store.state.with(|s| (s.scheme, s.rope_type == "yarn"));
        super::shared::subjects(scheme, yarn)
    });
    let moved = Signal::derive(move || shown.with(|s| s.as_ref().is_some_and(|s| !s.order.is_sorted())));
    let title = move || {
        let s = &store.strings().permutation;
        let rows = shown.with(|shown| shown.as_ref().map(|s| (s.outcome.rows_changed, s.x.nrows())));
        match rows {
            Some((0, _)) if moved.get() => s.title_equivariant.to_string(),
            Some((changed, of)) if moved.get() => {
                let why = store.state.with(|state| condition(store, state.scheme, state.mask));
                (s.title_broken)(&why, changed, of)
            }
            _ => s.title_ask.to_string(),
        }
    };
    view! {
        <div class="two">
            <div class="stack">
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
                    <Trust subjects=subjects/>
                </section>
                <Comparison/>
            </div>
            <aside class="card controls" style="--c: var(--position)" aria-label=store.t(|s| s.controls.label)>
                <SchemeControls/>
                <ModelControls/>
            </aside>
        </div>
    }
}

/// "equivariant · largest difference 4e−16", or the opposite.
fn verdict(store: Store, gap: Option<f64>, moved: bool, pooled: bool) -> Option<impl IntoView> {
    let gap = gap?;
    let s = &store.strings().permutation;
    let good = gap < ROUNDING;
    let (word, what) = match (pooled, good) {
        (false, true) => (s.equivariant, s.largest),
        (false, false) => (s.not_equivariant, s.largest),
        (true, true) => (s.invariant, s.pooled),
        (true, false) => (s.not_invariant, s.pooled),
    };
    let number = if moved { format::gap(gap) } else { "–".to_string() };
    let hint = (!moved && !pooled).then(|| view! { <span class="soft">{s.identity}</span> });
    let body = moved.then(|| view! { <span><b class=if good { "yes" } else { "no" }>{word}</b> " · " {what} " " <code>{number}</code></span> });
    Some(view! { {hint}{body} })
}

/// The tokens to be moved, and buttons that move them.
#[component]
fn Order() -> impl IntoView {
    let store = Store::here();
    let tokens = move || store.input.with(|input| input.as_ref().map_or(0, |i| i.ids.len()));
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
    let cut = move || (tokens() > size.get()).then(|| (store.strings().permutation.first_tokens)(size.get()));
    view! {
        <Sortable labels=labels order=order reorder=reorder/>
        <p class="chips">
            <button class="chip" on:click=move |_| { let mut next = order.get_untracked(); let last = next.len().saturating_sub(1); if last > 0 { next.swap(0, last); } reorder.run(next); }>{store.t(|s| s.permutation.swap)}</button>
            <button class="chip" on:click=move |_| reorder.run(shuffled(order.get_untracked()))>{store.t(|s| s.permutation.shuffle)}</button>
            <button class="chip" on:click=move |_| store.set("order", "")>{store.t(|s| s.permutation.reset)}</button>
        </p>
        <p class="hint">{store.t(|s| s.permutation.drag_hint)} " " {cut}</p>
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
    title: fn(&'static crate::app::strings::Strings) -> &'static str,
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
fn condition(store: Store, scheme: &str, mask: &str) -> String {
    let s = store.strings();
    let name = (s.controls.schemes)(scheme).to_string();
    if mask == "causal" { (s.permutation.with_causal)(&name) } else { name }
}

/// Every scheme under a full mask, no scheme under a causal one, and what is in force.
fn conditions(now: (&'static str, &'static str)) -> Vec<(&'static str, &'static str)> {
    let mut all: Vec<_> = position::ids().iter().map(|id| (*id, "full")).collect();
    all.push(("none", "causal"));
    if !all.contains(&now) {
        all.push(now);
    }
    all
}

/// The same reordering under every scheme: a table of gaps, filled in one row at a time.
#[component]
fn Comparison() -> impl IntoView {
    let store = Store::here();
    let gaps = RwSignal::new(Vec::<Option<(f64, f64)>>::new());
    let run = StoredValue::new(0u64);
    let order = store.get(|s| s.order.clone());
    Effect::new(move |_| {
        let _ = store.head_drawn.get();
        run.update_value(|run| *run += 1);
        let n = store.engine.with_value(|engine| engine.pipeline.experiment_size());
        fill(store, gaps, run, run.get_value(), interesting(&order.get(), n).into(), 0);
    });
    let rows = move || {
        let (scheme, mask) = store.state.with(|s| (s.scheme, s.mask));
        let gaps = gaps.get();
        conditions((scheme, mask))
            .into_iter()
            .enumerate()
            .map(|(at, (s, m))| {
                let result = gaps.get(at).copied().flatten();
                let name = condition(store, s, m);
                let choose = move |_| {
                    store.set("scheme", s);
                    store.set("mask", m);
                };
                view! {
                    <tr aria-current=((s, m) == (scheme, mask)).then_some("true")>
                        <th scope="row"><button on:click=choose>{name}</button></th>
                        <td>{result.map(|r| mark(store, r.0, false))}</td>
                        <td>{result.map(|r| mark(store, r.1, true))}</td>
                    </tr>
                }
            })
            .collect_view()
    };
    view! {
        <section class="card" style="--c: var(--order)">
            <h2>{move || {
                let own = store.state.with(|s| s.order.is_empty());
                let s = &store.strings().permutation;
                if own { s.compare_rotated } else { s.compare }
            }}</h2>
            <div class="tablewrap" style="border: 0">
            <table class="verdicts" data-testid="verdicts">
                <thead><tr>
                    <th scope="col">{store.t(|s| s.permutation.condition)}</th>
                    <th scope="col">{store.t(|s| s.permutation.rows_gap)}</th>
                    <th scope="col">{store.t(|s| s.permutation.pooled_gap)}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
            </div>
            <p class="hint">{store.t(|s| s.permutation.in_f64)} " · " {store.t(|s| s.permutation.reversal)}</p>
        </section>
    }
}

/// The reader's order, or the first token moved to the end while there is none: the text's own order shows nothing.
fn interesting(order: &[usize], n: usize) -> Vec<usize> {
    let order = whole_order(order, n);
    if order.is_sorted() { rotated(n) } else { order }
}

fn mark(store: Store, gap: f64, pooled: bool) -> impl IntoView {
    let s = &store.strings().permutation;
    let good = gap < ROUNDING;
    let word = match (pooled, good) {
        (false, true) => s.equivariant,
        (false, false) => s.not_equivariant,
        (true, true) => s.invariant,
        (true, false) => s.not_invariant,
    };
    view! { <span class=if good { "yes" } else { "no" }>{word} " " {format::gap(gap)}</span> }
}

/// Computes row `at` and asks for the next in a task of its own; a newer state ends the chain.
fn fill(
    store: Store,
    gaps: RwSignal<Vec<Option<(f64, f64)>>>,
    run: StoredValue<u64>,
    mine: u64,
    order: Rc<[usize]>,
    at: usize,
) {
    let now = store.state.with_untracked(|s| (s.scheme, s.mask));
    let Some((scheme, mask)) = conditions(now).get(at).copied() else { return };
    set_timeout(
        move || {
            if run.try_get_value() != Some(mine) {
                return;
            }
            let outcome = store.engine.with_value(|engine| {
                let p = &engine.pipeline;
                let mask = if mask == "causal" { Mask::Causal } else { Mask::Full };
                let variant = Settings { scheme: position::by_id(scheme)?, mask, ..p.settings().clone() };
                p.experiment(&variant, &order)
            });
            let _ = gaps.try_update(|all| {
                all.resize(all.len().max(at + 1), None);
                if let (Some(slot), Some(outcome)) = (all.get_mut(at), outcome) {
                    *slot = Some((outcome.equivariance_gap, outcome.invariance_gap));
                }
            });
            fill(store, gaps, run, mine, order, at + 1);
        },
        Duration::ZERO,
    );
}
