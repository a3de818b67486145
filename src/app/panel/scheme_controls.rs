//! The controls of the scheme in force, made from the parameters that it declares.

use super::complaint::{KeyComplaint, OtherComplaint};
use crate::position::parameter::Parameter;
use crate::position::variants::Variant;
use crate::position::{self, scaling};
use crate::state::{Kind, State};
use crate::store::Store;
use crate::widget::{Choice, NumberList, Preset, Slider};
use leptos::prelude::*;

/// Scheme, its parameters, and the mask.
#[component]
pub fn SchemeControls() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    let own = move || {
        let groups = position::by_id(scheme.get()).map_or(&[][..], |scheme| scheme.parameters());
        groups.iter().copied().flatten().map(|parameter| view! { <Control parameter/> }).collect_view()
    };
    view! {
        <Choice key="scheme"/>
        <OtherComplaint keys=store.get(shown_keys)/>
        {own}
        <Choice key="mask"/>
    }
}

/// The parameters of the scheme in force that have a control now.
fn shown_keys(s: &State) -> Vec<&'static str> {
    let groups = position::by_id(s.scheme).map_or(&[][..], |scheme| scheme.parameters());
    let shown = groups.iter().copied().flatten().filter(|parameter| (parameter.shown)(&s.params));
    shown.map(|parameter| parameter.key).collect()
}

/// The control of one parameter, with what is wrong with it, while it has an effect.
#[component]
pub fn Control(
    parameter: &'static Parameter,
    /// Whose parameter it is, where that is not the scheme in force.
    #[prop(optional)]
    of: Option<&'static Variant>,
) -> impl IntoView {
    let store = Store::here();
    let shown = store.get(move |s| match of {
        Some(variant) => (parameter.shown)(&variant.params(&s.params)),
        None => (parameter.shown)(&s.params),
    });
    let key = parameter.key;
    move || {
        shown.get().then(|| {
            let control = match parameter.kind {
                Kind::Choice(_) => view! { <Choice key/> }.into_any(),
                Kind::AutoNumber { .. } => view! { <Slider key auto=automatic(store, key, of)/> }.into_any(),
                Kind::Integer { .. } | Kind::Number { .. } => {
                    view! { <Slider key presets=presets(key)/> }.into_any()
                }
                Kind::List { .. } => view! { <NumberList key/> }.into_any(),
                Kind::Slopes { .. } => view! { <ResetSlopes/> }.into_any(),
                Kind::Text { .. } | Kind::Order | Kind::Set(_) | Kind::Some(_) => ().into_any(),
            };
            view! { {control} <KeyComplaint key/> }
        })
    }
}

/// Slopes are dragged in the picture; here is the way back.
#[component]
fn ResetSlopes() -> impl IntoView {
    let store = Store::here();
    let edited = store.get(|s| !s.params.alibi.slopes.is_empty());
    view! {
        <Show when=move || edited.get()>
            <button class="btn" on:click=move |_| store.set("slopes", "")>{store.t(|s| s.position.reset_slopes)}</button>
        </Show>
    }
}

/// The values that people know, by key.
pub fn presets(key: &str) -> &'static [Preset] {
    match key {
        "base" => &[
            Preset { name: "LLaMA 10⁴", value: "10000" },
            Preset { name: "Llama 3 5·10⁵", value: "500000" },
            Preset { name: "Qwen3 10⁶", value: "1000000" },
        ],
        "original_max_position_embeddings" => &[
            Preset { name: "LLaMA 2048", value: "2048" },
            Preset { name: "Llama 2 4096", value: "4096" },
            Preset { name: "Llama 3 8192", value: "8192" },
            Preset { name: "Qwen3 32768", value: "32768" },
        ],
        _ => &[],
    }
}

/// What `auto` comes to.
fn automatic(store: Store, key: &'static str, of: Option<&'static Variant>) -> Signal<f64> {
    if key == "seq_len" {
        let tokens = move || store.input.with(|input| input.as_ref().map_or(1, |input| input.len()));
        return Signal::derive(move || tokens() as f64);
    }
    let of_state = move |s: &State| match key {
        "attention_factor" => {
            let settings = crate::state::settings(s);
            let params =
                of.map_or_else(|| settings.params.clone(), |variant| variant.params(&settings.params));
            let rope = position::rope::Params { attention_factor: None, ..params.rope };
            scaling::frequencies(settings.sizes(1).head_dim, &rope).attention_factor
        }
        "position_scale" => {
            let own = position::learned::Params { position_scale: None, ..s.params.learned.clone() };
            position::learned::scale(s.d_model as usize, &own)
        }
        _ => 1.0,
    };
    store.get(of_state).into()
}
