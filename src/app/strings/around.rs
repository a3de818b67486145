//! What the panel around attention says.

pub struct Around {
    /// Its name in the rail, and what stands under it.
    pub stage: &'static str,
    pub shape: fn(usize) -> String,
    pub title: &'static str,
    pub lead: &'static str,
    pub latent: Latent,
    pub cache: Cache,
    pub grouped: Grouped,
    pub linear: Linear,
    pub depth: Depth,
    pub geodesic: Geodesic,
    pub readers: Readers,
}

pub struct Latent {
    /// Largest difference of the scores.
    pub title: fn(&str) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub naive: &'static str,
    pub absorbed: &'static str,
    /// Largest difference of the scores, of the outputs.
    pub gaps: fn(&str, &str) -> String,
    /// The widths: latent, rotary part, head.
    pub sizes: fn(usize, usize, usize) -> String,
    pub rotated_title: &'static str,
    pub rotated_exact: &'static str,
    pub rotated_absorbed: &'static str,
    /// Largest difference; how much of the matrix is another one position on.
    pub rotated: fn(&str, &str) -> String,
    pub distance_axis: &'static str,
    pub change_axis: &'static str,
}

pub struct Cache {
    /// Cached numbers, uncompressed numbers, how many times as many.
    pub title: fn(&str, &str, &str) -> String,
    pub lead: &'static str,
    /// Context length, bytes.
    pub length_axis: &'static str,
    pub bytes_axis: &'static str,
    pub names: [&'static str; 4],
    /// A kind of attention, numbers per token and layer, GiB at a length.
    pub legend: fn(&str, &str, &str, &str) -> String,
}

pub struct Grouped {
    /// Query heads, key/value heads, how many times smaller.
    pub title: fn(usize, usize, usize) -> String,
    pub title_multi_head: fn(usize) -> String,
    pub title_multi_query: fn(usize) -> String,
    pub lead: &'static str,
    /// Query head, key/value head.
    pub reads: fn(usize, usize) -> String,
    pub query_heads: &'static str,
    pub kv_heads: &'static str,
    /// Wanted, heads, taken.
    pub no_divisor: fn(u64, usize, usize) -> String,
    pub parameters: &'static str,
    pub cached: &'static str,
    pub layer_cache: fn(usize) -> String,
    /// What it is with a key/value head for each query head.
    pub instead_of: fn(&str) -> String,
    /// Query heads, key/value heads, tokens, GiB, GiB without sharing.
    pub model: fn(usize, usize, &str, &str, &str) -> String,
}

pub struct Linear {
    /// Gap without a mask, with a causal one.
    pub title: fn(&str, &str) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub softmax: &'static str,
    pub linear: &'static str,
    /// Largest weight of softmax, of the kernel.
    pub largest: fn(&str, &str) -> String,
    pub locality: &'static str,
}

pub struct Depth {
    /// Gap after one layer, after two.
    pub title: fn(&str, &str) -> String,
    pub title_short: &'static str,
    pub lead: &'static str,
    pub layer_axis: &'static str,
    pub gap_axis: &'static str,
    pub nope: &'static str,
    pub rope: &'static str,
    pub mixed: fn(u64) -> String,
    pub rounding: &'static str,
    pub pattern: &'static str,
    /// Gap after the last layer: NoPE, RoPE, mixed.
    pub ends: fn(&str, &str, &str) -> String,
    pub order: &'static str,
}

pub struct Geodesic {
    pub unsupported: &'static str,
    /// Step, loss, spread.
    pub title: fn(usize, &str, &str) -> String,
    /// With held ends: step, loss, the least it can be.
    pub title_held: fn(usize, &str, &str) -> String,
    pub lead: &'static str,
    pub manifold: &'static str,
    pub flat: &'static str,
    pub sphere: &'static str,
    pub ends: &'static str,
    pub free: &'static str,
    pub held: &'static str,
    pub step: &'static str,
    /// States, what they are at this step.
    pub picture: fn(usize, usize) -> String,
    pub start: &'static str,
    pub now: &'static str,
    pub conclusion: [&'static str; 2],
}

/// The table of readers in the permutation panel.
pub struct Readers {
    pub title: fn(usize, usize) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub reader: &'static str,
    pub rows: &'static str,
    pub answer: &'static str,
    pub verdict: &'static str,
    pub name: fn(&str) -> &'static str,
    /// Equivariant and invariant, equivariant, invariant, neither, untested.
    pub verdicts: [&'static str; 5],
}
