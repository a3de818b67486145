//! The state as a file: JSON with a version, the same keys and values as in a link, for states that are too long for one.

use super::State;
use super::apply::{Notice, Origin, Problem, apply_all};
use super::hash;
use serde_json::{Map, Value, json};

/// Version of the file's meaning. A newer one is read as far as it is understood, and the reader is told.
pub const VERSION: u64 = 1;

/// No longer file is read, in bytes: several times what all texts of a state can hold.
pub const MAX_BYTES: usize = 2 << 20;

/// Why a file is no state.
#[derive(Clone, Debug, PartialEq)]
pub enum FileError {
    TooLong {
        bytes: usize,
    },
    /// Where reading stopped, from 1.
    NotJson {
        line: usize,
        column: usize,
    },
    NotAState,
}

/// The file of `state`: everything that differs from the defaults.
pub fn write(state: &State) -> String {
    let pairs =
        hash::differing(state, true).into_iter().map(|(key, raw)| (key.to_string(), Value::String(raw)));
    let file = json!({ "locus_state": VERSION, "state": pairs.collect::<Map<_, _>>() });
    format!("{file:#}\n")
}

/// The state that a file holds, starting from the defaults, and what was wrong with its values.
pub fn read(text: &str) -> Result<(State, Vec<Notice>), FileError> {
    if text.len() > MAX_BYTES {
        return Err(FileError::TooLong { bytes: text.len() });
    }
    let file: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| FileError::NotJson { line: error.line(), column: error.column() })?;
    let version = file.get("locus_state").and_then(Value::as_u64).ok_or(FileError::NotAState)?;
    let pairs = file.get("state").and_then(Value::as_object).ok_or(FileError::NotAState)?;
    let mut state = State::default();
    let mut notices = Vec::new();
    if version > VERSION {
        let newest = Problem::Clamped { to: VERSION.to_string() };
        notices.push(Notice::new(Origin::File, "v", &version.to_string(), newest));
    }
    let pairs: Vec<(&String, String)> = pairs.iter().map(|(key, value)| (key, spelled(value))).collect();
    notices.extend(apply_all(&mut state, Origin::File, &pairs));
    Ok((state, notices))
}

/// A value as a link would spell it.
pub fn spelled(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(spelled).collect::<Vec<_>>().join("-"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_survives_its_file() {
        let mut state =
            State { text: "a\"b\\c\n狗".into(), scheme: "rope", n_heads: 8, head: 7, ..State::default() };
        state.share.lock = vec!["base", "text"];
        state.lang = "zh";
        assert_eq!(read(&write(&state)), Ok((state, Vec::new())));
    }

    #[test]
    fn hostile_and_newer_files_are_told_apart() {
        assert_eq!(read("nonsense"), Err(FileError::NotJson { line: 1, column: 2 }));
        for none in
            ["[]", "null", "{}", r#"{"locus_state":"1","state":{}}"#, r#"{"locus_state":1,"state":[]}"#]
        {
            assert_eq!(read(none), Err(FileError::NotAState), "{none}");
        }
        assert!(matches!(read(&"[".repeat(5_000)), Err(FileError::NotJson { .. })));
        assert_eq!(read(&" ".repeat(MAX_BYTES + 1)), Err(FileError::TooLong { bytes: MAX_BYTES + 1 }));
        let newer = r#"{"locus_state":9,"new":{},"state":{"scheme":"rope","base":5e5,"text":"x","soon":1}}"#;
        let (state, notices) = read(newer).expect("it is read as far as it is understood");
        assert_eq!((state.scheme, state.params.rope.base, state.text.as_str()), ("rope", 5e5, "x"));
        let keys: Vec<&str> = notices.iter().map(|notice| notice.key.as_str()).collect();
        assert_eq!(keys, ["v", "soon"]);
    }
}
