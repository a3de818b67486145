//! The panel that compares schemes.

use crate::position::property::{Limit, UsedBy};
use crate::position::reach::Learned;

pub struct Compare {
    /// Variant, how many others move as much, query token, share of its attention: the one that differs most from no
    /// position.
    pub title_most: fn(&str, usize, &str, &str) -> String,
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
