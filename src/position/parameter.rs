//! What a scheme can be told: one [`Parameter`] for each thing. The page's controls, the link, `window.locus` and
//! the README's table are made from these lists, so a scheme that declares its parameters in its own file has them all.

use super::Params;

/// A value of a parameter.
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
    /// Numbers in a row.
    List(Vec<f64>),
    /// Some of the choices, in the reader's order.
    Set(Vec<&'static str>),
}

/// The type of a value, with its bounds.
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
    /// At most `max_len` numbers within the bounds, joined by `-`; may be empty.
    List {
        max_len: usize,
        min: f64,
        max: f64,
    },
    /// Some of these, each at most once, joined by `-`; may be empty.
    Set(fn() -> &'static [&'static str]),
    /// The same with at least one.
    Some(fn() -> &'static [&'static str]),
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
            Value::List(numbers) => join(numbers.iter().map(f64::to_string)),
            Value::Set(chosen) => chosen.join("-"),
        }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("-")
}

/// One thing that a scheme can be told.
pub struct Parameter {
    /// Its name in the state, as papers and Hugging Face spell it.
    pub key: &'static str,
    pub kind: Kind,
    /// One sentence for the README's table.
    pub doc: &'static str,
    /// Whether it has an effect, given the others: a control without one is not shown.
    pub shown: fn(&Params) -> bool,
    pub get: fn(&Params) -> Value,
    /// Ignores a value of another type.
    pub set: fn(&mut Params, Value),
}

impl Parameter {
    /// The same parameter, shown only when `shown` says so.
    pub const fn when(self, shown: fn(&Params) -> bool) -> Self {
        Parameter { shown, ..self }
    }
}

/// An enum whose variants have names in the state; made by [`choices!`](crate::choices).
pub trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [Self];
    /// The names of [`Self::ALL`], in the same order.
    const IDS: &'static [&'static str];

    fn id(self) -> &'static str {
        let at = Self::ALL.iter().position(|choice| *choice == self);
        at.and_then(|at| Self::IDS.get(at)).copied().unwrap_or_default()
    }

    fn by_id(id: &str) -> Option<Self> {
        let at = Self::IDS.iter().position(|name| *name == id)?;
        Self::ALL.get(at).copied()
    }
}

/// `choices! { /// … pub enum Name { /// … Variant = "id", … } }`: the enum, and [`Choice`] for it.
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$note:meta])* $variant:ident = $id:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$note])* $variant),+ }

        impl $crate::position::parameter::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            const IDS: &'static [&'static str] = &[$($id),+];
        }
    };
}

/// `parameter!(rope.base: number 1e2..1e7 log, "…")`: the parameter whose value is `params.rope.base` and whose
/// key is `base`. Kinds: `choice Type` (see [`choices!`](crate::choices)), `integer min..max` (optionally `step n`),
/// `number min..max` (optionally `log`), `auto min..max` for an `Option<f64>`, `list max_len of min..max` for a `Vec<f64>`.
#[macro_export]
macro_rules! parameter {
    (@make $scheme:ident.$key:ident, $kind:expr, $doc:expr, $get:expr, $set:expr) => {
        $crate::position::parameter::Parameter {
            key: stringify!($key),
            kind: $kind,
            doc: $doc,
            shown: |_| true,
            get: $get,
            set: $set,
        }
    };
    ($scheme:ident.$key:ident: choice $choices:ty, $doc:expr) => {
        $crate::parameter!(
            @make $scheme.$key,
            $crate::position::parameter::Kind::Choice(|| <$choices as $crate::position::parameter::Choice>::IDS),
            $doc,
            |p| $crate::position::parameter::Value::Choice($crate::position::parameter::Choice::id(p.$scheme.$key)),
            |p, value| {
                if let $crate::position::parameter::Value::Choice(id) = value {
                    if let Some(choice) = <$choices as $crate::position::parameter::Choice>::by_id(id) {
                        p.$scheme.$key = choice;
                    }
                }
            }
        )
    };
    ($scheme:ident.$key:ident: integer $min:literal..$max:literal $(step $step:literal)?, $doc:expr) => {
        $crate::parameter!(
            @make $scheme.$key,
            $crate::position::parameter::Kind::Integer { min: $min, max: $max, step: { let _step = 1; $(let _step = $step;)? _step } },
            $doc,
            |p| $crate::position::parameter::Value::Integer(p.$scheme.$key as u64),
            |p, value| {
                if let $crate::position::parameter::Value::Integer(n) = value {
                    p.$scheme.$key = n as _;
                }
            }
        )
    };
    ($scheme:ident.$key:ident: number $min:literal..$max:literal log, $doc:expr) => {
        $crate::parameter!(@number $scheme.$key, $min, $max, true, $doc)
    };
    ($scheme:ident.$key:ident: number $min:literal..$max:literal, $doc:expr) => {
        $crate::parameter!(@number $scheme.$key, $min, $max, false, $doc)
    };
    (@number $scheme:ident.$key:ident, $min:literal, $max:literal, $log:literal, $doc:expr) => {
        $crate::parameter!(
            @make $scheme.$key,
            $crate::position::parameter::Kind::Number { min: $min, max: $max, log: $log },
            $doc,
            |p| $crate::position::parameter::Value::Number(p.$scheme.$key),
            |p, value| {
                if let $crate::position::parameter::Value::Number(x) = value {
                    p.$scheme.$key = x;
                }
            }
        )
    };
    ($scheme:ident.$key:ident: auto $min:literal..$max:literal, $doc:expr) => {
        $crate::parameter!(
            @make $scheme.$key,
            $crate::position::parameter::Kind::AutoNumber { min: $min, max: $max },
            $doc,
            |p| p.$scheme.$key.map_or($crate::position::parameter::Value::Auto, $crate::position::parameter::Value::Number),
            |p, value| match value {
                $crate::position::parameter::Value::Auto => p.$scheme.$key = None,
                $crate::position::parameter::Value::Number(x) => p.$scheme.$key = Some(x),
                _ => {}
            }
        )
    };
    ($scheme:ident.$key:ident: list $max_len:literal of $min:literal..$max:literal, $doc:expr) => {
        $crate::parameter!(
            @make $scheme.$key,
            $crate::position::parameter::Kind::List { max_len: $max_len, min: $min, max: $max },
            $doc,
            |p| $crate::position::parameter::Value::List(p.$scheme.$key.clone()),
            |p, value| {
                if let $crate::position::parameter::Value::List(numbers) = value {
                    p.$scheme.$key = numbers;
                }
            }
        )
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::SCHEMES;
    use std::collections::BTreeMap;

    /// Every parameter takes back what it gives, keeps its default within its bounds, and keys do not clash.
    #[test]
    fn every_parameter_reads_back_what_it_was_set_to() {
        let mut kinds = BTreeMap::new();
        for parameter in SCHEMES.iter().flat_map(|scheme| scheme.parameters()).copied().flatten() {
            let mut params = Params::default();
            let value = (parameter.get)(&params);
            (parameter.set)(&mut params, value);
            assert_eq!(params, Params::default(), "{}", parameter.key);
            let other = match parameter.kind {
                Kind::Choice(ids) => Value::Choice(ids()[ids().len() - 1]),
                Kind::Integer { max, .. } => Value::Integer(max),
                Kind::Number { max, .. } | Kind::AutoNumber { max, .. } => Value::Number(max),
                Kind::Slopes { max } => Value::Slopes(vec![(1, max)]),
                Kind::List { max, .. } => Value::List(vec![max]),
                Kind::Text { .. } | Kind::Order | Kind::Set(_) | Kind::Some(_) => {
                    panic!("no scheme has such a parameter")
                }
            };
            (parameter.set)(&mut params, other.clone());
            assert_eq!((parameter.get)(&params), other, "{}", parameter.key);
            if let Some(before) = kinds.insert(parameter.key, parameter.doc) {
                assert_eq!(before, parameter.doc, "two parameters are called {}", parameter.key);
            }
        }
        assert!(kinds.len() >= 9);
    }
}
