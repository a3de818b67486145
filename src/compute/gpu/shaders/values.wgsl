// Values by distance: output[h, i] += Σ_j weights[h, i, j] · of_value[h, j − i + n − 1].
//
// Runs after output.wgsl. One invocation per query and four dimensions: x = query · quads + quad, y = head. Rust
// twin, keep in sync with `add_values` of `attention::reference`.

@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> of_value: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> output: array<vec4f>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let quad = id.x % params.quads;
    let i = id.x / params.quads;
    let head = id.y;
    if i >= params.n {
        return;
    }
    let row = (head * params.n + i) * params.n;
    let seen = select(params.n, i + 1u, params.causal == 1u);
    var sum = vec4f();
    for (var j = 0u; j < seen; j += 1u) {
        sum += weights[row + j] * of_value[entry_at(head, i, j) * params.quads + quad];
    }
    output[(head * params.n + i) * params.quads + quad] += sum;
}
