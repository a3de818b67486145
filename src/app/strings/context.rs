//! The context-extension lab.

/// The context-extension lab.
pub struct Context {
    /// In the rail.
    pub stage: &'static str,
    /// How many of how many pairs, at which target.
    pub title: fn(usize, usize, u64) -> String,
    pub title_none: fn(u64) -> String,
    /// A rule, its factor, and how many pairs are left under it.
    pub under: fn(&str, &str, usize) -> String,
    /// A rule that does not stretch, for s = 1.
    pub unstretched: fn(&str) -> String,
    pub lead: &'static str,
    pub others_stretched: fn(&str) -> String,
    /// The target is no longer than what was trained.
    pub nothing_to_stretch: &'static str,
    pub illustration: &'static str,
    pub abf: fn(&str) -> String,
    pub plain: &'static str,
    /// A rule and how many times slower the slowest pair turns under it.
    pub slowdown: fn(&str, &str) -> String,
    pub unfinished: fn(usize, usize, u64) -> String,
    pub unfinished_caption: &'static str,
    pub reach: fn(&str, usize, usize) -> String,
    pub reach_axis: &'static str,
    pub reach_caption: &'static str,
    pub seen: &'static str,
    pub in_range: &'static str,
    pub out_of_range: &'static str,
    pub whole_turn: &'static str,
    pub trained: fn(u64) -> String,
    pub target: fn(u64) -> String,
    /// Kept, blended, divided, by how much.
    pub ramp: fn(usize, usize, usize, &str) -> String,
    pub ramp_axis: &'static str,
    pub ramp_caption: &'static str,
    pub ramp_code: &'static str,
    pub ramp_paper: &'static str,
    /// The two boundaries, for those who hear them.
    pub boundary: [&'static str; 2],
    /// Pair, the β that puts it there.
    pub boundary_at: fn(&str, &str) -> String,
    /// A rule, the mean score at the target under it, without.
    pub score: fn(&str, &str, &str) -> String,
    pub score_plain: fn(&str) -> String,
    pub score_axis: &'static str,
    /// Near distance, with, without; far distance, with, without.
    pub score_caption: fn(&str, &str, &str, &str, &str, &str) -> String,
    /// m, entropy and largest weight before and after.
    pub temperature: fn(&str, &str, &str, &str, &str) -> String,
    pub temperature_off: fn(&str) -> String,
    pub weight_axis: &'static str,
    pub rank_axis: &'static str,
    pub without_factor: &'static str,
    pub with_factor: &'static str,
    pub temperature_caption: fn(usize) -> String,
    pub linked: fn(&str) -> String,
    pub unlinked: fn(&str) -> String,
    /// s = 1, and what the lengths ask for.
    pub unset: fn(&str) -> String,
    pub link: &'static str,
    pub models: &'static str,
    pub choose_model: &'static str,
    pub from_model: fn(&str) -> String,
    pub paste: &'static str,
    pub paste_hint: &'static str,
    pub understood: &'static str,
    pub theta_is_default: &'static str,
    /// How many kinds of layers; the choice among them follows.
    pub layer_types: fn(usize) -> String,
    pub softmax_multiplier: fn(&str) -> String,
    pub table: fn(&str, u64) -> String,
    pub col_pair: &'static str,
    pub col_inv_freq: &'static str,
    pub col_wavelength: &'static str,
    /// A rule's convention where it is not told in the rule's own English.
    pub convention: fn(&str) -> Option<&'static str>,
}
