//! The long map as a table: the largest weight of each block of what is in view.

use super::Look;
use crate::picture::format::grouped;
use crate::picture::paint::Scale;
use crate::pipeline::Blocks;
use crate::widget::{Heat, Table};
use leptos::prelude::*;
use std::rc::Rc;

/// Rows and columns of the table.
const SIDE: usize = 16;

#[component]
pub fn Twin(look: Look) -> impl IntoView {
    let store = look.store;
    let shown = Signal::derive_local(move || {
        let _ = store.long_drawn.get();
        let blocks = store.engine.with_value(|engine| Some(engine.long.picture.shown()?.blocks(SIDE)))?;
        Some(heat(look, blocks))
    });
    let caption = Signal::derive(move || store.strings().long.table.to_string());
    view! { <Table shown caption/> }
}

fn heat(look: Look, Blocks { queries, keys, weights }: Blocks) -> Heat {
    let label = |[from, to]: [usize; 2]| {
        if from == to {
            format!("{} {}", grouped(from), look.label(from))
        } else {
            format!("{}–{}", grouped(from), grouped(to))
        }
    };
    Heat {
        values: Rc::new(weights),
        rows: Rc::new(queries.into_iter().map(label).collect()),
        cols: Rc::new(keys.into_iter().map(label).collect()),
        scale: Scale::Sequential,
        square: true,
        top: None,
        device: None,
    }
}
