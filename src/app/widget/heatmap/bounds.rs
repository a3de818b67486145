//! Where one kind of token ends and the next begins, drawn on pictures whose rows are the tokens.

use crate::embed::runs::Kind;
use crate::picture::layout::Layout;
use crate::store::Store;
use crate::theme::{self, css};
use leptos::prelude::*;
use std::ops::Range;
use std::rc::Rc;
use web_sys::CanvasRenderingContext2d;

/// Width of the stripe that bears a kind's colour, in CSS pixels.
const STRIPE: f64 = 4.0;

/// The style sheet's colour of a kind of token.
pub fn color(kind: Kind) -> &'static str {
    match kind {
        Kind::Special => "--soft",
        Kind::Text => "--tokens",
        Kind::Image => "--vectors",
        Kind::Audio => "--order",
    }
}

/// The runs of the sequence, if `labels` are its tokens' and there is more than one; followed.
pub fn of(store: Store, labels: &Rc<Vec<String>>) -> Vec<(Kind, Range<usize>)> {
    store.input.with(|input| {
        let of = input.as_ref().filter(|input| input.runs.len() > 1 && input.labels == *labels);
        of.map_or_else(Vec::new, |input| input.runs.clone())
    })
}

/// A stripe beside the rows of each run and, if columns are tokens too, under them; a line where runs meet.
pub fn draw(ctx: &CanvasRenderingContext2d, layout: &Layout, runs: &[(Kind, Range<usize>)], columns: bool) {
    let (left, top, width, height) = layout.cells();
    for (at, (kind, range)) in runs.iter().enumerate() {
        let along = |size: f64| (range.start as f64 * size, range.len() as f64 * size);
        let ((y, h), (x, w)) = (along(layout.cell_h), along(layout.cell_w));
        ctx.set_fill_style_str(&css(theme::color(color(*kind))));
        ctx.fill_rect(left - STRIPE - 1.0, top + y, STRIPE, h);
        if columns {
            ctx.fill_rect(left + x, top + height + 1.0, w, STRIPE);
        }
        if at > 0 {
            ctx.set_fill_style_str(&css(theme::color("--ink")));
            ctx.fill_rect(left, top + y - 0.5, width, 1.0);
            if columns {
                ctx.fill_rect(left + x - 0.5, top, 1.0, height);
            }
        }
    }
}
