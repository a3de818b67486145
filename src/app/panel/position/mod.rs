//! Where a scheme enters, its own picture, and what it does to attention, side by side.

mod chain;
mod curves;
mod equation;
mod picture;

use super::image;
use super::shared::{AttentionMap, BackendControl, HeadSlider};
use crate::panel::scheme_controls::SchemeControls;
use crate::schemes;
use crate::store::Store;
use crate::widget::{Sheet, Slider, Strip, Trust};
use crate::attention::Stage;
use crate::position::scaling::RopeType;
use leptos::prelude::*;

#[component]
pub fn Position() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    let yarn = store.get(|s| s.scheme == "rope" && s.params.rope.rope_type == RopeType::Yarn);
    let words = move || store.strings().words.scheme(scheme.get());
    let title = move || {
        let p = &store.strings().position;
        match store.state.with(|s| s.params.rope.factor) {
            _ if !yarn.get() => words().map_or("", |words| words.title).to_string(),
            1.0 => p.title_yarn_off.to_string(),
            factor => (p.title_yarn)(factor),
        }
    };
    let lead = move || {
        if yarn.get() { store.strings().position.lead_yarn } else { words().map_or("", |words| words.lead) }
    };
    let is_picture = image::is_shown(store);
    let subjects = Signal::derive(move || store.state.with(schemes::subjects));
    view! {
        <Strip/>
        <div class="three">
            <section class="card" style="--c: var(--position)">
                <h2>{title}</h2>
                <p class="lead">{lead}</p>
                <chain::Chain/>
                <picture::SchemePicture/>
                <Trust subjects=subjects seeded=false/>
                {move || schemes::page(scheme.get()).seeded.then(|| view! { <p class="trust">{store.t(|s| s.pictures.seeded)}</p> })}
            </section>
            <section class="card" style="--c: var(--attention)">
                <h2>{store.t(|s| s.attention.title_plain)}</h2>
                <p class="lead">{store.t(|s| s.attention.lead)}</p>
                <AttentionMap stage=Signal::stored(Stage::Weights) tall=0.5/>
            </section>
            <Sheet accent="position">
                <Show when=move || is_picture.get()><Slider key="patch_size"/></Show>
                <SchemeControls/>
                <HeadSlider/>
                <BackendControl/>
            </Sheet>
            <equation::Equation/>
        </div>
        <Show when=move || is_picture.get()><image::Similarity/></Show>
    }
}
