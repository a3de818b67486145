//! The answer to a question, from what the page computed.

use super::ask::{Answer, Ask};
use super::expression::{Condition, Expr, Read};
use super::facts::{Facts, extreme};
use std::collections::BTreeSet;

/// What the reader expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Prediction {
    Number(f64),
    /// Row and column, from 0.
    Cell(usize, usize),
    /// The id of an option.
    Choice(String),
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub right: bool,
    pub answer: Prediction,
    /// The further numbers that the text names.
    pub values: Vec<(String, f64)>,
}

/// Checks `prediction`; `None` where the page has not the numbers, as when the settings leave no such token.
pub fn check(ask: &Ask, facts: &Facts, prediction: &Prediction) -> Option<Outcome> {
    let answer = answer(ask, facts)?;
    let right = match (&answer, prediction) {
        (Prediction::Number(found), Prediction::Number(guess)) => {
            (found - guess).abs() <= ask.tolerance + 1e-9
        }
        (Prediction::Cell(..), Prediction::Cell(i, j)) => is_extreme(ask, facts, *i, *j)?,
        (found, guess) => found == guess,
    };
    let value = |(name, expr): &(String, Expr)| Some((name.clone(), facts.number(expr)?));
    let values = ask.values.iter().map(value).collect::<Option<_>>()?;
    Some(Outcome { right, answer, values })
}

/// What every scene of a question needs: scene and name.
pub fn needs(ask: &Ask) -> BTreeSet<(usize, &'static str)> {
    let mut found = BTreeSet::new();
    let mut visit = |read: &Read| {
        found.insert((read.scene, read.name));
    };
    for (_, expr) in &ask.values {
        reads(expr, &mut visit);
    }
    match &ask.answer {
        Answer::Number(expr) | Answer::Nearest(expr) => reads(expr, &mut visit),
        Answer::Cell(read) => visit(read),
        Answer::Largest(all) | Answer::Smallest(all) => {
            all.iter().for_each(|(_, expr)| reads(expr, &mut visit))
        }
        Answer::Holds(Condition::Equal { left, right, .. } | Condition::Less { left, right }) => {
            reads(left, &mut visit);
            reads(right, &mut visit);
        }
    }
    found
}

fn reads(expr: &Expr, visit: &mut impl FnMut(&Read)) {
    match expr {
        Expr::Number(_) | Expr::State { .. } => (),
        Expr::Read(read) => visit(read),
        Expr::Pair(_, left, right) => {
            visit(left);
            visit(right);
        }
        Expr::Apply(_, parts) => parts.iter().for_each(|part| reads(part, visit)),
    }
}

fn answer(ask: &Ask, facts: &Facts) -> Option<Prediction> {
    let best = |all: &[(String, Expr)], sign: f64| {
        let values: Option<Vec<_>> =
            all.iter().map(|(id, expr)| Some((id, sign * facts.number(expr)?))).collect();
        let found = values?.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        found.map(|(id, _)| Prediction::Choice(id.clone()))
    };
    match &ask.answer {
        Answer::Number(expr) => facts.number(expr).map(Prediction::Number),
        Answer::Cell(read) => cell(facts, read),
        Answer::Largest(all) => best(all, 1.0),
        Answer::Smallest(all) => best(all, -1.0),
        Answer::Nearest(expr) => {
            let value = facts.number(expr)?;
            let off = |number: f64| (value / number).ln().abs();
            let options = ask.options.iter().filter_map(|option| Some((option, off(option.number?))));
            let found = options.min_by(|a, b| a.1.total_cmp(&b.1));
            found.map(|(option, _)| Prediction::Choice(option.id.clone()))
        }
        Answer::Holds(condition) => {
            let holds = match condition {
                Condition::Equal { left, right, within } => {
                    (facts.number(left)? - facts.number(right)?).abs() <= *within
                }
                Condition::Less { left, right } => facts.number(left)? < facts.number(right)?,
            };
            Some(Prediction::Choice(if holds { "yes" } else { "no" }.into()))
        }
    }
}

/// Row and column of the extreme entry of what `read` names: a matrix, or one row of it.
fn cell(facts: &Facts, read: &Read) -> Option<Prediction> {
    let (part, start) = facts.part(read)?;
    let at = extreme(&part.values, read.take)?;
    Some(match part.shape[..] {
        [_, columns] => Prediction::Cell(at / columns.max(1), at % columns.max(1)),
        [_] => Prediction::Cell(*start.last()?, at),
        _ => return None,
    })
}

/// Whether the cell holds the extreme value, be it one of several.
fn is_extreme(ask: &Ask, facts: &Facts, i: usize, j: usize) -> Option<bool> {
    let Answer::Cell(read) = &ask.answer else { return None };
    let (part, start) = facts.part(read)?;
    let best = *part.values.get(extreme(&part.values, read.take)?)?;
    let found = match part.shape[..] {
        [_, columns] if j < columns => part.values.get(i * columns + j),
        [_] if start.last() == Some(&i) => part.values.get(j),
        _ => None,
    };
    Some(found.is_some_and(|value| (value - best).abs() <= 1e-6 * best.abs().max(1e-30)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::facts::Tensor;
    use crate::lesson::{ask, json::Judge};
    use crate::state::State;
    use serde_json::{Value, json};

    fn tensor(shape: &[usize], values: &[f64]) -> Tensor {
        Tensor { shape: shape.to_vec(), values: values.to_vec() }
    }

    fn ask(kind: &str, answer: Value) -> Option<Ask> {
        let text = |t: &str| json!({ "en": t, "zh": t });
        let option = |id: &str, number: f64| json!({ "id": id, "text": text(id), "number": number });
        let asked = json!({
            "question": text("q"), "then": text("t"), "kind": kind, "answer": answer,
            "options": [option("yes", 1.0), option("no", 4.0)], "tolerance": 0.1,
        });
        let mut judge = Judge { step: Some(1), problems: Vec::new() };
        let read = ask::read(&asked, &mut judge);
        assert_eq!(read.is_none(), !judge.problems.is_empty(), "{:?}", judge.problems);
        read
    }

    /// One head of a 2 × 3 matrix; under the second scene everything is doubled.
    fn facts() -> Facts {
        let one = [0.1, 0.7, 0.2, 0.5, 0.25, 0.25];
        let mut facts = Facts { states: vec![State { query: 1, ..State::default() }; 2], ..Facts::default() };
        facts.tensors.insert((0, "weights"), tensor(&[1, 2, 3], &one));
        facts.tensors.insert((1, "weights"), tensor(&[1, 2, 3], &one.map(|x| 2.0 * x)));
        facts
    }

    fn number(answer: Value) -> Option<f64> {
        let ask = ask("number", answer).unwrap();
        match check(&ask, &facts(), &Prediction::Number(0.0))?.answer {
            Prediction::Number(x) => Some(x),
            _ => None,
        }
    }

    #[test]
    fn numbers_are_taken_from_tensors() {
        let of = |take: &str, at: Value| number(json!({ "data": "weights", "at": at, "take": take }));
        assert_eq!(of("value", json!([0, 0, 1])), Some(0.7));
        assert_eq!(of("value", json!(["head", "query", -1])), Some(0.25));
        assert_eq!(of("value", json!([0, 0, 3])), None, "out of the tensor");
        assert_eq!(of("value", json!([0, 0, -4])), None, "out of the tensor");
        assert_eq!(of("value", json!([0])), None, "no single value");
        assert_eq!(of("count", json!([])), Some(1.0));
        assert_eq!(of("count", json!([0])), Some(2.0));
        assert_eq!(of("argmax", json!([0, 0])), Some(1.0));
        assert_eq!(of("argmin", json!([0, 0])), Some(0.0));
        assert_eq!(of("distinct", json!([0, 1])), Some(2.0));
        assert_eq!(of("sum", json!([0, 1])), Some(1.0));
        assert_eq!(of("norm", json!([0, 0, 0])), Some(0.1));
        assert_eq!(of("max", json!([0])), Some(0.7));
        assert_eq!(of("min", json!([0])), Some(0.1));
    }

    #[test]
    fn numbers_are_put_together() {
        let plain = json!({ "data": "weights", "at": [0, 0, 1] });
        let doubled = json!({ "under": { "mask": "causal" }, "of": plain });
        let of = |op: &str| number(json!({ op: [doubled, plain] }));
        assert_eq!(of("ratio"), Some(2.0));
        assert_eq!(of("difference"), Some(0.7));
        assert_eq!(of("distance"), Some(0.7));
        assert_eq!(of("sum").map(|x| (x * 10.0).round()), Some(21.0));
        let all = json!({ "data": "weights" });
        assert_eq!(number(json!({ "gap": [all, { "under": { "mask": "causal" }, "of": all }] })), Some(0.7));
        let rows = json!([{ "data": "weights", "at": [0, 0] }, { "data": "weights", "at": [0, 1] }]);
        assert_eq!(number(json!({ "dot": rows })), Some(0.1 * 0.5 + 0.7 * 0.25 + 0.2 * 0.25));
        assert!(
            (number(json!({ "cosine": rows })).unwrap() - 0.275 / (0.54_f64 * 0.375).sqrt()).abs() < 1e-12
        );
        assert_eq!(number(json!({ "dot": [all, { "data": "weights", "at": [0] }] })), None, "other shapes");
        assert_eq!(number(json!({ "ratio": [plain, { "difference": [plain, plain] }] })), None, "not finite");
        assert_eq!(number(json!({ "sum": [{ "state": "query" }, 1] })), Some(2.0));
    }

    #[test]
    fn a_cell_is_right_where_the_value_is_extreme() {
        let whole = ask("cell", json!({ "data": "weights", "at": ["head"], "take": "argmax" })).unwrap();
        let right = |ask: &Ask, i, j| check(ask, &facts(), &Prediction::Cell(i, j)).unwrap().right;
        assert!(right(&whole, 0, 1) && !right(&whole, 1, 0) && !right(&whole, 9, 9));
        let row = ask("cell", json!({ "data": "weights", "at": [0, 1], "take": "argmin" })).unwrap();
        assert!(right(&row, 1, 1) && right(&row, 1, 2), "either of two equal ones");
        assert!(!right(&row, 0, 1), "of another row");
    }

    #[test]
    fn choices_are_found_by_what_was_computed() {
        let plain = json!({ "data": "weights", "at": [0, 0, 1] });
        let doubled = json!({ "under": { "mask": "causal" }, "of": plain });
        let of = |answer: Value| match check(
            &ask("choice", answer).unwrap(),
            &facts(),
            &Prediction::Number(0.0),
        ) {
            Some(Outcome { answer: Prediction::Choice(id), right: false, .. }) => id,
            other => panic!("{other:?}"),
        };
        assert_eq!(of(json!({ "largest": { "yes": plain, "no": doubled } })), "no");
        assert_eq!(of(json!({ "smallest": { "yes": plain, "no": doubled } })), "yes");
        assert_eq!(
            of(json!({ "nearest": { "ratio": [doubled, plain] } })),
            "yes",
            "2 is as near to 1 as to 4: the first"
        );
        assert_eq!(of(json!({ "nearest": { "product": [3, { "ratio": [doubled, plain] }] } })), "no");
        assert_eq!(of(json!({ "holds": { "less": [plain, doubled] } })), "yes");
        assert_eq!(of(json!({ "holds": { "equal": [plain, doubled], "within": 0.01 } })), "no");
    }

    #[test]
    fn a_question_may_look_under_other_settings_as_a_whole() {
        let asked = json!({
            "question": { "en": "q", "zh": "q" }, "then": { "en": "t", "zh": "t" }, "kind": "number",
            "under": { "mask": "causal" }, "answer": { "data": "weights", "at": [0, 0, 1] },
            "values": { "inner": { "under": { "mask": "full" }, "of": { "data": "weights", "at": [0, 0, 1] } } },
        });
        let mut judge = Judge { step: None, problems: Vec::new() };
        let ask = ask::read(&asked, &mut judge).unwrap();
        assert_eq!(ask.scenes.iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(needs(&ask).into_iter().map(|(scene, _)| scene).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn an_answer_that_was_typed_or_is_nonsense_is_refused() {
        assert_eq!(ask("number", json!(42)), None);
        assert_eq!(ask("number", json!({ "sum": [40, 2] })), None);
        assert_eq!(ask("number", json!({ "data": "passwords" })), None);
        assert_eq!(ask("number", json!({ "eval": "1" })), None);
        assert_eq!(ask("choice", json!({ "largest": { "maybe": { "state": "base" }, "no": 1 } })), None);
        assert_eq!(ask("cell", json!({ "data": "weights", "at": [0] })), None, "takes no place");
        let deep = (0..50).fold(json!({ "state": "base" }), |inner, _| json!({ "sum": [inner] }));
        assert_eq!(ask("number", deep), None);
    }

    #[test]
    fn every_scene_is_needed_once() {
        let read = json!({ "data": "weights" });
        let under = |mask: &str| json!({ "under": { "mask": mask }, "of": read });
        let ask = ask(
            "number",
            json!({ "sum": [{ "gap": [read, under("causal")] }, { "gap": [under("causal"), under("full")] }] }),
        );
        let ask = ask.unwrap();
        assert_eq!(ask.scenes.len(), 3);
        assert_eq!(
            needs(&ask).into_iter().collect::<Vec<_>>(),
            [(0, "weights"), (1, "weights"), (2, "weights")]
        );
    }
}
