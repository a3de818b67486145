// Output of each head: output[h, i] = Σ_j weights[h, i, j] · v[h, j].
//
// One invocation per 4 queries × 4 dimensions: each vec4 of v that it loads is used four times.
// x = block of queries · quads + quad, y = head. Keys that the mask hides from all four queries are not
// read; their weights are 0. Rust twin, keep in sync with `output` of `attention::reference::attend`.

@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> output: array<vec4f>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let quad = id.x % params.quads;
    let first = 4u * (id.x / params.quads);
    if first >= params.n {
        return;
    }
    let i = min(vec4u(first, first + 1u, first + 2u, first + 3u), vec4u(params.n - 1u));
    let row = (vec4u(id.y * params.n) + i) * params.n;
    let values = id.y * params.n * params.quads + quad;
    let seen = seen(i.w);

    var o0 = vec4f();
    var o1 = vec4f();
    var o2 = vec4f();
    var o3 = vec4f();
    for (var j = 0u; j < seen; j += 1u) {
        let value = v[values + j * params.quads];
        o0 += weights[row.x + j] * value;
        o1 += weights[row.y + j] * value;
        o2 += weights[row.z + j] * value;
        o3 += weights[row.w + j] * value;
    }
    // Past the end the last row stands in again and gets the same numbers again.
    output[values + i.x * params.quads] = o0;
    output[values + i.y * params.quads] = o1;
    output[values + i.z * params.quads] = o2;
    output[values + i.w * params.quads] = o3;
}
