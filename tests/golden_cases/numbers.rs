//! Nested JSON lists of numbers as arrays.

use locus::matrix::Matrix64;
use ndarray::{ArrayD, Ix2, IxDyn};
use serde::{Deserialize, Deserializer, de::Error};
use serde_json::Value;

/// An array of any rank. `"-inf"` is a string in JSON; `null`, a value that there is not, becomes NaN.
pub struct Numbers(pub ArrayD<f64>);

impl Numbers {
    /// As a matrix, if it has two axes.
    pub fn matrix(&self) -> Option<Matrix64> {
        self.0.clone().into_dimensionality::<Ix2>().ok()
    }

    /// The array with `x` where there is no value.
    pub fn null_as(&self, x: f64) -> ArrayD<f64> {
        self.0.mapv(|entry| if entry.is_nan() { x } else { entry })
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let (mut shape, mut values) = (Vec::new(), Vec::new());
        flatten(&value, 0, &mut shape, &mut values).map_err(D::Error::custom)?;
        ArrayD::from_shape_vec(IxDyn(&shape), values).map(Numbers).map_err(D::Error::custom)
    }
}

/// Appends the numbers of `value`; the first list of each depth sets the shape and the others must agree.
fn flatten(value: &Value, depth: usize, shape: &mut Vec<usize>, out: &mut Vec<f64>) -> Result<(), String> {
    match value {
        Value::Number(number) if depth == shape.len() => {
            out.push(number.as_f64().ok_or("not a number")?);
            Ok(())
        }
        Value::String(text) if text == "-inf" && depth == shape.len() => {
            out.push(f64::NEG_INFINITY);
            Ok(())
        }
        Value::Null if depth == shape.len() => {
            out.push(f64::NAN);
            Ok(())
        }
        Value::Array(items) => {
            if depth == shape.len() && out.is_empty() {
                shape.push(items.len());
            }
            if shape.get(depth) != Some(&items.len()) {
                return Err("a list of another length than its neighbours".into());
            }
            items.iter().try_for_each(|item| flatten(item, depth + 1, shape, out))
        }
        other => Err(format!("{other} where a number should be")),
    }
}
