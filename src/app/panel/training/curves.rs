//! Vocabulary, tokens per word and embedding parameters over the steps, each a small plot, and the table of the steps.

use super::{At, Scene};
use crate::picture::format::{grouped, significant};
use crate::store::Store;
use crate::tokenize::train::Point;
use crate::tokenize::train::training::Trainer;
use crate::tokenize::train::unigram::What;
use crate::widget::{Axis, Curve, Curves, Plot, TwinButton};
use leptos::prelude::*;
use std::sync::Arc;

const HEIGHT: f64 = 220.0;
/// Steps before and after the present one that the table lists.
const AROUND: usize = 20;

type Points = Memo<Arc<Vec<Point>>>;

#[component]
pub fn Plots(scene: Scene) -> impl IntoView {
    let store = Store::here();
    let points: Points = Memo::new(move |_| {
        Arc::new(scene.run.shown.with(|t| t.as_ref().map(|t| t.points()).unwrap_or_default()))
    });
    let width = store.get(|s| s.d_model);
    let here = move || points.with(|all| Some((*all.first()?, *all.get(scene.step.get())?)));
    let vocabulary = Signal::derive(move || {
        here()
            .map(|(start, now)| (store.strings().training.vocabulary)(now.vocabulary, start.vocabulary))
            .unwrap_or_default()
    });
    let tokens = Signal::derive(move || {
        let of = |point: Point| significant(point.tokens_per_word(), 3);
        let said = |(start, now): (Point, Point)| {
            (store.strings().training.tokens_per_word)(now.tokens, now.words, &of(now), &of(start))
        };
        here().map(said).unwrap_or_default()
    });
    let parameters = Signal::derive(move || {
        let d = width.get();
        let product = |now: Point| grouped(now.embedding_parameters(d as usize));
        let said = |(_, now): (Point, Point)| {
            (store.strings().training.parameters)(now.vocabulary, d, &product(now))
        };
        here().map(said).unwrap_or_default()
    });
    view! {
        <div class="lab-grid training-curves">
            <Picture title=tokens scene points axis=|s| s.tokens_axis color="--tokens" value=move |p| p.tokens_per_word()/>
            <Picture title=vocabulary scene points axis=|s| s.vocabulary_axis color="--signal" value=move |p| p.vocabulary as f64/>
            <Picture title=parameters scene points axis=|s| s.parameters_axis color="--vectors" value=move |p| p.embedding_parameters(width.get() as usize) as f64/>
        </div>
        <section class="card" style="--c: var(--tokens)"><Steps scene points/></section>
    }
}

#[component]
fn Picture(
    title: Signal<String>,
    scene: Scene,
    points: Points,
    axis: fn(&crate::strings::Training) -> &'static str,
    color: &'static str,
    value: impl Fn(&Point) -> f64 + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let store = Store::here();
    let curves = move || {
        let s = &store.strings().training;
        let line: Vec<(f64, f64)> =
            points.with(|all| all.iter().enumerate().map(|(at, point)| (at as f64, value(point))).collect());
        let (_, first) = line.first()?;
        let top = line.iter().fold(*first, |top, (_, y)| top.max(*y));
        let step = scene.step.get();
        let last = line.len().saturating_sub(1).max(1) as f64;
        Some(Curves {
            x: Axis { label: s.step_axis.to_string(), min: 0.0, max: last, log: false },
            y: Axis { label: axis(s).to_string(), min: 0.0, max: top * 1.06, log: false },
            curves: vec![Curve { name: String::new(), points: line, color, strong: true, dashed: false }],
            shade: Vec::new(),
            upright: vec![(step as f64, step.to_string())],
            level: Vec::new(),
        })
    };
    view! {
        <section class="card" style="--c: var(--tokens)">
            <h3>{title}</h3>
            <Plot curves name=title height=HEIGHT/>
        </section>
    }
}

/// The steps around the present one as a table.
#[component]
fn Steps(scene: Scene, points: Points) -> impl IntoView {
    let store = Store::here();
    let open = RwSignal::new(false);
    let width = store.get(|s| s.d_model as usize);
    let ends =
        |at: &At| (at.step.saturating_sub(AROUND), at.step.saturating_add(AROUND).min(at.training.steps()));
    let heading = move || {
        scene
            .at()
            .map(|at| ends(&at))
            .map(|(from, last)| (store.strings().training.table_caption)(from, last))
    };
    let table = move || {
        let at = scene.at().filter(|_| open.get())?;
        let s = &store.strings().training;
        let (from, last) = ends(&at);
        let row = |step: usize| {
            let point = points.with(|all| all.get(step).copied())?;
            let cells = [
                what(&at, step),
                grouped(point.vocabulary),
                significant(point.tokens_per_word(), 4),
                grouped(point.embedding_parameters(width.get())),
            ];
            let current = (step == at.step).then_some("true");
            Some(view! {
                <tr aria-current=current><th scope="row">{step}</th>{cells.map(|cell| view! { <td>{cell}</td> }).into_iter().collect_view()}</tr>
            })
        };
        let caption = (s.table_caption)(from, last);
        Some(view! {
            <div class="tablewrap" tabindex="0" role="region" aria-label=caption>
                <table class="data">
                    <thead><tr>{s.table_columns.map(|name| view! { <th scope="col">{name}</th> }).into_iter().collect_view()}</tr></thead>
                    <tbody>{(from..=last).filter_map(row).collect_view()}</tbody>
                </table>
            </div>
        })
    };
    view! { <h3>{heading}</h3> <TwinButton open/> {table} }
}

/// What a step did, as symbols.
fn what(at: &At, step: usize) -> String {
    let Some(nth) = step.checked_sub(1) else { return "–".to_string() };
    match at.training.trainer() {
        Trainer::Pairs(trainer) => trainer.steps().get(nth).map_or(String::new(), |step| {
            let text = |id: u32| trainer.vocabulary().get(id as usize).map_or("", String::as_str);
            format!("{} + {} → {}", text(step.chosen.left), text(step.chosen.right), text(step.made))
        }),
        Trainer::Unigram(trainer) => {
            trainer.steps().get(nth).map_or(String::new(), |step| match &step.what {
                What::Em { log_likelihood, .. } => format!("EM, log L = {}", significant(*log_likelihood, 6)),
                What::Prune { removed, .. } => format!("−{removed}"),
            })
        }
    }
}
