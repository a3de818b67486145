//! The same reordering under every scheme: a table of gaps, filled in one row at a time.

use super::{condition, word};
use crate::attention::Mask;
use crate::attention::permutation::ROUNDING;
use crate::picture::format;
use crate::pipeline::{Settings, rotated, whole_order};
use crate::position;
use crate::positions;
use crate::store::Store;
use leptos::prelude::*;
use std::rc::Rc;
use std::time::Duration;

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
pub fn Comparison() -> impl IntoView {
    let store = Store::here();
    let gaps = RwSignal::new(Vec::<Option<(f64, f64)>>::new());
    // How many of them are of the present text and settings.
    let fresh = RwSignal::new(0usize);
    let run = StoredValue::new(0u64);
    // Until then the row of the learned scheme is of a seeded table.
    let table_to_come = positions::is_to_come(store);
    let order = store.get(|s| s.order.clone());
    // Whether it is an order of these tokens, and another than their own.
    let is_own = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        let n = store.engine.with_value(|engine| engine.pipeline.experiment_size());
        order.with(|order| whole_order(order, n)).is_sorted()
    });
    Effect::new(move |_| {
        let _ = (store.head_drawn.get(), table_to_come.get());
        run.update_value(|run| *run += 1);
        let n = store.engine.with_value(|engine| engine.pipeline.experiment_size());
        fresh.set(0);
        if n < 2 {
            return gaps.set(Vec::new()); // no order but one: nothing could be told apart
        }
        fill(store, gaps, fresh, run, run.get_value(), interesting(&order.get(), n).into(), 0);
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
                let is_stale = move || fresh.get() <= at || (s == "learned" && table_to_come.get());
                view! {
                    <tr aria-current=((s, m) == (scheme, mask)).then_some("true") class:stale=is_stale>
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
                let s = &store.strings().permutation;
                if is_own.get() { s.compare_rotated } else { s.compare }
            }}</h2>
            <div class="tablewrap wide">
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
pub fn interesting(order: &[usize], n: usize) -> Vec<usize> {
    let order = whole_order(order, n);
    if order.is_sorted() { rotated(n) } else { order }
}

fn mark(store: Store, gap: f64, pooled: bool) -> impl IntoView {
    let s = &store.strings().permutation;
    let class = if gap < ROUNDING { "yes" } else { "no" };
    view! { <span class=class>{word(s, gap, pooled)} " " {format::gap(gap)}</span> }
}

/// Computes row `at` and asks for the next in a task of its own; a newer state ends the chain.
fn fill(
    store: Store,
    gaps: RwSignal<Vec<Option<(f64, f64)>>>,
    fresh: RwSignal<usize>,
    run: StoredValue<u64>,
    mine: u64,
    order: Rc<[usize]>,
    at: usize,
) {
    // The table is part of the state as soon as it has come, of the pipeline with the next picture that needs it.
    let (now, trained) =
        store.state.with_untracked(|s| ((s.scheme, s.mask), s.params.learned.trained.clone()));
    let Some((scheme, mask)) = conditions(now).get(at).copied() else { return };
    set_timeout(
        move || {
            if run.try_get_value() != Some(mine) {
                return;
            }
            let outcome = store.engine.with_value(|engine| {
                let p = &engine.pipeline;
                let mask = if mask == "causal" { Mask::Causal } else { Mask::Full };
                let mut variant = Settings { scheme: position::by_id(scheme)?, mask, ..p.settings().clone() };
                variant.params.learned.trained = trained;
                p.experiment(&variant, &order)
            });
            let _ = gaps.try_update(|all| {
                all.resize(all.len().max(at + 1), None);
                if let Some(slot) = all.get_mut(at) {
                    *slot = outcome.map(|outcome| (outcome.equivariance_gap, outcome.invariance_gap));
                }
            });
            let _ = fresh.try_set(at + 1);
            fill(store, gaps, fresh, run, mine, order, at + 1);
        },
        Duration::ZERO,
    );
}
