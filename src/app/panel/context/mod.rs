//! The context-extension lab: what a longer text asks of each pair, and what every rule does about it.

mod cards;
mod config;
mod controls;
mod curves;
mod equation;
mod numbers;
mod ramp;
mod table;

use numbers::Numbers;

use super::complaint::Complaints;
use super::outdated::{Outdated, told};
use crate::gate::gate;
use crate::position::scaling::RopeType;
use crate::position::scaling::lab::{Setting, count_out_of_range};
use crate::store::Store;
use crate::widget::Choice;
use leptos::context::Provider;
use leptos::prelude::*;

/// The numbers of the state as it is now; `None` where the rule in force is undefined.
pub fn lab_numbers(store: Store) -> Option<Numbers> {
    untrack(|| numbers::numbers(&numbers::setting(store)))
}

#[component]
pub fn Context() -> impl IntoView {
    let store = Store::here();
    let setting = Memo::new(move |_| numbers::setting(store));
    let complaints = Complaints {
        problem: gate(move || setting.with(numbers::problem)),
        warning: gate(move || setting.with(numbers::warning)),
    };
    let numbers = numbers::followed(setting);
    let title = move || numbers.get().map(|n| claim(store, &n));
    let others = move || {
        let n = numbers.get()?;
        let s = &store.strings().context;
        (n.setting.params.factor <= 1.0).then(|| match n.setting.compared_factor() {
            1.0 => s.nothing_to_stretch.to_owned(),
            factor => (s.others_stretched)(&curves::short(factor)),
        })
    };
    view! {
        <div class="two lab">
            <div class="stack">
                <Outdated why=told(store, complaints.problem)/>
                <section class="card" style="--c: var(--position)">
                    <h2 class="finding" data-testid="claim">{title}</h2>
                    <p class="lead">{store.t(|s| s.context.lead)} {store.t(|s| s.gap)} {others}</p>
                    <div class="one-at-a-time"><Choice key="lab_picture"/></div>
                </section>
                <cards::Cards numbers/>
                <equation::Equation numbers/>
                <section class="card" style="--c: var(--position)"><table::InvFreq numbers/></section>
            </div>
            <Provider value=complaints><controls::LabControls/></Provider>
        </div>
    }
}

/// "At T tokens n of P pairs meet angles never seen in training; under YaRN m": without extension, and with the rule
/// in force, or with YaRN where none is.
fn claim(store: Store, n: &Numbers) -> String {
    let s = &store.strings().context;
    let target = n.setting.target as u64;
    let plain = count_out_of_range(&n.plain.reach);
    let first = match plain {
        0 => (s.title_none)(target),
        out => (s.title)(out, n.plain.reach.len(), target),
    };
    let rule = match n.in_force.id {
        "default" => n.others.iter().find(|rule| rule.id == "yarn"),
        _ => Some(&n.in_force),
    };
    let second = rule.map(|rule| {
        let name = numbers::name(store, rule.id);
        if rule.id == n.in_force.id && stretches_nothing(&n.setting) {
            (s.unstretched)(name)
        } else {
            let factor = curves::short(n.setting.compared_factor());
            (s.under)(name, &factor, count_out_of_range(&rule.drawn.reach))
        }
    });
    let second = second.filter(|_| plain > 0);
    let between = if store.language.get() == "zh" { "；" } else { "; " };
    [Some(first), second].into_iter().flatten().collect::<Vec<_>>().join(between)
}

/// Whether the rule in force, with a factor of 1, is plain RoPE. Dynamic NTK follows the length, LongRoPE its lists.
fn stretches_nothing(setting: &Setting) -> bool {
    let follows = matches!(setting.params.rope_type, RopeType::Dynamic | RopeType::Longrope);
    setting.params.factor <= 1.0 && !follows
}
