// Rows of a long map's picture: out[r, c] = the largest ln A_ij of query i = lines[r] among the keys of column c.
//
//   ln A_ij = z_ij − ln Σ_j exp z_ij
//
// One workgroup per row: x = row. Each invocation takes every 64th key, with a running maximum and a sum that is
// rescaled when the maximum grows (the online softmax of Milakov and Gimelshein 2018, arXiv 1805.02867), so that
// nothing of the length of a row is stored; then every 64th column, scoring its keys once more.
// Rust twin, keep in sync with `LongMap::rows` in ../../long/row.rs and `Words` in ../long.rs.

struct Long {
    rows: u32,
    cols: u32,
    // rotations of the queries in `queries`, plain ones behind them
    sets: u32,
    // pairs at this distance or more take the second rotation (or the third, if the key stands behind)
    reach: u32,
    // entries of one set in `keys`
    set_length: u32,
    // different rows of keys, for key_terms
    distinct: u32,
    // rows of the scheme's tables of vectors for queries and for keys; 0: none
    query_rows: u32,
    key_rows: u32,
}

struct Distance {
    bias: f32,
    query_row: u32,
    key_row: u32,
    unused: u32,
}

@group(0) @binding(1) var<uniform> long: Long;
// [rows, sets + 1, head_dim]
@group(0) @binding(2) var<storage, read> queries: array<f32>;
// [sets, n / 8, head_dim, 8]
@group(0) @binding(3) var<storage, read> keys: array<f32>;
// [2n − 1], entry j − i + n − 1
@group(0) @binding(4) var<storage, read> distances: array<Distance>;
// [query_rows / 8, head_dim, 8]
@group(0) @binding(5) var<storage, read> query_table: array<f32>;
// [distinct, key_rows + 1]: k·K of every row of the table, then u·k
@group(0) @binding(6) var<storage, read> key_terms: array<f32>;
// the query of every row, then the cols + 1 edges of the columns
@group(0) @binding(7) var<storage, read> lines: array<u32>;
@group(0) @binding(8) var<storage, read_write> out: array<f32>;

const LANES = 64u;
const PANEL = 8u;
const LOWEST = -3.4028234e38f;

var<workgroup> tops: array<f32, LANES>;
var<workgroup> sums: array<f32, LANES>;

// A query's row times column `at` of panels that begin at `start`.
fn product(query: u32, start: u32, at: u32, table: bool) -> f32 {
    let first = start + (at / PANEL) * params.head_dim * PANEL + at % PANEL;
    var sum = 0.0;
    if table {
        for (var c = 0u; c < params.head_dim; c += 1u) {
            sum += queries[query + c] * query_table[first + c * PANEL];
        }
    } else {
        for (var c = 0u; c < params.head_dim; c += 1u) {
            sum += queries[query + c] * keys[first + c * PANEL];
        }
    }
    return sum;
}

// z of row `row` (query i) and key j.
fn logit(row: u32, i: u32, j: u32) -> f32 {
    let far = max(i, j) - min(i, j) >= long.reach;
    let turned = select(0u, select(2u, 1u, j < i), far);
    let query = row * (long.sets + 1u) * params.head_dim;
    var sum = product(query + turned * params.head_dim, turned * long.set_length, j, false);
    let distance = distances[j + params.n - 1u - i];
    if long.query_rows > 0u {
        sum += product(query + long.sets * params.head_dim, 0u, distance.query_row, true);
    }
    let term = (j % long.distinct) * (long.key_rows + 1u);
    if long.key_rows > 0u {
        sum += key_terms[term + distance.key_row];
    }
    sum += key_terms[term + long.key_rows];
    return sum * params.scale + distance.bias;
}

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let row = group.x;
    let i = lines[row];
    let seen = select(params.n, i + 1u, params.causal == 1u);

    var top = LOWEST;
    var sum = 0.0;
    for (var j = lane; j < seen; j += LANES) {
        let z = logit(row, i, j);
        if z > top {
            sum = sum * exp(top - z) + 1.0;
            top = z;
        } else {
            sum += exp(z - top);
        }
    }
    tops[lane] = top;
    sums[lane] = sum;
    workgroupBarrier();
    for (var other = 0u; other < LANES; other += 1u) {
        top = max(top, tops[other]);
    }
    sum = 0.0;
    for (var other = 0u; other < LANES; other += 1u) {
        sum += sums[other] * exp(tops[other] - top);
    }
    let ln_sum = top + log(sum);

    for (var c = lane; c < long.cols; c += LANES) {
        let end = min(lines[long.rows + c + 1u], seen);
        var best = LOWEST;
        for (var j = lines[long.rows + c]; j < end; j += 1u) {
            best = max(best, logit(row, i, j));
        }
        // What no key of the column is seen by stays LOWEST.
        out[row * long.cols + c] = select(best - ln_sum, LOWEST, best == LOWEST);
    }
}
