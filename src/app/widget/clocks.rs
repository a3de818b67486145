//! RoPE's pairs as clock hands: one hand where the query's position has turned it, one for the key's.

use crate::picture::format;
use crate::position::rope_axes::Axes;
use crate::position::rope_ids::Ids;
use crate::store::Store;
use leptos::prelude::*;
use std::f64::consts::TAU;

/// The most clocks shown; they are spread over all pairs.
const MOST: usize = 12;

/// One clock per pair for the chosen query and key positions.
#[component]
pub fn Clocks() -> impl IntoView {
    let store = Store::here();
    let apart = Memo::new(move |_| {
        let n = store.input.with(|input| input.as_ref().map_or(0, |i| i.len()));
        set_apart(store.cell.get(), n)
    });
    let positions = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        ids(store)
    });
    let caption = move || {
        let (i, j) = apart.get();
        let input = store.input.get()?;
        let ids = positions.get()?;
        let apart = ids.standing(i, j)?.apart();
        let delta: Vec<String> =
            apart.into_iter().enumerate().map(|(axis, delta)| distance(store, &ids, axis, delta)).collect();
        let s = store.strings();
        let cell = (s.picture.readout)(i, input.label(i), j, input.label(j));
        Some((s.position.clocks_caption)(&cell, &delta.join(" · "), store.cell.get() != (i, j)))
    };
    let faces = move || {
        let _ = store.head_drawn.get();
        let (i, j) = apart.get();
        let inv_freq = store.engine.with_value(|engine| engine.pipeline.frequencies().inv_freq);
        let ids = positions.get()?;
        let stand = ids.standing(i, j)?;
        let pairs = inv_freq.len();
        let shown = pairs.min(MOST);
        let one = |k: usize| {
            let pair = if shown > 1 { k * (pairs - 1) / (shown - 1) } else { 0 };
            let (theta, axis) = (inv_freq.get(pair)?, ids.axis(pair)?);
            let (query, key) = (stand.query.get(axis)?, stand.key.get(axis)?);
            Some(face(store, pair, axis_name(store, &ids, axis), query * theta, key * theta))
        };
        Some((0..shown).filter_map(one).collect_view())
    };
    view! {
        <p class="hint" data-testid="clocks-caption">{caption}</p>
        <div class="clocks">{faces}</div>
    }
}

/// The positions by which the text on the screen turns; of a scheme or of axes that turn nothing there are none.
pub fn ids(store: Store) -> Option<Ids> {
    store.engine.with_value(|engine| Ids::of(engine.pipeline.sizes(), &engine.pipeline.settings().params))
}

/// What an axis is called where there are several.
pub fn axis_name(store: Store, ids: &Ids, axis: usize) -> Option<&'static str> {
    let s = &store.strings().pictures;
    match ids.axes() {
        Axes::One => None,
        Axes::Two => s.grid.get(axis).copied(),
        Axes::Three => s.time.get(axis).copied(),
    }
}

/// "Δ = 3", or the same of an axis with its name.
pub fn distance(store: Store, ids: &Ids, axis: usize, delta: f64) -> String {
    let delta = delta.to_string().replace('-', "−");
    match axis_name(store, ids, axis) {
        Some(name) => (store.strings().position.delta_on)(name, &delta),
        None => format!("Δ = {delta}"),
    }
}

/// The positions that the hands stand for: the chosen cell's, but on the diagonal, where every two hands agree, the
/// query at the end of the text that is farther from the key.
fn set_apart((i, j): (usize, usize), n: usize) -> (usize, usize) {
    let last = n.saturating_sub(1);
    match i == j {
        false => (i, j),
        true if 2 * j <= last => (last, j),
        true => (0, j),
    }
}

fn hand(angle: f64, length: f64) -> (String, String) {
    // Counter-clockwise from the right, as in the complex plane.
    (format!("{:.2}", 50.0 + length * angle.cos()), format!("{:.2}", 50.0 - length * angle.sin()))
}

fn face(store: Store, pair: usize, axis: Option<&'static str>, query: f64, key: f64) -> impl IntoView {
    let ((qx, qy), (kx, ky)) = (hand(query, 40.0), hand(key, 30.0));
    let turns = format::significant((query - key).abs() / TAU, 3);
    let label = (store.strings().position.clock_label)(pair, &turns);
    let of = axis.map(|axis| format!(" · {axis}"));
    view! {
        <figure>
            <svg viewBox="0 0 100 100" role="img" aria-label=label>
                <circle cx="50" cy="50" r="44" class="face"></circle>
                <line x1="50" y1="50" x2=kx y2=ky class="key"></line>
                <line x1="50" y1="50" x2=qx y2=qy class="query"></line>
            </svg>
            <figcaption>{pair}{of}<br/>{turns}</figcaption>
        </figure>
    }
}
