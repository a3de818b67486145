//! Which variants stand side by side, and the parameters of all of them: each once, whoever shares it.

use super::{pressed, shown, toggle};
use crate::panel::scheme_controls::Control;
use crate::position::Scheme;
use crate::position::parameter::Parameter;
use crate::position::variants::{self, Variant};
use crate::state::State;
use crate::store::Store;
use crate::widget::{KeyNotice, guard, roving};
use leptos::prelude::*;

/// A chip for every variant there is.
#[component]
pub fn Chips() -> impl IntoView {
    let store = Store::here();
    let shown = shown(store);
    let chip = |(at, variant): (usize, &'static Variant)| {
        let id = variant.id;
        view! {
            <button
                type="button"
                class="chip"
                data-variant=id
                tabindex=roving::stop(at == 0)
                aria-pressed=pressed(shown, id)
                on:click=move |_| toggle(store, variant)
            >
                {move || store.strings().words.variant(id)}
            </button>
        }
    };
    let chips = variants::all().iter().enumerate().map(chip).collect_view();
    view! {
        <fieldset class:in-use=move || store.in_use.with(|used| used == "compare") {..guard("compare")}>
            <legend>{store.t(|s| s.words.label("compare"))}</legend>
            <div
                class="chips variants"
                data-testid="variants"
                on:keydown=|event| {
                    roving::step(&event);
                }
                on:focusin=|event| roving::focused(&event)
            >
                {chips}
            </div>
            <KeyNotice key="compare"/>
        </fieldset>
    }
}

/// What stands in the column of controls: a variant's parameter, or (no key) the name of its scheme.
type Item = (&'static str, Option<&'static str>);

/// The controls of every parameter that has an effect on one of the maps, scheme by scheme.
#[component]
pub fn Parameters() -> impl IntoView {
    let store = Store::here();
    let items = store.get(items);
    let item = move |(variant, key): Item| {
        let Some(variant) = variants::by_id(variant) else { return ().into_any() };
        let Some(key) = key else {
            let id = variant.scheme.info().id;
            return view! { <h3>{move || store.strings().words.variant(id)}</h3> }.into_any();
        };
        let parameter = parameters(variant.scheme).find(|parameter| parameter.key == key);
        parameter.map(|parameter| view! { <Control parameter of=variant/> }).into_any()
    };
    view! { <For each=move || items.get() key=|item| *item children=item/> }
}

fn parameters(scheme: &'static dyn Scheme) -> impl Iterator<Item = &'static Parameter> {
    scheme.parameters().iter().copied().flatten()
}

/// A heading and the parameters of each scheme that is shown, in the order in which the schemes stand.
fn items(state: &State) -> Vec<Item> {
    let shown = state.shown_variants();
    let mut items: Vec<Item> = Vec::new();
    for (at, first) in shown.iter().enumerate() {
        let same = |variant: &&&'static Variant| variant.scheme.info().id == first.scheme.info().id;
        if shown.iter().take(at).any(|earlier| same(&earlier)) {
            continue; // the scheme has had its turn
        }
        let begin = items.len();
        for parameter in parameters(first.scheme) {
            let moves = |variant: &&&'static Variant| {
                !variant.fixes(parameter.key) && (parameter.shown)(&variant.params(&state.params))
            };
            let new = items.iter().all(|(_, key)| *key != Some(parameter.key));
            let of = shown.iter().filter(same).find(moves).filter(|_| new);
            items.extend(of.map(|variant| (variant.id, Some(parameter.key))));
        }
        if items.len() > begin {
            items.insert(begin, (first.id, None));
        }
    }
    items
}
