//! The state in the URL hash: `#v=1&text=…&scheme=rope&base=500000`. Only what differs from the defaults.

use super::State;
use super::apply::{Notice, Origin, Problem, apply};
use super::schema::fields;

/// Version of the hash's meaning. A newer one is read as far as it is understood, and the reader is told.
pub const VERSION: u32 = 1;

/// The hash of `state`, without `#`.
pub fn write(state: &State) -> String {
    spell(state, true)
}

/// The hash for others: without what is the reader's own (language, theme, backend).
pub fn write_shared(state: &State) -> String {
    spell(state, false)
}

fn spell(state: &State, own: bool) -> String {
    let mut out = form_urlencoded::Serializer::new(String::new());
    out.append_pair("v", &VERSION.to_string());
    different(state, own).for_each(|(key, value)| {
        out.append_pair(key, &value);
    });
    out.finish()
}

/// Key and value of what a shared link carries: what differs from the defaults.
pub fn changed(state: &State) -> Vec<(String, String)> {
    different(state, false).map(|(key, value)| (key.to_owned(), value)).collect()
}

fn different(state: &State, own: bool) -> impl Iterator<Item = (&'static str, String)> {
    let plain = State::default();
    fields().filter(move |field| own || field.shared).filter_map(move |field| {
        let value = field.get(state);
        (value != field.get(&plain)).then(|| (field.key, value.to_text()))
    })
}

/// The state that `hash` (with or without `#`) spells, starting from the defaults, and what was wrong with it.
pub fn read(hash: &str) -> (State, Vec<Notice>) {
    let mut state = State::default();
    let mut notices = Vec::new();
    // head depends on n_heads: take it last
    let (late, first): (Vec<_>, Vec<_>) = form_urlencoded::parse(hash.trim_start_matches('#').as_bytes())
        .filter(|(key, _)| !key.is_empty())
        .take(200)
        .partition(|(key, _)| key == "head");
    for (key, raw) in first.into_iter().chain(late) {
        if key == "v" {
            notices.extend(version_notice(&raw));
        } else {
            notices.extend(apply(&mut state, Origin::Link, &key, &raw));
        }
    }
    (state, notices)
}

fn version_notice(raw: &str) -> Option<Notice> {
    let known = raw.parse::<u32>().is_ok_and(|v| v <= VERSION);
    (!known).then(|| Notice::new(Origin::Link, "v", raw, Problem::Clamped { to: VERSION.to_string() }))
}
