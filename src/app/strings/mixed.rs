//! What the panels say of a sequence of several modalities.

pub struct Mixed {
    /// Tokens, and of how many kinds.
    pub title: fn(usize, usize) -> String,
    pub lead: &'static str,
    /// Special, text, image, audio: the kinds of [`crate::embed::runs::Kind`] in their order.
    pub kinds: [&'static str; 4],
    pub order: &'static str,
    pub order_hint: &'static str,
    /// Before the switches of the parts.
    pub present: &'static str,
    /// [PAD] is chosen and adds none, the sequence being so long.
    pub no_padding: fn(usize) -> String,
    /// Tokens that stand on the screen, and all there would be.
    pub cut: fn(usize, usize) -> String,
    pub cost: &'static str,
    /// The same sequence on the panel of tokens.
    pub tokens_title: fn(usize) -> String,
    pub tokens_lead: &'static str,
    pub places: &'static str,
    pub named: &'static str,
    pub becomes: &'static str,
    pub by_id: &'static str,
    pub by_itself: &'static str,
    pub by_code: &'static str,
    /// Numbers of a patch.
    pub by_projection: fn(usize) -> String,
    /// Mel bands of a frame.
    pub by_convolution: fn(usize) -> String,
    pub kind: &'static str,
    pub tokens: &'static str,
    /// Share of the pairs whose query is of that kind.
    pub pairs: &'static str,
    pub pairs_title: fn(&str, &str) -> String,
    pub where_it_looks: &'static str,
    pub mass_lead: &'static str,
    pub looks: fn(&str, &str, &str) -> String,
    pub ids: &'static str,
    pub ids_lead: &'static str,
    pub id_axis: &'static str,
    pub place_axis: &'static str,
    /// 1-D, then time, height, width.
    pub axes: [&'static str; 4],
    /// Largest id of one axis, largest of three.
    pub largest: fn(usize, usize) -> String,
    /// The matrix of vectors: rows and columns.
    pub vectors_title: fn(usize, usize) -> String,
    pub vectors_lead: &'static str,
    /// In the rail: how many parts, how many tokens.
    pub parts: fn(usize) -> String,
    pub count: fn(usize) -> String,
}
