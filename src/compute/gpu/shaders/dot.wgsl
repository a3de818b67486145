// Scores before scaling: dots[h, i, j] = q[h, i] · k[h, j], over the padded rows (their tail is zero), of the
// pairs with low ≤ i − j ≤ high. Far pairs are written over by further passes, with q and k rotated otherwise.
//
// One invocation per block of 4 queries × 4 keys: each vec4 that it loads is used four times. x counts key
// blocks, y query blocks, z heads. Rust twin, keep in sync with `dots` of `attention::reference`.

@group(0) @binding(1) var<storage, read> q: array<vec4f>;
@group(0) @binding(2) var<storage, read> k: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> dots: array<f32>;

// Four neighbouring rows of head `head`, the last one repeated past the end.
fn rows(head: u32, first: u32) -> vec4u {
    let token = min(vec4u(first, first + 1u, first + 2u, first + 3u), vec4u(params.n - 1u));
    return (vec4u(head * params.n) + token) * params.quads;
}

fn store(head: u32, i: u32, first_key: u32, scores: vec4f) {
    if i >= params.n {
        return;
    }
    let start = (head * params.n + i) * params.n;
    for (var lane = 0u; lane < 4u && first_key + lane < params.n; lane += 1u) {
        let delta = i32(i) - i32(first_key + lane);
        if delta >= params.low && delta <= params.high {
            dots[start + first_key + lane] = scores[lane];
        }
    }
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let keys = 4u * id.x;
    let queries = 4u * id.y;
    if keys >= params.n || queries >= params.n {
        return;
    }
    // The pairs of the block have i − j from delta − 3 to delta + 3.
    let delta = i32(queries) - i32(keys);
    if delta + 3 < params.low || delta - 3 > params.high {
        return;
    }
    let a = rows(id.z, queries);
    let b = rows(id.z, keys);
    var s0 = vec4f();
    var s1 = vec4f();
    var s2 = vec4f();
    var s3 = vec4f();
    for (var at = 0u; at < params.quads; at += 1u) {
        let k0 = k[b.x + at];
        let k1 = k[b.y + at];
        let k2 = k[b.z + at];
        let k3 = k[b.w + at];
        let q0 = q[a.x + at];
        let q1 = q[a.y + at];
        let q2 = q[a.z + at];
        let q3 = q[a.w + at];
        s0 += vec4f(dot(q0, k0), dot(q0, k1), dot(q0, k2), dot(q0, k3));
        s1 += vec4f(dot(q1, k0), dot(q1, k1), dot(q1, k2), dot(q1, k3));
        s2 += vec4f(dot(q2, k0), dot(q2, k1), dot(q2, k2), dot(q2, k3));
        s3 += vec4f(dot(q3, k0), dot(q3, k1), dot(q3, k2), dot(q3, k3));
    }
    store(id.z, queries, keys, s0);
    store(id.z, queries + 1u, keys, s1);
    store(id.z, queries + 2u, keys, s2);
    store(id.z, queries + 3u, keys, s3);
}
