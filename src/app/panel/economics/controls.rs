//! The panel's controls: a model, its table, and a length.

use crate::economics::{self, Model, PRESETS};
use crate::store::Store;
use crate::widget::{Choice, KeyNotice, Preset, Sheet, Slider, guard};
use leptos::prelude::*;

const LENGTHS: &[Preset] = &[
    Preset { name: "2k", value: "2048" },
    Preset { name: "8k", value: "8192" },
    Preset { name: "32k", value: "32768" },
    Preset { name: "128k", value: "131072" },
];

const VOCABULARIES: &[Preset] = &[
    Preset { name: "32k", value: "32000" },
    Preset { name: "50k", value: "50257" },
    Preset { name: "128k", value: "128256" },
    Preset { name: "256k", value: "262144" },
];

const RANKS: &[Preset] = &[
    Preset { name: "64", value: "64" },
    Preset { name: "128", value: "128" },
    Preset { name: "256", value: "256" },
];

#[component]
pub fn Controls() -> impl IntoView {
    view! {
        <Sheet accent="tokens">
            <Models/>
            <Slider key="vocab_size" presets=VOCABULARIES/>
            <Slider key="hidden_size"/>
            <Choice key="lm_head"/>
            <Slider key="cost_length" presets=LENGTHS/>
            <Slider key="fewer_tokens"/>
            <Slider key="embedding_rank" presets=RANKS/>
        </Sheet>
    }
}

/// Puts a model with its own table into the state.
pub fn set_model(store: Store, model: &Model) {
    store.set("cost_model", model.id);
    store.set("vocab_size", &model.vocab_size.to_string());
    store.set("hidden_size", &model.d_model.to_string());
    store.set("lm_head", if model.tied { "tied" } else { "untied" });
}

#[component]
fn Models() -> impl IntoView {
    let store = Store::here();
    let current = store.get(|s| s.economics.cost_model);
    let preset = move || economics::by_id(current.get());
    let is_own = Memo::new(move |_| {
        store.state.with(|s| s.economics.model().as_ref() != economics::by_id(s.economics.cost_model))
    });
    let options = PRESETS
        .iter()
        .map(|model| view! { <option value=model.id selected=move || current.get() == model.id>{model.name}</option> })
        .collect_view();
    let source =
        move || preset().map(|model| (store.strings().economics.from)(model.source, model.without_mtp));
    let name = move || preset().map_or("", |model| model.name);
    let back = move |_| {
        if let Some(model) = untrack(preset) {
            set_model(store, model);
            crate::widget::focus::to_control("cost_model"); // the button goes
        }
    };
    view! {
        <fieldset class="model" {..guard("cost_model")}>
            <label for="f-cost_model">{store.t(|s| s.words.label("cost_model"))}</label>
            <select
                id="f-cost_model"
                prop:value=move || current.get()
                on:change=move |event| {
                    if let Some(model) = economics::by_id(&event_target_value(&event)) {
                        set_model(store, model);
                    }
                }
            >
                {options}
            </select>
            <KeyNotice key="cost_model"/>
            <p class="hint" lang="mul">{source}</p>
            <Show when=move || is_own.get()>
                <p class="hint">
                    <button class="btn" on:click=back data-testid="own-table">
                        {move || (store.strings().economics.back)(name())}
                    </button>
                </p>
            </Show>
        </fieldset>
    }
}
