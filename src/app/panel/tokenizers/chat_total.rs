//! The whole conversation, the template's own marks included, under each tokenizer that stands side by side.

use super::chat::Talk;
use super::name;
use crate::packs::Status;
use crate::panel::resting::measured;
use crate::picture::format::grouped;
use crate::store::Store;
use crate::tokenize::chat::injection::ParseSpecial;
use crate::tokenize::chat::total::{Total, total};
use crate::tokenize::chat::{ChatError, Template};
use crate::tokenize::{TextTokenizer, Vocabulary};
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn Totals(talk: Memo<Result<Arc<Talk>, ChatError>>) -> impl IntoView {
    let store = Store::here();
    let shown = store.get(|s| s.shown_tokenizers());
    let parse = store.get(|s| ParseSpecial::by_id(s.parse_special));
    let here = Memo::new(move |_| {
        let status = |v: &&'static Vocabulary| store.packs.status(v.id);
        let is_here = |v: &&'static Vocabulary| status(v).is_some_and(|s| s.get() == Status::Here);
        shown.get().into_iter().filter(is_here).map(|v| v.id).collect::<Vec<_>>()
    });
    let follow = move || {
        talk.with(|_| parse.with(|_| here.with(|_| ())));
    };
    let totals = measured(store, follow, move || {
        let talk = talk.get_untracked().ok()?;
        let template = store.state.with_untracked(|s| Template::by_id(s.chat_template));
        let one = |id: &'static str| Some((id, of(&talk, template, parse.get_untracked(), id, store)?));
        Some(here.get_untracked().into_iter().filter_map(one).collect::<Vec<_>>())
    });
    let rows = move || {
        let row = |(id, total): (&'static str, Total)| {
            view! {
                <tr data-vocabulary=id>
                    <th scope="row">{name(store, id)}</th>
                    <td>{grouped(total.tokens)}</td>
                    <td>{grouped(total.as_text)}</td>
                </tr>
            }
        };
        totals.get().map(|totals| totals.into_iter().map(row).collect_view())
    };
    let head = move || {
        let columns = store.strings().side.chat.total_columns;
        columns.map(|column| view! { <th scope="col">{column}</th> }).into_iter().collect_view()
    };
    view! {
        <table class="verdicts" data-testid="chat-totals">
            <caption>{store.t(|s| s.side.chat.total_caption)}</caption>
            <thead><tr>{head}</tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn of(
    talk: &Talk,
    template: Option<&'static Template>,
    parse: ParseSpecial,
    id: &str,
    store: Store,
) -> Option<Total> {
    let (_, segments, _) = talk.ways.iter().find(|(way, ..)| *way == parse)?;
    let tokenizer = store.packs.get(id)?;
    // the template's controls are those of its own vocabulary
    let own = template.and_then(|template| template.vocabulary) == Some(id);
    let has = |control: &str| own || knows(&tokenizer, control);
    total(&talk.rendered.text, segments, has, |text| Some(tokenizer.encode(text).ok()?.len()))
}

fn knows(tokenizer: &TextTokenizer, control: &str) -> bool {
    tokenizer.byte_bpe().is_some_and(|model| model.specials().iter().any(|token| token.content == control))
}
