//! The same reordering, read by other readers: which of them moves its rows along, and which changes its answer.

use super::interesting;
use crate::attention::permutation::ROUNDING;
use crate::attention::readers::{Measured, READERS, Reader, Verdict};
use crate::panel::resting::measured;
use crate::picture::format;
use crate::store::Store;
use leptos::prelude::*;

/// What the table says of one reader.
#[derive(Clone, Copy, PartialEq)]
struct Line {
    rows: f64,
    answer: f64,
    verdict: Verdict,
}

impl Line {
    fn of(measured: &Measured) -> Self {
        let (rows, answer) = (measured.rows.equivariance_gap, measured.answer_gap);
        Line { rows, answer, verdict: measured.verdict }
    }
}

#[component]
pub fn Readers() -> impl IntoView {
    let store = Store::here();
    let order = store.get(|s| s.order.clone());
    let lines = measured(
        store,
        move || order.with(|_| ()),
        move || {
            let order = store.state.with_untracked(|s| s.order.clone());
            store.engine.with_value(|engine| {
                let p = &engine.pipeline;
                let order = interesting(&order, p.experiment_size());
                READERS
                    .iter()
                    .map(|reader| Some(Line::of(&p.reader(reader, &order)?)))
                    .collect::<Option<Vec<_>>>()
            })
        },
    );
    let title = move || {
        let s = &store.strings().around.readers;
        lines.with(|lines| match lines {
            Some(lines) if lines.iter().all(|line| line.verdict != Verdict::Untested) => {
                (s.title)(lines.iter().filter(|line| line.verdict.is_blind()).count(), lines.len())
            }
            _ => s.title_plain.to_string(),
        })
    };
    let rows = READERS
        .iter()
        .enumerate()
        .map(|(at, reader)| row(store, reader, move || lines.with(|lines| lines.as_ref()?.get(at).copied())));
    view! {
        <section class="card" style="--c: var(--order)">
            <h2 data-testid="readers-title">{title}</h2>
            <p class="lead">{store.t(|s| s.around.readers.lead)}</p>
            <div class="tablewrap wide" tabindex="0">
            <table class="verdicts" data-testid="readers">
                <thead><tr>
                    <th scope="col">{store.t(|s| s.around.readers.reader)}</th>
                    <th scope="col">{store.t(|s| s.around.readers.rows)}</th>
                    <th scope="col">{store.t(|s| s.around.readers.answer)}</th>
                    <th scope="col">{store.t(|s| s.around.readers.verdict)}</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
            </div>
            <p class="hint">{store.t(|s| s.permutation.in_f64)} " · " {store.t(|s| s.shell.seeded)}</p>
            <p class="hint"><cite lang="en">{citations()}</cite></p>
        </section>
    }
}

/// Where the readers are from, each source once.
fn citations() -> String {
    let mut all: Vec<&str> = READERS.iter().map(|reader| reader.citation).collect();
    all.dedup();
    all.join("; ")
}

fn row(
    store: Store,
    reader: &'static Reader,
    line: impl Fn() -> Option<Line> + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let name = move || (store.strings().around.readers.name)(reader.id);
    let mark = |gap: f64| {
        let class = if gap < ROUNDING { "yes" } else { "no" };
        view! { <span class=class>{format::gap(gap)}</span> }
    };
    let verdict = move || {
        let verdict = line()?.verdict;
        let at = Verdict::ALL.iter().position(|other| *other == verdict)?;
        store.strings().around.readers.verdicts.get(at).copied()
    };
    view! {
        <tr data-reader=reader.id>
            <th scope="row">{name} <span class="equation">{reader.equation}</span></th>
            <td>{move || line().map(|line| mark(line.rows))}</td>
            <td>{move || line().map(|line| mark(line.answer))}</td>
            <td class="word" data-testid="reader-verdict">{verdict}</td>
        </tr>
    }
}
