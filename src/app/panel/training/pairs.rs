//! The pairs that could be merged, the one that was, and the arithmetic of the one that is looked at.

use super::table::{Candidates, Row};
use super::{At, Scene};
use crate::export::{Save, Source, Table};
use crate::picture::format::{grouped, significant};
use crate::store::Store;
use crate::tokenize::shortened;
use crate::tokenize::train::pairs::{Candidate, Step, Trainer as PairTrainer};
use crate::tokenize::train::training::{Algorithm, Occurrence, Trainer};
use leptos::prelude::*;

/// Characters of a word that are shown.
const LONGEST: usize = 16;
/// Words that the sum names.
const TERMS: usize = 6;

#[component]
pub fn Pairs(scene: Scene) -> impl IntoView {
    let store = Store::here();
    let both = Memo::new(move |_| {
        scene.run.shown.with(|t| t.as_ref().is_some_and(|t| t.settings().algorithm == Algorithm::WordPiece))
    });
    let first = Signal::derive(move || rows(scene, false));
    let second = Signal::derive(move || rows(scene, true));
    let columns = Signal::derive(move || {
        let s = &store.strings().training;
        let mut names = vec![s.pair, s.becomes, s.count, "f(a)", "f(b)"];
        if both.get() {
            names.push(s.score);
        }
        names.push(s.ids);
        names
    });
    let caption = Signal::derive(move || {
        let s = &store.strings().training;
        if both.get() { s.by_score } else { s.by_count }.to_string()
    });
    let other = Signal::derive(move || store.strings().training.by_count.to_string());
    let ties = move || {
        let s = &store.strings().training;
        if first.with(Vec::is_empty) {
            return s.no_candidates.to_string();
        }
        let rule = if both.get() { s.ties_score } else { s.ties_count };
        format!("{rule} {}", (s.candidates_hint)(first.with(Vec::len)))
    };
    view! {
        <div class="candidates" class:both=move || both.get() hidden=move || first.with(Vec::is_empty)>
            <Candidates caption columns rows=first scene beside=false/>
            {move || both.get().then(|| view! { <Candidates caption=other columns rows=second scene beside=true/> })}
        </div>
        <p class="hint">{ties}</p>
        <Save source=move || numbers(store, scene) kind="pairs"/>
        <div class="readout arithmetic" role="status" data-testid="training-arithmetic">
            {move || scene.at().map(|at| arithmetic(store, scene, &at))}
        </div>
    }
}

/// The merge on the screen; before the first, the one that comes.
fn merge(trainer: &PairTrainer, step: usize) -> Option<&Step> {
    trainer.steps().get(step.saturating_sub(1))
}

fn text(trainer: &PairTrainer, id: u32) -> &str {
    trainer.vocabulary().get(id as usize).map_or("", String::as_str)
}

/// The candidates of the step, for files.
fn numbers(store: Store, scene: Scene) -> Option<Source> {
    let At { training, step } = scene.at()?;
    let Trainer::Pairs(trainer) = training.trainer() else { return None };
    let s = store.strings().training;
    let columns = [s.pair, s.becomes, s.count, "f(a)", "f(b)", s.score, "id(a)", "id(b)"].map(str::to_owned);
    let row = |c: &Candidate| {
        let pair = format!("{} + {}", text(trainer, c.left), text(trainer, c.right));
        let counts = [c.count, c.left_count, c.right_count].map(|n| (n as f64).into());
        let ids = [c.left, c.right].map(|id| f64::from(id).into());
        let words = [pair.into(), trainer.joined_text(c.left, c.right).into()];
        words.into_iter().chain(counts).chain([c.score().into()]).chain(ids).collect()
    };
    let rows = merge(trainer, step)?.candidates.iter().map(row).collect();
    Some(Source::Table(Table { columns: columns.into(), rows }))
}

fn rows(scene: Scene, beside: bool) -> Vec<Row> {
    let Some(At { training, step }) = scene.at() else { return Vec::new() };
    let Trainer::Pairs(trainer) = training.trainer() else { return Vec::new() };
    let Some(made) = merge(trainer, step) else { return Vec::new() };
    let scored = training.settings().algorithm == Algorithm::WordPiece;
    let all = if beside { &made.beside } else { &made.candidates };
    let most = all.first().map_or(1, |first| first.count);
    let row = |c: &Candidate| {
        let mut cells = vec![trainer.joined_text(c.left, c.right)];
        cells.extend([c.count, c.left_count, c.right_count].map(|n| grouped(n)));
        if scored {
            cells.push(significant(c.score(), 3));
        }
        cells.push(format!("{}, {}", c.left, c.right));
        let share =
            if beside || !scored { c.count as f64 / most as f64 } else { c.score() / made.chosen.score() };
        Row {
            head: format!("{} + {}", text(trainer, c.left), text(trainer, c.right)),
            cells,
            share,
            chosen: step > 0 && (c.left, c.right) == (made.chosen.left, made.chosen.right),
        }
    };
    all.iter().map(row).collect()
}

/// The sum, the score, and what becomes of the counts.
fn arithmetic(store: Store, scene: Scene, At { training, step }: &At) -> Option<impl IntoView + use<>> {
    let Trainer::Pairs(trainer) = training.trainer() else { return None };
    let made = merge(trainer, *step)?;
    let picked = scene
        .picked
        .get()
        .and_then(|(beside, at)| if beside { made.beside.get(at) } else { made.candidates.get(at) });
    let c = picked.copied().unwrap_or(made.chosen);
    let s = &store.strings().training;
    let (a, b) = (text(trainer, c.left), text(trainer, c.right));
    let places = training.occurrences(step.saturating_sub(1), (c.left, c.right));
    let mut lines = vec![(s.sum)(a, b, &terms(store, &places), c.count)];
    if training.settings().algorithm == Algorithm::WordPiece {
        let score = significant(c.score(), 4);
        lines.push(format!(
            "f(ab) / (f(a) · f(b)) = {} / ({} · {}) = {score}",
            c.count, c.left_count, c.right_count
        ));
    }
    if (c.left, c.right) == (made.chosen.left, made.chosen.right) {
        lines.push(match made.replaced == c.count {
            true => (s.not_the_sum)(made.replaced, c.left_count, c.right_count, c.sum_of_parts()),
            false => (s.overlapping)(made.replaced, c.count),
        });
        let (left, right) = made.counts_after();
        lines.push((s.after)(a, b, left, right));
    }
    Some(lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view())
}

/// `4·1 (the) + 2·1 (then) + …`
fn terms(store: Store, places: &[Occurrence]) -> String {
    let named = places
        .iter()
        .take(TERMS)
        .map(|o| format!("{}·{} ({})", o.count, o.times, shortened(&o.word, LONGEST)));
    let mut all: Vec<String> = named.collect();
    if places.len() > TERMS {
        all.push((store.strings().training.more_words)(places.len() - TERMS));
    }
    all.join(" + ")
}
