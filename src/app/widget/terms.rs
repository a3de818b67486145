//! The dot product of one cell, dimension by dimension.

use super::sight;
use crate::attention::terms;
use crate::picture::format::short;
use crate::store::Store;
use leptos::html::{Div, I, Span};
use leptos::prelude::*;
use std::ops::Range;

/// q_c, k_c and their product.
type Term = (f32, f32, f32);

/// The elements of one row that follow the cell.
#[derive(Clone, Copy, Default)]
struct Row {
    bar: NodeRef<I>,
    text: NodeRef<Span>,
}

/// q_c · k_c for every dimension, as numbers and bars. The rows stay; only what they say follows the cell. One effect
/// writes them: signals for each would cost more than what the rows say. While a slider is dragged it writes those that
/// can be seen, and the rest when it rests.
#[component]
pub fn TermBars() -> impl IntoView {
    let store = Store::here();
    let head = store.get(|s| s.head as usize);
    let list = NodeRef::<Div>::new();
    let drawn = sight::paced(store, list, |drawn| drawn.head);
    let all = Memo::new(move |_| {
        let _ = drawn.get();
        of_cell(store, head.get(), store.cell.get()).unwrap_or_default()
    });
    let many = Memo::new(move |_| all.with(Vec::len));
    let rows = Memo::new_with_compare(
        move |_| (0..many.get()).map(|_| Row::default()).collect::<Vec<_>>(),
        |_, _| true,
    );
    let visible = StoredValue::new(0..usize::MAX);
    let write = move |which: Range<usize>| {
        rows.with(|rows| {
            // All are on the page once the last one is.
            let there = rows.last().is_some_and(|row| row.text.get().is_some());
            all.with(|all| {
                let largest = all.iter().fold(1e-9_f32, |top, term| top.max(term.2.abs()));
                let wanted = |(c, _): &(usize, _)| there && which.contains(c);
                for (c, (row, term)) in rows.iter().zip(all).enumerate().filter(wanted) {
                    row.write(c, term, largest);
                }
            });
        });
    };
    let look = move || {
        if let Some(list) = list.get_untracked() {
            visible.set_value(rows.with_untracked(|rows| in_sight(&list, rows)));
        }
    };
    Effect::new(move |before: Option<usize>| {
        let many = many.get();
        if before != Some(many) {
            visible.set_value(0..usize::MAX); // other rows
        }
        write(visible.get_value());
        many
    });
    Effect::new(move |_| {
        let _ = store.rested.get();
        untrack(|| write(0..usize::MAX));
        look();
    });
    let scrolled = move |_| {
        look();
        untrack(|| write(visible.get_value()));
    };
    let row = |Row { bar, text }| {
        view! { <div><span class="bar"><i node_ref=bar></i></span><span node_ref=text>" "</span></div> }
    };
    view! { <div class="terms" tabindex="0" node_ref=list on:scroll=scrolled>{move || rows.get().into_iter().map(row).collect_view()}</div> }
}

/// The terms of the dot product that cell (i, j) of `head` comes from.
fn of_cell(store: Store, head: usize, (i, j): (usize, usize)) -> Option<Vec<Term>> {
    store.engine.with_value(|engine| {
        let p = &engine.pipeline;
        let [q, k] = p.rotated_pair(head, i, j)?;
        let products = terms::terms(&q, &k);
        Some(q.into_iter().zip(k).zip(products).map(|((q, k), product)| (q, k, product)).collect())
    })
}

/// Which rows of the list can be seen: they stand one after the other.
fn in_sight(list: &web_sys::HtmlDivElement, rows: &[Row]) -> Range<usize> {
    let frame = list.get_bounding_client_rect();
    let place = |row: &Row| row.text.get_untracked().map(|text| text.get_bounding_client_rect());
    let above = |row: &Row| place(row).is_some_and(|place| place.bottom() <= frame.top());
    let begun = |row: &Row| place(row).is_some_and(|place| place.top() < frame.bottom());
    rows.partition_point(above)..rows.partition_point(begun)
}

impl Row {
    /// Shows term `c`; the bar of the `largest` product takes half the width.
    fn write(self, c: usize, &(q, k, product): &Term, largest: f32) {
        let share = product.abs() / largest * 50.0;
        let left = if product < 0.0 { 50.0 - share } else { 50.0 };
        if let Some(bar) = self.bar.get_untracked() {
            bar.set_class_name(if product < 0.0 { "neg" } else { "" });
            let _ = bar.set_attribute("style", &format!("left: {left:.1}%; width: {share:.1}%"));
        }
        if let Some(text) = self.text.get_untracked().and_then(|span| span.first_child()) {
            text.set_node_value(Some(&format!("{c}: {} · {} = {}", short(q), short(k), short(product))));
        }
    }
}
