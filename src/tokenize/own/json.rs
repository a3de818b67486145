//! Reading a tokenizer.json part by part, with errors that name the part.

use super::error::{OwnError, Place};
use serde_json::{Map, Value};

/// An object and the name under which the reader finds it in the file.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    object: &'a Map<String, Value>,
    name: &'a str,
}

impl<'a> Part<'a> {
    pub fn new(value: &'a Value, name: &'a str) -> Result<Self, OwnError> {
        let object = value.as_object().ok_or_else(|| OwnError::Wrong(Place::Field(name.to_owned())))?;
        Ok(Part { object, name })
    }

    /// A field that is neither absent nor null.
    pub fn get(self, key: &str) -> Option<&'a Value> {
        self.object.get(key).filter(|value| !value.is_null())
    }

    pub fn need(self, key: &str) -> Result<&'a Value, OwnError> {
        self.get(key).ok_or_else(|| OwnError::Missing(self.path(key)))
    }

    pub fn text(self, key: &str) -> Result<Option<&'a str>, OwnError> {
        self.get(key).map(|value| value.as_str().ok_or_else(|| self.wrong(key))).transpose()
    }

    pub fn flag(self, key: &str, default: bool) -> Result<bool, OwnError> {
        self.get(key).map_or(Ok(default), |value| value.as_bool().ok_or_else(|| self.wrong(key)))
    }

    pub fn list(self, key: &str) -> Result<&'a [Value], OwnError> {
        self.need(key)?.as_array().map(Vec::as_slice).ok_or_else(|| self.wrong(key))
    }

    /// The field `type`.
    pub fn kind(self) -> Result<&'a str, OwnError> {
        self.text("type")?.ok_or_else(|| OwnError::Missing(self.path("type")))
    }

    pub fn wrong(self, key: &str) -> OwnError {
        OwnError::Wrong(self.path(key))
    }

    fn path(self, key: &str) -> Place {
        Place::Field(if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) })
    }
}
