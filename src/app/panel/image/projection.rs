//! The row of the chosen token: a patch's vector times E plus b, number 0 of it with its arithmetic.

use super::common::of;
use crate::embed::projection::{Modality, Projection, Special};
use crate::embed::random::{self, Stream};
use crate::embed::sequence::Piece;
use crate::matrix::Matrix;
use crate::picture::format::{short, significant};
use crate::store::Store;
use leptos::prelude::*;
use ndarray::Axis;

/// Terms of the sum that are written out.
const TERMS: usize = 4;

#[component]
pub fn Projected() -> impl IntoView {
    let store = Store::here();
    let query = store.get(|s| s.query as usize);
    move || {
        let _ = store.head_drawn.get();
        shown(store, query.get())
    }
}

fn shown(store: Store, query: usize) -> Option<impl IntoView> {
    let input = store.input.get()?;
    let at = query.min(input.len().checked_sub(1)?);
    let row = store.engine.with_value(|engine| {
        let x = engine.pipeline.embedding()?;
        (at < x.nrows()).then(|| x.row(at).to_vec())
    })?;
    let s = store.strings();
    let (seed, common) = store.state.with(|s| (s.seed, s.common));
    let told = match *input.sequence.pieces.get(at)? {
        Piece::Vector(Modality::Image, vector) => {
            let x = input.sequence.vectors.first()?.as_ref()?;
            let x = x.rows().into_iter().nth(vector)?.to_vec();
            product(s, &x, row.len(), seed, common)
        }
        Piece::Code(_, id) => (s.image.code_row)(id, of(store, |cut| cut.fitted.as_ref().map_or(0, |f| f.error.codes))),
        Piece::Special(Special::Mask) => s.image.mask_row.to_string(),
        _ => (s.image.special_row)(input.label(at)),
    };
    let numbers = row.iter().map(|v| short(*v)).collect::<Vec<_>>().join("  ");
    Some(view! {
        <h3>{(s.image.row_of)(at, input.label(at))}</h3>
        <p class="mono formula" data-testid="projected">{told}</p>
        <p class="vals" tabindex="0">{numbers}</p>
    })
}

/// Number 0 of the row: x · (column 0 of E) + b₀, and the part that all rows share.
fn product(s: &crate::strings::Strings, x: &[f32], d: usize, seed: u64, common: f64) -> String {
    // a narrower E is the beginning of a wider one
    let first = Projection::seeded(x.len(), 1, Modality::Image, seed);
    let vector = Matrix::from_shape_fn((1, x.len()), |(_, k)| x.get(k).copied().unwrap_or(0.0));
    let own = first.apply(vector.view()).and_then(|z| z.first().copied()).unwrap_or(0.0);
    let column = first.weight.index_axis(Axis(1), 0);
    let terms: Vec<String> =
        x.iter().zip(column).take(TERMS).map(|(x, e)| format!("{} · {}", short(*x), short(*e))).collect();
    let bias = first.bias.first().copied().unwrap_or(0.0);
    let mut mean = [0.0];
    random::fill_row(&mut mean, seed, Stream::Common as u64);
    let sum = format!("{} + … + {} = {}", terms.join(" + "), short(bias), short(own));
    let (a, b) = (significant(common.sqrt(), 3), significant((1.0 - common).sqrt(), 3));
    let [mean] = mean;
    let whole = common.sqrt() as f32 * mean + (1.0 - common).sqrt() as f32 * own;
    let shared = format!("{a} · {} + {b} · {} = {}", short(mean), short(own), short(whole));
    (s.image.product)(x.len(), d, &sum, &shared)
}
