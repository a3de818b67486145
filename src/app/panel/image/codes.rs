//! Discrete tokens: the codebook fitted on the picture's own patches, the picture made of it, and what more codes buy.

use super::common::{chosen, lattice, look, of, picture, spoken};
use crate::image::{PatchGrid, Shades, picture_canvas};
use crate::picture::format::significant;
use crate::store::Store;
use crate::tokenize::kmeans::learns_by_heart;
use crate::widget::{Axis, Curve, Curves, Plot};
use leptos::html::Canvas;
use leptos::prelude::*;

#[component]
pub fn Codes() -> impl IntoView {
    let store = Store::here();
    let map = Memo::new(move |_| {
        of(store, |cut| {
            let ids = &cut.fitted.as_ref()?.ids;
            let rgba = ids.iter().flat_map(|id| color(*id)).collect();
            Some(Shades { rows: cut.grid.rows, columns: cut.grid.columns, rgba })
        })
    });
    let code = move |patch: usize| {
        let id = untrack(|| of(store, |cut| cut.fitted.as_ref().and_then(|f| f.ids.get(patch).copied())))?;
        Some((store.strings().image.code)(id))
    };
    let at = chosen(store);
    let name = Signal::derive(move || store.strings().image.index_map.to_string());
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let (Some(canvas), Some(fitted)) = (canvas.get(), of(store, |cut| cut.fitted.clone())) else {
            return;
        };
        picture_canvas(&canvas, &fitted.image);
    });
    let error = move || {
        let fitted = of(store, |cut| cut.fitted.clone())?;
        let e = fitted.error;
        let psnr = if e.psnr.is_finite() { significant(e.psnr, 3) } else { "∞".to_string() };
        Some((store.strings().image.code_error)(
            e.codes,
            &significant(e.bits_per_token, 3),
            &significant(e.mse, 3),
            &psnr,
        ))
    };
    let by_heart = move || {
        let (codes, patches) = of(store, |cut| (cut.how.codes as usize, cut.grid.patches()));
        learns_by_heart(codes, patches).then(|| {
            view! { <p class="hint" data-testid="by-heart">{(store.strings().image.too_many_codes)(codes, patches)}</p> }
        })
    };
    view! {
        <p class="claim" data-testid="code-error">{error}</p>
        {by_heart}
        <div class="pair">
            <figure>
                <PatchGrid
                    picture=picture(store)
                    lattice=lattice(store)
                    shades=Signal::derive(move || map.get())
                    chosen=at
                    pick=look()
                    name=name
                    spoken=spoken(store, code)
                />
                <figcaption>{store.t(|s| s.image.index_map)} {store.t(|s| s.gap)} {move || code(at.get())}</figcaption>
            </figure>
            <figure>
                <div class="photo" style="aspect-ratio: 1" role="img" aria-label=store.t(|s| s.image.reconstruction)>
                    <canvas class="base" node_ref=canvas aria-hidden="true"></canvas>
                </div>
                <figcaption>{store.t(|s| s.image.reconstruction)}</figcaption>
            </figure>
        </div>
        <Plot curves=move || curve(store) name=Signal::derive(move || store.strings().image.error_axis.to_string())/>
    }
}

/// Colours far apart for neighbouring numbers: hues a golden angle from each other.
fn color(id: u32) -> [u8; 4] {
    let hue = f64::from(id) * 0.618_034 % 1.0 * std::f64::consts::TAU;
    let level = |shift: f64| (140.0 + 90.0 * (hue + shift).cos()) as u8;
    [level(0.0), level(2.1), level(4.2), 225]
}

/// Mean squared error against the size of the codebook.
fn curve(store: Store) -> Option<Curves> {
    let fitted = of(store, |cut| cut.fitted.clone())?;
    let s = &store.strings().image;
    let points: Vec<(f64, f64)> = fitted.curve.iter().map(|e| (e.codes as f64, e.mse)).collect();
    let top = points.iter().fold(fitted.error.mse, |top, (_, mse)| top.max(*mse)).max(1e-9);
    let last = points.last().map_or(2.0, |(codes, _)| *codes).max(fitted.error.codes as f64).max(4.0);
    let own = (fitted.error.codes.max(2) as f64, format!("K = {}", fitted.error.codes));
    Some(Curves {
        x: Axis { label: s.codes_axis.to_string(), min: 2.0, max: last, log: true },
        y: Axis { label: s.error_axis.to_string(), min: 0.0, max: top * 1.05, log: false },
        curves: vec![Curve {
            name: s.error_axis.to_string(),
            points,
            color: "--tokens",
            strong: true,
            dashed: false,
        }],
        shade: Vec::new(),
        upright: vec![own],
        level: Vec::new(),
    })
}
