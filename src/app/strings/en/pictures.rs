//! The pictures of the schemes in English.

use crate::position::learned::Source;
use crate::strings::pictures::Pictures;

pub static PICTURES: Pictures = Pictures {
    claim,
    at: |row_axis, row, col_axis, col, value| {
        format!("{}, {} → {value}", named(row_axis, row), named(col_axis, col))
    },
    seeded: "What a model would learn for this scheme is seeded random numbers here.",
    plus_terms: "+ terms",
    maps: "terms of the logit",
    sum: "sum = logit",
    position: "position p",
    position_p: |p| format!("p = {p}"),
    distance_r: "distance r = j − i",
    far: "distance |i − j|, equal ratios equally far apart",
    row: "row of the table",
    bucket: "bucket",
    left: "keys to the left",
    right: "keys to the right",
    table_loading: "The trained table is on its way",
    table_failed: |why| {
        format!("The trained table did not load: {why}. What is shown is a table of seeded random numbers.")
    },
    past_table: |rows, n| {
        format!(
            "The sequence has {n} tokens and the table {rows} rows: position {rows} has no row, and BERT or GPT-2 stop here with an error. Nothing is added until you choose a rule that stretches the table."
        )
    },
    stretched: |rows, n| {
        if rows == 1 {
            return format!("The only row is used for all {n} positions: nothing tells them apart.");
        }
        format!(
            "{rows} rows are stretched to {n}: every token stands between two trained rows, and each position has another vector than before."
        )
    },
    source: |source| match source {
        Source::Trained { used, columns } if used == columns => {
            format!("All {columns} columns of all-MiniLM-L6-v2’s trained table (Apache-2.0).")
        }
        Source::Trained { used, columns } => format!(
            "The first {used} of the {columns} columns of all-MiniLM-L6-v2’s trained table (Apache-2.0); with d_model = {columns} you see all."
        ),
        Source::NotLoaded => "Seeded random numbers: no trained table is loaded.".into(),
        Source::TooWide { columns } => format!(
            "Seeded random numbers: the trained table has only {columns} columns. Lower d_model to see it."
        ),
    },
    component: |k, share| format!("component {k} ({share} of the variance)"),
    path: "all rows of the table",
    this_text: "positions of this input",
    no_path: "The rows do not differ in two directions: there is no path to draw.",
    turn: |i, p, k| format!("frequency {i}: from position {p} to {p} + {k}"),
    no_pair: "This frequency has no cosine in an odd width.",
    turn_gap: |gap| format!("M_k times the pair at p differs from the pair at p + k by {gap}."),
    u_v: "u and v of this head",
    memory: |m| match m {
        1 => "The first token is memory (grey row): it is a key for those behind it, but asks nothing."
            .to_owned(),
        _ => format!(
            "The first {m} tokens are memory (grey rows): they are keys for those behind them, but ask nothing."
        ),
    },
    code: "p2c, δ(i, j): code",
    paper: "p2c, δ(j, i): paper",
    apart: |gap| format!("Largest difference of the two: {gap}."),
    needs_p2c: "These settings have no p2c term: choose one that has.",
    shift_axis: "shift s",
    score: "(R q)·(R k)",
    both_move: "query and key move together",
    query_moves: "only the query moves",
    shifted: |s, score, change| {
        format!("Score at m + {s}, n + {s}: {score}. Largest change over all shifts: {change}.")
    },
    one_axis: "This picture is for one position a token: choose 1-D axes.",
    trained_pairing: "as trained",
    mixed_up: "other pairing",
    permuted: "other, permuted",
    mixed_gap: |mixed, permuted| {
        format!(
            "Largest difference: {mixed} where the pairings are mixed up, {permuted} once the dimensions are permuted."
        )
    },
    form_gap: |form, logits, weights| {
        format!("{form}: logits up to {logits} from the paper’s, weights up to {weights}.")
    },
    forms_need_causal: "The forms agree only under a causal mask: without one, the paper’s symmetric form falls to both sides.",
    grid: ["row", "column"],
    time: ["t", "h", "w"],
    axis: "axis",
    ids: "position ids",
    map: "relative position g(i, j)",
    off_the_grid: |off, all| {
        let stand = if off == 1 { "token stands" } else { "tokens stand" };
        format!(
            "{off} of {all} {stand} on no grid of patches, all at (0, 0): two axes give text and sound no order among themselves. M-RoPE and 1-D do."
        )
    },
    turning: |r, d| format!("{r} of {d} dimensions turn."),
    no_turn: "No dimension turns: without rotation RoPE knows no position. Raise the share that rotates.",
    farthest_on_axes: |all| format!("The farthest stand apart by {all}."),
    farthest: |g, n| format!("The farthest of {n} tokens stand {g} apart."),
    query_scale: |p, length, scale| {
        format!(
            "ReRoPE may also multiply queries by max(1, ln(p + 1)/ln L), which sharpens attention past the training length. It is left out here; for p = {p} and L = {length} it would be {scale}."
        )
    },
};

fn named(axis: &str, at: &str) -> String {
    if axis.is_empty() { at.to_string() } else { format!("{axis}: {at}") }
}

fn claim(scheme: &str, picture: &str) -> &'static str {
    match (scheme, picture) {
        (_, "score") => "The mean of all scores at the same distance, before mask and softmax.",
        (_, "terms") => {
            "Every logit is the sum of these maps, cell by cell; all have one colour scale. They are shown before the mask."
        }
        ("sinusoidal", "table") => {
            "Fast waves stand in the first columns, slow ones in the last: no two rows are alike."
        }
        ("sinusoidal", "turn") => {
            "One matrix M_k takes the pair at p to the pair at p + k, whatever p is: a step of k is the same turn everywhere."
        }
        ("learned", "table") => "Nothing says that row 6 follows row 5: what order there is was learned.",
        ("learned", "trajectory") => {
            "Each point is a row of the table, seen along the two directions in which the rows differ most. Neighbouring positions are joined: a trained table walks a path, a random one jumps about."
        }
        ("learned", "cosines") => {
            "Cosine of every two rows: a bright band along the diagonal is what training has learned of nearness."
        }
        ("shaw", "vectors") => {
            "One row for every distance r = j − i from −k to k: what each query is multiplied by besides the key."
        }
        ("shaw", "rows") => {
            "The row of the table that each pair takes. Beyond ±k all pairs take the first or the last."
        }
        ("transformer_xl", "vectors") => {
            "Each head learns two vectors that take the query’s place: u asks for content, v for a distance."
        }
        ("t5", "staircase") => {
            "Near distances have a bucket each; then buckets grow in equal ratios, and beyond the largest distance there is one."
        }
        ("t5", "bias") => {
            "What each head adds to q·k at distance r = j − i: a step function. Random here, trained in a model."
        }
        ("t5", "rows") => {
            "The bucket of every pair: constant along diagonals, since it depends on r = j − i alone."
        }
        ("deberta", "indexing") => {
            "The released code looks up the row of (i, j) where the paper writes (j, i): another term."
        }
        ("deberta", "staircase") => {
            "The row of the table for a distance: every one has its own, or with log buckets far ones share rows."
        }
        ("alibi", "bias") => {
            "A line for each head: a steep one sees only its neighbours, a flat one the whole text."
        }
        ("alibi", "forms") => {
            "Three libraries write three different logits: under a causal mask each row is shifted by a constant, which softmax does not see."
        }
        ("rope", "clocks") => {
            "Fast pairs go round many times within a sentence, slow ones hardly move: together they tell near from far."
        }
        ("rope", "frequency" | "wavelength") => {
            "Shaded pairs never finish a turn within the training length: unless the rule slows them, a longer text shows them angles they have not seen."
        }
        ("rope", "cosine") => {
            "Each line is the cosine of one pair’s angle over the distance; past the training length the slow ones come to values they have never had, unless a rule slows them."
        }
        ("rope", "shift") => {
            "Move m and n together: the score stays, since only m − n turns it. Move one alone, and it swings."
        }
        ("rope", "dims") => {
            "Row = token, column = dimension of the head: the cosine of its angle. Grey dimensions do not turn."
        }
        ("rope", "map") => {
            "The relative position at which each query sees each key: with a map, far distances are replaced by smaller ones."
        }
        ("rope", "mixed") => {
            "Weights trained with one pairing and run with the other give wrong scores without any error; permuting the dimensions mends it."
        }
        _ => "",
    }
}
