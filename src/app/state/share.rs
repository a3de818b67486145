//! What a link says of the page around the picture: which controls its reader may use, which panels there are, and
//! whether one panel stands alone in a frame of another page. Struct, defaults and schema side by side.

use super::State;
use super::field::{Access, Field, part_field};
use super::panels::panel_ids;
use super::schema::fields;
use crate::position::parameter::{Kind, Value};
use std::sync::OnceLock;

/// See [`FIELDS`] for what each is.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    pub hide: Vec<&'static str>,
    pub lock: Vec<&'static str>,
    pub panels: Vec<&'static str>,
    pub embed: &'static str,
}

impl Default for Share {
    fn default() -> Self {
        Share { hide: Vec::new(), lock: Vec::new(), panels: Vec::new(), embed: "0" }
    }
}

/// A field that stands in [`State::share`](super::State::share).
macro_rules! share {
    ($($field:tt)*) => {
        part_field!(share, $($field)*)
    };
}

/// Schema of [`Share`].
pub const FIELDS: &[Field] = &[
    share!(hide, Set, Kind::Set(controls), "keys whose controls the reader of the link does not see"),
    share!(
        lock,
        Set,
        Kind::Set(controls),
        "keys whose controls the reader of the link sees and cannot change"
    ),
    share!(panels, Set, Kind::Set(panel_ids), "the panels that the rail offers; empty for all"),
    share!(
        embed,
        Choice,
        Kind::Choice(|| &["0", "1"]),
        "1 shows the panel alone, without header, input, rail and footer: for a frame in another page"
    ),
];

/// Whether the reader may use a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    Free,
    Locked,
    Hidden,
}

impl Share {
    /// What the reader may do with the control of `key`.
    pub fn touch(&self, key: &str) -> Touch {
        if self.hide.contains(&key) {
            Touch::Hidden
        } else if self.lock.contains(&key) {
            Touch::Locked
        } else {
            Touch::Free
        }
    }
}

impl State {
    /// What the link lets its reader do with the control of `key`.
    pub fn touch(&self, key: &str) -> Touch {
        self.share.touch(key)
    }

    /// Whether the rail offers the panel.
    pub fn offers(&self, panel: &str) -> bool {
        self.share.panels.is_empty() || self.share.panels.contains(&panel)
    }

    /// Whether one panel stands alone.
    pub fn is_embedded(&self) -> bool {
        self.share.embed == "1"
    }
}

/// The keys that can be locked or hidden: all but those that say so, and the panel, which `panels` is about.
pub fn controls() -> &'static [&'static str] {
    static KEYS: OnceLock<Vec<&'static str>> = OnceLock::new();
    let own = |key: &str| key == "panel" || FIELDS.iter().any(|field| field.key == key);
    KEYS.get_or_init(|| fields().map(|field| field.key).filter(|key| !own(key)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Notice, Origin, Problem, apply, hash};
    use super::*;

    #[test]
    fn unknown_names_are_left_out_and_named_and_the_rest_holds() {
        let (state, notices) = hash::read("#lock=base-nonsense-factor&hide=seed&panels=position-attention");
        assert_eq!(state.share.lock, ["base", "factor"]);
        assert_eq!(
            [state.touch("base"), state.touch("seed"), state.touch("text")],
            [Touch::Locked, Touch::Hidden, Touch::Free]
        );
        assert!(state.offers("position") && !state.offers("tokens"));
        let problem = Problem::LeftOut { names: "nonsense".into() };
        let Notice { key, problem: found, .. } = &notices[0];
        assert_eq!((notices.len(), key.as_str(), found), (1, "lock", &problem));
    }

    #[test]
    fn a_list_of_nothing_known_changes_nothing() {
        let mut state = State::default();
        let notice = apply(&mut state, Origin::Link, "panels", "a-b").expect("it is named");
        assert_eq!(notice.problem, Problem::LeftOut { names: "a, b".into() });
        assert_eq!(state, State::default());
    }

    #[test]
    fn what_locks_cannot_be_locked() {
        for key in ["hide", "lock", "panels", "embed", "panel"] {
            assert!(!controls().contains(&key), "{key}");
        }
        assert!(controls().contains(&"text") && controls().contains(&"base"));
    }
}
