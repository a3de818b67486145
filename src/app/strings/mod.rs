//! Every sentence of the page, once per language. A missing string does not compile; a sentence with numbers
//! in it is a function, so that each language has its own word order. Adding a language is one file and one
//! line in [`LANGUAGES`].

mod en;
pub mod image;
mod long;
mod pictures;
mod sound;
pub mod words;
mod zh;

pub use long::Long;
pub use sound::Sound;

use super::load_error::LoadError;
use super::state::Origin;
use crate::compute::ComputeError;
use crate::position::problem::What;
use crate::position::property::{Limit, UsedBy};
use crate::position::reach::Learned;
use crate::position::scaling::Warning;
use crate::position::scaling::config::ConfigError;

/// All strings of one language.
pub struct Strings {
    /// BCP 47 tag.
    pub tag: &'static str,
    /// The language's own name, for the switch.
    pub own_name: &'static str,
    pub shell: Shell,
    pub samples: Samples,
    pub signal: Signal,
    pub tokens: Tokens,
    pub vectors: Vectors,
    pub position: Position,
    pub attention: Attention,
    pub permutation: Permutation,
    pub compare: Compare,
    pub controls: Controls,
    pub picture: Picture,
    pub long: Long,
    pub sound: &'static Sound,
    pub image: image::Image,
    /// The pictures of the schemes.
    pub pictures: &'static pictures::Pictures,
    pub problem: Problems,
    /// Why a scheme, a rule or a pasted configuration cannot be computed.
    pub complaint: Complaints,
    pub context: Context,
    /// Names of controls, choices and schemes.
    pub words: &'static words::Words,
}

/// id and strings of every language, in the order of the switch.
pub const LANGUAGES: &[(&str, &Strings)] = &[("en", &en::STRINGS), ("zh", &zh::STRINGS)];

/// The strings of `id`; English for an unknown one.
pub fn by_id(id: &str) -> &'static Strings {
    LANGUAGES.iter().find(|(tag, _)| *tag == id).map_or(&en::STRINGS, |(_, strings)| strings)
}

/// The language for a browser that asks for `tag` (such as `zh-CN`).
pub fn for_browser(tag: &str) -> &'static str {
    let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    LANGUAGES.iter().find(|(id, _)| *id == primary).map_or("en", |(id, _)| id)
}

pub struct Shell {
    pub title: &'static str,
    pub tagline: &'static str,
    pub text_label: &'static str,
    pub text_placeholder: &'static str,
    pub tokenizer: &'static str,
    pub pipeline: &'static str,
    pub stage_signal: &'static str,
    pub stage_tokens: fn(&str) -> String,
    pub stage_vectors: &'static str,
    pub stage_position: fn(&str) -> String,
    pub stage_attention: &'static str,
    pub stage_order: &'static str,
    pub stage_compare: &'static str,
    /// How many stand side by side.
    pub schemes: fn(usize) -> String,
    pub characters: fn(usize) -> String,
    pub ids: fn(usize) -> String,
    pub ids_of: fn(usize, usize) -> String,
    pub enters: [&'static str; 5],
    pub equivariant: &'static str,
    pub not_equivariant: &'static str,
    pub loading: fn(&str) -> String,
    /// In the rail, while a vocabulary is on its way: how much of it is there, in per cent.
    pub loading_short: fn(u32) -> String,
    /// The vocabulary that did not load, why, and the one that the pictures show.
    pub load_failed: fn(&str, &str, &str) -> String,
    pub load_reason: fn(&LoadError) -> String,
    pub retry: &'static str,
    pub dismiss: &'static str,
    pub theme_dark: &'static str,
    pub theme_light: &'static str,
    pub copy_link: &'static str,
    pub copied: &'static str,
    pub copy_failed: &'static str,
    pub computed: fn(&str, f64) -> String,
    pub empty: &'static str,
    pub no_tokens: &'static str,
    pub cut_tokens: fn(usize, usize) -> String,
    pub seeded: &'static str,
    pub equal_to: fn(&str, &str) -> String,
    /// What a subject of the golden tests was compared with: the tests' own words (English), its id.
    pub reference: fn(&'static str, &str) -> &'static str,
    pub footer: &'static str,
    pub tokens_strip: &'static str,
    /// The link past header, text, rail and tokens.
    pub skip: &'static str,
}

pub struct Samples {
    pub dog: &'static str,
    pub dog_swapped: &'static str,
    pub english: (&'static str, &'static str),
    pub chinese: (&'static str, &'static str),
    pub code: (&'static str, &'static str),
    pub emoji: (&'static str, &'static str),
    pub mixed: (&'static str, &'static str),
    pub long: (&'static str, &'static str),
}

pub struct Signal {
    pub title: fn(usize, usize) -> String,
    pub lead: &'static str,
    pub more: fn(usize) -> String,
}

pub struct Tokens {
    pub title: fn(usize, usize) -> String,
    pub lead: &'static str,
    pub split_lead: fn(usize) -> String,
    pub unknown_lead: fn(usize) -> String,
    pub characters: &'static str,
    pub bytes: &'static str,
    pub tokens: &'static str,
    pub per_token: &'static str,
    pub bytes_per_token: &'static str,
    pub vocabulary: &'static str,
    pub vocabulary_size: fn(usize) -> String,
    pub algorithm: [&'static str; 4],
    /// Names of vocabularies that are words, not names, by id.
    pub vocabulary_name: fn(&str) -> Option<&'static str>,
    pub kilobytes: fn(u32) -> String,
    pub col_index: &'static str,
    pub col_token: &'static str,
    pub col_id: &'static str,
    pub col_bytes: &'static str,
    pub table: &'static str,
}

pub struct Vectors {
    pub title: fn(usize, usize) -> String,
    pub lead: &'static str,
    pub row_of: fn(usize, &str, u32) -> String,
    pub one_hot: fn(u32, usize) -> String,
    pub same_rows: fn(usize) -> String,
    pub dimension: &'static str,
}

pub struct Position {
    pub title_yarn: fn(f64) -> String,
    pub lead_yarn: &'static str,
    pub chain: [&'static str; 7],
    pub pair: &'static str,
    pub distance: &'static str,
    pub frequency_axis: &'static str,
    pub wavelength_axis: &'static str,
    pub cosine_axis: &'static str,
    pub score_axis: &'static str,
    pub bias_axis: &'static str,
    pub unscaled: &'static str,
    pub in_force: &'static str,
    pub trained: fn(u64) -> String,
    pub target: fn(u64) -> String,
    pub pair_n: fn(usize) -> String,
    pub mean_all: &'static str,
    pub mean_text: &'static str,
    pub unfinished: fn(usize, usize) -> String,
    pub head_n: fn(usize) -> String,
    pub drag_slopes: &'static str,
    pub reset_slopes: &'static str,
    pub where_enters: &'static str,
    pub none_picture: &'static str,
    pub clock_label: fn(usize, &str) -> String,
    /// Query and key in words, Δ, and whether they stand in for a cell of the diagonal.
    pub clocks_caption: fn(&str, &str, bool) -> String,
    /// At the lower edge of ALiBi's plot, where lines are cut off.
    pub cut_below: &'static str,
    pub slope_n: fn(usize, &str) -> String,
    pub title_yarn_off: &'static str,
}

pub struct Attention {
    pub title: fn(&str, &str, &str) -> String,
    /// Stage, query, key, value.
    pub title_stage: fn(&str, &str, &str, &str) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub lead_scores: &'static str,
    pub lead_output: &'static str,
    pub thumbs: &'static str,
    pub terms: &'static str,
    pub masked_cell: &'static str,
    pub who: &'static str,
}

pub struct Permutation {
    pub title_equivariant: &'static str,
    pub title_ask: &'static str,
    pub title_invite_same: &'static str,
    /// Under this scheme and mask.
    pub title_invite_changed: fn(&str) -> String,
    pub title_broken: fn(&str, usize, usize) -> String,
    pub lead: &'static str,
    pub shuffle: &'static str,
    pub swap: &'static str,
    pub reset: &'static str,
    pub drag_hint: &'static str,
    /// Read after the token's own text: its place, from 1, and how many there are.
    pub token_place: fn(usize, usize) -> String,
    pub moved: fn(&str, usize) -> String,
    pub x: &'static str,
    pub px: &'static str,
    pub out_x: &'static str,
    pub out_px: &'static str,
    pub equivariant: &'static str,
    pub not_equivariant: &'static str,
    pub invariant: &'static str,
    pub not_invariant: &'static str,
    pub largest: &'static str,
    pub pooled: &'static str,
    pub compare: &'static str,
    pub compare_rotated: &'static str,
    pub reversal: &'static str,
    pub condition: &'static str,
    pub rows_gap: &'static str,
    pub pooled_gap: &'static str,
    pub with_causal: fn(&str) -> String,
    pub first_tokens: fn(usize) -> String,
    pub identity: &'static str,
    pub in_f64: &'static str,
}

pub struct Compare {
    /// Variant, query token, share of its attention: the one that differs most from no position.
    pub title_most: fn(&str, &str, &str) -> String,
    /// The query token: nothing differs.
    pub title_alike: fn(&str) -> String,
    pub title_empty: &'static str,
    pub lead_weights: &'static str,
    pub lead_difference: &'static str,
    /// What the ramp of colours is for, by the way the scale is chosen.
    pub scale_shared: &'static str,
    pub scale_own: &'static str,
    pub scale_difference: &'static str,
    /// In place of the high end's number where each map has its own.
    pub own_top: &'static str,
    /// Under a map: the largest weight, where its scale ends.
    pub top: fn(&str) -> String,
    pub maps: &'static str,
    /// The variant's name.
    pub remove: fn(&str) -> String,
    /// On a map that could not be drawn anew.
    pub last_good: &'static str,
    pub variant: &'static str,
    pub weight: &'static str,
    pub difference: &'static str,
    /// Of the whole row: the share of attention that lies elsewhere than without position.
    pub moved: &'static str,
    pub properties: &'static str,
    pub properties_lead: &'static str,
    pub models: &'static str,
    pub citation: &'static str,
    pub learned: fn(Learned) -> String,
    pub limit: fn(Limit) -> String,
    pub used_by: fn(&UsedBy) -> String,
    /// No model in the list.
    pub no_models: &'static str,
    /// Between names in a row.
    pub comma: &'static str,
    pub criteria: &'static str,
    /// Training length, how many times as long the second text is, and the model's (d_model, n_heads).
    pub criteria_lead: fn(usize, usize, (usize, usize)) -> String,
    /// The definition of a criterion: the function's own words (English), its id.
    pub definition: fn(&'static str, &str) -> &'static str,
    /// In place of a definition while no criterion is pointed at.
    pub definition_hint: &'static str,
    pub holds: &'static str,
    pub fails: &'static str,
    pub undefined: &'static str,
}

pub struct Controls {
    pub label: &'static str,
    pub head_dim: fn(usize) -> String,
    pub auto: &'static str,
}

pub struct Picture {
    pub heatmap: &'static str,
    pub query_key: fn(usize, &str, usize, &str, &str) -> String,
    pub row_col: fn(usize, &str, usize, &str) -> String,
    pub masked: &'static str,
    pub show_table: &'static str,
    pub hide_table: &'static str,
    pub table_cut: fn(usize) -> String,
    pub query: &'static str,
    pub key: &'static str,
    pub keys_hint: &'static str,
    pub readout: fn(usize, &str, usize, &str) -> String,
    pub plot: fn(&str) -> String,
}

/// What the maths and the reading of a configuration complain of. Each is an exhaustive match in each language.
pub struct Complaints {
    pub problem: fn(&What) -> String,
    pub warning: fn(&Warning) -> String,
    pub config: fn(&ConfigError) -> String,
}

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
    pub link: &'static str,
    pub models: &'static str,
    pub choose_model: &'static str,
    pub from_model: fn(&str) -> String,
    pub paste: &'static str,
    pub paste_hint: &'static str,
    pub understood: &'static str,
    pub theta_is_default: &'static str,
    pub layer_types: fn(usize, &str) -> String,
    pub softmax_multiplier: fn(&str) -> String,
    pub table: fn(&str, u64) -> String,
    pub col_pair: &'static str,
    pub col_inv_freq: &'static str,
    pub col_wavelength: &'static str,
    /// A rule's convention where it is not told in the rule's own English.
    pub convention: fn(&str) -> Option<&'static str>,
}

pub struct Problems {
    /// Who set it, and the key.
    pub unknown_key: fn(Origin, &str) -> String,
    pub not_a_number: fn(&str, &str) -> String,
    pub clamped: fn(&str, &str, &str) -> String,
    /// Key, given, taken: within the bounds, but between two steps.
    pub rounded: fn(&str, &str, &str) -> String,
    /// The head asked for, how many there are, the one shown.
    pub fewer_heads: fn(&str, u64, u64) -> String,
    /// Key, the place asked for, how many tokens there are.
    pub fewer_tokens: fn(&str, &str, usize) -> String,
    pub not_text: fn(&str, &str) -> String,
    /// `locus.set` was given this, which is no object.
    /// setInput was given something else.
    pub not_a_blob: &'static str,
    pub not_an_object: fn(&str) -> String,
    pub not_a_choice: fn(&str, &str, &str) -> String,
    pub too_long: fn(&str, usize) -> String,
    pub bad_list: fn(&str) -> String,
    pub newer_link: fn(&str) -> String,
    /// Why the GPU is not used, as a phrase for the two sentences below.
    pub gpu_reason: fn(&ComputeError) -> String,
    pub gpu_lost: fn(&str) -> String,
    pub no_gpu: fn(&str) -> String,
}
