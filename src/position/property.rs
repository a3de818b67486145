//! What the table of properties says of a scheme beside its [`SchemeInfo`](super::SchemeInfo).

/// What stands in the way of a text longer than those of training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nothing in the formula: it does not know the length. Attention still spreads over more keys.
    Nothing,
    /// A table with so many rows; a position past the last has none.
    Rows(usize),
    /// The formula has a value everywhere, but those of later positions were never seen in training.
    UnseenValues,
    /// Pairs that turn so slowly that they never completed a turn in training meet angles that are new to them.
    UnseenAngles,
    /// Distances beyond this many tokens all count as one.
    Clipped(usize),
    /// Keys so far away get next to no weight: the longest reach, 1/m of the flattest head, in tokens (rounded).
    Fades(usize),
}

/// A model that uses a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedBy {
    pub model: &'static str,
    pub scope: Scope,
}

/// In which part of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Whole,
    Encoder,
    /// Every so-manieth layer; the others use another scheme.
    EveryNthLayer(usize),
    /// The full-attention layers of a hybrid with linear attention.
    FullAttentionLayers,
    /// So many dimensions of each head; the others carry no position.
    Dimensions(usize),
}

/// A model that uses the scheme throughout.
pub const fn whole(model: &'static str) -> UsedBy {
    UsedBy { model, scope: Scope::Whole }
}

/// A model that uses it in one part.
pub const fn partly(model: &'static str, scope: Scope) -> UsedBy {
    UsedBy { model, scope }
}
