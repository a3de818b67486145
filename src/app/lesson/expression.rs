//! What a question's answer is computed from: a small tree over `locus.data(name)` and the state, read from the file.
//! A tree that reads nothing is refused, so no answer can be a number that was typed.

use super::json::{Judge, Pairs};
use super::problem::What;
use crate::data_names::NAMES;
use crate::state::{self, Kind};
use serde_json::Value;

/// The most other settings under which one question may look.
pub const MAX_SCENES: usize = 8;
const MAX_DEPTH: usize = 8;
const MAX_PARTS: usize = 16;
const MAX_AXES: usize = 4;

/// A number to be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Number(f64),
    /// A numeric field of the state under scene `scene`.
    State {
        scene: usize,
        key: &'static str,
    },
    Read(Read),
    Apply(Op, Vec<Expr>),
    /// Two tensors of one shape, compared.
    Pair(Pair, Read, Read),
}

/// A tensor of `data`, or what is taken of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The settings under which it is read: an index into the question's scenes. 0 is what the reader has.
    pub scene: usize,
    pub name: &'static str,
    /// Places along the first axes; what is left is the part that is looked at.
    pub at: Vec<Index>,
    pub take: Take,
    /// For [`Take::Count`].
    pub axis: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Index {
    /// From 0; below 0 from the end.
    At(i64),
    /// A field of the state, such as `head` or `query`.
    Field(&'static str),
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $id:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($variant),* }

        impl $name {
            /// Spelling in a file and meaning.
            pub const ALL: &[(&str, $name)] = &[$(($id, $name::$variant)),*];
        }
    };
}

named! {
    /// What is taken of a part of a tensor.
    Take {
        Value = "value", Count = "count", Distinct = "distinct", Sum = "sum", Mean = "mean", Max = "max", Min = "min",
        Norm = "norm", Argmax = "argmax", Argmin = "argmin",
    }
}

named! {
    /// What is done with numbers: the first minus, or divided by, the others; or all together.
    Op { Difference = "difference", Ratio = "ratio", Sum = "sum", Product = "product", Distance = "distance" }
}

named! {
    /// How two tensors are compared: the largest absolute difference of their entries, their inner product, the cosine of
    /// the angle between them.
    Pair { Gap = "gap", Dot = "dot", Cosine = "cosine" }
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Two numbers differ by at most `within`.
    Equal {
        left: Expr,
        right: Expr,
        within: f64,
    },
    Less {
        left: Expr,
        right: Expr,
    },
}

/// Reads trees, and collects the settings under which they look.
pub struct Reader<'a> {
    pub judge: &'a mut Judge,
    /// Settings beside those of the reader, by scene; scene 0 has none.
    pub scenes: Vec<Pairs>,
    /// The scene of what names no other.
    base: usize,
    reads: usize,
}

impl<'a> Reader<'a> {
    pub fn new(judge: &'a mut Judge) -> Self {
        Reader { judge, scenes: vec![Pairs::new()], base: 0, reads: 0 }
    }

    /// Reads everything from here on under `settings`.
    pub fn under(&mut self, settings: &Value) -> Option<()> {
        self.base = self.scene(settings, 0)?;
        Some(())
    }

    /// A tensor, or what is taken of it.
    pub fn tensor(&mut self, value: &Value) -> Option<Read> {
        self.read(value, self.base)
    }

    /// Whether anything that was read so far looks at the page.
    pub fn looks(&self) -> bool {
        self.reads > 0
    }

    /// What cannot be understood is named by `what`.
    fn no<T>(&mut self, what: &str) -> Option<T> {
        self.judge.say(What::Ask(what.chars().take(60).collect()));
        None
    }

    pub fn expr(&mut self, value: &Value) -> Option<Expr> {
        self.part(value, self.base, 0)
    }

    fn part(&mut self, value: &Value, scene: usize, depth: usize) -> Option<Expr> {
        if depth > MAX_DEPTH {
            return self.no("answer");
        }
        if let Some(number) = value.as_f64() {
            return Some(Expr::Number(number));
        }
        let Some(object) = value.as_object() else { return self.no("answer") };
        if let Some(settings) = object.get("under") {
            let scene = self.scene(settings, scene)?;
            let Some(of) = object.get("of") else { return self.no("of") };
            return self.part(of, scene, depth + 1);
        }
        if object.contains_key("data") {
            return self.read(value, scene).map(Expr::Read);
        }
        if let Some(key) = object.get("state") {
            return self.field(key).map(|key| Expr::State { scene, key });
        }
        let pair = Pair::ALL
            .iter()
            .find_map(|(id, pair)| Some((*id, *pair, object.get(*id)?.as_array()?.as_slice())));
        if let Some((id, pair, [left, right])) = pair {
            let (left, right) = (self.part(left, scene, depth + 1)?, self.part(right, scene, depth + 1)?);
            let (Expr::Read(left), Expr::Read(right)) = (left, right) else { return self.no(id) };
            return Some(Expr::Pair(pair, left, right));
        }
        let found = Op::ALL.iter().find_map(|(id, op)| Some((*op, object.get(*id)?.as_array()?)));
        let Some((op, parts)) = found.filter(|(_, parts)| (1..=MAX_PARTS).contains(&parts.len())) else {
            return self.no(object.keys().next().map_or("answer", String::as_str));
        };
        let parts: Option<Vec<_>> = parts.iter().map(|part| self.part(part, scene, depth + 1)).collect();
        Some(Expr::Apply(op, parts?))
    }

    /// The scene of `settings` on top of those of `scene`.
    fn scene(&mut self, settings: &Value, scene: usize) -> Option<usize> {
        let mut pairs = self.scenes.get(scene).cloned().unwrap_or_default();
        pairs.extend(self.judge.pairs(settings));
        if let Some(known) = self.scenes.iter().position(|known| *known == pairs) {
            return Some(known);
        }
        if self.scenes.len() > MAX_SCENES {
            return self.no("under");
        }
        self.scenes.push(pairs);
        Some(self.scenes.len() - 1)
    }

    /// A numeric field.
    fn field(&mut self, key: &Value) -> Option<&'static str> {
        let field = key.as_str().and_then(state::field);
        let number =
            |kind| matches!(kind, Kind::Integer { .. } | Kind::Number { .. } | Kind::AutoNumber { .. });
        match field.filter(|field| number(field.kind)) {
            Some(field) => {
                self.reads += 1;
                Some(field.key)
            }
            None => self.no(&key.to_string()),
        }
    }

    fn read(&mut self, value: &Value, scene: usize) -> Option<Read> {
        let name = value.get("data").and_then(Value::as_str).unwrap_or_default();
        let Some(name) = NAMES.iter().find(|known| **known == name) else {
            self.judge.say(What::UnknownData(name.chars().take(40).collect()));
            return None;
        };
        let places = value.get("at").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        if places.len() > MAX_AXES {
            return self.no("at");
        }
        let mut at = Vec::new();
        for place in places {
            at.push(match place.as_i64() {
                Some(place) => Index::At(place),
                None => Index::Field(self.field(place)?),
            });
        }
        let take = value.get("take").map_or(Some(Take::Value), |take| {
            Take::ALL.iter().find(|(id, _)| take == *id).map(|(_, take)| *take)
        });
        let Some(take) = take else { return self.no("take") };
        let axis = value.get("axis").and_then(Value::as_u64).unwrap_or(0) as usize;
        self.reads += 1;
        Some(Read { scene, name, at, take, axis })
    }

    pub fn condition(&mut self, value: &Value) -> Option<Condition> {
        let pair = |id| value.get(id).and_then(Value::as_array).map(Vec::as_slice);
        if let Some([left, right]) = pair("equal") {
            let within = value.get("within").and_then(Value::as_f64).unwrap_or(0.0);
            return Some(Condition::Equal { left: self.expr(left)?, right: self.expr(right)?, within });
        }
        if let Some([left, right]) = pair("less") {
            return Some(Condition::Less { left: self.expr(left)?, right: self.expr(right)? });
        }
        self.no("holds")
    }
}
