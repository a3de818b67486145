//! A box for a model's config.json: what was understood of it, or why it was not.

use super::controls::set_model;
use crate::picture::format::significant;
use crate::position::parameter::{Choice as _, Value};
use crate::position::scaling::config::{self, ConfigError, LayerRope, ModelConfig};
use crate::position::scaling::{self, RopeType};
use crate::store::Store;
use leptos::prelude::*;
use std::sync::Arc;

type Read = Option<Result<Arc<ModelConfig>, ConfigError>>;

#[component]
pub fn ConfigBox() -> impl IntoView {
    let store = Store::here();
    let read = RwSignal::new(None::<Result<Arc<ModelConfig>, ConfigError>>);
    let take = move |text: String| {
        let found: Read = (!text.trim().is_empty()).then(|| config::read(&text).map(Arc::new));
        if let Some(Ok(model)) = &found {
            show(store, model, 0);
        }
        read.set(found);
    };
    view! {
        <div class="config" data-key="config" class:in-use=move || store.in_use.with(|used| used == "config")>
            <label for="lab-config">
                {store.t(|s| s.context.paste)} <small>{store.t(|s| s.context.paste_hint)}</small>
            </label>
            <textarea
                id="lab-config"
                rows="4"
                spellcheck="false"
                autocomplete="off"
                placeholder="{ \"model_type\": \"llama\", … }"
                on:input=move |event| take(event_target_value(&event))
            ></textarea>
            <div role="status" data-testid="config">
                {move || read.get().map(|read| match read {
                    Ok(model) => view! { <Understood model/> }.into_any(),
                    Err(error) => view! { <p class="bad">{(store.strings().complaint.config)(&error)}</p> }.into_any(),
                })}
            </div>
        </div>
    }
}

/// Puts the rule of the model's layers of kind `at` into the lab.
fn show(store: Store, model: &ModelConfig, at: usize) {
    if let Some(layer) = model.layers.get(at) {
        set_model(store, layer.rotary_dim, &layer.params, model.max_position_embeddings);
    }
}

/// What was read, key by key, and what the reader should know besides.
#[component]
fn Understood(model: Arc<ModelConfig>) -> impl IntoView {
    let store = Store::here();
    let chosen = RwSignal::new(0);
    let kinds = (model.layers.len() > 1).then(|| view! { <Kinds model=Arc::clone(&model) chosen/> });
    let of = Arc::clone(&model);
    let rows = move || {
        let rows = understood(&of, chosen.get()).into_iter();
        rows.map(|(key, value)| view! { <dt>{key}</dt><dd>{value}</dd> }).collect_view()
    };
    let remarks = move || {
        let all = remarks(store, &model, chosen.get()).into_iter();
        all.map(|text| view! { <p class="hint">{text}</p> }).collect_view()
    };
    view! {
        {kinds}
        <p class="hint">{store.t(|s| s.context.understood)}</p>
        <dl class="keys">{rows}</dl>
        {remarks}
    }
}

/// Which of a model's kinds of layers the lab shows: Gemma's near and far ones have a base each.
#[component]
fn Kinds(model: Arc<ModelConfig>, chosen: RwSignal<usize>) -> impl IntoView {
    let store = Store::here();
    let many = model.layers.len();
    let names: Vec<String> =
        model.layers.iter().map(|layer| layer.layer_type.clone().unwrap_or_default()).collect();
    let button = |(at, name): (usize, String)| {
        let model = Arc::clone(&model);
        let choose = move |_| {
            chosen.set(at);
            show(store, &model, at);
        };
        view! {
            <button type="button" aria-pressed=move || (chosen.get() == at).to_string() on:click=choose>
                {name}
            </button>
        }
    };
    view! {
        <p class="hint" id="lab-kinds">{move || (store.strings().context.layer_types)(many)}</p>
        <div class="seg" style="--columns: 1" role="group" aria-labelledby="lab-kinds" data-testid="layer-kinds">
            {names.into_iter().enumerate().map(button).collect_view()}
        </div>
    }
}

/// (key, value) of all that the pictures use, with the rule of the layers of kind `at`.
fn understood(model: &ModelConfig, at: usize) -> Vec<(&'static str, String)> {
    let count = |key, value: Option<usize>| value.map(|value| (key, value.to_string()));
    let mut rows: Vec<(&'static str, String)> = Vec::new();
    rows.extend(model.model_type.clone().map(|name| ("model_type", name)));
    rows.push(("head_dim", model.head_dim.to_string()));
    rows.extend(count("num_attention_heads", model.num_attention_heads));
    rows.extend(count("num_key_value_heads", model.num_key_value_heads));
    rows.extend(model.max_position_embeddings.map(|n| ("max_position_embeddings", n.to_string())));
    if let Some(layer) = model.layers.get(at) {
        if layer.rotary_dim != model.head_dim {
            rows.push(("rotary_dim", layer.rotary_dim.to_string()));
        }
        rows.extend(of_layer(layer));
    }
    rows
}

/// The rule, and what it reads.
fn of_layer(layer: &LayerRope) -> Vec<(&'static str, String)> {
    let all = crate::position::Params { rope: layer.params.clone(), ..Default::default() };
    let uses = layer.params.rope_type.method().uses;
    let read = scaling::PARAMETERS.iter().filter(|parameter| uses.contains(&parameter.key));
    // yarn_ramp is ours, n is no key of a configuration.
    let read = read.filter(|parameter| !matches!(parameter.key, "yarn_ramp" | "seq_len"));
    let values = read.map(|parameter| {
        let key = if parameter.key == "base" { "rope_theta" } else { parameter.key };
        let text = match (parameter.get)(&all) {
            Value::List(numbers) => list(&numbers),
            other => other.to_text(),
        };
        (key, text)
    });
    [("rope_type", RopeType::id(layer.params.rope_type).to_string())].into_iter().chain(values).collect()
}

/// A list by its ends.
fn list(numbers: &[f64]) -> String {
    match (numbers.first(), numbers.last()) {
        (Some(first), Some(last)) => {
            format!("{} … {} ({})", significant(*first, 4), significant(*last, 4), numbers.len())
        }
        _ => "–".to_string(),
    }
}

/// What surprises of the layers of kind `at`: a base that the configuration does not have, DeepSeek's second factor.
fn remarks(store: Store, model: &ModelConfig, at: usize) -> Vec<String> {
    let s = &store.strings().context;
    let Some(layer) = model.layers.get(at) else { return Vec::new() };
    let mut all = Vec::new();
    if layer.theta_is_default {
        all.push(s.theta_is_default.to_string());
    }
    if layer.softmax_multiplier != 1.0 {
        all.push((s.softmax_multiplier)(&significant(layer.softmax_multiplier, 4)));
    }
    let warning = scaling::warning(layer.params.rope_type, layer.rotary_dim, &layer.params);
    all.extend(warning.map(|warning| (store.strings().complaint.warning)(&warning)));
    all
}
