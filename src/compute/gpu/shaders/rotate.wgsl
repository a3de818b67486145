// RoPE: turns the pairs of every row of q (or k) by the angles of its position.
//
//   (a, b) → (a cos − b sin, a sin + b cos)
//
// One invocation per entry of a head: x = token · row + dimension, y = head. Entries past the rotated ones
// are copied. Angles are never formed here (WGSL promises sin and cos to about 2⁻¹¹ only): the tables come
// from `position::rope::Rotation`. Rust twin, keep in sync with `position::rope::rotate`.

@group(0) @binding(1) var<storage, read> cos_table: array<f32>;
@group(0) @binding(2) var<storage, read> sin_table: array<f32>;
@group(0) @binding(3) var<storage, read> source: array<f32>;
@group(0) @binding(4) var<storage, read_write> rotated: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let row = 4u * params.quads;
    if id.x >= params.n * row {
        return;
    }
    let position = id.x / row;
    let dim = id.x % row;
    let start = id.y * params.n * row + position * row;
    let own = source[start + dim];
    if dim >= 2u * params.pairs {
        rotated[start + dim] = own;
        return;
    }
    // Half-split: (i, i + pairs). Interleaved: (2i, 2i + 1).
    let split = params.half_split == 1u;
    let pair = select(dim / 2u, dim % params.pairs, split);
    let is_first = select(dim % 2u == 0u, dim < params.pairs, split);
    let distance = select(1u, params.pairs, split);
    let partner = select(dim - distance, dim + distance, is_first);

    let c = cos_table[position * params.pairs + pair];
    let s = sin_table[position * params.pairs + pair];
    rotated[start + dim] = own * c + select(s, -s, is_first) * source[start + partner];
}
