//! Training a tokenizer on a corpus that the reader edits: every step forward and back, the candidates beside the one
//! that was chosen, the words as they are cut, and what the vocabulary costs and saves.

mod corpus;
mod curves;
mod pairs;
mod pieces;
mod player;
mod rule;
mod run;
mod table;
mod words;

use crate::picture::format::significant;
use crate::store::Store;
use crate::tokenize::train::pairs::{Rule, Trainer as Pairs};
use crate::tokenize::train::training::{Algorithm, Trainer, Training as Whole};
use crate::tokenize::train::unigram::{Trainer as Unigram, What};
use crate::widget::{Choice, Sheet, Slider};
use leptos::prelude::*;
use run::Run;
use std::rc::Rc;

/// A training and the step of it that is on the screen.
#[derive(Clone)]
struct At {
    training: Rc<Whole>,
    step: usize,
}

/// What every part of the panel reads.
#[derive(Clone, Copy)]
struct Scene {
    run: Run,
    /// The step on the screen: what the state says, or the last there is.
    step: Memo<usize>,
    steps: Memo<usize>,
    /// The pair or piece whose arithmetic is shown instead of the chosen one's: its place in the table.
    picked: RwSignal<Option<(bool, usize)>>,
}

impl Scene {
    fn new(store: Store) -> Self {
        let run = Run::new(store);
        let wanted = store.get(|s| s.train_step as usize);
        let steps = Memo::new(move |_| run.shown.with(|t| t.as_ref().map_or(0, |t| t.steps())));
        // Before the first picture nobody knows how many there are.
        let step = Memo::new(move |_| match run.shown.with(|t| t.is_some()) {
            true => wanted.get().min(steps.get()),
            false => wanted.get(),
        });
        let picked = RwSignal::new(None);
        Effect::new(move |_| {
            let _ = (step.get(), run.shown.with(|_| ()));
            picked.set(None);
        });
        Scene { run, step, steps, picked }
    }

    /// Followed; `None` until the first training stands.
    fn at(self) -> Option<At> {
        let step = self.step.get();
        self.run.shown.get().map(|training| At { training, step })
    }

    /// The algorithm of what is on the screen, which may be older than the controls.
    fn algorithm(self) -> Option<Algorithm> {
        self.run.shown.with(|t| t.as_ref().map(|t| t.settings().algorithm))
    }

    fn is_pairs(self) -> bool {
        self.run.shown.with(|t| t.as_ref().is_none_or(|t| matches!(t.trainer(), Trainer::Pairs(_))))
    }
}

#[component]
pub fn Training() -> impl IntoView {
    let store = Store::here();
    let scene = Scene::new(store);
    let algorithm = store.get(|s| s.train_algorithm);
    let is_unigram = move || algorithm.get() == "unigram";
    let title = move || scene.at().map(|at| finding(store, &at));
    let drawn = Memo::new(move |_| scene.algorithm().map_or(algorithm.get(), Algorithm::id));
    let problem = move || {
        let sentences = old_picture(store, scene)?.map(|sentence| view! { <p>{sentence}</p> });
        Some(
            view! { <div class="bad" data-testid="training-old">{sentences.into_iter().collect_view()}</div> },
        )
    };
    let old = move || scene.run.problem.with(Option::is_some);
    let kind = Memo::new(move |_| scene.is_pairs());
    let choosing = move || {
        if kind.get() {
            view! { <pairs::Pairs scene/> }.into_any()
        } else {
            view! { <pieces::Pieces scene/> }.into_any()
        }
    };
    view! {
        <div class="two training">
            <div class="stack" class:old=old>
                <section class="card" style="--c: var(--tokens)">
                    {problem}
                    <h2 class="finding" data-testid="training-title">{title}</h2>
                    <p class="lead">{move || (store.strings().training.lead)(drawn.get())}</p>
                    {choosing}
                </section>
                <section class="card" style="--c: var(--tokens)"><words::Words scene/></section>
                <curves::Plots scene/>
                <section class="card" style="--c: var(--tokens)"><rule::Equation algorithm=drawn/></section>
            </div>
            <Sheet accent="tokens">
                <player::Player scene/>
                <Choice key="train_algorithm"/>
                <corpus::CorpusBox run=scene.run/>
                <Slider key="train_vocab_size"/>
                <corpus::TooSmall run=scene.run/>
                {move || (!is_unigram()).then(|| view! { <Slider key="train_min_frequency"/> })}
                <Slider key="d_model"/>
            </Sheet>
        </div>
    }
}

/// Why the settings cannot be computed, and what the picture is of instead.
fn old_picture(store: Store, scene: Scene) -> Option<[Option<String>; 2]> {
    let strings = store.strings();
    let why = (strings.training.problem)(&scene.run.problem.get()?);
    let settings = scene.run.shown.with(|t| t.as_ref().map(|t| t.settings()));
    let old = settings.map(|settings| {
        let algorithm = strings.words.choice("train_algorithm", settings.algorithm.id());
        (strings.training.old)(algorithm, settings.vocabulary, scene.run.whose(store))
    });
    Some([Some(why), old])
}

/// What the step found, in one sentence.
fn finding(store: Store, at: &At) -> String {
    let s = &store.strings().training;
    if at.step == 0 {
        return (s.title_start)(at.training.start().vocabulary, at.training.words().len());
    }
    match at.training.trainer() {
        Trainer::Pairs(trainer) => pair_finding(store, at, trainer),
        Trainer::Unigram(trainer) => piece_finding(store, at.step, trainer),
    }
    .unwrap_or_default()
}

fn pair_finding(store: Store, at: &At, trainer: &Pairs) -> Option<String> {
    let s = &store.strings().training;
    let made = trainer.steps().get(at.step.checked_sub(1)?)?;
    let text = |id: u32| trainer.vocabulary().get(id as usize).map_or("", String::as_str);
    let (a, b) = (text(made.chosen.left), text(made.chosen.right));
    if at.training.settings().algorithm == Algorithm::WordPiece {
        let score = significant(made.chosen.score(), 3);
        let most = made.beside.first().filter(|c| (c.left, c.right) != (made.chosen.left, made.chosen.right));
        let most = most.map(|c| (text(c.left), text(c.right)));
        let tied = if made.tied(Rule::Score) { s.tied_score } else { "" };
        return Some((s.title_word_piece)(at.step, a, b, &score, most) + tied);
    }
    Some((s.title_bpe)(at.step, a, b, made.chosen.count, made.tied(Rule::Count)))
}

fn piece_finding(store: Store, step: usize, trainer: &Unigram) -> Option<String> {
    let s = &store.strings().training;
    let made = trainer.steps().get(step.checked_sub(1)?)?;
    Some(match &made.what {
        What::Em { log_likelihood, expected } => {
            let (piece, count) = expected.first().copied()?;
            (s.title_em)(step, &significant(*log_likelihood, 5), trainer.text(piece), &significant(count, 4))
        }
        What::Prune { line, removed, .. } => {
            let last = line.0.as_ref().map(|loss| trainer.text(loss.seed));
            (s.title_prune)(step, *removed, made.point.vocabulary + removed, last)
        }
    })
}
