//! Unigram: the pieces with the largest expected counts after an EM step, the first to go in a pruning.

use super::table::{Candidates, Row};
use super::{At, Scene};
use crate::picture::format::significant;
use crate::store::Store;
use crate::tokenize::train::training::Trainer;
use crate::tokenize::train::unigram::{Loss, Step, Trainer as PieceTrainer, What};
use leptos::prelude::*;

#[component]
pub fn Pieces(scene: Scene) -> impl IntoView {
    let store = Store::here();
    let prunes = Memo::new(move |_| {
        with_step(scene, |_, step| matches!(step.what, What::Prune { .. })).unwrap_or_default()
    });
    let columns = Signal::derive(move || {
        let s = &store.strings().training;
        if prunes.get() {
            vec![s.piece, s.places, s.loss, s.alternative]
        } else {
            vec![s.piece, s.expected, s.probability]
        }
    });
    let caption = Signal::derive(move || {
        let s = &store.strings().training;
        let of = |trainer: &PieceTrainer, step: &Step| match &step.what {
            What::Prune { removed, .. } => (s.prune_title)(*removed),
            What::Em { .. } if scene.step.get() == 0 => {
                (s.seeds_title)(trainer.start().pieces.len(), trainer.characters())
            }
            What::Em { .. } => s.expected_title.to_string(),
        };
        with_step(scene, of).unwrap_or_default()
    });
    let rows = Signal::derive(move || with_step(scene, rows).unwrap_or_default());
    let line = move || {
        with_step(scene, |trainer, step| match &step.what {
            What::Prune { line: (Some(gone), Some(stays)), .. } => {
                let (a, b) = (significant(gone.loss, 3), significant(stays.loss, 3));
                Some((store.strings().training.line)(
                    (trainer.text(gone.seed), &a),
                    (trainer.text(stays.seed), &b),
                ))
            }
            _ => None,
        })
        .flatten()
    };
    view! {
        <div class="candidates">
            <Candidates caption columns rows scene beside=false/>
        </div>
        <p class="hint">{line}</p>
        <div class="readout arithmetic" role="status" data-testid="training-arithmetic">
            {move || with_step(scene, |trainer, step| arithmetic(store, scene, trainer, step)).flatten()}
        </div>
    }
}

/// The step on the screen; before the first, the one that comes.
fn with_step<T>(scene: Scene, of: impl FnOnce(&PieceTrainer, &Step) -> T) -> Option<T> {
    let At { training, step } = scene.at()?;
    let Trainer::Unigram(trainer) = training.trainer() else { return None };
    trainer.steps().get(step.saturating_sub(1)).map(|step| of(trainer, step))
}

/// The pieces that would stand in a piece's place.
fn alternative(trainer: &PieceTrainer, loss: &Loss) -> String {
    loss.alternative.iter().map(|seed| trainer.text(*seed)).collect::<Vec<_>>().join(" + ")
}

fn rows(trainer: &PieceTrainer, step: &Step) -> Vec<Row> {
    match &step.what {
        What::Em { expected, .. } => {
            let most = expected.first().map_or(1.0, |first| first.1);
            let row = |(seed, count): &(u32, f64)| Row {
                head: trainer.text(*seed).to_string(),
                cells: vec![
                    significant(*count, 4),
                    step.probability(*seed).map_or(String::new(), |p| significant(p, 4)),
                ],
                share: count / most,
                chosen: false,
            };
            expected.iter().map(row).collect()
        }
        What::Prune { least, .. } => {
            let most = least.last().map_or(1.0, |last| last.loss).max(f64::MIN_POSITIVE);
            let row = |loss: &Loss| Row {
                head: trainer.text(loss.seed).to_string(),
                cells: vec![loss.count.to_string(), significant(loss.loss, 3), alternative(trainer, loss)],
                share: loss.loss / most,
                chosen: false,
            };
            least.iter().map(row).collect()
        }
    }
}

/// What the piece that is looked at weighs.
fn arithmetic(store: Store, scene: Scene, trainer: &PieceTrainer, step: &Step) -> Option<String> {
    let s = &store.strings().training;
    let at = scene.picked.get().map_or(0, |(_, at)| at);
    match &step.what {
        What::Em { expected, .. } => {
            let (seed, count) = expected.get(at).or(expected.first())?;
            let p = significant(step.probability(*seed)?, 4);
            Some((s.share)(trainer.text(*seed), &significant(*count, 4), &p))
        }
        What::Prune { least, .. } => {
            let loss = least.get(at).or(least.first())?;
            let instead = alternative(trainer, loss);
            Some((s.removal)(trainer.text(loss.seed), loss.count, &instead, &significant(loss.loss, 3)))
        }
    }
}
