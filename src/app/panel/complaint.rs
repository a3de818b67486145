//! Why something cannot be computed, or is surprising, as a sentence by the control at fault.

use crate::position::problem::Problem;
use crate::position::scaling::Warning;
use crate::store::Store;
use leptos::prelude::*;

/// What a panel complains of. One that computes with other sizes than the page's gives its own to a `Provider`, whose
/// scope ends with the panel.
#[derive(Clone, Copy)]
pub struct Complaints {
    pub problem: Memo<Option<Problem>>,
    pub warning: Memo<Option<Warning>>,
}

impl Complaints {
    /// Those of the surrounding panel, else the page's own.
    pub fn here(store: Store) -> Self {
        use_context().unwrap_or_else(|| Complaints { problem: store.problem, warning: Memo::new(|_| None) })
    }

    fn sentence(self, store: Store, key: &str) -> Option<String> {
        let words = &store.strings().complaint;
        let problem = self.problem.with(|found| {
            found.as_ref().filter(|problem| problem.key == key).map(|problem| (words.problem)(&problem.what))
        });
        problem.or_else(|| {
            self.warning.get().filter(|warning| warning.key() == key).map(|warning| (words.warning)(&warning))
        })
    }
}

/// What is wrong with the parameter `key`.
#[component]
pub fn KeyComplaint(key: &'static str) -> impl IntoView {
    let store = Store::here();
    let complaints = Complaints::here(store);
    let sentence = Memo::new(move |_| complaints.sentence(store, key));
    view! {
        <div role="status" data-complaint=key class:in-use=move || sentence.with(Option::is_some) && store.in_use.with(|used| used == key)>
            {move || sentence.get().map(|text| view! { <p class="bad">{text}</p> })}
        </div>
    }
}

/// What is wrong with a parameter that has no control among `keys`.
#[component]
pub fn OtherComplaint(#[prop(into)] keys: Signal<Vec<&'static str>>) -> impl IntoView {
    let store = Store::here();
    let problem = Complaints::here(store).problem;
    move || {
        let problem = problem.get().filter(|problem| !keys.with(|keys| keys.contains(&problem.key)));
        problem.map(|problem| view! { <p class="bad" role="status">{(store.strings().complaint.problem)(&problem.what)}</p> })
    }
}
