//! Attention with every intermediate: one head large, all heads small, one cell taken apart.

use super::image;
use super::outdated::SettingsOutdated;
use super::shared::{self, AttentionMap, BackendControl, HeadSlider, ModelControls};
use crate::attention::Stage;
use crate::panel::scheme_controls::SchemeControls;
use crate::picture::format::{percent, short};
use crate::schemes;
use crate::store::Store;
use crate::widget::{Choice, Readout, Sheet, Strip, TermBars, Thumbs, Trust};
use leptos::prelude::*;

#[component]
pub fn Attention() -> impl IntoView {
    let store = Store::here();
    let stage = store.get(|s| shared::stage(s.stage));
    let of = store.get(|s| (s.head as usize, s.stage));
    let title =
        move || finding(store, of).unwrap_or_else(|| store.strings().attention.title_plain.to_string());
    let lead = move || {
        let s = &store.strings().attention;
        match stage.get() {
            Stage::Weights => s.lead,
            Stage::Output => s.lead_output,
            _ => s.lead_scores,
        }
    };
    let is_picture = image::is_shown(store);
    let subjects = store.get(schemes::subjects);
    view! {
        <Strip/>
        <div class="three wide-first">
            <SettingsOutdated/>
            <section class="card" style="--c: var(--attention)">
                <h2 class="finding">{title}</h2>
                <p class="lead">{lead}</p>
                <AttentionMap stage=stage/>
                <Trust subjects=subjects/>
            </section>
            <section class="card wide" style="--c: var(--attention)">
                <Show when=move || is_picture.get()><image::Attended/></Show>
                <h3>{store.t(|s| s.attention.terms)}</h3>
                <Readout/>
                <TermBars/>
                <Thumbs/>
            </section>
            <Sheet accent="attention">
                <Choice key="stage"/>
                <HeadSlider/>
                <SchemeControls/>
                <ModelControls/>
                <Choice key="colormap"/>
                <BackendControl/>
            </Sheet>
        </div>
    }
}

/// The title states what the chosen cell shows at the stage on the screen.
fn finding(store: Store, of: Memo<(usize, &'static str)>) -> Option<String> {
    let _ = store.head_drawn.get();
    let input = store.input.get()?;
    let (i, j) = store.cell.get();
    let (head, id) = of.get();
    let stage = shared::stage(id);
    let strings = store.strings();
    let name = strings.words.choice("stage", id);
    if stage == Stage::Output {
        return Some(name.to_string());
    }
    let s = &strings.attention;
    let (value, asks) = store.engine.with_value(|engine| {
        let p = &engine.pipeline;
        Some((p.cell(head, stage, i, j)?, p.settings().asks(i, p.sequence().len())))
    })?;
    if !asks {
        return Some((s.title_memory)(input.label(i)));
    }
    Some(if stage == Stage::Weights {
        // Less than a tenth of a per cent has no digit there.
        let weight = if value > 0.0 && value < 5e-4 { short(value) } else { percent(value) };
        (s.title)(input.label(i), input.label(j), &weight)
    } else {
        (s.title_stage)(name, input.label(i), input.label(j), &short(value))
    })
}
