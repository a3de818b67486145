//! The text as a message of a chat: what the template writes around it, and which control tokens a typed look-alike forges.

use super::chat_html;
use super::chat_total::Totals;
use super::name;
use crate::state::State;
use crate::store::Store;
use crate::strings::Strings;
use crate::tokenize::chat::injection::{ParseSpecial, Segment, Tally, What, forged_turn, segments, tally};
use crate::tokenize::chat::{ChatError, Message, Rendered, Role, TEMPLATES, Template};
use leptos::prelude::*;
use std::sync::Arc;

/// So many kinds of look-alikes are told of.
const MOST: usize = 6;

/// The conversation as the template renders it, cut into control tokens and text.
#[derive(PartialEq)]
pub struct Talk {
    pub rendered: Rendered,
    /// In the order of [`ParseSpecial::ALL`].
    pub ways: Vec<(ParseSpecial, Vec<Segment>, Tally)>,
}

/// The schema lets no other id through than those of templates.
fn template(id: &str) -> Option<&'static Template> {
    Template::by_id(id).or(TEMPLATES.first())
}

/// The page's text is the last thing that the user says.
fn messages(state: &State, s: &Strings) -> Vec<Message> {
    let mut all = Vec::new();
    if state.chat_messages != "user" {
        all.push(Message::new(Role::System, s.side.chat.system));
    }
    all.push(Message::new(Role::User, state.text.clone()));
    if state.chat_messages == "system_user_assistant" {
        all.push(Message::new(Role::Assistant, s.side.chat.answer));
    }
    all
}

fn talk(state: &State, s: &Strings) -> Result<Talk, ChatError> {
    let template = template(state.chat_template).ok_or(ChatError::Empty)?;
    let messages = messages(state, s);
    let asks = messages.last().is_some_and(|last| last.role == Role::User);
    let rendered = template.render(&messages, asks)?;
    let way = |parse| {
        let found = segments(template, &rendered, parse);
        let tally = tally(&found);
        (parse, found, tally)
    };
    let ways = ParseSpecial::ALL.map(way).into();
    Ok(Talk { rendered, ways })
}

#[component]
pub fn Chat() -> impl IntoView {
    let store = Store::here();
    let text = store.get(|s| s.text.clone());
    let how = store.get(|s| (s.chat_template, s.chat_messages));
    let parse = store.get(|s| ParseSpecial::by_id(s.parse_special));
    let talk = Memo::new(move |_| {
        text.with(|_| how.with(|_| ()));
        let s = store.strings();
        store.state.with_untracked(|state| talk(state, s)).map(Arc::new)
    });
    let chosen = move |talk: &Talk| talk.ways.iter().position(|(way, ..)| *way == parse.get()).unwrap_or(0);
    let title = move || {
        let s = &store.strings().side.chat;
        let talk = talk.get().ok()?;
        let (way, _, tally) = talk.ways.get(chosen(&talk))?;
        Some(match *tally {
            _ if *way == ParseSpecial::Nowhere => s.title_nowhere.to_string(),
            Tally { forged: 0, lookalikes: 0, controls } => (s.title_plain)(controls),
            Tally { forged: 0, lookalikes, .. } => (s.title_safe)(lookalikes),
            Tally { forged, .. } => (s.title_forged)(forged),
        })
    };
    let html = move || match talk.get() {
        Ok(talk) => chat_html::conversation(&talk, chosen(&talk), &store.strings().side.chat),
        Err(_) => String::new(),
    };
    let refused = move || {
        talk.with(|talk| matches!(talk, Err(ChatError::NotInTurn))).then(|| store.strings().side.chat.refused)
    };
    view! {
        <section class="card side-chat" style="--c: var(--tokens)">
            <h2 class="finding" data-testid="chat-title">{title}</h2>
            <p class="lead">{store.t(|s| s.side.chat.lead)}</p>
            <p class="bad" role="status">{refused}</p>
            <Inject/>
            <div class="talk" tabindex="0" role="region" aria-label=store.t(|s| s.side.chat.label) data-testid="talk" inner_html=html></div>
            <ul class="legend tklegend">
                {["ctl", "ctl forged", "look", "frame"].into_iter().enumerate().map(|(at, class)| view! {
                    <li><span class=class></span>{store.t(move |s| s.side.chat.legend.get(at).copied())}</li>
                }).collect_view()}
            </ul>
            <table class="verdicts" data-testid="ways">{move || talk.get().ok().map(|talk| ways(store, &talk, parse.get()))}</table>
            <Totals talk/>
            <ul class="readout" data-testid="one-or-many">{move || talk.get().ok().map(|talk| one_or_many(store, how.get().0, &talk))}</ul>
            <p class="hint"><cite lang="en">{move || template(how.get().0).map(|template| template.source)}</cite></p>
            <p class="trust"><span>{store.t(|s| s.side.chat.trust)}</span></p>
        </section>
    }
}

/// Buttons that put what looks like a control token behind the reader's text.
#[component]
fn Inject() -> impl IntoView {
    let store = Store::here();
    let chosen = store.get(|s| s.chat_template);
    let before = RwSignal::new(None::<String>);
    let put = move |typed: &str| {
        let text = store.state.with_untracked(|s| s.text.clone());
        if before.with_untracked(Option::is_none) {
            before.set(Some(text.clone()));
        }
        store.set("text", &(text + typed));
    };
    let turn = move |_| {
        let answer = untrack(|| store.strings().side.chat.answer);
        let forged = template(chosen.get_untracked()).and_then(|of| forged_turn(of, answer).ok());
        if let Some(typed) = forged {
            put(&typed);
        }
    };
    let undo = move |_| {
        if let Some(text) = before.try_update(Option::take).flatten() {
            store.set("text", &text);
        }
    };
    let buttons = move || {
        let one = |text: &'static str| view! { <button class="chip mono" on:click=move |_| put(text)>{text}</button> };
        let controls = template(chosen.get()).map_or(&[][..], |template| template.controls);
        controls.iter().map(|control| one(control.text)).collect_view()
    };
    view! {
        <div class="chips inject" data-testid="inject">
            <span>{store.t(|s| s.side.chat.put)}</span>
            <button class="chip" data-testid="forge" on:click=turn>{store.t(|s| s.side.chat.turn)}</button>
            {buttons}
            <button class="chip" disabled=move || before.with(Option::is_none) on:click=undo>{store.t(|s| s.side.chat.undo)}</button>
        </div>
    }
}

/// What becomes of the string in each way.
fn ways(store: Store, talk: &Talk, chosen: ParseSpecial) -> impl IntoView + use<> {
    let s = store.strings();
    let head = s.side.chat.columns.map(|column| view! { <th scope="col">{column}</th> });
    let row = |(way, _, tally): &(ParseSpecial, Vec<Segment>, Tally)| {
        let id = way.id();
        view! {
            <tr data-way=id aria-current=(*way == chosen).then_some("true")>
                <th scope="row">{s.words.choice("parse_special", id)}</th>
                <td>{tally.controls}</td>
                <td class:no={tally.forged > 0}>{tally.forged}</td>
                <td>{tally.lookalikes}</td>
            </tr>
        }
    };
    let rows = talk.ways.iter().map(row).collect_view();
    view! { <thead><tr>{head.into_iter().collect_view()}</tr></thead><tbody>{rows}</tbody> }
}

/// What the model's own vocabulary makes of each look-alike as text, if that vocabulary is there.
fn one_or_many(store: Store, id: &str, talk: &Talk) -> Option<impl IntoView + use<>> {
    let vocabulary = template(id)?.vocabulary?;
    let _ = store.packs.status(vocabulary)?.get();
    let tokenizer = store.packs.get(vocabulary)?;
    let s = &store.strings().side.chat;
    let name = name(store, vocabulary);
    let (_, everywhere, _) = talk.ways.iter().find(|(way, ..)| *way == ParseSpecial::Everywhere)?;
    let mut told: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for segment in everywhere {
        let What::Control { id, forged: true } = segment.what else { continue };
        let text = talk.rendered.text.get(segment.span.clone()).unwrap_or_default();
        if told.contains(&text) || told.len() == MOST {
            continue;
        }
        told.push(text);
        let tokens = tokenizer.encode(text).ok()?;
        let ids: Vec<String> = tokens.iter().map(|token| token.id.to_string()).collect();
        let line = (s.one_or_many)(text, id, &ids.join(" "), &name);
        lines.push(view! { <li>{line}</li> });
    }
    Some(lines.collect_view())
}
