//! `locus.data('long')`: the pixels of the map, and the exact numbers of the chosen cell.

use crate::api::put;
use crate::compute::BackendKind;
use crate::compute::long::Refused;
use crate::store::Store;
use js_sys::{Array, Float32Array, Object, Uint32Array};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// `{name, shape, values, queries, edges, from, to, cell, backend, ms, stale}`; `undefined` unless the panel shows a map.
///
/// `values[r · cols + c]` is the largest weight of query `queries[r]` among the keys `edges[c]` … `edges[c + 1]` − 1,
/// 0 where the mask hides them all. `from` and `to` are [query, key] at the corners of the view.
pub fn data(store: Store) -> JsValue {
    let (i, j) = store.state.with_untracked(|s| (s.long_query as usize, s.long_key as usize));
    let found = store.engine.try_update_value(|engine| {
        let long = &mut engine.long;
        let cell = long.picture.cell(i, j);
        let grid = long.picture.shown()?;
        let out = Object::new();
        put(&out, "name", &"long".into());
        put(&out, "shape", &numbers([grid.raster.rows() as f64, grid.raster.cols() as f64]));
        let weights: Vec<f32> = grid.values.iter().map(|ln| ln.exp()).collect();
        put(&out, "values", &Float32Array::from(weights.as_slice()));
        put(&out, "queries", &indices(&grid.raster.queries));
        put(&out, "edges", &indices(&grid.raster.edges));
        let covers = grid.raster.covers;
        put(&out, "from", &numbers([covers.q, covers.k]));
        put(&out, "to", &numbers([covers.q + covers.rows, covers.k + covers.cols]));
        if let Some(cell) = cell {
            let numbers = Object::new();
            let all = [
                ("query", i as f64),
                ("key", j as f64),
                ("logit", cell.logit.into()),
                ("weight", cell.weight),
            ];
            all.iter().for_each(|(name, number)| put(&numbers, name, &(*number).into()));
            put(&out, "cell", &numbers);
        }
        put(&out, "backend", &(if long.backend == BackendKind::Gpu { "gpu" } else { "cpu" }).into());
        put(&out, "ms", &long.ms.into());
        put(&out, "stale", &long.picture.refused().is_some_and(|why| *why != Refused::Nothing).into());
        Some(out)
    });
    found.flatten().map_or(JsValue::UNDEFINED, JsValue::from)
}

fn numbers(pair: [f64; 2]) -> Array {
    pair.iter().map(|x| JsValue::from(*x)).collect()
}

fn indices(list: &[usize]) -> Uint32Array {
    let list: Vec<u32> = list.iter().map(|&index| index as u32).collect();
    Uint32Array::from(list.as_slice())
}
