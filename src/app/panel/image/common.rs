//! What the pictures of patches share: the cut picture, its grid, colours over patches, and how a patch is spoken of.

use crate::image::{self, Cut, Lattice, Picture, Shades};
use crate::picture::paint::Scale;
use crate::store::Store;
use crate::widget::rule;
use leptos::prelude::*;
use std::rc::Rc;

/// Something of the cut picture, followed; the default before there is one.
pub fn of<T: Default>(store: Store, read: impl FnOnce(&Cut) -> T) -> T {
    store.image.cut.with(|cut| cut.as_ref().map(|cut| read(cut)).unwrap_or_default())
}

pub fn picture(store: Store) -> Signal<Option<Rc<Picture>>, LocalStorage> {
    store.image.shown.into()
}

/// The grid of patches.
pub fn lattice(store: Store) -> Signal<Option<Lattice>> {
    let memo = Memo::new(move |_| {
        of(store, |cut| {
            Some(Lattice {
                rows: cut.grid.rows,
                columns: cut.grid.columns,
                cell: cut.grid.patch as f64,
                side: cut.picture.side() as f64,
            })
        })
    });
    Signal::derive(move || memo.get())
}

/// Says by the controls that one patch is larger than the picture, and what becomes of it.
#[component]
pub fn TooLarge() -> impl IntoView {
    let store = Store::here();
    let sizes = Memo::new(move |_| of(store, |cut| (cut.grid.patch, cut.picture.side())));
    move || {
        let (patch, side) = sizes.get();
        let said = (store.strings().image.patch_too_large)(patch, side);
        (patch > side)
            .then(|| view! { <p class="bad" role="status" data-testid="patch-too-large">{said}</p> })
    }
}

/// The patch that is looked at.
pub fn chosen(store: Store) -> Signal<usize> {
    let memo = Memo::new(move |_| image::patch(store));
    Signal::derive(move || memo.get())
}

pub fn look() -> Callback<usize> {
    let store = Store::here();
    Callback::new(move |patch| image::look_at(store, patch))
}

/// “Patch 37, row 2, column 9”, and what is the case there.
pub fn spoken(
    store: Store,
    what: impl Fn(usize) -> Option<String> + Send + Sync + 'static,
) -> Callback<usize, String> {
    Callback::new(move |patch: usize| {
        let columns = of(store, |cut| cut.grid.columns).max(1);
        let place = (store.strings().image.place)(patch, patch / columns, patch % columns);
        let colon = store.strings().colon;
        what(patch).map_or_else(|| place.clone(), |what| format!("{place}{colon}{what}"))
    })
}

/// The colours of one value a cell, `alpha` of 255 opaque; where there is no number, none.
pub fn shades(
    store: Store,
    values: &[f32],
    (rows, columns): (usize, usize),
    scale: Scale,
    top: f32,
    alpha: u8,
) -> Shades {
    let (map, _) = (store.state.with(|s| s.colormap), store.dark.get());
    let mut paint = rule(scale, map);
    // Over a picture colours are hard to tell apart: small values are not lifted.
    (paint.top, paint.gamma) = (top.max(f32::MIN_POSITIVE), 1.0);
    let mut rgba = paint.raster(values);
    rgba.resize(rows * columns * 4, 0);
    let (pixels, _) = rgba.as_chunks_mut::<4>();
    for (at, [.., a]) in pixels.iter_mut().enumerate() {
        *a = if values.get(at).is_some_and(|value| !value.is_nan()) { alpha } else { 0 };
    }
    Shades { rows, columns, rgba }
}
