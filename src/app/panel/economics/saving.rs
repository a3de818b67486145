//! What fewer tokens for the same text save.

use super::{Card, Subject, count, said};
use crate::economics::Reach;
use crate::economics::cost::{Saving as Saved, fewer, saving};
use crate::picture::format::{per_cent, percent, significant};
use crate::store::Store;
use leptos::prelude::*;

#[component]
pub fn Saving(model: Subject) -> impl IntoView {
    let store = Store::here();
    let length = store.get(|s| s.economics.cost_length);
    let less = store.get(|s| s.economics.fewer_tokens);
    let saved = Memo::new(move |_| {
        let (model, n) = (model.get()?, length.get());
        Some((model.reach(), saving(&model, n, fewer(n, less.get()))))
    });
    let title = Signal::derive(move || {
        let Some((_, saved)) = saved.get() else { return String::new() };
        let of = |share: f64| percent(share as f32);
        let fewer = per_cent(&significant(less.get(), 3));
        (store.strings().economics.saving.title)(&fewer, &of(saved.cache), &of(saved.prefill_attention))
    });
    let decodes = move || model.get().is_some_and(|model| !model.bidirectional);
    let numbers = move || {
        let n = length.get();
        format!("{} → {}", count(n), count(fewer(n, less.get())))
    };
    view! {
        <Card id="saving" title lead=said(|s| s.saving.lead)>
            <p class="readout" data-testid="saving-numbers">{numbers}</p>
            {move || saved.get().map(|(reach, saved)| table(store, reach, decodes(), saved))}
        </Card>
    }
}

fn table(store: Store, reach: Reach, decodes: bool, saved: Saved) -> impl IntoView {
    let s = &store.strings().economics.saving;
    let [cache, weights, attention, all, next] = s.rows;
    // An encoder reads its text at once: there is no next token, and nothing is kept for it.
    let rows = [
        decodes.then_some((cache, saved.cache, (s.cache)(reach))),
        Some((weights, saved.prefill_weights, s.linear.to_string())),
        Some((attention, saved.prefill_attention, (s.attention)(reach))),
        Some((all, saved.prefill, (s.both)(reach))),
        decodes.then_some((next, saved.decode_attention, (s.cache)(reach))),
    ];
    let rows = rows.into_iter().flatten().map(|(name, share, grows)| {
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td class="share"><span class="track" aria-hidden="true"><i style=format!("width: {:.2}%", share * 100.0)></i></span></td>
                <td>{percent(share as f32)}</td>
                <td class="grows">{grows}</td>
            </tr>
        }
    });
    view! {
        <div class="tablewrap" tabindex="0" role="region" aria-label=s.saved>
            <table class="data shares">
                <thead><tr>
                    <th scope="col">{s.what}</th>
                    <th scope="col"><span class="sr">{s.saved}</span></th>
                    <th scope="col">{s.saved}</th>
                    <th scope="col">{s.grows}</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}
