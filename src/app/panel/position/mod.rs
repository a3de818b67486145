//! Where a scheme enters, its own picture, and what it does to attention, side by side.

mod chain;
mod curves;
mod equation;
mod picture;

use super::image;
use super::outdated::SettingsOutdated;
use super::shared::{AttentionMap, BackendControl, HeadSlider, illustrates};
use crate::attention::Stage;
use crate::panel::scheme_controls::SchemeControls;
use crate::picture::format::significant;
use crate::position::rope_axes::Axes;
use crate::schemes;
use crate::state::State;
use crate::store::Store;
use crate::widget::{Sheet, Slider, Strip, Trust};
use leptos::prelude::*;

#[component]
pub fn Position() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    // The rule that stretches the context, if one is in force.
    let rule = store.get(State::stretching_rule);
    // How many positions a token has; other schemes than RoPE are of one.
    let axes = store.get(|s| if s.scheme == "rope" { s.params.axes.rope_axes } else { Axes::One });
    let words = move || store.strings().words.scheme(scheme.get());
    let title = move || {
        let p = &store.strings().position;
        let Some(rule) = rule.get() else { return words().map_or("", |words| words.title).to_string() };
        let name = store.strings().words.variant(rule);
        // Not the factor: some rules follow the length at hand as well.
        match curves::slowdown(store) {
            1.0 => (p.title_unstretched)(name),
            times => (p.title_stretched)(name, &significant(times, 3)),
        }
    };
    let lead = move || match rule.get() {
        Some(rule) => (store.strings().position.lead_stretched)(rule),
        None => match axes.get() {
            Axes::One => words().map_or("", |words| words.lead),
            Axes::Two => store.strings().position.lead_grid,
            Axes::Three => store.strings().position.lead_time,
        },
    };
    let illustration = move || {
        let shown =
            rule.get() == Some("longrope") && store.state.with(|s| illustrates(store, &s.params.rope));
        shown.then(
            || view! { <p class="hint" data-testid="illustration">{store.t(|s| s.context.illustration)}</p> },
        )
    };
    let is_picture = image::is_shown(store);
    let subjects = store.get(schemes::subjects);
    view! {
        <Strip/>
        <div class="three">
            <SettingsOutdated/>
            <section class="card" style="--c: var(--position)">
                <h2>{title}</h2>
                <p class="lead">{lead}</p>
                <chain::Chain/>
                <picture::SchemePicture/>
                {illustration}
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
