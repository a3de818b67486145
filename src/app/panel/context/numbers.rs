//! The lab's numbers, computed once for all pictures that show them.

use crate::position::problem::{Problem, What};
use crate::position::rope::Params;
use crate::position::scaling::lab::{self, Drawn, RampView, Setting, Variant};
use crate::position::scaling::{self, Warning};
use crate::store::Store;
use leptos::prelude::*;
use std::sync::Arc;

/// One rule as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// [`scaling::Method::id`].
    pub id: &'static str,
    pub drawn: Drawn,
}

/// Everything that the pictures show.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    pub setting: Setting,
    /// RoPE without extension.
    pub plain: Drawn,
    /// The rule in force.
    pub in_force: Rule,
    /// The others, where they are defined.
    pub others: Vec<Rule>,
    /// YaRN's ramp with the parameters in force, whichever rule is.
    pub ramp: RampView,
}

/// What the state says of the lab.
pub fn setting(store: Store) -> Setting {
    store.state.with(|s| Setting {
        rotary_dim: s.lab_head_dim as usize,
        target: s.target_length as f64,
        params: s.params.rope.clone(),
    })
}

/// Why the rule in force is undefined, at the lab's sizes and under the lab's keys.
pub fn problem(setting: &Setting) -> Option<Problem> {
    let found = scaling::problem(setting.params.rope_type, setting.rotary_dim, &setting.params)?;
    let key = if found.key() == "n_heads" { "lab_head_dim" } else { found.key() };
    Some(Problem { key, what: What::Scaling(found) })
}

pub fn warning(setting: &Setting) -> Option<Warning> {
    scaling::warning(setting.params.rope_type, setting.rotary_dim, &setting.params)
}

/// The numbers of `setting`; `None` where the rule in force is undefined.
pub fn numbers(setting: &Setting) -> Option<Numbers> {
    let draw = |variant: &Variant| {
        let drawn = variant.draw(setting.rotary_dim, setting.params.base, setting.target).ok()?;
        Some(Rule { id: variant.method.id, drawn })
    };
    Some(Numbers {
        plain: draw(&setting.plain())?.drawn,
        in_force: draw(&setting.in_force())?,
        others: setting.others().iter().filter_map(draw).collect(),
        ramp: lab::ramp_view(setting.rotary_dim, &setting.params),
        setting: setting.clone(),
    })
}

/// The numbers of the state, the last good ones where it has none.
pub fn followed(setting: Memo<Setting>) -> Memo<Option<Arc<Numbers>>> {
    Memo::new(move |before: Option<&Option<Arc<Numbers>>>| {
        // A link may open with parameters that cannot be drawn: then the rules' own are the next best.
        let first = || {
            setting.with(|s| numbers(&Setting { rotary_dim: 128, params: Params::default(), ..s.clone() }))
        };
        let last = before.cloned().flatten();
        setting.with(numbers).map(Arc::new).or(last).or_else(|| first().map(Arc::new))
    })
}

/// The reader's name of a rule.
pub fn name(store: Store, id: &'static str) -> &'static str {
    scaling::described().find(|method| method.id == id).map_or(id, |method| match id {
        "default" => store.strings().context.plain,
        _ => method.name,
    })
}
