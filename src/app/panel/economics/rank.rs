//! The table as a product of two factors, by their rank.

use super::{Card, HEIGHT, Subject, count, said, table_of};
use crate::economics::embedding::Embedding;
use crate::picture::format::{COUNT, compact, percent};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Mark, Plot};
use leptos::prelude::*;

#[component]
pub fn Rank(model: Subject) -> impl IntoView {
    let store = Store::here();
    let rank = store.get(|s| s.economics.embedding_rank);
    let table = Memo::new(move |_| model.get().map(|model| table_of(&model)));
    let title =
        Signal::derive(move || table.get().map_or_else(String::new, |table| title(store, table, rank.get())));
    let numbers = move || {
        let table = table.get()?;
        let (v, d, r) = (count(table.vocab_size), count(table.d_model), count(rank.get()));
        let (factors, whole) = (count(table.factorised(rank.get())), count(table.table()));
        Some(format!("V·r + r·d = {v} · {r} + {r} · {d} = {factors} · V·d = {whole}"))
    };
    let marks = Signal::derive(move || {
        let Some(table) = table.get() else { return Vec::new() };
        let r = rank.get();
        let shown = r <= last_rank(table);
        let y = table.factorised(r) as f64;
        let name = compact(y, COUNT);
        shown.then(|| Mark { x: r as f64, y, name }).into_iter().collect()
    });
    view! {
        <Card id="rank" title lead=said(|s| s.rank.lead) accent="vectors">
            <Plot curves=move || table.get().map(|table| curves(store, table)) name=title height=HEIGHT marks/>
            <p class="readout" data-testid="rank-numbers">{numbers}</p>
        </Card>
    }
}

fn title(store: Store, table: Embedding, rank: u64) -> String {
    let s = &store.strings().economics.rank;
    let of = |n: u64| compact(n as f64, COUNT);
    let (even, r) = (count(table.break_even_rank()), count(rank));
    let (factors, whole) = (of(table.factorised(rank)), of(table.table()));
    if rank <= table.break_even_rank() {
        let less = percent((1.0 - table.factorised_share(rank)) as f32);
        (s.saves)(&even, &r, &factors, &whole, &less)
    } else {
        (s.wastes)(&even, &r, &factors, &whole)
    }
}

/// The picture ends a little past the rank that saves nothing.
fn last_rank(table: Embedding) -> u64 {
    (table.break_even_rank() * 5 / 4).max(2)
}

fn curves(store: Store, table: Embedding) -> Curves {
    let s = &store.strings().economics.rank;
    let last = last_rank(table);
    let line = [1, last].map(|rank| (rank as f64, table.factorised(rank) as f64)).to_vec();
    let whole = table.table() as f64;
    let even = table.break_even_rank();
    Curves {
        x: Axis { label: s.axis.to_string(), min: 1.0, max: last as f64, log: false },
        y: Axis { label: String::new(), min: 0.0, max: table.factorised(last) as f64, log: false },
        curves: vec![
            Curve {
                name: s.factors.to_string(),
                points: line,
                color: "--vectors",
                strong: true,
                dashed: false,
            },
            Curve {
                name: format!("{} = {}", s.table, compact(whole, COUNT)),
                points: vec![(1.0, whole), (last as f64, whole)],
                color: "--tokens",
                strong: false,
                dashed: true,
            },
        ],
        shade: Vec::new(),
        upright: (even > 0).then(|| (even as f64, (s.even)(&count(even)))).into_iter().collect(),
        level: Vec::new(),
    }
}
