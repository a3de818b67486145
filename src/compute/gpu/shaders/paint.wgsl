// Draws the cells of one stage of one head to a texture, a canvas's or another: row = query, column = key (or
// dimension), with a colour map of 256 entries.
//
//   t = (|value| / top)^gamma clamped to 0…1, mirrored around the middle for a diverging scale
//   colour = lut[⌊255 t + ½⌋]; the masked colour where the value is not finite, and where the query
//   may not see the key in the stages that the mask has passed, the weights included: their 0 there is not a small weight
//
// Each pixel shows the cell under its centre, no filtering: the edges are crisp. The texture holds the bytes of
// the map as they are (a format without sRGB conversion), premultiplied.
// Rust twin, keep in sync with `picture::paint::Paint::color`: tests/browser/gpu_paint.rs compares them.

struct View {
    head: u32,
    stage: u32,
    rows: u32,
    cols: u32,
    // entries between two rows of `stored`
    row: u32,
    // pixels
    width: u32,
    height: u32,
    // 1: −top … top with zero in the middle; 0: 0 … top
    diverging: u32,
    // the value at the high end; 0 takes the measured one from `tops`
    top: f32,
    gamma: f32,
    // RGBA, R in the lowest byte
    masked: u32,
}

@group(0) @binding(1) var<uniform> view: View;
@group(0) @binding(2) var<storage, read> stored: array<f32>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read> tops: array<u32>;
@group(0) @binding(5) var<storage, read> lut: array<u32, 256>;

// One triangle that covers the target.
@vertex
fn cover(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    let x = select(-1.0, 3.0, corner == 1u);
    let y = select(-1.0, 3.0, corner == 2u);
    return vec4f(x, y, 0.0, 1.0);
}

fn packed_color(value: f32) -> u32 {
    var top = view.top;
    if top <= 0.0 {
        top = bitcast<f32>(tops[view.stage * params.n_heads + view.head]);
    }
    // A picture of zeros only has no scale of its own: any will do.
    let size = min(abs(value) / select(1.0, top, top > 0.0), 1.0);
    // pow(0, g) is left open by WGSL, and pow(x, 1) need not be x.
    var t = size;
    if size > 0.0 && view.gamma != 1.0 {
        t = pow(size, view.gamma);
    }
    if view.diverging == 1u {
        t = 0.5 + 0.5 * select(t, -t, value < 0.0);
    } else if value < 0.0 {
        t = 0.0;
    }
    return lut[min(u32(t * 255.0 + 0.5), 255u)];
}

// ⌊(pixel + ½) · cells / pixels⌋, in whole numbers.
fn cell(pixel: u32, cells: u32, pixels: u32) -> u32 {
    return min((2u * pixel + 1u) * cells / (2u * pixels), cells - 1u);
}

@fragment
fn color(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let i = cell(u32(at.y), view.rows, view.height);
    let j = cell(u32(at.x), view.cols, view.width);
    var shift = 0.0;
    if view.stage < WEIGHTS {
        shift = bias[bias_at(view.head, i, j)];
    }
    let value = stage_value(view.stage, stored[(view.head * params.n + i) * view.row + j], shift);
    let hidden = (view.stage == MASKED || view.stage == WEIGHTS) && !allowed(i, j);
    var packed = view.masked;
    if !hidden && is_finite(value) {
        packed = packed_color(value);
    }
    let rgba = unpack4x8unorm(packed);
    return vec4f(rgba.rgb * rgba.a, rgba.a);
}
