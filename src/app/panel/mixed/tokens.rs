//! The sequence part by part: which places it takes, and how its tokens become vectors.

use super::kinds;
use crate::embed::projection::Modality;
use crate::embed::runs::Kind;
use crate::embed::sequence::Piece;
use crate::export::{Save, Source, Table};
use crate::input::Input;
use crate::panel::tokens::vocabulary_name;
use crate::store::Store;
use crate::strings::Strings;
use crate::widget::{Choice, Sheet, kind_color};
use leptos::prelude::*;
use std::ops::Range;

/// The most tokens named of a part.
const NAMED: usize = 8;

#[component]
pub fn Tokens() -> impl IntoView {
    let store = Store::here();
    let title = move || (store.strings().mixed.tokens_title)(kinds(store).len());
    let rows = move || {
        let input = store.input.get()?;
        let s = store.strings();
        Some(input.runs.iter().map(|(kind, places)| row(s, &input, *kind, places.clone())).collect_view())
    };
    view! {
        <div class="two">
            <section class="card" style="--c: var(--tokens)" data-testid="mixed-tokens">
                <h2>{title}</h2>
                <p class="lead">{store.t(|s| s.mixed.tokens_lead)}</p>
                <div class="tablewrap" tabindex="0" role="region" aria-label=title>
                    <table class="data">
                        <thead><tr>
                            <th scope="col">{store.t(|s| s.mixed.kind)}</th>
                            <th scope="col">{store.t(|s| s.mixed.places)}</th>
                            <th scope="col">{store.t(|s| s.mixed.tokens)}</th>
                            <th scope="col">{store.t(|s| s.mixed.named)}</th>
                            <th scope="col">{store.t(|s| s.mixed.becomes)}</th>
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <Save source=move || numbers(store) kind="parts"/>
            </section>
            <Sheet accent="tokens">
                <Choice key="tokenizer" label=|s, id| vocabulary_name(s, id)/>
                <Choice key="image_tokens"/>
                <Choice key="audio_tokens"/>
            </Sheet>
        </div>
    }
}

/// Every token, for files: its kind and its label.
fn numbers(store: Store) -> Option<Source> {
    let input = store.input.get()?;
    let s = store.strings();
    let kinds = kinds(store);
    let row = |(at, kind): (usize, &usize)| {
        let name = s.mixed.kinds.get(*kind).copied().unwrap_or_default();
        vec![at.into(), name.into(), input.label(at).into()]
    };
    let columns = [s.tokens.col_index, s.mixed.kind, s.tokens.col_token].map(str::to_owned);
    Some(Source::Table(Table { columns: columns.into(), rows: kinds.iter().enumerate().map(row).collect() }))
}

fn row(s: &Strings, input: &Input, kind: Kind, places: Range<usize>) -> impl IntoView + use<> {
    let name = s.mixed.kinds[super::KINDS.iter().position(|known| *known == kind).unwrap_or(0)];
    let ends = match places.len() {
        0 | 1 => places.start.to_string(),
        _ => format!("{} … {}", places.start, places.end - 1),
    };
    let named: Vec<_> = places.clone().take(NAMED).map(|at| input.label(at).to_string()).collect();
    let more = if places.len() > NAMED { " …" } else { "" };
    let becomes = input.sequence.pieces.get(places.start).map(|piece| becomes(s, input, piece));
    view! {
        <tr>
            <th scope="row"><i class="dot" style=format!("background: var({})", kind_color(kind))></i>{name}</th>
            <td>{ends}</td>
            <td>{places.len()}</td>
            <td>{named.join(" ")}{more}</td>
            <td>{becomes}</td>
        </tr>
    }
}

/// How a token like `piece` becomes a vector.
fn becomes(s: &Strings, input: &Input, piece: &Piece) -> String {
    let numbers = |modality: Modality| {
        let vectors = input.sequence.vectors.get(modality as usize).and_then(Option::as_ref);
        vectors.map_or(0, |vectors| vectors.ncols())
    };
    match *piece {
        Piece::Word(_) => s.mixed.by_id.to_string(),
        Piece::Special(_) => s.mixed.by_itself.to_string(),
        Piece::Vector(Modality::Image, _) => (s.mixed.by_projection)(numbers(Modality::Image)),
        Piece::Vector(Modality::Audio, _) => (s.mixed.by_convolution)(numbers(Modality::Audio)),
        Piece::Code(..) => s.mixed.by_code.to_string(),
    }
}
