//! Which parts the sequence has, and in which order.

use crate::embed::projection::Special;
use crate::embed::sequence::Piece;
use crate::state::media::PARTS;
use crate::store::Store;
use crate::widget::{KeyNotice, Sortable};
use leptos::prelude::*;

#[component]
pub fn Order() -> impl IntoView {
    let store = Store::here();
    let parts = store.get(|s| s.media.parts.clone());
    let name = move |part: &'static str| store.strings().words.choice("parts", part);
    let labels = Signal::derive(move || PARTS.iter().map(|part| name(part).to_string()).collect::<Vec<_>>());
    let index = |part: &&str| PARTS.iter().position(|known| known == part);
    let order =
        Signal::derive(move || parts.with(|parts| parts.iter().filter_map(index).collect::<Vec<_>>()));
    let set = move |parts: Vec<&str>| store.set("parts", &parts.join("-"));
    let reorder = Callback::new(move |order: Vec<usize>| {
        set(order.into_iter().filter_map(|at| PARTS.get(at).copied()).collect());
    });
    let toggle = move |part: &'static str| {
        let mut next = parts.get_untracked();
        match next.iter().position(|known| *known == part) {
            // An empty sequence would have nothing to show.
            Some(_) if next.len() == 1 => return,
            Some(at) => {
                next.remove(at);
            }
            None => next.push(part),
        }
        set(next);
    };
    let toggles = PARTS
        .iter()
        .map(|part| {
            let present = move || parts.with(|parts| parts.contains(part));
            view! {
                <button class="chip" aria-pressed=move || present().to_string() on:click=move |_| toggle(part)>
                    {move || name(part)}
                </button>
            }
        })
        .collect_view();
    let present = store.t(|s| s.mixed.present);
    // Chosen, but the sequence is as long already.
    let no_padding = move || {
        let chosen = parts.with(|parts| parts.contains(&"pad"));
        let input = store.input.get()?;
        let padded = input.sequence.pieces.contains(&Piece::Special(Special::Pad));
        (chosen && !padded).then(|| (store.strings().mixed.no_padding)(input.len()))
    };
    view! {
        <h3>{store.t(|s| s.mixed.order)}</h3>
        <p class="hint">{store.t(|s| s.mixed.order_hint)}</p>
        <Sortable labels order reorder/>
        <div class="chips" role="group" aria-label=present>
            <span class="hint" aria-hidden="true">{present}</span>
            {toggles}
        </div>
        <p class="hint">{no_padding}</p>
        <KeyNotice key="parts"/>
    }
}
