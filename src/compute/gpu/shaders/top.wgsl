// The largest |value| of one stage, per head: the high end of the colour scale, so that painting needs no
// read-back. tops[stage, h] = max |value|, as the bits of an f32: non-negative floats order as their bits.
//
// One workgroup per row: x = row (query), y = head. The host clears `tops` before. Values that are masked or
// not finite do not count. The Rust twin is the maximum of what ../read.rs returns: tests/browser compares them.

struct Which {
    stage: u32,
    // entries of a row: n, for the output head_dim
    cols: u32,
    // how far apart rows are: n, for the output 4 · quads
    row: u32,
}

@group(0) @binding(1) var<uniform> which: Which;
@group(0) @binding(2) var<storage, read> stored: array<f32>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read_write> tops: array<atomic<u32>>;

const LANES = 64u;

var<workgroup> row_top: atomic<u32>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let i = group.x;
    let head = group.y;
    let start = (head * params.n + i) * which.row;
    var top = 0.0;
    for (var j = lane; j < which.cols; j += LANES) {
        if which.stage == MASKED && !allowed(i, j) {
            continue;
        }
        var shift = 0.0;
        if which.stage < WEIGHTS {
            shift = bias[bias_at(head, i, j)];
        }
        let value = stage_value(which.stage, stored[start + j], shift);
        if is_finite(value) {
            top = max(top, abs(value));
        }
    }
    atomicMax(&row_top, bitcast<u32>(top));
    workgroupBarrier();
    if lane == 0u {
        atomicMax(&tops[which.stage * params.n_heads + head], atomicLoad(&row_top));
    }
}
