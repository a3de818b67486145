//! The same tokens under many schemes side by side: one cell, one set of sliders, and what tells the schemes apart.

mod controls;
mod criteria;
mod grid;
mod map;
mod properties;
mod rows;
mod values;

use super::shared::{HeadSlider, ModelControls};
use crate::picture::format::percent;
use crate::pipeline::moved;
use crate::position::variants::Variant;
use crate::store::Store;
use crate::widget::{Choice, Sheet, Strip};
use leptos::prelude::*;

#[component]
pub fn Compare() -> impl IntoView {
    let store = Store::here();
    let difference = store.get(|s| s.compare_view == "difference");
    let title = move || finding(store).unwrap_or_else(|| store.strings().compare.title_empty.to_string());
    let lead = move || {
        let s = &store.strings().compare;
        if difference.get() { s.lead_difference } else { s.lead_weights }
    };
    let rows = rows::Rows::new(store);
    view! {
        <Strip/>
        <div class="two">
            <div class="stack">
                <section class="card compare-maps" style="--c: var(--compare)">
                    <h2 class="finding" data-testid="compare-title">{title}</h2>
                    <p class="lead">{lead}</p>
                    <grid::Grid/>
                    <values::Values/>
                    <p class="trust">
                        <grid::Time/>
                        <span>{store.t(|s| s.shell.seeded)}</span>
                    </p>
                </section>
                <properties::Properties rows/>
                <criteria::Criteria rows/>
            </div>
            <Sheet accent="compare">
                <Choice key="compare_view"/>
                <controls::Chips/>
                <controls::Parameters/>
                <Choice key="mask"/>
                <HeadSlider/>
                <ModelControls/>
                {move || (!difference.get()).then(|| view! { <Choice key="compare_scale"/> })}
                <Choice key="colormap"/>
                <Choice key="compare_entry"/>
            </Sheet>
        </div>
    }
}

/// The title names the scheme under which the chosen query looks elsewhere most.
fn finding(store: Store) -> Option<String> {
    let _ = store.compared.get();
    let input = store.input.get()?;
    let (i, _) = store.cell.get();
    let shown = store.state.with(|s| s.compare.clone());
    let s = &store.strings().compare;
    let shares: Vec<_> = shown.iter().filter_map(|id| Some((*id, share_moved(store, id, i)?))).collect();
    let most = shares.iter().map(|(_, share)| *share).max_by(f64::total_cmp)?;
    let query = input.label(i);
    // Less than what one rounding of a weight is.
    let same = |share: f64| most - share <= f64::from(f32::EPSILON);
    if same(0.0) {
        return Some((s.title_alike)(query));
    }
    // A rule that stretches nothing at these settings moves what plain RoPE moves.
    let mut alike = shares.iter().filter(|(_, share)| same(*share)).map(|(id, _)| *id);
    let variant = store.strings().words.variant(alike.next()?);
    Some((s.title_most)(variant, alike.count(), query, &percent(most as f32)))
}

/// How much of query i's attention a variant moves, against no position.
fn share_moved(store: Store, variant: &str, i: usize) -> Option<f64> {
    store
        .engine
        .with_value(|engine| moved(engine.compare.weights(variant)?, engine.compare.weights("none")?, i))
}

/// The ids that stand side by side.
fn shown(store: Store) -> Memo<Vec<&'static str>> {
    store.get(|s| s.compare.clone())
}

/// Adds a variant to the maps or takes it away.
fn toggle(store: Store, variant: &'static Variant) {
    let chosen = store.state.with_untracked(|s| s.compare_toggled(variant.id));
    store.set("compare", &chosen.join("-"));
}

/// Whether a variant stands among the maps, as `aria-pressed` wants it.
fn pressed(
    shown: Memo<Vec<&'static str>>,
    id: &'static str,
) -> impl Fn() -> String + Copy + Send + Sync + 'static {
    move || shown.with(|shown| shown.contains(&id)).to_string()
}
