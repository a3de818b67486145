//! What a model's parameters are for, and how many of them the vocabulary takes.

use super::{Card, Subject, count, said};
use crate::economics::{self, Model, Parameters, Part};
use crate::picture::format::{COUNT, compact, percent};
use crate::store::Store;
use leptos::prelude::*;

#[component]
pub fn Share(model: Subject) -> impl IntoView {
    let store = Store::here();
    let title = Signal::derive(move || {
        let Some(model) = model.get() else { return String::new() };
        let count = Parameters::of(&model);
        let total = compact(count.total() as f64, COUNT);
        (store.strings().economics.share.title)(&percent(count.vocabulary_share() as f32), &total)
    });
    let notes = move || {
        let model = model.get()?;
        let (s, count) = (&store.strings().economics.share, Parameters::of(&model));
        let of = |n: u64| compact(n as f64, COUNT);
        let active = (count.idle > 0).then(|| (s.active)(&of(count.active()), &of(count.total())));
        let published = published(&model).map(|source| {
            view! { <p class="hint" lang="mul">{(s.published)(source)}</p> }
        });
        Some(view! { <p class="hint">{active}</p> {published} })
    };
    view! {
        <Card id="share" title lead=said(|s| s.share.lead) accent="tokens">
            {move || model.get().map(|model| parts(store, &model))}
            {notes}
        </Card>
    }
}

/// Where the number of parameters was published, if the table is the model's own.
fn published(model: &Model) -> Option<&'static str> {
    let own = economics::by_id(model.id).filter(|own| *own == model)?;
    own.published.first().map(|published| published.source)
}

fn parts(store: Store, model: &Model) -> impl IntoView + use<> {
    let all = Parameters::of(model);
    let names = store.strings().economics.share.parts;
    let rows = all.parts().into_iter().zip(names).filter(|((_, n), _)| *n > 0).map(|((part, n), name)| {
        let share = all.share(n);
        let of_vocabulary = matches!(part, Part::Embedding | Part::Head);
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{count(n)}</td>
                <td class="share"><span class="track" aria-hidden="true"><i class:other=!of_vocabulary style=format!("width: {:.2}%", share * 100.0)></i></span></td>
                <td>{percent(share as f32)}</td>
            </tr>
        }
    });
    view! { <div class="tablewrap wide" tabindex="0"><table class="data shares"><tbody>{rows.collect_view()}</tbody></table></div> }
}
