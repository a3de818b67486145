//! The state schema: the hash round trip, what nonsense does, and that the README's table is the schema's.

use locus_app::state::{Kind, Origin, Problem, State, apply, fields, hash};
use proptest::prelude::*;

/// A raw value that the field may be given: within its bounds, as the page would spell it.
fn raw(kind: Kind) -> BoxedStrategy<String> {
    match kind {
        Kind::Text { .. } => any::<String>().boxed(),
        Kind::Choice(choices) => proptest::sample::select(choices()).prop_map(String::from).boxed(),
        Kind::Integer { min, max, step } => {
            (0..=(max - min) / step).prop_map(move |k| (min + k * step).to_string()).boxed()
        }
        Kind::Number { min, max, .. } | Kind::AutoNumber { min, max } => {
            (min..=max).prop_map(|x| x.to_string()).boxed()
        }
        Kind::Order => Just((0..7).collect::<Vec<usize>>())
            .prop_shuffle()
            .prop_map(|order| order.iter().map(usize::to_string).collect::<Vec<_>>().join("-"))
            .boxed(),
        Kind::Slopes { max } => (0usize..32, 0.0..=max).prop_map(|(head, m)| format!("{head}:{m}")).boxed(),
        Kind::Set(choices) | Kind::Some(choices) => {
            proptest::sample::subsequence(choices().to_vec(), 0..=choices().len())
                .prop_map(|set| set.join("-"))
                .boxed()
        }
        Kind::List { max_len, min, max } => proptest::collection::vec(min..=max, 0..=max_len)
            .prop_map(|list| list.iter().map(f64::to_string).collect::<Vec<_>>().join("-"))
            .boxed(),
    }
}

/// Any state that the controls can reach.
fn states() -> impl Strategy<Value = State> {
    fields().map(|field| raw(field.kind)).collect::<Vec<_>>().prop_map(|raws| {
        let mut state = State::default();
        for (field, raw) in fields().zip(&raws) {
            // head is clamped by n_heads, which stands before it
            apply(&mut state, Origin::Link, field.key, raw);
        }
        state
    })
}

proptest! {
    #[test]
    fn every_state_survives_its_hash(state in states()) {
        let written = hash::write(&state);
        let (read, notices) = hash::read(&written);
        prop_assert!(notices.is_empty(), "{written}: {notices:?}");
        prop_assert_eq!(read, state);
    }

    #[test]
    fn no_hash_panics_or_leaves_the_bounds(text in "\\PC{0,200}") {
        let (state, _) = hash::read(&text);
        in_bounds(&state)?;
    }

    #[test]
    fn nonsense_in_every_field_is_named_and_changes_nothing(
        key in proptest::sample::select(fields().map(|f| f.key).collect::<Vec<_>>()),
        raw in "[a-z]{1,12}|NaN|inf|-inf|1e999|-1|1e9|0x10|,|-|:|1:2:3|9999999999999999999999",
    ) {
        let before = State::default();
        let mut state = before.clone();
        let notice = apply(&mut state, Origin::Link, key, &raw);
        in_bounds(&state)?;
        if state == before && raw != "auto" && key != "text" {
            let same = fields().any(|f| f.key == key && f.get(&before).to_text() == raw);
            prop_assert!(notice.is_some() || same, "{key}={raw} was dropped in silence");
        }
    }
}

#[test]
fn a_sequence_of_no_parts_is_refused() {
    for raw in ["", "-"] {
        let mut state = State::default();
        let notice = apply(&mut state, Origin::Link, "parts", raw);
        assert!(notice.is_some_and(|notice| notice.key == "parts"), "{raw:?}");
        assert_eq!(state, State::default());
    }
}

/// Every number lies within its field's bounds, and none is NaN.
fn in_bounds(state: &State) -> Result<(), TestCaseError> {
    for field in fields() {
        let text = field.get(state).to_text();
        let (min, max) = match field.kind {
            Kind::Integer { min, max, .. } => (min as f64, max as f64),
            Kind::Number { min, max, .. } => (min, max),
            Kind::AutoNumber { min, max } if text != "auto" => (min, max),
            _ => continue,
        };
        let value: f64 = text.parse().unwrap();
        prop_assert!((min..=max).contains(&value), "{} = {value}", field.key);
    }
    Ok(())
}

#[test]
fn every_key_is_one_field() {
    let mut keys: Vec<&str> = fields().map(|field| field.key).collect();
    keys.sort_unstable();
    let twice: Vec<_> = keys.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn the_defaults_lie_within_their_own_bounds() {
    in_bounds(&State::default()).unwrap();
    assert_eq!(hash::read(&hash::write(&State::default())), (State::default(), Vec::new()));
}

#[test]
fn problems_are_told_apart() {
    fn problem(key: &str, raw: &str) -> Option<Problem> {
        apply(&mut State::default(), Origin::Link, key, raw).map(|notice| notice.problem)
    }
    assert_eq!(problem("base", "NaN"), Some(Problem::NotANumber));
    assert_eq!(problem("base", "1e99"), Some(Problem::Clamped { to: "10000000".to_string() }));
    assert_eq!(problem("d_model", "17"), Some(Problem::Rounded { to: "16".to_string() }));
    assert_eq!(problem("d_model", "8"), Some(Problem::Clamped { to: "16".to_string() }));
    assert_eq!(problem("head", "9"), Some(Problem::FewerHeads { heads: 4, shown: 3 }));
    assert_eq!(problem("head", "3"), None);
    assert!(matches!(problem("scheme", "ropee"), Some(Problem::NotAChoice { .. })));
    assert_eq!(problem("nope", "1"), Some(Problem::UnknownKey));
    assert_eq!(problem("order", "0-0"), Some(Problem::BadList));
    assert_eq!(problem("slopes", "99:1"), Some(Problem::BadList));
    assert_eq!(problem("text", &"x".repeat(10_000)), Some(Problem::TooLong { max_chars: 8192 }));
    assert_eq!(problem("base", "500000"), None);
}

#[test]
fn a_newer_link_is_read_and_named() {
    let (state, notices) = hash::read("#v=99&scheme=rope");
    assert_eq!(state.scheme, "rope");
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].key, "v");
}

/// The table in the README is made from the schema: UPDATE_README=1 rewrites it.
#[test]
fn the_readme_lists_the_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = std::fs::read_to_string(path).unwrap();
    let (begin, end) = ("<!-- state keys: made by tests/state.rs -->\n", "<!-- end of state keys -->");
    let (before, rest) = readme.split_once(begin).expect("the README marks where the table begins");
    let (_, after) = rest.split_once(end).expect("the README marks where the table ends");
    let expected = format!("{before}{begin}{}{end}{after}", table());
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, &expected).unwrap();
    } else {
        assert!(
            readme == expected,
            "the README's table is not the schema's: run UPDATE_README=1 cargo test --test state"
        );
    }
}

fn table() -> String {
    let mut out = String::from("| key | values | default | meaning |\n| --- | --- | --- | --- |\n");
    for field in fields() {
        let values = match field.kind {
            Kind::Text { max_chars } => format!("text, at most {max_chars} characters"),
            Kind::Choice(choices) => {
                choices().iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", ")
            }
            Kind::Integer { min, max, step: 1 } => format!("{min} … {max}"),
            Kind::Integer { min, max, step } => format!("{min} … {max} in steps of {step}"),
            Kind::Number { min, max, .. } => format!("{min} … {max}"),
            Kind::AutoNumber { min, max } => format!("`auto`, {min} … {max}"),
            Kind::Order => "indices joined by `-`".to_string(),
            Kind::Slopes { max } => format!("`head:slope` joined by `-`, slopes 0 … {max}"),
            Kind::Set(choices) if choices().len() > 40 => "any keys of this table joined by `-`".to_string(),
            Kind::Set(choices) | Kind::Some(choices) => {
                format!(
                    "any of {} joined by `-`",
                    choices().iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(", ")
                )
            }
            Kind::List { max_len, min, max } => {
                format!("at most {max_len} numbers {min} … {max} joined by `-`")
            }
        };
        let default = field.get(&State::default()).to_text();
        let default = if default.is_empty() { "empty".to_string() } else { format!("`{default}`") };
        out += &format!("| `{}` | {values} | {default} | {} |\n", field.key, field.doc);
    }
    out
}
