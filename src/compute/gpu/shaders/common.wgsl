// What every shader of this folder shares; it is put in front of each of them.
//
// Layouts (all row-major, f32, 0-based; head h, query i, key j):
//   q, k, v, output   [n_heads, n, 4·quads]   one row per token; entries from head_dim on are zero
//   cos, sin          [n, pairs]              already times the attention factor
//   bias              [n_heads, 2n − 1]       entry [h, j − i + n − 1]; or `shifts` in its place, see `has_bias`
//   shifts            [n_heads, n, n]         the bias and all terms of content and distance
//   of_query, of_key, of_value  [n_heads, 2n − 1, 4·quads]   a vector per distance, entries as of the bias
//   dots, weights     [n_heads, n, n]         row = query, column = key
//   tops              [6 stages, n_heads]     bits of a non-negative f32
//
// Rust twins, keep in sync with: `params` in ../uniform.rs (the struct), `stage_code` in ../uniform.rs (the
// stage numbers), `Derive::at` in ../read.rs (`stage_value`), `Attend::seen` and `allows` (`seen`, `allowed`).

struct Params {
    n: u32,
    n_heads: u32,
    head_dim: u32,
    // vec4s in a row of q, k, v and output: head_dim / 4, rounded up
    quads: u32,
    // rotated pairs; 0 rotates nothing
    pairs: u32,
    // 1: pair i is (i, i + pairs); 0: (2i, 2i + 1)
    half_split: u32,
    // 1: key j is seen by query i only if j ≤ i; 0: every key is seen
    causal: u32,
    // what is added to the scaled scores: 1: `bias`; 2: `shifts`, bound in its place; 0: nothing
    has_bias: u32,
    scale: f32,
    // 1: relative.wgsl multiplies q with `of_query`, k with `of_key`
    has_query_table: u32,
    has_key_table: u32,
    // dot.wgsl writes the pairs with low ≤ i − j ≤ high
    low: i32,
    high: i32,
    // keys from here on are padding: no query sees them
    real: u32,
    // queries up to here are memory: they see nothing
    memory: u32,
}

@group(0) @binding(0) var<uniform> params: Params;

const DOT = 0u;
const SCALED = 1u;
const BIASED = 2u;
const MASKED = 3u;
const WEIGHTS = 4u;
const OUTPUT = 5u;

// How many keys, from the first on, query i sees.
fn seen(i: u32) -> u32 {
    let keys = min(select(params.n, i + 1u, params.causal == 1u), params.real);
    return select(keys, 0u, i < params.memory);
}

fn allowed(i: u32, j: u32) -> bool {
    return j < seen(i);
}

// Where the distance of query i and key j stands in tables of n_heads × (2n − 1) entries.
fn entry_at(head: u32, i: u32, j: u32) -> u32 {
    return head * (2u * params.n - 1u) + j + params.n - 1u - i;
}

// Where that stands which is added for query i and key j. 0 if there is nothing, so that the read stays inside.
fn bias_at(head: u32, i: u32, j: u32) -> u32 {
    if params.has_bias == 2u {
        return (head * params.n + i) * params.n + j;
    }
    return params.has_bias * entry_at(head, i, j);
}

// The value that a stage shows, from what is stored for it: q·k for the first four, the number itself for
// weights and output. The mask is not applied here: WGSL promises nothing about −∞.
fn stage_value(stage: u32, stored: f32, bias: f32) -> f32 {
    let scaled = stored * params.scale;
    let biased = scaled + select(0.0, bias, params.has_bias != 0u);
    let logit = select(biased, scaled, stage == SCALED);
    return select(logit, stored, stage == DOT || stage >= WEIGHTS);
}

// The exponent is all ones for ±∞ and NaN. A comparison would not do: WGSL lets a compiler assume both away.
fn is_finite(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7f800000u) != 0x7f800000u;
}
