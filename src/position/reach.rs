//! What a scheme costs a model to learn, and how far it tells distances apart.

/// How many numbers a model learns for a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// In every layer anew.
    pub per_layer: usize,
    /// Once, for all layers together.
    pub once: usize,
}

impl Learned {
    /// Of a model of `layers` layers.
    pub fn total(self, layers: usize) -> usize {
        self.once + self.per_layer * layers
    }
}

/// Which distances look different to a scheme. This is what the formula says; how far a *trained* model uses
/// distances that it has not met is another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Any two.
    Every,
    /// All keys this far to the left of the query, and farther, look alike.
    AlikeFrom(usize),
}
