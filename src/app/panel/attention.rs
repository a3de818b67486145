//! Attention with every intermediate: one head large, all heads small, one cell taken apart.

use super::shared::{self, AttentionMap, BackendControl, HeadSlider, ModelControls};
use crate::app::panel::scheme_controls::SchemeControls;
use crate::app::store::Store;
use crate::app::widget::{Choice, Readout, Sheet, Strip, Thumbs, Trust};
use crate::attention::{Stage, terms};
use crate::picture::format::{percent, short};
use crate::position::scaling::RopeType;
use leptos::prelude::*;

#[component]
pub fn Attention() -> impl IntoView {
    let store = Store::here();
    let stage = Signal::derive(move || shared::stage(store.state.with(|s| s.stage)));
    let title = move || finding(store).unwrap_or_else(|| store.strings().attention.title_plain.to_string());
    let lead = move || {
        let s = &store.strings().attention;
        match stage.get() {
            Stage::Weights => s.lead,
            Stage::Output => s.lead_output,
            _ => s.lead_scores,
        }
    };
    let subjects = Signal::derive(move || {
        let (scheme, yarn) = store.state.with(|s| (s.scheme, s.params.rope.rope_type == RopeType::Yarn));
        shared::subjects(scheme, yarn)
    });
    view! {
        <Strip/>
        <div class="three wide-first">
            <section class="card" style="--c: var(--attention)">
                <h2 class="finding">{title}</h2>
                <p class="lead">{lead}</p>
                <AttentionMap stage=stage/>
                <Trust subjects=subjects/>
            </section>
            <section class="card wide" style="--c: var(--attention)">
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
fn finding(store: Store) -> Option<String> {
    let _ = store.head_drawn.get();
    let input = store.input.get()?;
    let (i, j) = store.cell.get();
    let (head, id) = store.state.with(|s| (s.head as usize, s.stage));
    let stage = shared::stage(id);
    let strings = store.strings();
    let name = strings.words.choice("stage", id);
    if stage == Stage::Output {
        return Some(name.to_string());
    }
    let value = store.engine.with_value(|engine| engine.pipeline.cell(head, stage, i, j))?;
    let s = &strings.attention;
    Some(if stage == Stage::Weights {
        (s.title)(input.label(i), input.label(j), &percent(value))
    } else {
        (s.title_stage)(name, input.label(i), input.label(j), &short(value))
    })
}

/// q_c, k_c and their product.
type Term = (f32, f32, f32);

/// q_c · k_c for every dimension, as numbers and bars. The rows stay; only what they say follows the cell.
#[component]
fn TermBars() -> impl IntoView {
    let store = Store::here();
    let all = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        let (i, j) = store.cell.get();
        let head = store.state.with(|s| s.head as usize);
        store
            .engine
            .with_value(|engine| {
                let p = &engine.pipeline;
                let (q, k) = (p.rotated_row(0, head, i)?, p.rotated_row(1, head, j)?);
                let products = terms::terms(&q, &k);
                Some(
                    q.into_iter()
                        .zip(k)
                        .zip(products)
                        .map(|((q, k), product)| (q, k, product))
                        .collect::<Vec<Term>>(),
                )
            })
            .unwrap_or_default()
    });
    let many = Memo::new(move |_| all.with(Vec::len));
    let largest =
        Memo::new(move |_| all.with(|all| all.iter().fold(1e-9_f32, |top, term| top.max(term.2.abs()))));
    let row = move |c: usize| {
        let term = Memo::new(move |_| all.with(|all| all.get(c).copied().unwrap_or_default()));
        let style = move || {
            let product = term.get().2;
            let share = product.abs() / largest.get() * 50.0;
            let left = if product < 0.0 { 50.0 - share } else { 50.0 };
            format!("left: {left:.1}%; width: {share:.1}%")
        };
        let text = move || {
            let (q, k, product) = term.get();
            format!("{c}: {} · {} = {}", short(q), short(k), short(product))
        };
        view! {
            <div>
                <span class="bar"><i class:neg=move || term.get().2 < 0.0 style=style></i></span>
                <span>{text}</span>
            </div>
        }
    };
    view! { <div class="terms" tabindex="0">{move || (0..many.get()).map(row).collect_view()}</div> }
}
