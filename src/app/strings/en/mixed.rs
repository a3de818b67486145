//! A sequence of several modalities, in English.

use super::counted;
use crate::picture::format::grouped;
use crate::strings::mixed::Mixed;

pub const MIXED: Mixed = Mixed {
    title: |n, kinds| {
        let kinds = if kinds == 1 { "1 kind".to_string() } else { format!("{kinds} kinds") };
        format!(
            "{} of {kinds} in one sequence: from here on they are rows of one matrix",
            counted(n, "token")
        )
    },
    lead: "Text, patches and frames differ in how they became vectors. The same W_Q, W_K and W_V now read all of them; only [PAD] is never looked at.",
    kinds: ["special tokens", "text", "picture", "sound"],
    order: "Order of the parts",
    order_hint: "Drag a part to another place; by keyboard: space picks it up, ← → move it, space puts it down.",
    present: "In the sequence:",
    no_padding: |n| {
        format!("[PAD] adds nothing: the sequence has {} already. Raise “[PAD] up to”.", counted(n, "token"))
    },
    cut: |shown, all| {
        format!("{} would stand here; the first {} are shown.", counted(all, "token"), grouped(shown))
    },
    cost: "What each part costs",
    tokens_title: |n| format!("{}, and each becomes a vector of the same width", counted(n, "token")),
    tokens_lead: "Only the first step differs. A token is an id of a vocabulary, a code of a codebook, or already a list of numbers; after this table nothing knows any more which.",
    places: "places",
    named: "tokens in it",
    becomes: "how a token of it becomes a vector",
    by_id: "its id picks a row of the embedding table",
    by_itself: "a row of its own, one for each special token",
    by_code: "its code picks a row of the codebook’s table",
    by_projection: |k| format!("its {k} numbers times E, plus b"),
    by_convolution: |k| format!("log-mel frames of {k} bands through two convolutions"),
    kind: "part",
    tokens: "tokens",
    pairs: "pairs scored for it",
    pairs_title: |kind, share| format!("{share} of all scores are computed for tokens of the part “{kind}”"),
    where_it_looks: "Where each part looks",
    mass_lead: "Mean share of attention that a query of the row gives to all keys of the column together, in the head on the screen.",
    looks: |query, key, share| format!("{query} → {key}: {share}"),
    ids: "Position ids: one number or three",
    ids_lead: "Counted 1, 2, 3 …, a picture pushes the text behind it far away. M-RoPE gives a patch the row and column it has, and the text after a picture goes on from its longer side.",
    id_axis: "position id",
    place_axis: "place in the sequence",
    axes: ["one axis", "M-RoPE time", "M-RoPE height", "M-RoPE width"],
    largest: |one, three| format!("The last id is {one} with one axis and {three} with three."),
    vectors_title: |n, d| format!("Text, picture and sound are rows of one matrix: X is {n} × {d}"),
    vectors_lead: "Row = token, column = dimension. Blue is negative, orange positive. A word’s row comes from a table, a patch’s and a frame’s from a projection; all have the same width.",
    parts: |n| if n == 1 { "1 part".into() } else { format!("{n} parts") },
    count: |n| counted(n, "token"),
};
