//! What stands in the state and nobody set: no link carries it, and no other state takes it away.

use super::State;

impl State {
    /// This state with what the page found for `own`: the layout follows from the sequence, the trained table was fetched.
    pub fn with_found(mut self, own: &State) -> State {
        self.params.layout = own.params.layout.clone();
        self.params.learned.trained = own.params.learned.trained.clone();
        self
    }
}
