//! One patch enlarged, and the vector it is unrolled into, in both orders.

use super::common::{chosen, of};
use crate::image::picture_canvas;
use crate::picture::format::short;
use crate::signal::image::Image;
use crate::store::Store;
use crate::tokenize::image::normalise::Normalisation;
use crate::tokenize::image::patch::{Grid, Order};
use leptos::html::Canvas;
use leptos::prelude::*;

/// The most numbers that are written out.
const MOST: usize = 768;

/// A patch's vector in the order row, column, channel, and the grid it is of.
#[derive(Clone, PartialEq)]
struct Vector {
    hwc: Vec<f32>,
    patch: usize,
}

impl Vector {
    fn grid(&self) -> Grid {
        Grid { rows: 1, columns: 1, patch: self.patch, channels: 3 }
    }

    /// The numbers in another order.
    fn in_order(&self, order: Order) -> Vec<f32> {
        let mut out = self.hwc.clone();
        if order == Order::Chw {
            for (x, place) in self.hwc.iter().zip(self.grid().permutation()) {
                if let Some(to) = out.get_mut(place) {
                    *to = *x;
                }
            }
        }
        out
    }
}

fn vector(store: Store, patch: usize) -> Option<Vector> {
    of(store, |cut| {
        let own = cut.patches.rows().into_iter().nth(patch)?.to_vec();
        let hwc = match cut.how.order {
            Order::Hwc => own,
            Order::Chw => cut.grid.permutation().iter().filter_map(|place| own.get(*place).copied()).collect(),
        };
        Some(Vector { hwc, patch: cut.grid.patch })
    })
}

#[component]
pub fn Unrolled() -> impl IntoView {
    let store = Store::here();
    let at = chosen(store);
    let shown = Memo::new(move |_| vector(store, at.get()));
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let (Some(canvas), Some(vector)) = (canvas.get(), shown.get()) else { return };
        let bytes = vector.hwc.iter().enumerate().map(|(k, x)| Normalisation::Half.byte(*x, k % 3)).collect();
        if let Ok(image) = Image::from_rgb(vector.patch as u32, vector.patch as u32, bytes) {
            picture_canvas(&canvas, &image);
        }
    });
    let title = move || {
        let (patch, p) = (at.get(), shown.with(|v| v.as_ref().map_or(0, |v| v.patch)));
        (store.strings().image.unrolled)(patch, p, 3 * p * p)
    };
    view! {
        <div class="unrolled">
            <div class="patch-head">
                <canvas class="patch" node_ref=canvas role="img" aria-label=title></canvas>
                <h3>{title}</h3>
            </div>
            <Listed order=Order::Hwc vector=shown/>
            <Listed order=Order::Chw vector=shown/>
            <p class="hint">{store.t(|s| s.image.normalised)}</p>
        </div>
    }
}

/// The vector in one order: its colours line by line, and its numbers.
#[component]
fn Listed(order: Order, vector: Memo<Option<Vector>>) -> impl IntoView {
    let store = Store::here();
    let canvas = NodeRef::<Canvas>::new();
    let values = Memo::new(move |_| vector.with(|vector| vector.as_ref().map(|v| (v.in_order(order), v.grid()))));
    Effect::new(move |_| {
        let (Some(canvas), Some((values, grid))) = (canvas.get(), values.get()) else { return };
        let color = |(k, x): (usize, &f32)| {
            // each number lights its own channel only
            let [.., channel] = grid.source(order, k);
            let byte = Normalisation::Half.byte(*x, channel);
            [0, 1, 2].map(|c| if c == channel { byte } else { 0 })
        };
        let rgb: Vec<u8> = values.iter().enumerate().flat_map(color).collect();
        // read like text: lines of three patch sides, one number a cell
        if let Ok(image) = Image::from_rgb(3 * grid.patch as u32, grid.patch as u32, rgb) {
            picture_canvas(&canvas, &image);
        }
    });
    let in_force = move || of(store, |cut| cut.how.order == order);
    let numbers = move || {
        values.with(|values| {
            let (values, _) = values.as_ref()?;
            let list = values.iter().take(MOST).map(|x| short(*x)).collect::<Vec<_>>().join("  ");
            let more = values.len().saturating_sub(MOST);
            Some(if more > 0 { format!("{list}  … (+{more})") } else { list })
        })
    };
    let id = if order == Order::Hwc { "hwc" } else { "chw" };
    view! {
        <p class="order-name" class:in-force=in_force>
            <b>{id.to_uppercase()}</b> " " {store.t(move |s| s.words.choice("patch_order", id))}
        </p>
        <canvas class="stripe" node_ref=canvas aria-hidden="true"></canvas>
        <p class="vals" tabindex="0" data-testid=format!("vector-{id}")>{numbers}</p>
    }
}
