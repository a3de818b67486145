//! The picture cut into patches: the grid, the patch that is looked at, and the routes from a picture to tokens.

use super::cards::Cards;
use super::codes::Codes;
use super::common::{TooLarge, chosen, lattice, look, of, picture, spoken};
use super::export;
use super::unrolled::Unrolled;
use crate::export::Save;
use crate::image::{PatchGrid, Shades, Thumbnails};
use crate::store::Store;
use crate::theme;
use crate::tokenize::image::patch::{Edge, Grid};
use crate::widget::{Choice, Preset, Sheet, Slider};
use leptos::prelude::*;

/// Sides that people know: of pictures, and of patches.
pub const SIDES: &[Preset] = &[
    Preset { name: "224 ViT", value: "224" },
    Preset { name: "336 CLIP", value: "336" },
    Preset { name: "384", value: "384" },
];
const PATCHES: &[Preset] = &[
    Preset { name: "14 CLIP", value: "14" },
    Preset { name: "16 ViT", value: "16" },
    Preset { name: "32", value: "32" },
    Preset { name: "4 Swin", value: "4" },
];
const RATIOS: &[Preset] = &[Preset { name: "0", value: "0" }, Preset { name: "0.75 MAE", value: "0.75" }];

#[component]
pub fn Tokens() -> impl IntoView {
    let store = Store::here();
    let route = store.get(|s| s.media.image_tokens);
    let title = move || {
        let (grid, tokens) = of(store, |cut| ((cut.grid.rows, cut.grid.columns, cut.grid.patch), cut.tokens));
        (store.strings().image.tokens_title)(route.get(), grid, tokens.0 * tokens.1)
    };
    view! {
        <div class="two">
            <div class="stack">
                <section class="card" style="--c: var(--tokens)">
                    <h2 data-testid="patches-title">{title}</h2>
                    <p class="lead">{move || (store.strings().image.tokens_lead)(route.get())}</p>
                    {move || edge(store).map(|said| view! { <p class="hint" data-testid="edge">{said}</p> })}
                    {move || masked(store).map(|said| view! { <p class="hint" data-testid="masked">{said}</p> })}
                    <div class="pair">
                        <Patches/>
                        <Unrolled/>
                    </div>
                    <Save source=move || export::patches(store) kind="patches"/>
                    {move || (route.get() == "codes").then(|| view! { <Codes/> })}
                    <h3>{store.t(|s| s.image.sequence)}</h3>
                    <Thumbnails/>
                </section>
                <Cards/>
            </div>
            <Sheet accent="tokens">
                <Slider key="patch_size" presets=PATCHES/>
                <Slider key="image_size" presets=SIDES/>
                <TooLarge/>
                <Choice key="image_tokens"/>
                {move || (route.get() == "patches").then(|| view! { <Slider key="mask_ratio" presets=RATIOS/> })}
                {move || (route.get() == "codes").then(|| view! { <Slider key="codebook_size"/> })}
                <Choice key="patch_order"/>
                <Choice key="patch_edge"/>
                <Choice key="image_fit"/>
            </Sheet>
        </div>
    }
}

/// The grid over the picture; hidden patches are grey.
#[component]
fn Patches() -> impl IntoView {
    let store = Store::here();
    let shades = Memo::new(move |_| {
        let _ = store.dark.get();
        let [r, g, b] = theme::color("--wash");
        of(store, |cut| {
            let veil = |hidden: &bool| [r, g, b, if *hidden { 240 } else { 0 }];
            let rgba = cut.hidden.iter().flat_map(veil).collect();
            Some(Shades { rows: cut.grid.rows, columns: cut.grid.columns, rgba })
        })
    });
    let hidden = move |patch: usize| {
        let is = untrack(|| of(store, |cut| cut.hidden.get(patch).copied().unwrap_or_default()));
        is.then(|| store.strings().image.hidden.to_string())
    };
    let name = Signal::derive(move || {
        let (rows, columns) = of(store, |cut| (cut.grid.rows, cut.grid.columns));
        (store.strings().image.grid_name)(rows, columns)
    });
    let (said, at) = (spoken(store, hidden), chosen(store));
    let place = move || said.run(at.get());
    view! {
        <figure>
            <p class="cell-line" data-testid="patch-line" aria-hidden="true">{place}</p>
            <PatchGrid
                picture=picture(store)
                lattice=lattice(store)
                shades=Signal::derive(move || shades.get())
                chosen=at
                pick=look()
                name=name
                spoken=said
            />
        </figure>
    }
}

/// What happens to pixels that fill no whole patch.
fn edge(store: Store) -> Option<String> {
    of(store, |cut| {
        let (side, patch) = (cut.picture.side(), cut.grid.patch);
        let left_over = side % patch;
        (left_over > 0).then(|| match cut.how.edge_of(side) {
            Edge::Pad => (store.strings().image.padded)(side, patch, cut.grid.columns * patch - side),
            Edge::Crop => (store.strings().image.cropped)(side, patch, left_over),
        })
    })
}

/// How many patches are hidden, and what that means for the sequence.
fn masked(store: Store) -> Option<String> {
    of(store, |cut| {
        let hidden = cut.n_hidden();
        let Grid { rows, columns, .. } = cut.grid;
        (hidden > 0).then(|| (store.strings().image.masked)(hidden, rows * columns))
    })
}
