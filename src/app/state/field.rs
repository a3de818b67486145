//! What one entry of the schema says: name, kind, bounds, and how to read and write it.

use super::State;
use crate::position::parameter::{Kind, Parameter, Value};

/// One entry of the schema.
pub struct Field {
    pub key: &'static str,
    pub kind: Kind,
    /// One sentence for the README's table.
    pub doc: &'static str,
    /// Whether a shared link carries it. Language, theme and backend are the reader's own unless fixed.
    pub shared: bool,
    pub(super) access: Access,
}

/// A field that stands in the part `$part` of the state.
macro_rules! part_field {
    ($part:ident, $key:ident, $variant:ident, $kind:expr, $doc:expr) => {
        Field {
            key: stringify!($key),
            kind: $kind,
            doc: $doc,
            shared: true,
            access: Access::Own {
                get: |s| Value::$variant(s.$part.$key.clone()),
                set: |s, value| {
                    if let Value::$variant(value) = value {
                        s.$part.$key = value;
                    }
                },
            },
        }
    };
}

pub(super) use part_field;

/// Where a field's value stands in the state.
pub(super) enum Access {
    /// In a field of its own.
    Own { get: fn(&State) -> Value, set: fn(&mut State, Value) },
    /// Among the parameters of the schemes.
    Scheme(&'static Parameter),
}

impl Field {
    /// The entry of a scheme's parameter.
    pub(super) fn of(parameter: &'static Parameter) -> Self {
        let Parameter { key, kind, doc, .. } = *parameter;
        Field { key, kind, doc, shared: true, access: Access::Scheme(parameter) }
    }

    pub fn get(&self, state: &State) -> Value {
        match &self.access {
            Access::Own { get, .. } => get(state),
            Access::Scheme(parameter) => (parameter.get)(&state.params),
        }
    }

    /// Ignores a value of another type.
    pub fn set(&self, state: &mut State, value: Value) {
        match &self.access {
            Access::Own { set, .. } => set(state, value),
            Access::Scheme(parameter) => (parameter.set)(&mut state.params, value),
        }
    }
}
