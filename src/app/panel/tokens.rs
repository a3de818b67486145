//! The text as tokens: counts, byte pieces, and the same as a table.

use crate::export::{Save, Source, Table};
use crate::input::TextInput;
use crate::picture::format::significant;
use crate::store::Store;
use crate::strings::Strings;
use crate::tokenize::{self, visible};
use crate::widget::{Choice, Sheet, Strip};
use leptos::prelude::*;

/// The most rows of the table.
const MOST: usize = 256;

#[component]
pub fn Tokens() -> impl IntoView {
    let store = Store::here();
    let title = move || {
        let input = store.input.get()?.text.clone()?;
        Some((store.strings().tokens.title)(input.text.shown.chars().count(), input.total_tokens))
    };
    let split = move || {
        let input = store.input.get()?;
        let many = input.text.as_ref()?.groups.iter().filter(|g| g.tokens.len() > 1).count();
        (many > 0).then(|| (store.strings().tokens.split_lead)(many, input.total_tokens > input.len()))
    };
    let unknown = move || {
        let many = store.input.get()?.text.as_ref()?.tokens.iter().filter(|t| t.unknown).count();
        (many > 0).then(|| (store.strings().tokens.unknown_lead)(many))
    };
    view! {
        <div class="two">
            <section class="card" style="--c: var(--tokens)">
                <h2>{title}</h2>
                <p class="lead">{store.t(|s| s.tokens.lead)} {store.t(|s| s.gap)} {split} {store.t(|s| s.gap)} {unknown}</p>
                {move || store.input.get().and_then(|input| Some(stats(store, input.text.as_ref()?)))}
                <Strip/>
                <h3>{store.t(|s| s.tokens.table)}</h3>
                {move || store.input.get().and_then(|input| Some(table(store, input.text.as_ref()?, &input.labels)))}
                <Save source=move || numbers(store) kind="tokens"/>
            </section>
            <Sheet accent="tokens">
                <Choice key="tokenizer" label=|s, id| vocabulary_name(s, id)/>
                {move || vocabulary(store)}
            </Sheet>
        </div>
    }
}

/// The name of a vocabulary, translated if it is a word.
pub fn vocabulary_name(s: &Strings, id: &str) -> String {
    let own = tokenize::by_id(id).map_or("", |v| v.name);
    (s.tokens.vocabulary_name)(id).unwrap_or(own).to_string()
}

/// What is known of the chosen vocabulary.
fn vocabulary(store: Store) -> Option<impl IntoView> {
    let v = tokenize::by_id(store.state.with(|s| s.tokenizer))?;
    let s = store.strings();
    let algorithm = s.tokens.algorithm.get(v.algorithm as usize).copied().unwrap_or_default();
    Some(view! {
        <p class="hint">
            {algorithm} " · " {(s.tokens.vocabulary_size)(v.size as usize)}
            {(v.bytes > 0).then(|| format!(" · {}", (s.tokens.kilobytes)(v.bytes)))}
            <br/>
            {(v.bytes > 0).then(|| view! { {s.tokens.specials} <br/> })}
            <cite lang="en">{v.source}</cite>
        </p>
    })
}

fn stats(store: Store, input: &TextInput) -> impl IntoView + use<> {
    let s = store.strings();
    let (chars, bytes, tokens) =
        (input.text.shown.chars().count(), input.text.shown.len(), input.total_tokens);
    let ratio =
        |x: usize| if tokens == 0 { "–".to_string() } else { significant(x as f64 / tokens as f64, 3) };
    let rows = [
        (s.tokens.characters, chars.to_string()),
        (s.tokens.bytes, bytes.to_string()),
        (s.tokens.tokens, tokens.to_string()),
        (s.tokens.per_token, ratio(chars)),
        (s.tokens.bytes_per_token, ratio(bytes)),
    ];
    let items = rows
        .into_iter()
        .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
        .collect_view();
    view! { <dl class="stats">{items}</dl> }
}

fn table(store: Store, input: &TextInput, labels: &[String]) -> impl IntoView + use<> {
    let s = store.strings();
    let text = input.text.shown.as_bytes();
    let rows = input
        .tokens
        .iter()
        .take(MOST)
        .enumerate()
        .map(|(at, token)| {
            let bytes = tokenize::hex(text.get(token.span.clone()).unwrap_or_default());
            view! { <tr><th scope="row">{at}</th><td>{labels.get(at).cloned()}</td><td>{visible(&token.piece)}</td><td>{token.id}</td><td>{bytes}</td></tr> }
        })
        .collect_view();
    view! {
        <div class="tablewrap" tabindex="0">
            <table class="data">
                <thead><tr>
                    <th scope="col">{s.tokens.col_index}</th>
                    <th scope="col">{s.tokens.col_token}</th>
                    <th scope="col">{s.tokens.vocabulary}</th>
                    <th scope="col">{s.tokens.col_id}</th>
                    <th scope="col">{s.tokens.col_bytes}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// Every token of the sequence, for files; the columns are those of the table.
fn numbers(store: Store) -> Option<Source> {
    let input = store.input.get()?;
    let text = input.text.as_ref()?;
    let s = &store.strings().tokens;
    let columns = [s.col_index, s.col_token, s.vocabulary, s.col_id, s.col_bytes].map(str::to_owned);
    let row = |(at, token): (usize, &tokenize::Token)| {
        let bytes = tokenize::hex(text.text.shown.as_bytes().get(token.span.clone()).unwrap_or_default());
        let label = input.labels.get(at).cloned().unwrap_or_default();
        let id = f64::from(token.id);
        vec![at.into(), label.into(), visible(&token.piece).into(), id.into(), bytes.into()]
    };
    let rows = text.tokens.iter().enumerate().map(row).collect();
    Some(Source::Table(Table { columns: columns.into(), rows }))
}
