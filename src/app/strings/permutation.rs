//! The panel of the order of tokens.

pub struct Permutation {
    pub title_equivariant: &'static str,
    pub title_ask: &'static str,
    /// Of a text of one token.
    pub title_one: &'static str,
    /// The order in force is not one of this text's tokens.
    pub foreign: &'static str,
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
    /// For those who hear the row: a token was taken, let go, or brought back to where it was.
    pub picked_up: fn(&str) -> String,
    pub put_down: &'static str,
    pub put_back: &'static str,
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
