//! What of the state a view follows, and nothing of the rest.
//!
//! A memo over the whole state has all that hangs on it ask again at every change of anything in it, and nearly everything
//! on the page hangs on the language or on what the link lets its reader touch. A gate reads the state at once and stays
//! silent where what it reads is the same as before.

use super::state::State;
use leptos::prelude::*;
use leptos::reactive::effect::ImmediateEffect;
use std::rc::Rc;

/// What `read` finds, followed. For what depends on more than the state; [`Gates`] cost less.
pub fn gate<T: PartialEq + Clone + Send + Sync + 'static>(
    read: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let passed = RwSignal::new(untrack(&read));
    ImmediateEffect::new_scoped(move || {
        let now = read();
        passed.maybe_update(|before| {
            let other = *before != now;
            *before = now;
            other
        });
    });
    Memo::new(move |_| passed.get())
}

/// The gates to the state. One effect asks them all: were each an effect of its own, the state's list of those that follow
/// it would be rewritten a hundred times at every event of a slider.
#[derive(Clone, Copy)]
pub struct Gates {
    state: RwSignal<State>,
    all: StoredValue<Vec<Rc<dyn Gate>>, LocalStorage>,
}

trait Gate {
    /// Takes over what it reads, and says whether that is other than before.
    fn look(&self, state: &State) -> bool;
    /// Has those hear of it who follow.
    fn tell(&self);
}

struct Passed<T: 'static, F> {
    read: F,
    signal: RwSignal<T>,
}

impl<T: PartialEq + Send + Sync, F: Fn(&State) -> T> Gate for Passed<T, F> {
    fn look(&self, state: &State) -> bool {
        let now = (self.read)(state);
        let other = self.signal.try_with_untracked(|before| *before != now).unwrap_or(false);
        if other {
            self.signal.try_update_untracked(|before| *before = now);
        }
        other
    }

    fn tell(&self) {
        self.signal.notify();
    }
}

/// Where a gate lies, which tells it from the others.
fn place(gate: &Rc<dyn Gate>) -> usize {
    Rc::as_ptr(gate).addr()
}

impl Gates {
    /// Call once, where the state is made.
    pub fn new(state: RwSignal<State>) -> Self {
        let gates = Gates { state, all: StoredValue::new_local(Vec::new()) };
        ImmediateEffect::new_scoped(move || {
            state.track();
            untrack(|| gates.open());
        });
        gates
    }

    /// What `read` finds in the state, followed as long as the present owner lives.
    pub fn follow<T: PartialEq + Clone + Send + Sync + 'static>(
        self,
        read: impl Fn(&State) -> T + 'static,
    ) -> Memo<T> {
        let signal = RwSignal::new(self.state.with_untracked(&read));
        let gate: Rc<dyn Gate> = Rc::new(Passed { read, signal });
        let own = place(&gate);
        self.all.update_value(|all| all.push(gate));
        on_cleanup(move || {
            self.all.try_update_value(|all| all.retain(|gate| place(gate) != own));
        });
        Memo::new(move |_| signal.get())
    }

    /// All look before the first tells, so that nobody hears of half a change, and nobody who is told finds the state taken.
    fn open(self) {
        let all = self.all.get_value();
        let changed: Vec<_> =
            self.state.with_untracked(|state| all.iter().filter(|gate| gate.look(state)).collect());
        changed.into_iter().for_each(|gate| gate.tell());
    }
}
