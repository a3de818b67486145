//! What one entry of the schema says: name, kind, bounds, and how to read and write it.

use super::State;

/// A value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    /// One of the choices.
    Choice(&'static str),
    Integer(u64),
    Number(f64),
    /// A number, or the scheme's own rule.
    Auto,
    /// Token indices in the order in which they stand.
    Order(Vec<usize>),
    /// (head, slope) for each slope the reader has set.
    Slopes(Vec<(usize, f64)>),
}

/// The type of a field, with its bounds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Text {
        max_chars: usize,
    },
    Choice(fn() -> &'static [&'static str]),
    Integer {
        min: u64,
        max: u64,
        step: u64,
    },
    /// `log`: the slider moves in equal ratios.
    Number {
        min: f64,
        max: f64,
        log: bool,
    },
    /// A number within the bounds, or `auto`.
    AutoNumber {
        min: f64,
        max: f64,
    },
    /// A permutation as indices joined by `-`; empty for the text's own order.
    Order,
    /// `head:slope` pairs joined by `-`.
    Slopes {
        max: f64,
    },
}

/// One entry of the schema.
pub struct Field {
    pub key: &'static str,
    pub kind: Kind,
    /// One sentence for the README's table.
    pub doc: &'static str,
    pub get: fn(&State) -> Value,
    /// Ignores a value of another type.
    pub set: fn(&mut State, Value),
    /// Whether a shared link carries it. Language, theme and backend are the reader's own unless fixed.
    pub shared: bool,
}

impl Value {
    /// The value as it stands in the hash.
    pub fn to_text(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Choice(choice) => (*choice).to_string(),
            Value::Integer(n) => n.to_string(),
            Value::Number(x) => x.to_string(),
            Value::Auto => "auto".to_string(),
            Value::Order(order) => join(order.iter().map(usize::to_string)),
            Value::Slopes(slopes) => join(slopes.iter().map(|(head, m)| format!("{head}:{m}"))),
        }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("-")
}
