//! One variant's map, with its name, the value of the common cell, and what is wrong with it.

use super::grid::Pictures;
use super::toggle;
use crate::panel::shared::illustrates;
use crate::picture::format;
use crate::position::variants;
use crate::store::Store;
use crate::widget::{Heat, SmallMap};
use leptos::prelude::*;

/// Pixels that a map may be high.
const TALL: f64 = 380.0;

#[component]
pub fn Map(variant: &'static str, pictures: Pictures) -> impl IntoView {
    let store = Store::here();
    let drawn = RwSignal::new_local(None::<Heat>);
    Effect::new(move |_| {
        let heat = pictures
            .with(|all| all.iter().find(|picture| picture.variant == variant).map(|p| p.heat.clone()));
        let same = drawn.with_untracked(|old| match (old, &heat) {
            (Some(old), Some(new)) => old.same_picture(new),
            (old, new) => old.is_none() && new.is_none(),
        });
        if !same {
            drawn.set(heat);
        }
    });
    let heat: Signal<Option<Heat>, LocalStorage> = drawn.into();
    let name = Signal::derive(move || store.strings().words.variant(variant).to_string());
    let value = move || {
        let masked = store.strings().picture.masked;
        heat.with(|heat| heat.as_ref().map(|heat| heat.text(store.cell.get(), masked)))
    };
    let own_top = move || {
        let own = heat.with(|heat| heat.as_ref().filter(|heat| heat.top.is_none()).map(Heat::largest))?;
        let text = (store.strings().compare.top)(&format::significant(f64::from(own), 2));
        Some(view! { <p class="hint">{text}</p> })
    };
    let illustration = move || {
        let shown = variant == "longrope" && store.state.with(|s| illustrates(store, &s.params.rope));
        shown.then(
            || view! { <p class="hint" data-testid="illustration">{store.t(|s| s.context.illustration)}</p> },
        )
    };
    let remove = move |_| {
        if let Some(variant) = variants::by_id(variant) {
            toggle(store, variant);
        }
    };
    view! {
        <figure class="map" data-variant=variant>
            <figcaption>
                <b>{name}</b>
                <span class="value mono" data-testid="value">{value}</span>
                <button aria-label=move || (store.strings().compare.remove)(&name.get()) on:click=remove>"×"</button>
            </figcaption>
            {move || problem(store, variant, heat)}
            <SmallMap
                heat
                cell=store.cell
                hover=store.point()
                pick=store.pick()
                name
                tall=TALL
            />
            {own_top}
            {illustration}
        </figure>
    }
}

/// Why the map could not be drawn anew.
fn problem(
    store: Store,
    variant: &str,
    heat: Signal<Option<Heat>, LocalStorage>,
) -> Option<impl IntoView + use<>> {
    let _ = store.compared.get();
    let problem = store.engine.with_value(|engine| engine.compare.problem(variant).cloned())?;
    let s = store.strings();
    let stays = heat.with(Option::is_some).then_some(s.compare.last_good);
    Some(view! { <p class="bad" role="status">{(s.complaint.problem)(&problem.what)} {s.gap} {stays}</p> })
}
