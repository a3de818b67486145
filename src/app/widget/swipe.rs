//! Tells a finger that moves a slider from one that scrolls the page and only began on it.
//!
//! Browsers set a range to where a finger comes down, before anyone knows which of the two it will be. So what the
//! range says counts only once the finger has moved sideways or was lifted where it came down.

use leptos::prelude::*;

/// Sideways movement that makes a drag, in CSS pixels.
const SLACK: i32 = 6;

/// A finger on a slider.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Finger {
    None,
    /// It came down here and has not moved far.
    Undecided {
        x: i32,
        y: i32,
    },
    Drags,
}

/// The finger on one slider.
#[derive(Clone, Copy)]
pub struct Swipe(StoredValue<Finger>);

impl Swipe {
    pub fn new() -> Self {
        Swipe(StoredValue::new(Finger::None))
    }

    /// Whether the range's value may be taken: no finger, or one that drags.
    pub fn settled(self) -> bool {
        !matches!(self.0.get_value(), Finger::Undecided { .. })
    }

    /// A pointer came down. Mice and pens do not scroll by dragging.
    pub fn down(self, event: &web_sys::PointerEvent) {
        if event.pointer_type() == "touch" {
            self.0.set_value(Finger::Undecided { x: event.client_x(), y: event.client_y() });
        }
    }

    /// It moved; `true` if this made it a drag.
    pub fn moved(self, event: &web_sys::PointerEvent) -> bool {
        let Finger::Undecided { x, y } = self.0.get_value() else { return false };
        let (dx, dy) = ((event.client_x() - x).abs(), (event.client_y() - y).abs());
        let drags = dx >= SLACK && dx > dy;
        if drags {
            self.0.set_value(Finger::Drags);
        }
        drags
    }

    /// It was lifted, or the browser took it to scroll; `true` if nothing had been decided.
    pub fn ended(self) -> bool {
        let undecided = !self.settled();
        self.0.set_value(Finger::None);
        undecided
    }
}
