//! The lines on the page follow the newest picture a few in a frame: to lay out and paint all of them at once takes longer
//! than a key may. A line that is the same stays untouched.

use super::picture::Drawn;
use crate::driver::next_frame;
use leptos::prelude::*;
use std::sync::Arc;

/// So many bytes of HTML, some 120 blocks, are put on the page in a frame; at least one line is.
const SLICE: usize = 12_000;

#[derive(Clone, Copy)]
pub struct Lines {
    on_page: RwSignal<Vec<Arc<str>>>,
    /// Whether a newer picture is not on the page yet.
    pub behind: RwSignal<bool>,
}

impl Lines {
    /// The lines of `drawn`, as soon as their turn comes.
    pub fn of(drawn: Memo<Option<Arc<Drawn>>>) -> Self {
        let lines = Lines { on_page: RwSignal::new(Vec::new()), behind: RwSignal::new(false) };
        Effect::new(move |_| {
            drawn.with(|_| ());
            if !lines.behind.get_untracked() {
                lines.behind.set(true);
                next_frame(move || lines.frame(drawn));
            }
        });
        lines
    }

    pub fn count(self) -> usize {
        self.on_page.with(Vec::len)
    }

    /// The HTML of one line.
    pub fn html(self, at: usize) -> Arc<str> {
        self.on_page.with(|lines| lines.get(at).cloned()).unwrap_or_else(|| Arc::from(""))
    }

    fn frame(self, drawn: Memo<Option<Arc<Drawn>>>) {
        // The panel may have been left.
        let Some(mut next) = self.on_page.try_get_untracked() else { return };
        let newest = drawn.try_get_untracked().flatten();
        let wanted = newest.as_ref().map_or(&[][..], |drawn| drawn.lines.as_slice());
        next.truncate(wanted.len());
        let (mut put, mut left) = (0, false);
        for (at, line) in wanted.iter().enumerate() {
            if next.get(at) == Some(line) {
                continue;
            }
            if put > 0 && put + line.len() > SLICE {
                left = true;
                break;
            }
            put += line.len();
            match next.get_mut(at) {
                Some(old) => *old = Arc::clone(line),
                None => next.push(Arc::clone(line)),
            }
        }
        self.on_page.set(next);
        if left {
            next_frame(move || self.frame(drawn));
        } else {
            self.behind.set(false);
        }
    }
}
