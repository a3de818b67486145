//! The lab's controls: models, method, lengths, and what the method in force reads.

use super::config::ConfigBox;
use super::curves::short;
use crate::panel::complaint::KeyComplaint;
use crate::panel::scheme_controls::{Control, presets};
use crate::position::rope::Params;
use crate::position::scaling::lab::{needed_factor, target_of_model};
use crate::position::scaling::presets::{self as models, PRESETS};
use crate::position::scaling::{self, RopeType};
use crate::store::Store;
use crate::widget::{Choice, Preset, Sheet, Slider};
use leptos::prelude::*;

/// The keys that have a control of their own here; n is the target length.
const OWN: &[&str] = &["base", "rope_type", "factor", "original_max_position_embeddings", "seq_len"];

const TARGETS: &[Preset] = &[
    Preset { name: "16k", value: "16384" },
    Preset { name: "32k", value: "32768" },
    Preset { name: "128k", value: "131072" },
    Preset { name: "1M", value: "1048576" },
];

const HEADS: &[Preset] = &[
    Preset { name: "64", value: "64" },
    Preset { name: "96", value: "96" },
    Preset { name: "128", value: "128" },
    Preset { name: "256", value: "256" },
];

#[component]
pub fn LabControls() -> impl IntoView {
    let store = Store::here();
    let linked = move |key: &'static str| Callback::new(move |raw: String| set_linked(store, key, &raw));
    let method = Callback::new(move |id: &'static str| set_linked(store, "rope_type", id));
    let more = scaling::PARAMETERS
        .iter()
        .filter(|parameter| !OWN.contains(&parameter.key))
        .map(|parameter| view! { <Control parameter/> })
        .collect_view();
    view! {
        <Sheet accent="position">
            <Models/>
            <Choice key="rope_type" put=method/>
            <KeyComplaint key="rope_type"/>
            <Slider key="target_length" presets=TARGETS put=linked("target_length")/>
            <Slider
                key="original_max_position_embeddings"
                presets=presets("original_max_position_embeddings")
                put=linked("original_max_position_embeddings")
            />
            <KeyComplaint key="original_max_position_embeddings"/>
            <Slider key="factor"/>
            <KeyComplaint key="factor"/>
            <Link/>
            <Slider key="base" presets=presets("base")/>
            <KeyComplaint key="base"/>
            <Slider key="lab_head_dim" presets=HEADS stride=2.0/>
            <KeyComplaint key="lab_head_dim"/>
            {more}
            <ConfigBox/>
        </Sheet>
    }
}

/// (factor, T/L) of the state.
fn factors(store: Store, followed: bool) -> (f64, f64) {
    let read = |s: &crate::state::State| {
        let rope = &s.params.rope;
        (rope.factor, needed_factor(rope.original_max_position_embeddings, s.target_length as f64))
    };
    if followed { store.state.with(read) } else { store.state.with_untracked(read) }
}

/// Whether the factor is what target and training length make it.
fn is_linked((factor, needed): (f64, f64)) -> bool {
    (factor - needed).abs() <= 1e-9 * needed
}

/// Sets `key`; the factor follows unless the reader has set another. 1, which stretches nothing, is nobody's choice.
fn set_linked(store: Store, key: &str, raw: &str) {
    let before = factors(store, false);
    store.set(key, raw);
    if is_linked(before) || before.0 == 1.0 {
        link(store);
    }
}

fn link(store: Store) {
    store.set("factor", &factors(store, false).1.to_string());
}

/// Whether the factor follows, and the way back.
#[component]
fn Link() -> impl IntoView {
    let store = Store::here();
    let both = Memo::new(move |_| factors(store, true));
    let linked = Memo::new(move |_| is_linked(both.get()));
    let sentence = move || {
        let s = &store.strings().context;
        let needed = short(both.get().1);
        match (linked.get(), store.state.with(|s| s.params.rope.factor) <= 1.0) {
            (true, _) => (s.linked)(&needed),
            (_, true) => (s.unset)(&needed),
            _ => (s.unlinked)(&needed),
        }
    };
    view! {
        <p class="hint" data-testid="factor-link">
            {sentence} " "
            <Show when=move || !linked.get()>
                <button class="btn" on:click=move |_| link(store)>{store.t(|s| s.context.link)}</button>
            </Show>
        </p>
    }
}

/// A menu of released models. Choosing one sets every parameter that its configuration has.
#[component]
fn Models() -> impl IntoView {
    let store = Store::here();
    let current = Memo::new(move |_| {
        store.state.with(|s| {
            let same = |preset: &&models::Preset| {
                let own = Params { rope_pairing: s.params.rope.rope_pairing, ..preset.params() };
                own == s.params.rope && preset.rotary_dim as u64 == s.lab_head_dim
            };
            PRESETS.iter().find(same).map_or("", |preset| preset.id)
        })
    });
    let options = PRESETS
        .iter()
        .map(|preset| view! { <option value=preset.id selected=move || current.get() == preset.id>{preset.name}</option> })
        .collect_view();
    let source = move || {
        let preset = models::by_id(current.get())?;
        Some((store.strings().context.from_model)(preset.source))
    };
    view! {
        <div class="model">
            <label for="lab-model">{store.t(|s| s.context.models)}</label>
            <select
                id="lab-model"
                data-testid="lab-model"
                prop:value=move || current.get()
                on:change=move |event| {
                    if let Some(preset) = models::by_id(&event_target_value(&event)) {
                        set_model(store, preset.rotary_dim, &preset.params(), Some(preset.max_position_embeddings));
                    }
                }
            >
                <option value="" selected=move || current.get().is_empty()>{store.t(|s| s.context.choose_model)}</option>
                {options}
            </select>
            <p class="hint">{source}</p>
        </div>
    }
}

/// Puts a model into the lab: its rotated dimensions, all that its RoPE is told, and the length it is said to reach.
pub fn set_model(store: Store, rotary_dim: usize, params: &Params, said: Option<f64>) {
    let all = crate::position::Params { rope: params.clone(), ..Default::default() };
    store.set("lab_head_dim", &rotary_dim.to_string());
    for parameter in scaling::PARAMETERS.iter().filter(|parameter| parameter.key != "seq_len") {
        store.set(parameter.key, &(parameter.get)(&all).to_text());
    }
    let present = store.state.with_untracked(|s| s.target_length as f64);
    let target = target_of_model(params.original_max_position_embeddings, said, present);
    store.set("target_length", &target.to_string());
}

/// What the rule in force is compared under in the golden tests.
pub fn subject(rope_type: RopeType) -> &'static str {
    match rope_type {
        RopeType::Default => "inv_freq_default_float32",
        RopeType::Linear => "inv_freq_linear_float32",
        RopeType::Ntk => "inv_freq_ntk_float32",
        RopeType::Dynamic => "inv_freq_dynamic_float32",
        RopeType::Yarn => "inv_freq_yarn_float32",
        RopeType::Longrope => "inv_freq_longrope_float32",
        RopeType::Llama3 => "inv_freq_llama3_float32",
    }
}
