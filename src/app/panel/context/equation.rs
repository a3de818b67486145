//! The equation of the rule in force with its live numbers, its convention and where it is from.

use super::curves::short;
use super::numbers::Numbers;
use crate::picture::format::significant;
use crate::position::scaling::{RopeType, dynamic, longrope, ntk};
use crate::store::Store;
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn Equation(numbers: Memo<Option<Arc<Numbers>>>) -> impl IntoView {
    let store = Store::here();
    let rope_type = Memo::new(move |_| numbers.with(|n| n.as_ref().map(|n| n.setting.params.rope_type)));
    let told = move || {
        rope_type.get().map(|rope_type| {
            let method = rope_type.method();
            let math = format!("<math display=\"block\">{}</math>", method.mathml);
            let convention = (store.strings().context.convention)(method.id).unwrap_or(method.convention);
            view! {
                <div class="math" tabindex="0" inner_html=math></div>
                <p class="hint">{convention}<br/><cite lang="en">{method.citation}</cite></p>
            }
        })
    };
    let live = move || numbers.get().map(|n| values(&n).join(" · "));
    let illustration = move || {
        let n = numbers.get()?;
        let params = n.setting.in_force().params;
        (params.rope_type == RopeType::Longrope && longrope::is_illustration(&params))
            .then(|| store.strings().context.illustration)
    };
    view! {
        <section class="card eq" style="--c: var(--position)">
            <div>{told}</div>
            <div>
                <p class="readout" data-testid="live-numbers">{live}</p>
                <p class="hint">{illustration}</p>
            </div>
        </section>
    }
}

/// The numbers that stand for the letters of the equation, `letter = value`.
fn values(n: &Numbers) -> Vec<String> {
    let params = n.setting.in_force().params;
    let d = n.setting.rotary_dim;
    let freq = &n.in_force.drawn.frequencies;
    let mut all = vec![format!("b = {}", short(params.base)), format!("d = {d}")];
    let uses = params.rope_type.method().uses;
    if uses.contains(&"factor") {
        all.push(format!("s = {}", short(params.factor)));
    }
    if uses.contains(&"original_max_position_embeddings") {
        all.push(format!("L = {}", params.original_max_position_embeddings));
    }
    if uses.contains(&"seq_len") {
        all.push(format!("n = {}", n.setting.target));
    }
    match params.rope_type {
        RopeType::Ntk => {
            all.push(format!("b′ = {}", significant(ntk::stretched_base(params.base, params.factor, d), 5)));
        }
        RopeType::Dynamic => {
            let base = ntk::stretched_base(params.base, dynamic::growth(&params), d);
            all.push(format!("b′ = {}", significant(base, 5)));
        }
        RopeType::Yarn => {
            all.push(format!("β = {}, {}", short(params.beta_fast), short(params.beta_slow)));
            all.push(format!("ρ: {} … {}", short(n.ramp.low), short(n.ramp.high)));
        }
        RopeType::Llama3 => {
            all.push(format!(
                "low = {}, high = {}",
                short(params.low_freq_factor),
                short(params.high_freq_factor)
            ));
        }
        RopeType::Default | RopeType::Linear | RopeType::Longrope => {}
    }
    if freq.attention_factor != 1.0 {
        all.push(format!("m = {}", significant(freq.attention_factor, 5)));
    }
    let theta: Vec<String> = freq.inv_freq.iter().take(3).map(|theta| significant(*theta, 4)).collect();
    let slowest = freq.inv_freq.last().map_or(String::new(), |theta| significant(*theta, 4));
    all.push(format!("θ′ = {}, … {slowest}", theta.join(", ")));
    all
}
