//! The same measured on the bilingual text that we ship, and what is often said of such numbers.

use super::lane::Lane;
use super::name;
use crate::picture::format::{grouped, significant};
use crate::store::Store;
use crate::tokenize::fertility::Bilingual;
use crate::tokenize::fertility::bilingual::SENTENCES;
use crate::tokenize::fertility::claims::{CLAIMS, Claim};
use leptos::prelude::*;

type Measured = Vec<(&'static str, Bilingual)>;

#[component]
pub fn Shipped(lane: Lane) -> impl IntoView {
    let store = Store::here();
    let shown = store.get(|s| s.shown_tokenizers());
    let measured = Memo::new(move |_| {
        let of = |id| lane.measured.with(|all| all.iter().find(|(known, _)| *known == id).copied());
        shown.get().into_iter().filter_map(|vocabulary| of(vocabulary.id)).collect::<Measured>()
    });
    let lead = move || {
        let (_, text) = measured.with(|all| all.first().copied())?;
        let [english, chinese] = [text.english.characters, text.chinese.characters].map(grouped);
        Some((store.strings().side.shipped.lead)(SENTENCES.len(), &english, &chinese))
    };
    let head = move || {
        let columns = store.strings().side.shipped.columns;
        columns.map(|column| view! { <th scope="col">{column}</th> }).into_iter().collect_view()
    };
    let rows = move || measured.get().into_iter().map(|(id, text)| row(store, id, &text)).collect_view();
    let title = move || measured.with(|all| finding(store, all));
    view! {
        <section class="card" style="--c: var(--tokens)">
            <h2 data-testid="shipped-title">{title}</h2>
            <p class="lead">{lead}</p>
            <div class="tablewrap" tabindex="0" role="region" aria-label=title>
                <table class="data costs" data-testid="shipped">
                    <thead><tr>{head}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="readout">{move || rule(store, lane, &measured.get())}</p>
            <h3>{store.t(|s| s.side.shipped.claims)}</h3>
            <div class="tablewrap" tabindex="0" role="region" aria-label=store.t(|s| s.side.shipped.claims)>
                <table class="data claims" data-testid="claims">
                    {move || claims(store, &measured.get())}
                </table>
            </div>
            <p class="hint">{store.t(|s| s.side.shipped.note)}</p>
            <p class="hint"><cite lang="en">"Fertility: Rust et al., ACL 2021, arXiv:2012.15613. Premium: Petrov et al., NeurIPS 2023, arXiv:2305.15425."</cite></p>
        </section>
    }
}

fn finding(store: Store, measured: &Measured) -> String {
    let s = &store.strings().side.shipped;
    let cost = |(_, text): &(&str, Bilingual)| text.chinese.tokens_per_character();
    let least = measured.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    let most = measured.iter().max_by(|a, b| cost(a).total_cmp(&cost(b)));
    let Some((low, high)) = least.zip(most) else { return s.waiting.to_string() };
    let of = |one: &(&'static str, Bilingual)| (significant(cost(one), 3), name(store, one.0));
    let ((low, lowest), (high, highest)) = (of(low), of(high));
    if measured.len() == 1 { (s.title_one)(&lowest, &low) } else { (s.title)(&low, &lowest, &high, &highest) }
}

fn row(store: Store, id: &'static str, text: &Bilingual) -> impl IntoView + use<> {
    let (english, chinese) = (text.english, text.chinese);
    let unknown =
        (chinese.unknown > 0).then(|| (store.strings().side.shipped.unknown)(&grouped(chinese.unknown)));
    view! {
        <tr data-vocabulary=id>
            <th scope="row">{name(store, id)}</th>
            <td>{grouped(english.tokens)}</td>
            <td>{grouped(chinese.tokens)}{unknown}</td>
            <td>{significant(english.characters_per_token(), 3)}</td>
            <td>{significant(chinese.characters_per_token(), 3)}</td>
            <td>{significant(chinese.tokens_per_character(), 3)}</td>
            <td>{significant(text.premium(), 3)}</td>
        </tr>
    }
}

/// The premium with the numbers of the tokenizer that is pointed at or chosen.
fn rule(store: Store, lane: Lane, measured: &Measured) -> Option<String> {
    let row = lane.at().0;
    let id = lane.seen.with(|seen| Some(seen.as_ref()?.cuts.get(row)?.vocabulary.id));
    let chosen = id.and_then(|id| measured.iter().find(|(known, _)| *known == id));
    let (id, text) = chosen.or_else(|| measured.first())?;
    let [chinese, english] = [text.chinese.tokens, text.english.tokens].map(grouped);
    let premium = significant(text.premium(), 3);
    Some((store.strings().side.shipped.rule)(&name(store, id), &chinese, &english, &premium))
}

/// A row for each claim, a column for each tokenizer: the number, and whether it lies where the claim has it.
fn claims(store: Store, measured: &Measured) -> impl IntoView + use<> {
    let s = &store.strings().side.shipped;
    let head = measured.iter().map(|(id, _)| view! { <th scope="col">{name(store, id)}</th> }).collect_view();
    let cell = |claim: &Claim, text: &Bilingual| {
        let holds = claim.holds(text);
        let said = if holds { s.holds } else { s.fails };
        let value = significant(claim.measure(text), 3);
        view! { <td class:yes=holds class:no=!holds>{value} " " {said}</td> }
    };
    let rows = CLAIMS
        .iter()
        .map(|claim| {
            let cells = measured.iter().map(|(_, text)| cell(claim, text)).collect_view();
            let within = (s.within)(&significant(claim.low, 2), &significant(claim.high, 2));
            view! { <tr data-claim=claim.id><th scope="row">{(s.claim)(claim.id)} " " <small>{within}</small></th>{cells}</tr> }
        })
        .collect_view();
    view! { <thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody> }
}
