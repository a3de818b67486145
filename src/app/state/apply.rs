//! Setting one field from text, whoever sent it: the hash, `window.locus.set` or a number box.
//!
//! A number out of range is clamped, nonsense is refused, and either is told to the reader by name.

use super::State;
use super::field::Field;
use super::schema::field;
use crate::position::parameter::{Kind, Value};

/// What was wrong with a value, for one sentence by the control.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// No field has this name.
    UnknownKey,
    /// Not a finite number.
    NotANumber,
    /// Within the bounds, but between two steps; the nearest was taken.
    Rounded { to: String },
    /// There are only so many heads; this one is shown.
    FewerHeads { heads: u64, shown: u64 },
    /// There are only so many tokens; the last one is taken.
    FewerTokens { tokens: usize },
    /// Not a string, where one is wanted.
    NotText,
    /// Out of range; this was taken.
    Clamped { to: String },
    /// None of these choices.
    NotAChoice { choices: &'static [&'static str] },
    /// Longer than this many characters; the beginning was taken.
    TooLong { max_chars: usize },
    /// Not a list of the expected form.
    BadList,
    /// A list names these, which are not known; it holds without them.
    LeftOut { names: String },
    /// The end of the link is missing.
    CutLink,
    /// The packed text of the link is none.
    BrokenLink,
}

/// Who set a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The address.
    Link,
    /// A state file.
    File,
    /// `locus.set`.
    Script,
    /// A lesson file.
    Lesson,
    /// The reader, on the page.
    Control,
}

/// A problem with a value that was given for `key`.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub origin: Origin,
    pub key: String,
    pub given: String,
    pub problem: Problem,
}

impl Notice {
    /// A notice whose key and value are cut to what fits a sentence.
    pub fn new(origin: Origin, key: &str, given: &str, problem: Problem) -> Self {
        let short = |text: &str| text.chars().take(40).collect();
        Notice { origin, key: short(key), given: short(given), problem }
    }
}

/// Sets `key` to the value that `raw` spells. Clamped values are set and reported; nonsense leaves the state as it was.
pub fn apply(state: &mut State, origin: Origin, key: &str, raw: &str) -> Option<Notice> {
    let notice = |problem| Some(Notice::new(origin, key, raw, problem));
    let Some(field) = field(key) else { return notice(Problem::UnknownKey) };
    match parse(field, raw) {
        Ok((value, problem)) => {
            let head = if let ("head", Value::Integer(head)) = (key, &value) { *head } else { 0 };
            field.set(state, value);
            normalize(state);
            let missing = (head > state.head)
                .then_some(Problem::FewerHeads { heads: state.n_heads, shown: state.head });
            missing.or(problem).and_then(notice)
        }
        Err(problem) => notice(problem),
    }
}

/// [`apply`] for many; `head` comes last, since it depends on `n_heads`.
pub fn apply_all<K: AsRef<str>>(state: &mut State, origin: Origin, pairs: &[(K, String)]) -> Vec<Notice> {
    let is_head = |(key, _): &&(K, String)| key.as_ref() == "head";
    let first = pairs.iter().filter(|pair| !is_head(pair));
    let ordered = first.chain(pairs.iter().filter(is_head));
    ordered.filter_map(|(key, raw)| apply(state, origin, key.as_ref(), raw)).collect()
}

/// What holds between fields: the shown head exists.
fn normalize(state: &mut State) {
    state.head = state.head.min(state.n_heads.saturating_sub(1));
}

type Parsed = (Value, Option<Problem>);

fn parse(field: &Field, raw: &str) -> Result<Parsed, Problem> {
    match field.kind {
        Kind::Text { max_chars } => Ok(text(raw, max_chars)),
        Kind::Choice(choices) => choice(raw, choices()),
        Kind::Integer { min, max, step } => integer(raw, min, max, step),
        Kind::Number { min, max, .. } => number(raw, min, max),
        Kind::AutoNumber { .. } if raw == "auto" => Ok((Value::Auto, None)),
        Kind::AutoNumber { min, max } => number(raw, min, max),
        Kind::Order => order(raw),
        Kind::Slopes { max } => slopes(raw, max),
        Kind::List { max_len, min, max } => list(raw, max_len, min, max),
        Kind::Some(choices) if raw.is_empty() => Err(Problem::NotAChoice { choices: choices() }),
        Kind::Set(choices) | Kind::Some(choices) => set(raw, choices()),
    }
}

fn text(raw: &str, max_chars: usize) -> Parsed {
    match raw.char_indices().nth(max_chars) {
        None => (Value::Text(raw.to_string()), None),
        Some((cut, _)) => (Value::Text(raw[..cut].to_string()), Some(Problem::TooLong { max_chars })),
    }
}

fn choice(raw: &str, choices: &'static [&'static str]) -> Result<Parsed, Problem> {
    let found = choices.iter().find(|choice| **choice == raw);
    found.map(|choice| (Value::Choice(choice), None)).ok_or(Problem::NotAChoice { choices })
}

fn finite(raw: &str) -> Result<f64, Problem> {
    raw.trim().parse().ok().filter(|x: &f64| x.is_finite()).ok_or(Problem::NotANumber)
}

fn number(raw: &str, min: f64, max: f64) -> Result<Parsed, Problem> {
    let given = finite(raw)?;
    let taken = given.clamp(min, max);
    let problem = (taken != given).then(|| Problem::Clamped { to: taken.to_string() });
    Ok((Value::Number(taken), problem))
}

fn integer(raw: &str, min: u64, max: u64, step: u64) -> Result<Parsed, Problem> {
    let given = finite(raw)?;
    let steps = ((given.clamp(min as f64, max as f64) - min as f64) / step as f64).round() as u64;
    let taken = (min + steps * step).min(max);
    let to = taken.to_string();
    let problem = if taken as f64 == given {
        None
    } else if (min as f64..=max as f64).contains(&given) {
        Some(Problem::Rounded { to })
    } else {
        Some(Problem::Clamped { to })
    };
    Ok((Value::Integer(taken), problem))
}

/// The most indices an order may list: as many tokens as the page attends to.
const MAX_ORDER: usize = 512;

fn order(raw: &str) -> Result<Parsed, Problem> {
    if raw.is_empty() {
        return Ok((Value::Order(Vec::new()), None));
    }
    let order: Vec<usize> =
        raw.split('-').map(str::parse).collect::<Result<_, _>>().map_err(|_| Problem::BadList)?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    let permutation = sorted.iter().enumerate().all(|(at, &index)| at == index);
    if permutation && order.len() <= MAX_ORDER {
        Ok((Value::Order(order), None))
    } else {
        Err(Problem::BadList)
    }
}

fn slopes(raw: &str, max: f64) -> Result<Parsed, Problem> {
    if raw.is_empty() {
        return Ok((Value::Slopes(Vec::new()), None));
    }
    let mut problem = None;
    let mut slopes = Vec::new();
    for part in raw.split('-') {
        let (head, slope) = part.split_once(':').ok_or(Problem::BadList)?;
        let head: usize = head.parse().map_err(|_| Problem::BadList)?;
        let given = finite(slope).map_err(|_| Problem::BadList)?;
        let taken = given.clamp(0.0, max);
        if head >= 32 {
            return Err(Problem::BadList);
        }
        if taken != given {
            problem = Some(Problem::Clamped { to: taken.to_string() });
        }
        slopes.retain(|(h, _)| *h != head);
        slopes.push((head, taken));
    }
    Ok((Value::Slopes(slopes), problem))
}

/// More unknown names of a list are not told.
const MOST_NAMED: usize = 4;

fn set(raw: &str, choices: &'static [&'static str]) -> Result<Parsed, Problem> {
    let mut chosen: Vec<&'static str> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    for part in raw.split('-').filter(|part| !part.is_empty()) {
        match choices.iter().find(|choice| **choice == part) {
            Some(found) if chosen.contains(found) => {}
            Some(found) => chosen.push(found),
            None if unknown.len() < MOST_NAMED => unknown.push(part.chars().take(24).collect()),
            None => {}
        }
    }
    if chosen.is_empty() && unknown.is_empty() && !raw.is_empty() {
        unknown.push(raw.chars().take(24).collect()); // nothing but dashes names nothing
    }
    let problem = (!unknown.is_empty()).then(|| Problem::LeftOut { names: unknown.join(", ") });
    match problem {
        Some(problem) if chosen.is_empty() => Err(problem),
        problem => Ok((Value::Set(chosen), problem)),
    }
}

fn list(raw: &str, max_len: usize, min: f64, max: f64) -> Result<Parsed, Problem> {
    if raw.is_empty() {
        return Ok((Value::List(Vec::new()), None));
    }
    let given: Vec<f64> =
        raw.split('-').map(finite).collect::<Result<_, _>>().map_err(|_| Problem::BadList)?;
    if given.len() > max_len {
        return Err(Problem::BadList);
    }
    let taken: Vec<f64> = given.iter().map(|x| x.clamp(min, max)).collect();
    let clamped = given.iter().zip(&taken).find(|(given, taken)| given != taken);
    let problem = clamped.map(|(_, to)| Problem::Clamped { to: to.to_string() });
    Ok((Value::List(taken), problem))
}
