//! The long map in English.

use crate::picture::format::grouped;
use crate::strings::Long;

pub const LONG: Long = Long {
    stage: "Long range",
    title: |query, i, key, j, weight| {
        format!("“{query}” at {} gives {weight} of its attention to “{key}” at {}", grouped(i), grouped(j))
    },
    title_plain: "Who looks at whom, far away",
    repeated: |text, n| {
        if n <= text {
            format!("The input's first {} tokens.", grouped(n))
        } else {
            let many = if text == 1 { "one token" } else { &format!("{} tokens", grouped(text)) };
            format!("The input's own {many}, repeated to {}.", grouped(n))
        }
    },
    sampled: |keys| {
        format!(
            "A row of pixels is one query, scored against every key; a column shows the largest weight among the {} keys it covers, so that thin lines stay visible.",
            grouped(keys)
        )
    },
    every_cell: "Close enough: every cell is one weight.",
    colours: |low, high| {
        format!("Colours are logarithmic, from {low} to the largest weight, {high}, in any view.")
    },
    closer: "Closer",
    farther: "Farther",
    all: "All",
    overview: "The whole map, and the part in view",
    table: "Rows: queries, columns: keys. Each number is the largest weight that the picture shows in that block.",
    hint: "Drag to move, pinch or Ctrl + wheel to zoom. With the picture in focus: wheel, + − 0, arrow keys for the cell, Shift + arrow keys for the view.",
    summary: |n, [q0, q1], [k0, k1]| {
        format!(
            "Attention map of {} tokens; in view: queries {} to {}, keys {} to {}",
            grouped(n),
            grouped(q0),
            grouped(q1),
            grouped(k0),
            grouped(k1)
        )
    },
    logit: "logit z",
    normalizer: "ln Σ exp z over all its keys",
    weight: "weight",
    too_long: |longest| {
        format!(
            "This scheme has a vector for every distance and head: with these sizes a map goes up to {} tokens.",
            grouped(longest)
        )
    },
};
