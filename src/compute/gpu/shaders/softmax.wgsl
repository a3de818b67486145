// Weights: scale, bias, mask and softmax over the keys of one row.
//
//   z_j = dots_j · scale + bias_j,   weights_j = exp(z_j − max z) / Σ exp(z_j − max z),   0 where masked
//
// One workgroup per row: x = query i, y = head. Each invocation takes every 64th key; the partial results
// meet in workgroup memory, so nothing depends on how wide a subgroup is. Masked keys are skipped, never
// given −∞ (WGSL promises nothing about it). Rust twin, keep in sync with
// `attention::reference::softmax_rows`.

@group(0) @binding(1) var<storage, read> dots: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> weights: array<f32>;

const LANES = 64u;
const LOWEST = -3.4028234e38f;

var<workgroup> of_lane: array<f32, LANES>;

fn logit(head: u32, i: u32, j: u32) -> f32 {
    let stored = dots[(head * params.n + i) * params.n + j];
    return stage_value(MASKED, stored, bias[bias_at(head, i, j)]);
}

// The largest x of all invocations.
fn max_of_all(lane: u32, x: f32) -> f32 {
    of_lane[lane] = x;
    workgroupBarrier();
    var best = of_lane[0];
    for (var other = 1u; other < LANES; other += 1u) {
        best = max(best, of_lane[other]);
    }
    workgroupBarrier(); // everyone has read before `of_lane` is used again
    return best;
}

// The sum of the x of all invocations, the same on each.
fn sum_of_all(lane: u32, x: f32) -> f32 {
    of_lane[lane] = x;
    workgroupBarrier();
    var total = 0.0;
    for (var other = 0u; other < LANES; other += 1u) {
        total += of_lane[other];
    }
    return total;
}

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let i = group.x;
    let head = group.y;
    let start = (head * params.n + i) * params.n;
    let seen = seen(i);

    var top = LOWEST;
    for (var j = lane; j < seen; j += LANES) {
        top = max(top, logit(head, i, j));
    }
    top = max_of_all(lane, top);

    var sum = 0.0;
    for (var j = lane; j < seen; j += LANES) {
        let e = exp(logit(head, i, j) - top);
        weights[start + j] = e;
        sum += e;
    }
    sum = sum_of_all(lane, sum);

    for (var j = lane; j < params.n; j += LANES) {
        if j < seen {
            weights[start + j] /= sum;
        } else {
            weights[start + j] = 0.0;
        }
    }
}
