//! Typed reading of a JSON object. A key that is absent or null gives nothing; one of another kind is an error.

use super::ConfigError;
use serde_json::{Map, Value};

/// An object's fields.
#[derive(Clone, Copy)]
pub struct Fields<'a>(pub &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// What is there, null left out.
    pub fn value(self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// The first of `keys` that is there.
    fn first(self, keys: &[&'static str]) -> Option<(&'static str, &'a Value)> {
        keys.iter().find_map(|key| Some((*key, self.value(key)?)))
    }

    pub fn text(self, key: &str) -> Option<&'a str> {
        self.value(key)?.as_str()
    }

    pub fn flag(self, key: &str) -> Option<bool> {
        self.value(key)?.as_bool()
    }

    pub fn object(self, key: &str) -> Option<Fields<'a>> {
        self.value(key)?.as_object().map(Fields)
    }

    /// The number under the first of `keys` that is there.
    pub fn number(self, keys: &[&'static str]) -> Result<Option<f64>, ConfigError> {
        let Some((key, value)) = self.first(keys) else { return Ok(None) };
        value.as_f64().map(Some).ok_or_else(|| ConfigError::WrongKind { key: key.to_owned() })
    }

    /// The same, above 0.
    pub fn positive(self, keys: &[&'static str]) -> Result<Option<f64>, ConfigError> {
        match self.number(keys)? {
            Some(value) if value <= 0.0 => Err(self.out_of_range(keys, value)),
            other => Ok(other),
        }
    }

    /// The same, a whole number below a million.
    pub fn count(self, keys: &[&'static str]) -> Result<Option<usize>, ConfigError> {
        match self.positive(keys)? {
            Some(value) if value.fract() != 0.0 || value >= 1e6 => Err(self.out_of_range(keys, value)),
            other => Ok(other.map(|value| value as usize)),
        }
    }

    fn out_of_range(self, keys: &[&'static str], value: f64) -> ConfigError {
        let key = self.first(keys).map_or("", |(key, _)| key);
        ConfigError::OutOfRange { key: key.to_owned(), value }
    }

    /// A list of numbers.
    pub fn list(self, key: &'static str) -> Result<Option<Vec<f64>>, ConfigError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let numbers = value.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
        numbers.map(Some).ok_or_else(|| ConfigError::WrongKind { key: key.to_owned() })
    }
}
