//! Why a scheme cannot be computed with the parameters it was given: one sentence by the control at fault, in the
//! reader's language (`app::strings`). The last picture stays.

/// A scheme's complaint.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The parameter by whose control the sentence stands.
    pub key: &'static str,
    pub what: What,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// The text is longer than the table of positions.
    PastTable { rows: usize, n: usize },
    /// The formula divides by zero or takes the logarithm of zero below this value, given the other parameters.
    AtLeast { least: usize },
}
