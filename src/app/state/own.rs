//! What of the state belongs to the page and its reader: no link, file or lesson takes it away.

use super::State;

impl State {
    /// This state with what the page found for `own`: the layout follows from the sequence, the trained table was fetched.
    pub fn with_found(mut self, own: &State) -> State {
        self.params.layout = own.params.layout.clone();
        self.params.learned.trained = own.params.learned.trained.clone();
        self
    }

    /// The same, with the language, theme and backend of `own`.
    pub fn with_own(self, own: &State) -> State {
        let State { lang, theme, backend, .. } = *own;
        State { lang, theme, backend, ..self }.with_found(own)
    }
}
