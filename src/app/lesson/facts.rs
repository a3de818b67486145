//! The numbers that an expression of a lesson stands for, from what the page computed.

use super::expression::{Expr, Index, Op, Pair, Read, Take};
use crate::state::{self, State, Value};
use std::collections::{BTreeSet, HashMap};

/// Numbers of `locus.data`, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    pub shape: Vec<usize>,
    pub values: Vec<f64>,
}

/// What the page computed under the settings of each scene of a question.
#[derive(Default)]
pub struct Facts {
    pub states: Vec<State>,
    pub tensors: HashMap<(usize, &'static str), Tensor>,
}

impl Facts {
    /// The number that `expr` stands for; `None` where something of it is missing, or the result is not finite.
    pub fn number(&self, expr: &Expr) -> Option<f64> {
        let found = match expr {
            Expr::Number(number) => *number,
            Expr::State { scene, key } => self.field(*scene, key)?,
            Expr::Read(read) => self.taken(read)?,
            Expr::Pair(pair, left, right) => compared(*pair, &self.part(left)?.0, &self.part(right)?.0)?,
            Expr::Apply(op, parts) => {
                let parts: Option<Vec<f64>> = parts.iter().map(|part| self.number(part)).collect();
                applied(*op, &parts?)?
            }
        };
        found.is_finite().then_some(found)
    }

    fn field(&self, scene: usize, key: &str) -> Option<f64> {
        match state::field(key)?.get(self.states.get(scene)?) {
            Value::Integer(n) => Some(n as f64),
            Value::Number(x) => Some(x),
            _ => None,
        }
    }

    /// The part of a tensor that `read` names, and the places along the axes before it.
    pub fn part(&self, read: &Read) -> Option<(Tensor, Vec<usize>)> {
        let tensor = self.tensors.get(&(read.scene, read.name))?;
        let (mut start, mut size, mut places) = (0, tensor.values.len(), Vec::new());
        for (index, extent) in read.at.iter().zip(&tensor.shape) {
            let place = match index {
                Index::At(place) if *place < 0 => extent.checked_add_signed(isize::try_from(*place).ok()?)?,
                Index::At(place) => usize::try_from(*place).ok()?,
                Index::Field(key) => self.field(read.scene, key)? as usize,
            };
            if place >= *extent {
                return None;
            }
            size /= extent;
            start += place * size;
            places.push(place);
        }
        let shape = tensor.shape.get(read.at.len()..)?.to_vec();
        let values = tensor.values.get(start..start.checked_add(size)?)?.to_vec();
        Some((Tensor { shape, values }, places))
    }

    fn taken(&self, read: &Read) -> Option<f64> {
        let (part, _) = self.part(read)?;
        let (shape, values) = (part.shape, part.values);
        Some(match read.take {
            Take::Count => *shape.get(read.axis)? as f64,
            Take::Value if values.len() == 1 => *values.first()?,
            Take::Value => return None,
            Take::Distinct => {
                values.iter().map(|value| value.to_bits()).collect::<BTreeSet<_>>().len() as f64
            }
            Take::Sum => values.iter().sum(),
            Take::Mean => values.iter().sum::<f64>() / values.len() as f64,
            Take::Max => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Take::Min => values.iter().copied().fold(f64::INFINITY, f64::min),
            Take::Norm => values.iter().map(|x| x * x).sum::<f64>().sqrt(),
            Take::Argmax | Take::Argmin => extreme(&values, read.take)? as f64,
        })
    }
}

fn compared(pair: Pair, left: &Tensor, right: &Tensor) -> Option<f64> {
    if left.shape != right.shape {
        return None;
    }
    let both = || left.values.iter().zip(&right.values);
    let dot = || both().map(|(a, b)| a * b).sum::<f64>();
    let norm = |tensor: &Tensor| tensor.values.iter().map(|x| x * x).sum::<f64>().sqrt();
    Some(match pair {
        Pair::Gap => both().map(|(a, b)| (a - b).abs()).fold(0.0, f64::max),
        Pair::Dot => dot(),
        Pair::Cosine => dot() / (norm(left) * norm(right)),
    })
}

fn applied(op: Op, parts: &[f64]) -> Option<f64> {
    let (first, rest) = parts.split_first()?;
    Some(match op {
        Op::Difference => rest.iter().fold(*first, |so_far, x| so_far - x),
        Op::Distance => (first - rest.iter().sum::<f64>()).abs(),
        Op::Ratio => rest.iter().fold(*first, |so_far, x| so_far / x),
        Op::Sum => parts.iter().sum(),
        Op::Product => parts.iter().product(),
    })
}

/// The place of the largest value, or under [`Take::Argmin`] of the smallest.
pub fn extreme(values: &[f64], take: Take) -> Option<usize> {
    let sign = if take == Take::Argmin { -1.0 } else { 1.0 };
    // the first of equals
    let better = |best: Option<(usize, f64)>, (at, value): (usize, f64)| match best {
        Some((_, before)) if before >= value => best,
        _ => Some((at, value)),
    };
    values.iter().map(|value| sign * value).enumerate().fold(None, better).map(|(at, _)| at)
}
