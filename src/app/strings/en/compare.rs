//! The compare panel in English.

use crate::position::property::{Limit, Scope, UsedBy};
use crate::strings::Compare;

pub const COMPARE: Compare = Compare {
    title_most: |variant, alike, query, share| {
        let who = match alike {
            0 => format!("{variant} moves"),
            1 => format!("{variant} and one other scheme, alike, move"),
            n => format!("{variant} and {n} other schemes, all alike, move"),
        };
        format!("{who} {share} of the attention of “{query}”: the most of all shown here")
    },
    title_alike: |query| format!("“{query}” looks at the same tokens under every scheme shown here"),
    title_empty: "Choose schemes to set them side by side",
    lead_weights: "The same tokens, the same projections, one head: only the positional scheme differs. Point at a cell of any map, or move with the arrow keys.",
    lead_difference: "Each map minus the map without position: orange cells gained attention, blue ones lost it; paper colour is no change.",
    scale_shared: "one scale for all maps",
    scale_own: "each map on a scale of its own: colours cannot be compared between maps",
    scale_difference: "weight minus weight without position, one scale for all maps",
    own_top: "its largest",
    top: |top| format!("scale to {top}"),
    maps: "Maps side by side",
    remove: |name| format!("Remove {name}"),
    last_good: "Its last picture stays.",
    variant: "scheme",
    weight: "weight",
    difference: "minus none",
    moved: "row moved",
    properties: "What the schemes are",
    properties_lead: "Learned parameters are counted for the present sizes and one layer; limits are those of the present settings.",
    models: "models",
    citation: "published in",
    learned: |learned| match (learned.once, learned.per_layer) {
        (0, 0) => "none".into(),
        (once, 0) => format!("{} once", thousands(once)),
        (0, layer) => format!("{} per layer", thousands(layer)),
        (once, layer) => format!("{} once, {} per layer", thousands(once), thousands(layer)),
    },
    limit: |limit| match limit {
        Limit::Nothing => "nothing in the formula".into(),
        Limit::Rows(rows) => format!("the table’s {rows} rows"),
        Limit::UnseenValues => "position values unseen in training".into(),
        Limit::UnseenAngles => "angles unseen in training".into(),
        Limit::Clipped(distance) => format!("looking back, from distance {distance} on all is alike"),
        Limit::Fades(distance) => format!("fades: flattest head reaches {distance} tokens"),
    },
    used_by: |used: &UsedBy| match used.scope {
        Scope::Whole => used.model.into(),
        Scope::Encoder => format!("{} (encoder)", used.model),
        Scope::EveryNthLayer(n) => format!("{} (1 layer in {n})", used.model),
        Scope::FullAttentionLayers => format!("{} (full-attention layers)", used.model),
        Scope::Dimensions(dims) => format!("{} ({dims} dimensions a head)", used.model),
    },
    no_models: "–",
    criteria: "Five criteria, measured",
    criteria_lead: |n, times, (d_model, heads)| {
        format!(
            "With the same token at every position, a training length of {n} and {times} times that, in a model of width {d_model} with {heads} heads. A verdict on this measurement with seeded projections, not on a trained model."
        )
    },
    definition: |own, _| own,
    definition_hint: "Point at a criterion, or move to it by Tab: its definition stands here.",
    holds: "yes",
    fails: "no",
    undefined: "not defined",
};

/// 33,280.
fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
