//! The last map of a convolution stack, flattened: tokens whose receptive fields overlap.

use super::common::{picture, shades, spoken};
use crate::image::{Featured, Features, Lattice, PatchGrid};
use crate::picture::format::short;
use crate::picture::paint::Scale;
use crate::store::Store;
use crate::tokenize::image::feature_map::{Reach, STRIDE_32, reach};
use crate::worker::NoAnswer;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

#[component]
pub fn FeatureMap() -> impl IntoView {
    let store = Store::here();
    let found = RwSignal::new(Vec::<f32>::new());
    let at = RwSignal::new(0usize);
    let seed = store.get(|s| s.seed);
    let maps = Memo::new(move |_| {
        let side = store.image.shown.with(|p| p.as_ref().map_or(0, |p| p.side()));
        reach(side, side, &STRIDE_32)
    });
    Effect::new(move |_| {
        let (Some(picture), seed) = (store.image.shown.get(), seed.get()) else { return };
        // of its own: a newer picture ends it, a codebook does not
        let worker = store.image.featurer();
        spawn_local(async move {
            let job = Features { image: picture.of.image.clone(), seed };
            match worker.run(job, |_| ()).await {
                Ok(Featured { means }) => drop(found.try_set(means)),
                Err(NoAnswer::Replaced) => {}
                Err(NoAnswer::Failed(_)) => drop(found.try_set(Vec::new())),
            }
        });
    });
    let last = Memo::new(move |_| maps.with(|maps| maps.last().copied().map(|r| (r.rows, r.columns, r.jump))));
    let lattice = Signal::derive(move || {
        let (rows, columns, jump) = last.get()?;
        let side = store.image.shown.with(|p| p.as_ref().map_or(0, |p| p.side()));
        Some(Lattice { rows, columns, cell: jump as f64, side: side as f64 })
    });
    let tints = Signal::derive(move || {
        let (rows, columns, _) = last.get()?;
        found.with(|means| {
            let top = means.iter().copied().fold(0.0, f32::max);
            (means.len() == rows * columns).then(|| shades(store, means, (rows, columns), Scale::Sequential, top, 150))
        })
    });
    let value = move |at: usize| found.with_untracked(|means| means.get(at).map(|mean| short(*mean)));
    let rows = move || maps.get().into_iter().enumerate().map(|(l, map)| row(l, map)).collect_view();
    let told = move || {
        let (rows, columns, jump) = last.get()?;
        let field = maps.with(|maps| maps.last().map_or(0, |map| map.receptive_field));
        Some((store.strings().image.features_told)(rows * columns, jump, field))
    };
    view! {
        <section class="card" style="--c: var(--tokens)">
            <h2>{store.t(|s| s.image.features_title)}</h2>
            <p class="lead">{store.t(|s| s.image.features_lead)}</p>
            <div class="features">
                <PatchGrid
                    picture=picture(store)
                    lattice=lattice
                    shades=tints
                    chosen=Signal::derive(move || at.get())
                    pick=Callback::new(move |cell| at.set(cell))
                    name=Signal::derive(move || store.strings().image.features_title.to_string())
                    spoken=spoken(store, value)
                />
                <div class="tablewrap" tabindex="0">
                    <table class="data">
                        <thead><tr>{move || store.strings().image.features_columns.map(|name| view! { <th scope="col">{name}</th> }).collect_view()}</tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </div>
            <p class="hint">{told}</p>
        </section>
    }
}

fn row(layer: usize, map: Reach) -> impl IntoView {
    view! {
        <tr>
            <th scope="row">{layer + 1}</th>
            <td>{format!("{} × {} × {}", map.rows, map.columns, map.channels)}</td>
            <td>{map.jump}</td>
            <td>{map.receptive_field}</td>
        </tr>
    }
}
