//! What became of the text before it was cut: the normaliser's stages with their changes, and the pre-tokeniser's cuts.

use super::lens::Lens;
use crate::store::Store;
use crate::tokenize::microscope::Survey;
use crate::tokenize::pre_tokenize::{Piece, Rule};
use crate::tokenize::stage::{Change, Stage};
use crate::tokenize::visible;
use leptos::prelude::*;

/// Bytes of a text that are shown.
const SHOWN: usize = 280;
/// Pieces of a split that are shown.
const PIECES: usize = 60;

#[component]
pub fn Stages() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let told = move || {
        let survey = lens.survey.get()?;
        let s = store.strings().microscope;
        let changing = survey.stages.iter().filter(|stage| !stage.changes.is_empty()).count();
        let title = (s.stages_claim)(changing, survey.words.len());
        let items = stages(store, &survey);
        let rule = survey.words.get(lens.word.get()).and_then(|word| word.rule);
        let splits = splits(store, &survey, rule);
        Some(view! {
            <h2>{title}</h2>
            <p class="lead">{s.stages_lead}</p>
            <ol class="stages-list" data-testid="stages">{items} {splits}</ol>
        })
    };
    view! { <section class="card" style="--c: var(--tokens)">{told}</section> }
}

fn stages(store: Store, survey: &Survey) -> impl IntoView + use<> {
    let s = store.strings().microscope;
    let item = |stage: &Stage| {
        let name = (s.stage_name)(stage.kind);
        let changes = stage.changes.len();
        let text =
            (changes > 0).then(|| view! { <p class="stage-text">{marked(&stage.text, &stage.changes)}</p> });
        view! { <li><b>{name}</b> " " <span class="soft">{(s.changes)(changes)}</span> {text}</li> }
    };
    survey.stages.iter().map(item).collect_view()
}

/// A text with marks where it was changed; where something was taken out, a mark stands between.
fn marked(text: &str, changes: &[Change]) -> impl IntoView + use<> {
    let end = (0..=SHOWN.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    let mut parts = Vec::new();
    let mut at = 0;
    for change in changes.iter().take_while(|change| change.to.start <= end) {
        let to = change.to.end.min(end);
        parts.push((false, text.get(at..change.to.start).unwrap_or_default()));
        parts.push((true, text.get(change.to.start..to).unwrap_or_default()));
        at = to.max(at);
    }
    parts.push((false, text.get(at..end).unwrap_or_default()));
    let view = |(changed, part): (bool, &str)| match (changed, part) {
        (true, "") => view! { <mark class="gone">"‸"</mark> }.into_any(),
        (true, part) => view! { <mark>{visible(part)}</mark> }.into_any(),
        (false, part) => visible(part).into_any(),
    };
    let more = (end < text.len()).then_some(" …");
    (parts.into_iter().map(view).collect_view(), more)
}

/// Each split: its alternatives, and the pieces.
fn splits(store: Store, survey: &Survey, rule: Option<Rule>) -> impl IntoView + use<> {
    let s = store.strings().microscope;
    let last = survey.splits.len().saturating_sub(1);
    let item = |(nth, split): (usize, &crate::tokenize::pre_tokenize::Stage)| {
        let alternatives = split.alternatives.iter().map(|(of, expression)| {
            let here = nth == last && rule == Some(*of);
            view! { <li class:here=here><code>{*expression}</code> " " <small>{(s.rule_name)(*of)}</small></li> }
        });
        let piece = |piece: &Piece| {
            let text = visible(survey.prepared.get(piece.span.clone()).unwrap_or_default());
            view! { <span class="stagepiece" title=(s.rule_name)(piece.rule)>{super::words::shortened(&text)}</span> }
        };
        let pieces = split.pieces.iter().take(PIECES).map(piece).collect_view();
        let more = (split.pieces.len() > PIECES).then_some(" …");
        view! {
            <li>
                <b>{(s.split)(nth + 1)}</b> " " <span class="soft">{(s.pieces)(split.pieces.len())}</span>
                <p class="stage-text">{pieces} {more}</p>
                <details>
                    <summary>{s.pattern}</summary>
                    <ul class="alternatives">{alternatives.collect_view()}</ul>
                </details>
            </li>
        }
    };
    survey.splits.iter().enumerate().map(item).collect_view()
}
