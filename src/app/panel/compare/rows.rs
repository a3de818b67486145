//! What both tables list: the same rows in the same order, and the criteria as they are measured, one variant at a time.

use crate::attention::criteria::TRAINING_LENGTH;
use crate::pipeline::properties::{Column, Filter, Findings, Properties, findings, properties, sort};
use crate::position::Params;
use crate::position::parameter::Choice;
use crate::position::variants::{self, Variant};
use crate::state::{State, settings};
use crate::store::Store;
use leptos::prelude::*;
use std::time::Duration;

/// The tables are not worth a frame of a drag: they follow when the reader rests.
const REST: Duration = Duration::from_millis(300);

/// The rows of the tables, and the findings of the variants measured so far.
#[derive(Clone, Copy)]
pub struct Rows {
    pub sorted: RwSignal<Vec<Properties>>,
    pub found: RwSignal<Vec<(&'static str, Findings)>>,
}

/// What the criteria depend on: parameters, seed, d_model, n_heads, common. Text, mask and the head shown are not among it.
type Measured = (Params, u64, u64, u64, f64);

fn measured(state: &State) -> Measured {
    (state.params.clone(), state.seed, state.d_model, state.n_heads, state.common)
}

impl Rows {
    /// Follows the state. Call once, inside the panel's component.
    pub fn new(store: Store) -> Self {
        let rows = Rows { sorted: RwSignal::new(Vec::new()), found: RwSignal::new(Vec::new()) };
        let rested = RwSignal::new(store.state.get_untracked());
        let rest = leptos::leptos_dom::helpers::debounce(REST, move |state: State| {
            let _ = rested.try_set(state);
        });
        let rest = StoredValue::new_local(rest);
        Effect::new(move |_| {
            let state = store.state.get();
            rest.update_value(|rest| rest(state));
        });
        rows.follow_order(store, rested);
        rows.measure(store, rested);
        rows
    }

    /// Sorting and filtering answer at once, parameters and sizes when they rest.
    fn follow_order(self, store: Store, rested: RwSignal<State>) {
        let order = Memo::new(move |_| {
            store.state.with(|s| (s.compare_entry, s.compare_sort, s.compare_direction == "descending"))
        });
        let tokens = Memo::new(move |_| store.input.with(|input| input.as_ref().map_or(1, |i| i.len())));
        Effect::new(move |_| {
            let (filter, column, descending) = order.get();
            let filter = Filter::by_id(filter).unwrap_or(Filter::All);
            let column = Column::by_id(column).unwrap_or(Column::List);
            let words = store.strings().words;
            let name = |variant: &Variant| words.variant(variant.id).to_string();
            let mut list = rested.with(|state| properties(&settings(state), tokens.get(), filter));
            let found = |variant: &Variant| self.findings(variant.id);
            sort(&mut list, column, descending, name, found);
            self.sorted.set(list);
        });
    }

    /// The findings of a variant, followed; `None` until they are measured.
    pub fn findings(self, variant: &str) -> Option<Findings> {
        self.found.with(|all| all.iter().find(|(id, _)| *id == variant).map(|(_, found)| found.clone()))
    }

    /// Measures the criteria of one variant after the other, each in a task of its own; newer parameters begin anew.
    fn measure(self, store: Store, rested: RwSignal<State>) {
        let run = StoredValue::new(0u64);
        let wanted = Memo::new(move |_| rested.with(measured));
        Effect::new(move |_| {
            let _ = wanted.get();
            run.update_value(|run| *run += 1);
            self.found.set(Vec::new());
            self.next(store, rested, (run, run.get_value()), 0);
        });
    }

    /// Variant `at` of the list, and after it the next; while the reader drags something, it waits.
    fn next(self, store: Store, rested: RwSignal<State>, (run, mine): (StoredValue<u64>, u64), at: usize) {
        let Some(variant) = variants::all().get(at) else { return };
        let task = move || {
            if run.try_get_value() != Some(mine) {
                return;
            }
            let moving = rested.with_untracked(|rested| store.state.with_untracked(|now| now != rested));
            if moving {
                let again = move || self.next(store, rested, (run, mine), at);
                return set_timeout(again, REST);
            }
            let all = findings(&rested.with_untracked(settings), variant, TRAINING_LENGTH);
            let _ = self.found.try_update(|found| found.push((variant.id, all)));
            self.next(store, rested, (run, mine), at + 1);
        };
        set_timeout(task, Duration::from_millis(1));
    }
}
