//! Position ids along the sequence: counted on one axis, and M-RoPE's three.

use crate::position::rope_axes::position_ids;
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Plot};
use leptos::prelude::*;

#[component]
pub fn Ids() -> impl IntoView {
    let store = Store::here();
    let largest = move || {
        let ids = ids(store);
        let three = ids.iter().flatten().copied().max()?;
        Some((store.strings().mixed.largest)(ids.len().saturating_sub(1), three))
    };
    let name = store.t(|s| s.mixed.ids);
    view! {
        <h3>{name}</h3>
        <p class="hint">{store.t(|s| s.mixed.ids_lead)}</p>
        <Plot curves=move || curves(store) name=Signal::derive(move || name().to_string()) height=260.0/>
        <p class="finding-line">{largest}</p>
    }
}

/// (t, h, w) of every token, under the reader's rule for what follows a grid.
fn ids(store: Store) -> Vec<[usize; 3]> {
    let n = store.input.with(|input| input.as_ref().map_or(0, |input| input.len()));
    store.state.with(|s| {
        let axes = &s.params.axes;
        // Without a grid there is nothing but text, whatever the reader set for texts.
        if s.params.layout.is_empty() {
            return (0..n).map(|id| [id; 3]).collect();
        }
        position_ids(n, axes, &s.params.layout)
    })
}

fn curves(store: Store) -> Option<Curves> {
    let ids = ids(store);
    let last = ids.len().checked_sub(1)? as f64;
    let s = &store.strings().mixed;
    let line = |at: usize, color, points: Vec<(f64, f64)>| Curve {
        name: s.axes[at].to_string(),
        points,
        color,
        strong: at > 0,
        dashed: at == 0,
    };
    let axis =
        |axis: usize| ids.iter().enumerate().map(|(i, id)| (i as f64, id[axis] as f64)).collect::<Vec<_>>();
    Some(Curves {
        x: Axis { label: s.place_axis.to_string(), min: 0.0, max: last.max(1.0), log: false },
        y: Axis { label: s.id_axis.to_string(), min: 0.0, max: last.max(1.0) * 1.05, log: false },
        curves: vec![
            line(0, "--soft", vec![(0.0, 0.0), (last, last)]),
            line(1, "--position", axis(0)),
            line(2, "--vectors", axis(1)),
            line(3, "--tokens", axis(2)),
        ],
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    })
}
