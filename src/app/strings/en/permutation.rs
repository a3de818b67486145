//! The order of tokens in English.

use crate::strings::Permutation;

pub const PERMUTATION: Permutation = Permutation {
    title_equivariant: "Reorder the tokens: the output rows move along, and nothing else changes",
    title_ask: "Drag a token: does its output row follow?",
    title_one: "A single token has no other order",
    foreign: "The order chosen before was one of another text: here the tokens stand in their own.",
    title_invite_same: "Drag a token: its output row moves along with it, and its numbers stay the same",
    title_invite_changed: |why| {
        format!("Drag a token: under {why}, output rows do not just move, their numbers change")
    },
    title_broken: |why, changed, of| {
        format!("Under {why}, {changed} of {of} output rows change with the order")
    },
    lead: "X holds the vectors in their own order, PX the same rows in yours. Attention is equivariant if its output for PX is its output for X with the rows moved the same way.",
    shuffle: "Shuffle",
    swap: "Swap first and last",
    reset: "Original order",
    drag_hint: "Drag a token. With the keyboard: Space picks it up, ← → move it, Space puts it down.",
    token_place: |at, of| format!(", place {at} of {of}"),
    picked_up: |token| format!("{token} picked up"),
    put_down: "Put down",
    put_back: "Put back where it was",
    moved: |token, at| format!("{token} is now at place {at}"),
    x: "X",
    px: "PX",
    out_x: "Attention(X)",
    out_px: "Attention(PX)",
    equivariant: "equivariant",
    not_equivariant: "not equivariant",
    invariant: "invariant",
    not_invariant: "not invariant",
    largest: "largest difference of the output rows",
    pooled: "largest difference of their mean",
    compare_rotated: "The first token moved to the end, under every scheme",
    reversal: "ALiBi under a full mask uses |i − j|, which is the same read from the right: an exact reversal is the one order that it cannot tell from the original.",
    compare: "The same reordering under every scheme",
    condition: "scheme and mask",
    rows_gap: "rows of the output",
    pooled_gap: "mean-pooled output",
    with_causal: |name| format!("{name}, causal mask"),
    first_tokens: |n| format!("The experiment uses the first {n} tokens."),
    identity: "The order is the original one: drag a token.",
    in_f64: "computed in double precision",
};
