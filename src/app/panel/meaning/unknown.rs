//! The trap of the unknown token, shown through real tokenizers.

use super::loader::{Loaded, Loader};
use crate::embed::word_vectors::unknown::{Seen, through_tokens};
use crate::panel::vocabulary_name;
use crate::picture::format::fixed;
use crate::store::Store;
use crate::tokenize;
use leptos::prelude::*;

/// A vocabulary that has hardly any Chinese.
const ENGLISH: &str = "bert";

/// The first is in the title.
const PAIRS: &[[&str; 2]] = &[["猫", "狗"], ["猫", "汽车"], ["cat", "dog"]];

/// One row of the table.
struct Row {
    vocabulary: &'static str,
    words: [&'static str; 2],
    seen: Seen,
    /// Their cosine in the word vectors, where these have both.
    in_table: Option<f64>,
}

#[component]
pub fn Unknown(loader: Loader) -> impl IntoView {
    let store = Store::here();
    // Once the words have come: they are what the reader waits for. Without it the card says in words what it shows.
    Effect::new(move |_| {
        if let (true, Some(vocabulary)) = (loader.shown.with(Option::is_some), tokenize::by_id(ENGLISH)) {
            store.packs.want(vocabulary);
        }
    });
    let there = store.packs.status(ENGLISH);
    let page_has_cut = Memo::new(move |_| {
        store.input.with(|input| input.as_ref().and_then(|i| Some(i.text.as_ref()?.vocabulary)))
    });
    let rows = move || {
        let of = loader.shown.get()?;
        let _ = there.map(|status| status.get());
        let page = page_has_cut.get().filter(|id| *id != ENGLISH);
        let all = [Some(ENGLISH), page].into_iter().flatten();
        Some(all.flat_map(|id| rows_of(store, id, &of)).collect::<Vec<Row>>())
    };
    let title = move || {
        let s = &store.strings().meaning.unknown;
        let all = rows().unwrap_or_default();
        let trap = all.iter().find(|row| row.seen.is_trap());
        trap.map_or_else(
            || s.title_plain.to_owned(),
            |Row { vocabulary, words: [a, b], seen, .. }| {
                (s.title)(&vocabulary_name(store.strings(), vocabulary), a, b, &fixed(seen.cosine, 3))
            },
        )
    };
    let body = move || rows().filter(|rows| !rows.is_empty()).map(|rows| table(store, &rows));
    view! {
        <section class="card" style="--c: var(--tokens)" data-card="unknown">
            <h2 data-testid="unknown-title">{title}</h2>
            <p class="lead">{store.t(|s| s.meaning.unknown.lead)}</p>
            {body}
            <p class="hint">{store.t(|s| s.meaning.unknown.seeded)}</p>
        </section>
    }
}

fn rows_of(store: Store, id: &'static str, of: &Loaded) -> Vec<Row> {
    let Some(tokenizer) = store.packs.get(id) else { return Vec::new() };
    let (d_model, seed) = store.state.with(|s| (s.d_model as usize, s.seed));
    let row = |words: &[&'static str; 2]| {
        let [a, b] = words.map(|word| tokenizer.encode(word));
        let seen = through_tokens([&a.ok()?, &b.ok()?], d_model, seed);
        let in_table = of.table.cosine(words[0], words[1]).ok();
        Some(Row { vocabulary: id, words: *words, seen, in_table })
    };
    PAIRS.iter().filter_map(row).collect()
}

fn table(store: Store, rows: &[Row]) -> impl IntoView + use<> {
    let s = &store.strings().meaning.unknown;
    let row = |Row { vocabulary, words: [a, b], seen, in_table }: &Row| {
        let verdict = match (seen.is_trap(), seen.unknown) {
            (true, _) => s.trap,
            (false, [false, false]) => s.known,
            _ => s.partly,
        };
        let ids = seen.ids.each_ref().map(|ids| ids.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        view! {
            <tr class:here=seen.is_trap()>
                <th scope="row">{vocabulary_name(store.strings(), vocabulary)}</th>
                <td lang="mul">{*a} " · " {*b}</td>
                <td>{fixed(seen.cosine, 3)}</td>
                <td>{in_table.map_or_else(|| "–".to_owned(), |cosine| fixed(cosine, 3))}</td>
                <td>{ids.join(" · ")}</td>
                <td>{verdict}</td>
            </tr>
        }
    };
    view! {
        <div class="tablewrap" tabindex="0" role="region" aria-label=s.title_plain>
            <table class="data">
                <thead><tr>
                    <th scope="col">{s.tokenizer}</th>
                    <th scope="col">{store.strings().meaning.change.pair}</th>
                    <th scope="col">{s.through}</th>
                    <th scope="col">{s.here}</th>
                    <th scope="col">{s.ids}</th>
                    <th scope="col"></th>
                </tr></thead>
                <tbody>{rows.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}
