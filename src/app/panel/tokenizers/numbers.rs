//! What the text costs under each tokenizer.

use super::lane::{Cut, Lane};
use super::name;
use crate::picture::format::{grouped, percent, significant};
use crate::store::Store;
use crate::tokenize::fertility::ScriptCounts;
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn Numbers(lane: Lane) -> impl IntoView {
    let store = Store::here();
    let window = store.get(|s| s.context_window as usize);
    let title = move || {
        let s = &store.strings().side.table;
        let cuts = lane.seen.get()?.cuts.clone();
        let most = cuts.iter().map(|cut| cut.counts.context_share(window.get())).max_by(f64::total_cmp)?;
        Some((s.title)(&percent(most as f32), &grouped(window.get())))
    };
    let head = move || {
        let columns = store.strings().side.table.columns;
        columns.map(|column| view! { <th scope="col">{column}</th> }).into_iter().collect_view()
    };
    let rows = move || {
        let seen = lane.seen.get()?;
        Some(seen.cuts.iter().map(|cut| row(store, cut, window.get())).collect_view())
    };
    view! {
        // There is nothing to count where nothing is chosen.
        <Show when=move || lane.seen.with(Option::is_some)>
        <section class="card" style="--c: var(--tokens)">
            <h2 data-testid="share-title">{title}</h2>
            <p class="lead">{store.t(|s| s.side.table.lead)}</p>
            <div class="tablewrap" tabindex="0" role="region" aria-label=move || title().unwrap_or_default()>
                <table class="data costs" data-testid="costs">
                    <thead><tr>{head}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="readout" data-testid="cost-rule">{move || rule(store, lane)}</p>
            <p class="trust"><span>{store.t(|s| s.side.table.trust)}</span></p>
        </section>
        </Show>
    }
}

fn row(store: Store, cut: &Arc<Cut>, window: usize) -> impl IntoView + use<> {
    let s = &store.strings().side.table;
    let counts = cut.counts;
    let [latin, han] = cut.scripts.map(|(_, counts)| counts);
    let per = |counts: ScriptCounts| match counts.characters {
        0 => "–".to_string(),
        _ => significant(counts.tokens_per_character(), 3),
    };
    let share = counts.context_share(window);
    let fits = if share > 1.0 { s.too_long } else { "" };
    view! {
        <tr data-vocabulary=cut.vocabulary.id>
            <th scope="row">{name(store, cut.vocabulary.id)}</th>
            <td>{grouped(counts.tokens)}</td>
            <td>{grouped(counts.unknown)}</td>
            <td>{significant(counts.tokens_per_character(), 3)}</td>
            <td>{per(latin)}</td>
            <td>{per(han)}</td>
            <td>{significant(counts.bytes_per_token(), 3)}</td>
            <td>{significant(counts.words_per_token(), 3)}</td>
            <td>{percent(share as f32)}{fits}</td>
        </tr>
    }
}

/// The rule with the numbers of the row that is pointed at or chosen.
fn rule(store: Store, lane: Lane) -> Option<String> {
    let seen = lane.seen.get()?;
    let row = lane.at().0.min(seen.cuts.len().checked_sub(1)?);
    let cut = seen.cuts.get(row)?;
    let ratio = significant(cut.counts.tokens_per_character(), 3);
    let (tokens, characters) = (grouped(cut.counts.tokens), grouped(cut.counts.characters));
    Some((store.strings().side.table.rule)(&name(store, cut.vocabulary.id), &tokens, &characters, &ratio))
}
