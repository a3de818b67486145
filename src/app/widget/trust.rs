//! Why a number on the screen can be believed: what computed it, and what the tests compared it with.

use super::Badge;
use crate::measured;
use crate::picture::format;
use crate::store::Store;
use leptos::prelude::*;

/// Backend and time, the references of `subjects` with the measured deviation, and what is only seeded.
#[component]
pub fn Trust(
    #[prop(into)] subjects: Signal<Vec<&'static str>>,
    /// Whether the numbers come from random tables.
    #[prop(default = true)]
    seeded: bool,
    /// Whether the numbers are those of the attention on the page, whose backend and time are known.
    #[prop(default = true)]
    computed: bool,
) -> impl IntoView {
    let store = Store::here();
    view! {
        <p class="trust">
            {computed.then(|| view! { <Badge/> })}
            {references(store, subjects)}
            {seeded.then(|| view! { <span>{store.t(|s| s.shell.seeded)}</span> })}
        </p>
    }
}

/// What the tests compared `subjects` with, and how far off they were.
pub fn references(store: Store, subjects: Signal<Vec<&'static str>>) -> impl IntoView {
    move || {
        let s = &store.strings().shell;
        let line = |subject: &'static str| {
            let m = measured::subject(subject)?;
            let what = (s.reference)(&m.reference, subject);
            Some(view! { <span><b>"= "</b>{(s.equal_to)(what, &format::gap(m.max_abs_diff))}</span> })
        };
        // What stands is of other settings then.
        let stale = store.problem.with(Option::is_some);
        subjects.get().into_iter().filter(|_| !stale).filter_map(line).collect_view()
    }
}
