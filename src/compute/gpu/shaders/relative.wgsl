// Terms of content and distance, and the bias: what is added to the scaled score of every pair.
//
//   shifts[h, i, j] = scale · (q_i · of_query[h, e] + k_j · of_key[h, e]) + bias[h, e],   e = j − i + n − 1
//
// One invocation per pair: x = key, y = query, z = head. q and k are not rotated. A vector that every key is
// multiplied with stands in all rows of `of_key`; a table that the scheme does not have is not read. Rust twin,
// keep in sync with `terms` of `attention::reference`.

@group(0) @binding(1) var<storage, read> q: array<vec4f>;
@group(0) @binding(2) var<storage, read> k: array<vec4f>;
@group(0) @binding(3) var<storage, read> of_query: array<vec4f>;
@group(0) @binding(4) var<storage, read> of_key: array<vec4f>;
@group(0) @binding(5) var<storage, read> bias: array<f32>;
@group(0) @binding(6) var<storage, read_write> shifts: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let j = id.x;
    let i = id.y;
    let head = id.z;
    if j >= params.n {
        return;
    }
    let entry = entry_at(head, i, j);
    let query = (head * params.n + i) * params.quads;
    let key = (head * params.n + j) * params.quads;
    let row = entry * params.quads;
    var sum = 0.0;
    if params.has_query_table == 1u {
        for (var at = 0u; at < params.quads; at += 1u) {
            sum += dot(q[query + at], of_query[row + at]);
        }
    }
    if params.has_key_table == 1u {
        for (var at = 0u; at < params.quads; at += 1u) {
            sum += dot(k[key + at], of_key[row + at]);
        }
    }
    shifts[(head * params.n + i) * params.n + j] = sum * params.scale + bias[entry];
}
