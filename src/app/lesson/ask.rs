//! A question: predict, then check against what the page computes.

use super::expression::{Condition, Expr, Read, Reader, Take};
use super::format::Texts;
use super::json::{Judge, Pairs};
use super::problem::What;
use serde_json::Value;
use std::collections::BTreeSet;

const MAX_OPTIONS: usize = 6;
const MAX_VALUES: usize = 8;

#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    pub question: Texts,
    pub answer: Answer,
    /// What can be chosen, where something is.
    pub options: Vec<Choice>,
    /// How far a number may be off.
    pub tolerance: f64,
    /// Said after the check; `{answer}` and the names of `values` in braces are filled in.
    pub then: Texts,
    /// Further numbers for `then`.
    pub values: Vec<(String, Expr)>,
    /// Settings that show the answer, taken after the check.
    pub show: Pairs,
    /// The settings under which `answer` and `values` look, by scene; the first has none.
    pub scenes: Vec<Pairs>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub id: String,
    pub text: Texts,
    /// For [`Answer::Nearest`].
    pub number: Option<f64>,
}

/// How the right answer is found.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Number(Expr),
    /// The cell of the largest (or smallest) entry of a matrix, or of one of its rows.
    Cell(Read),
    /// The option whose expression is largest.
    Largest(Vec<(String, Expr)>),
    Smallest(Vec<(String, Expr)>),
    /// The option whose number is nearest, by ratio.
    Nearest(Expr),
    /// The option `yes` or `no`.
    Holds(Condition),
}

/// Reads a question; one that cannot be understood is named and left out.
pub fn read(asked: &Value, judge: &mut Judge) -> Option<Ask> {
    let question = judge.texts(asked, "question", true);
    let then = judge.texts(asked, "then", true);
    let options = options(asked, judge);
    let show = asked.get("show").map(|partial| judge.pairs(partial)).unwrap_or_default();
    let mut reader = Reader::new(judge);
    if let Some(settings) = asked.get("under") {
        reader.under(settings)?;
    }
    let answer = answer(asked, &options, &mut reader)?;
    if !reader.looks() {
        judge.say(What::Ask("answer".into()));
        return None;
    }
    let mut values = Vec::new();
    for (name, value) in asked.get("values").and_then(Value::as_object).into_iter().flatten().take(MAX_VALUES)
    {
        values.push((name.clone(), reader.expr(value)?));
    }
    let known = |name: &str| name == "answer" || values.iter().any(|(known, _)| known == name);
    let texts = ["en", "zh"].map(|language| then.get(language));
    let unknown: BTreeSet<&str> = texts.into_iter().flat_map(braced).filter(|name| !known(name)).collect();
    unknown.into_iter().for_each(|name| reader.judge.say(What::UnknownValue(name.to_owned())));
    let scenes = reader.scenes;
    let tolerance = asked.get("tolerance").and_then(Value::as_f64).filter(|t| *t >= 0.0).unwrap_or(0.0);
    Some(Ask { question, answer, options, tolerance, then, values, show, scenes })
}

/// Names in braces.
fn braced(text: &str) -> impl Iterator<Item = &str> {
    let is_name =
        |name: &&str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).filter(is_name)
}

fn options(asked: &Value, judge: &mut Judge) -> Vec<Choice> {
    let listed = asked.get("options").and_then(Value::as_array);
    let option = |option: &Value| Choice {
        id: option.get("id").and_then(Value::as_str).unwrap_or_default().chars().take(40).collect(),
        text: judge.texts(option, "text", true),
        number: option.get("number").and_then(Value::as_f64),
    };
    listed.into_iter().flatten().take(MAX_OPTIONS).map(option).collect()
}

fn answer(asked: &Value, options: &[Choice], reader: &mut Reader) -> Option<Answer> {
    let none = Value::Null;
    let kind = asked.get("kind").and_then(Value::as_str).unwrap_or_default();
    let given = asked.get("answer").unwrap_or(&none);
    let known = |id: &str| options.iter().any(|option| option.id == id);
    let each = |listed: &Value, reader: &mut Reader| {
        let listed = listed.as_object()?;
        let all: Option<Vec<_>> =
            listed.iter().map(|(id, value)| Some((id.clone(), reader.expr(value)?))).collect();
        all.filter(|all| all.len() > 1 && all.iter().all(|(id, _)| known(id)))
    };
    let found = match kind {
        "number" => Some(Answer::Number(reader.expr(given)?)),
        "cell" => {
            let read = reader.tensor(given)?;
            matches!(read.take, Take::Argmax | Take::Argmin).then_some(Answer::Cell(read))
        }
        "choice" => {
            if let Some(listed) = given.get("largest") {
                each(listed, reader).map(Answer::Largest)
            } else if let Some(listed) = given.get("smallest") {
                each(listed, reader).map(Answer::Smallest)
            } else if let Some(value) = given.get("nearest") {
                let numbers = options.iter().filter(|option| option.number.is_some_and(|n| n > 0.0)).count();
                reader.expr(value).filter(|_| numbers > 1).map(Answer::Nearest)
            } else if let Some(condition) = given.get("holds") {
                reader.condition(condition).filter(|_| known("yes") && known("no")).map(Answer::Holds)
            } else {
                None
            }
        }
        _ => None,
    };
    if found.is_none() {
        reader.judge.say(What::Ask("answer".into()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::braced;

    #[test]
    fn names_in_braces_are_found() {
        let found: Vec<_> = braced("{answer} of {n} {} {not one} } {open").collect();
        assert_eq!(found, ["answer", "n"]);
    }
}
