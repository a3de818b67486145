//! A panel whose settings cannot be computed says so above its pictures, which are of other settings then: the control at
//! fault may stand out of sight, on a phone in a sheet that is closed. Nothing of it is saved (`export`).

use crate::position::problem::Problem;
use crate::store::Store;
use crate::strings::Strings;
use leptos::prelude::*;

/// The sentence; `why` is what is wrong. It is the first thing in what holds the panel's cards.
#[component]
pub fn Outdated(#[prop(into)] why: Signal<Option<String>>) -> impl IntoView {
    let store = Store::here();
    Effect::new(move |_| store.outdated.set(why.with(Option::is_some)));
    on_cleanup(move || store.outdated.set(false));
    move || {
        why.get().map(|why| {
            view! {
                <p class="outdated bad" role="status" data-testid="outdated">
                    {(store.strings().complaint.outdated)(&why)}
                </p>
            }
        })
    }
}

/// The same of the page's own settings.
#[component]
pub fn SettingsOutdated() -> impl IntoView {
    let store = Store::here();
    view! { <Outdated why=told(store, store.problem)/> }
}

/// [`sentence`], followed.
pub fn told(store: Store, problem: Memo<Option<Problem>>) -> Signal<Option<String>> {
    Signal::derive(move || problem.get().map(|found| sentence(store.strings(), &found)))
}

/// A problem as a sentence that begins with the name of its control.
pub fn sentence(s: &Strings, problem: &Problem) -> String {
    (s.complaint.of)(s.words.label(problem.key), &(s.complaint.problem)(&problem.what))
}
