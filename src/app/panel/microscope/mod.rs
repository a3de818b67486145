//! The tokenizer under the microscope: one word of the text, cut apart step by step.

mod blocks;
mod chance;
mod choose;
mod lens;
mod longest;
mod merges;
mod own;
mod player;
mod reading;
mod stages;
mod ways;
mod words;

use crate::picture::format::{grouped, percent};
use crate::store::Store;
use crate::tokenize::microscope::{Slide, Source};
use crate::tokenize::visible;
use crate::tokenize::word_piece::longest_match::Outcome;
use crate::widget::{Choice, Sheet, Slider, TwinButton};
use lens::Lens;
use leptos::context::Provider;
use leptos::prelude::*;

#[component]
pub fn Microscope() -> impl IntoView {
    let store = Store::here();
    let lens = Lens::new(store);
    let claim = move || claim(store, lens).unwrap_or_else(|| store.strings().microscope.no_text.to_string());
    let lead = move || lead(store, lens);
    view! {
        <Provider value=lens>
            <div class="two microscope">
                <div class="stack">
                    <section class="card" style="--c: var(--tokens)">
                        <h2 class="finding" data-testid="claim">{claim}</h2>
                        <p class="lead">{lead}</p>
                        <words::Words/>
                        <Picture/>
                    </section>
                    <chance::Chance/>
                    <stages::Stages/>
                </div>
                <Controls/>
            </div>
        </Provider>
    }
}

/// What is to be seen of the word, as a sentence.
fn claim(store: Store, lens: Lens) -> Option<String> {
    let (word, text) = lens.chosen()?;
    let s = store.strings().microscope;
    let name = words::shortened(&visible(&text));
    let tokens = word.ids.len();
    let said = match lens.slide.get()?.as_ref() {
        Slide::Merges(_) if word.ids.is_empty() => (s.claim_lost)(&name),
        Slide::Merges(merges) if merges.trace.whole.is_some() => (s.claim_whole)(&name),
        Slide::Merges(merges) => (s.claim_merges)(&name, merges.trace.steps.len(), tokens),
        Slide::Lookups(lookups) => match &lookups.outcome {
            Outcome::Pieces(pieces) => (s.claim_pieces)(&name, pieces.len(), lookups.tries.len()),
            Outcome::NoPiece { at } => {
                let first = text
                    .get(*at..)
                    .and_then(|rest| rest.chars().next())
                    .map(String::from)
                    .unwrap_or_default();
                (s.claim_unknown)(&name, &first)
            }
            Outcome::TooLong { chars } => (s.claim_too_many)(&name, *chars),
        },
        Slide::Ways(ways) if ways.count == 1 => (s.claim_one_way)(&name, tokens),
        Slide::Ways(ways) => {
            let best = ways.n_best(1).first().map_or(0.0, |(_, share)| *share);
            let count = if ways.count == u64::MAX { "10¹⁹".to_string() } else { grouped(ways.count) };
            (s.claim_ways)(&name, &count, tokens, &percent(best as f32))
        }
        Slide::Character(character) => {
            let code = u32::from(*character);
            (s.claim_character)(&name, &format!("U+{code:04X}"), code)
        }
        Slide::Control(id) => (s.claim_control)(&name, *id),
        Slide::TooLong(symbols) => (s.too_long)(&name, *symbols),
    };
    let part = word.part.map(|(nth, of)| (s.part)(nth + 1, of));
    Some([Some(said), part].into_iter().flatten().collect::<Vec<_>>().join(store.strings().gap))
}

/// How this kind of tokenizer goes about it.
fn lead(store: Store, lens: Lens) -> String {
    let s = store.strings().microscope;
    lens.ask(store, |source| match source {
        Source::ByteBpe(_) => s.lead_bytes,
        Source::OwnBpe(model) if model.is_byte_level() => s.lead_bytes,
        Source::SentencePieceBpe(_) | Source::OwnBpe(_) => s.lead_characters,
        Source::WordPiece(_) => s.lead_word_piece,
        Source::Unigram(_) => s.lead_unigram,
        Source::Characters => s.lead_char,
    })
    .unwrap_or_default()
    .to_owned()
}

/// The steps of the word under the lens, and what is said of them.
#[component]
fn Picture() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let table = RwSignal::new(false);
    let drawn = move || {
        let slide = lens.slide.get()?;
        Some(match slide.as_ref() {
            Slide::Merges(merges) => {
                merges::picture(store, lens, std::sync::Arc::new(merges.clone())).into_any()
            }
            Slide::Lookups(lookups) => longest::picture(store, lens, lookups).into_any(),
            Slide::Ways(ways) => ways::picture(store, lens, ways).into_any(),
            Slide::Character(_) => choose::choose(store).into_any(),
            Slide::Control(_) | Slide::TooLong(_) => ().into_any(),
        })
    };
    let line = move || {
        let slide = lens.slide.get()?;
        let step = lens.step.get();
        Some(match slide.as_ref() {
            Slide::Merges(merges) => merges::line(store, merges, step),
            Slide::Lookups(lookups) => longest::line(store, lookups, step),
            Slide::Ways(ways) => ways::line(store, ways, step),
            Slide::Character(_) | Slide::Control(_) | Slide::TooLong(_) => return None,
        })
    };
    let rule = move || {
        let slide = lens.slide.get()?;
        let step = lens.step.get();
        Some(match slide.as_ref() {
            Slide::Merges(merges) => merges::rule(store, merges, step),
            Slide::Lookups(lookups) => longest::rule(store, lookups, step),
            Slide::Ways(ways) => ways::rule(store, ways, step),
            Slide::Character(_) | Slide::Control(_) | Slide::TooLong(_) => return None,
        })
    };
    let pointed = move || Some(lens.pointed.get()).filter(|said| !said.is_empty()).or_else(line);
    let has_steps = Memo::new(move |_| lens.steps.get() > 0);
    view! {
        <p class="readout step-line" data-testid="step-line">{pointed}</p>
        // Those who hear the page are told of a step, not of what they point at: its own name says that.
        <p class="sr" aria-live="polite">{line}</p>
        {drawn}
        <p class="readout rule" data-testid="rule">{rule}</p>
        <Show when=move || has_steps.get()>
            <TwinButton open=table/>
            <Show when=move || table.get()><Twin/></Show>
        </Show>
        {move || source(store, lens)}
    }
}

/// The steps so far as a table.
#[component]
fn Twin() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let told = move || {
        let slide = lens.slide.get()?;
        let (s, step) = (store.strings().microscope, lens.step.get());
        let (heads, rows) = match slide.as_ref() {
            Slide::Merges(merges) => (s.cols_merges, merges::rows(merges, step)),
            Slide::Lookups(lookups) => (s.cols_lookups, longest::rows(store, lookups, step)),
            Slide::Ways(ways) => (s.cols_ways, ways::rows(ways, step)),
            Slide::Character(_) | Slide::Control(_) | Slide::TooLong(_) => return None,
        };
        let heads = heads.map(|head| view! { <th scope="col">{head}</th> }).collect_view();
        let row = |[first, rest @ ..]: [String; 5]| {
            let cells = rest.map(|cell| view! { <td>{cell}</td> }).collect_view();
            view! { <tr><th scope="row">{first}</th>{cells}</tr> }
        };
        Some(view! {
            <table class="data" data-testid="twin">
                <thead><tr>{heads}</tr></thead>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        })
    };
    view! { <div class="tablewrap" tabindex="0" role="region" aria-label=store.t(|s| s.picture.show_table)>{told}</div> }
}

/// Where the vocabulary is from, and what the tests compared the steps with.
fn source(store: Store, lens: Lens) -> Option<impl IntoView> {
    let s = store.strings().microscope;
    if let Some(brought) = lens.own.get() {
        return Some(view! { <p class="trust"><span>{(s.own_used)(&brought.name, &own::shown_name(store))}</span></p> }.into_any());
    }
    let vocabulary = crate::tokenize::by_id(crate::vocabulary::shown(store))?;
    let specials = specials(store, lens);
    Some(
        view! {
            {specials.map(|said| view! { <p class="hint" data-testid="specials">{said}</p> })}
            <p class="trust"><span><b>"= "</b>{(s.equal)(vocabulary.algorithm as usize)}</span> <cite lang="en">{vocabulary.citation}</cite></p>
        }
        .into_any(),
    )
}

/// Of the special tokens that stand in the text as text the first: what it would be.
fn specials(store: Store, lens: Lens) -> Option<String> {
    let survey = lens.survey.get().filter(|survey| survey.words.iter().all(|word| !word.control))?;
    let found = lens.ask(store, |source| {
        let Source::ByteBpe(model) = source else { return None };
        let parts = crate::tokenize::bpe::special::split(&survey.prepared, model.specials(), |_| true);
        let index = parts.iter().find_map(|part| part.token)?;
        model
            .specials()
            .get(index)
            .map(|token| (token.content.clone(), token.id, model.ids(&token.content).len()))
    })??;
    Some((store.strings().microscope.special)(&found.0, found.1, found.2))
}

#[component]
fn Controls() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let kind = Memo::new(move |_| {
        lens.slide.with(|slide| match slide.as_deref() {
            Some(Slide::Merges(_) | Slide::Control(_) | Slide::TooLong(_)) => 1,
            Some(Slide::Ways(_)) => 2,
            _ => 0,
        })
    });
    let has_control = Memo::new(move |_| {
        let has =
            |source: Source<'_>| matches!(source, Source::ByteBpe(model) if !model.specials().is_empty());
        lens.ask(store, has).unwrap_or_default()
    });
    view! {
        <Sheet accent="tokens">
            <player::Player/>
            {move || match kind.get() {
                1 => view! { <Slider key="dropout"/> <Slider key="seed"/> }.into_any(),
                2 => view! { <Slider key="n_best"/> <Slider key="temperature"/> <Slider key="seed"/> }.into_any(),
                _ => ().into_any(),
            }}
            <Show when=move || has_control.get()><Choice key="control_tokens"/></Show>
            <p class="hint">{store.t(|s| s.microscope.keys)}</p>
            <own::OwnFile/>
        </Sheet>
    }
}
