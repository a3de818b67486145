//! Which dimensions turn at all, and by which position id.

use super::common::{self, settings};
use crate::matrix::Matrix;
use crate::picture::paint::Scale;
use crate::position::rope_axes::{self as axes, Axes, places, position_ids, rotary_dim};
use crate::position::rope_dims::cosines;
use crate::store::Store;
use crate::widget::{Heat, Heatmap};
use leptos::prelude::*;
use std::rc::Rc;

/// cos of every dimension's angle at every token, and under more than one axis the ids.
#[component]
pub fn Dims() -> impl IntoView {
    let store = Store::here();
    let column = RwSignal::new(0usize);
    let query = store.get(|s| s.query as usize);
    let labels =
        move || store.input.with(|input| input.as_ref().map_or_else(Vec::new, |x| x.labels.to_vec()));
    let heat = move || {
        let settings = settings(store);
        let sizes = settings.sizes(common::tokens(store));
        let angles = settings.scheme.angles(sizes, &settings.params)?;
        Some(common::table(cosines(&angles, sizes.head_dim), labels(), Some(1.0)))
    };
    let turning = move || {
        let settings = settings(store);
        let d = settings.sizes(1).head_dim;
        (store.strings().pictures.turning)(rotary_dim(d, &settings.params.axes), d)
    };
    let several = store.get(move |s| s.params.axes.rope_axes != Axes::One);
    let off_the_grid = move || {
        let params = settings(store).params;
        let all = common::tokens(store);
        let off = axes::off_the_grid(all, &params.layout);
        // [CLS] alone has nothing to be in order with.
        (params.axes.rope_axes == Axes::Two && off > 1)
            .then(|| (store.strings().pictures.off_the_grid)(off, all))
    };
    let id_map = move || {
        let cols = Rc::new(names(store).into_iter().map(String::from).collect());
        Some(Heat { cols, scale: Scale::Sequential, ..common::table(ids(store)?, labels(), None) })
    };
    let pick = move |(i, c): (usize, usize)| {
        column.set(c);
        store.set("query", &i.to_string());
    };
    let cell = Signal::derive(move || (query.get(), column.get()));
    let id_cell = Signal::derive(move || (query.get(), column.get().min(2)));
    let names_of_axes = Signal::derive(move || ("", store.strings().vectors.dimension));
    let id_axes = Signal::derive(move || ("", store.strings().pictures.axis));
    let name = Signal::derive(move || store.strings().pictures.ids.to_string());
    view! {
        <Heatmap heat=heat cell=cell hover=Callback::new(|_| ()) pick=Callback::new(pick) name=name tall=0.35 axes=names_of_axes/>
        <p class="finding-line">{turning}</p>
        <Show when=move || several.get()>
            <p class="hint">{move || store.strings().pictures.ids}</p>
            <p class="hint" data-testid="off-the-grid">{off_the_grid}</p>
            <Heatmap heat=id_map cell=id_cell hover=Callback::new(|_| ()) pick=Callback::new(pick) name=name tall=0.3 axes=id_axes/>
        </Show>
    }
}

fn names(store: Store) -> Vec<&'static str> {
    let s = &store.strings().pictures;
    match settings(store).params.axes.rope_axes {
        Axes::One => Vec::new(),
        Axes::Two => s.grid.to_vec(),
        Axes::Three => s.time.to_vec(),
    }
}

/// Tokens by axes: the position ids.
fn ids(store: Store) -> Option<Matrix> {
    let (n, params) = (common::tokens(store), settings(store).params);
    let (axes, layout) = (params.axes, params.layout);
    match axes.rope_axes {
        Axes::One => None,
        Axes::Two => {
            let ids = places(n, &axes, &layout);
            Some(Matrix::from_shape_fn((n, 2), |(p, c)| {
                ids.get(p).map_or(0.0, |(row, column)| if c == 0 { *row } else { *column } as f32)
            }))
        }
        Axes::Three => {
            let ids = position_ids(n, &axes, &layout);
            let at =
                |(p, c): (usize, usize)| ids.get(p).and_then(|ids| ids.get(c)).map_or(0.0, |id| *id as f32);
            Some(Matrix::from_shape_fn((n, 3), at))
        }
    }
}
