//! The panels of the five stages in English.

use super::counted;
use crate::picture::format::grouped;
use crate::strings::{Attention, Position, Signal, Tokens, Vectors};

pub const SIGNAL: Signal = Signal {
    title: |chars, bytes| {
        let are = if chars == 1 { "is" } else { "are" };
        format!("{} {are} {} of UTF-8", counted(chars, "character"), counted(bytes, "byte"))
    },
    lead: "A text is a row of Unicode code points, and each is stored as one to four bytes. Byte-level tokenizers start from these bytes.",
    more: |n| format!("and {} more", grouped(n)),
};

pub const TOKENS: Tokens = Tokens {
    title: |chars, tokens| format!("{} become {}", counted(chars, "character"), counted(tokens, "token")),
    lead: "A token is an entry of a fixed vocabulary; what goes on into the model is only its number.",
    split_lead: |n, first| {
        let of = if first { "Of what is shown, " } else { "" };
        match n {
            1 if first => format!(
                "{of}one character as we see it is cut into several tokens: it stands whole, with its byte pieces under it."
            ),
            1 => {
                "One character as we see it is cut into several tokens: it is shown whole, with its byte pieces under it."
                    .into()
            }
            n => format!(
                "{of}{n} characters as we see them are cut into several tokens each: they are shown whole, with their byte pieces under them."
            ),
        }
    },
    unknown_lead: |n| {
        if n == 1 {
            "One piece is not in this vocabulary and became the unknown token: whatever it said is lost."
                .into()
        } else {
            format!(
                "{n} pieces are not in this vocabulary and became the unknown token: whatever they said is lost."
            )
        }
    },
    characters: "characters",
    bytes: "bytes",
    tokens: "tokens",
    per_token: "characters per token",
    bytes_per_token: "bytes per token",
    vocabulary: "vocabulary",
    vocabulary_size: |n| format!("{} entries", grouped(n)),
    specials: "Special tokens typed into the text, such as [CLS], stay text.",
    algorithm: ["byte-level BPE", "WordPiece", "Unigram", "one character, one token", "SentencePiece BPE"],
    kilobytes: |n| format!("{} kB", n.div_ceil(1000)),
    vocabulary_name: |id| (id == "char").then_some("Characters"),
    col_index: "position",
    col_token: "token",
    col_id: "id",
    col_bytes: "UTF-8 bytes",
    table: "Tokens as a table",
};

pub const VECTORS: Vectors = Vectors {
    title: |n, d| format!("Each id picks one row of a table: X is {n} × {d}"),
    lead: "Row = token, column = dimension. Blue is negative, orange positive. The same token has the same row wherever it stands: nothing here knows an order.",
    row_of: |i, token, id| format!("Row {i} “{token}”, id {id}"),
    one_hot: |id, size| {
        format!("one-hot vector of {size} entries, a single 1 at place {id}, times W = row {id} of W")
    },
    same_rows: |n| {
        format!(
            "{n} tokens have an identical twin at another position: their rows are equal to the last bit."
        )
    },
    dimension: "dimension",
};

pub const POSITION: Position = Position {
    title_stretched: |rule, times| format!("{rule}: the slowest pair turns {times} times slower"),
    title_unstretched: |rule| format!("{rule} as it is set keeps the slowest pair’s frequency: raise s"),
    lead_stretched: |rule| match rule {
        "linear" => {
            "Position interpolation divides every frequency by the factor, as if the tokens stood closer together: near ones become harder to tell apart."
        }
        "ntk" => {
            "A larger base instead of one factor for all: the fastest pair keeps its frequency, the slowest is slowed by the factor, the others by something between."
        }
        "dynamic" => {
            "The larger base of NTK-aware scaling, but it follows the length at hand: up to the training length nothing changes."
        }
        "longrope" => {
            "Every pair is slowed by a factor of its own, found by search: one list up to the training length, another beyond. Cos and sin are multiplied by the attention factor."
        }
        "llama3" => {
            "Short wavelengths stay, long ones are divided by the factor, and between the two bounds frequencies are blended."
        }
        _ => {
            "Pairs that turn often within the training length keep their frequency, those that never finish a turn are slowed by the factor, with a ramp between. Cos and sin are multiplied by the attention factor."
        }
    },
    chain: ["x", "+ P", "W_Q, W_K", "rotate q, k", "q·k / √d", "+ bias", "softmax"],
    pair: "pair i",
    distance: "distance Δ = i − j",
    distance_on_axis: "distance Δ on the pair’s own axis",
    frequency_axis: "θᵢ (radians per position)",
    wavelength_axis: "positions per turn",
    cosine_axis: "cos(Δ·θᵢ)",
    score_axis: "mean score",
    bias_axis: "bias on the logit",
    unscaled: "unscaled",
    in_force: "in force",
    trained: |n| format!("training length {n}"),
    target: |n| format!("stretched length {n}"),
    pair_n: |i| format!("pair {i}"),
    mean_all: "all pairs equal",
    mean_text: "this input, this head",
    unfinished: |n, all| match n {
        0 => format!("all {all} pairs finish a turn within the training length"),
        n => format!("{n} of {all} pairs never finish a turn within the training length"),
    },
    head_n: |h| format!("head {h}"),
    drag_slopes: "Drag a line, or focus the plot: ↑ makes the line of the head on the screen steeper, ↓ flatter.",
    reset_slopes: "Back to the authors' slopes",
    where_enters: "Where it enters",
    none_picture: "no table, no rotation, no bias",
    clock_label: |pair, turn| format!("pair {pair}: {turn} turns apart"),
    lead_grid: "Half of the pairs turn by row × θᵢ, the others by column × θᵢ, so a score knows how many rows and how many columns lie between query and key.",
    lead_time: "A token has three position ids: time, height and width. Each pair turns by one of them, so a score knows the distance on each axis; in text the three are the same.",
    delta_on: |axis, delta| format!("Δ {axis} = {delta}"),
    clocks_caption: |cell, delta, instead| {
        let why = if instead {
            " The chosen cell lies on the diagonal, where all hands agree, so these stand in for it."
        } else {
            ""
        };
        format!("{cell}: {delta}. Long hand: query, short hand: key, below: turns between them.{why}")
    },
    cut_below: "lines go on below",
    slope_n: |head, slope| format!("head {head}: slope {slope}"),
};

pub const ATTENTION: Attention = Attention {
    title: |query, key, weight| format!("“{query}” gives {weight} of its attention to “{key}”"),
    title_stage: |stage, query, key, value| format!("“{query}” with “{key}”, stage “{stage}”: {value}"),
    title_memory: |token| {
        format!("“{token}” is memory: it is a key for those behind it, and asks nothing itself")
    },
    title_plain: "Who looks at whom",
    lead: "Row = query, column = key; each row of the weights sums to 1. Point at a cell, or move with the arrow keys.",
    lead_scores: "Row = query, column = key. Blue is negative, orange positive. Point at a cell, or move with the arrow keys.",
    lead_output: "Row = token, column = dimension of this head: the values of the keys, weighted by the row of attention.",
    thumbs: "All heads",
    terms: "The dot product, term by term",
    masked_cell: "masked: key j comes after query i",
    who: "Who looks at whom",
};
