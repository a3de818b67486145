//! Why a scheme cannot be computed with the parameters it was given: one sentence by the control at fault, in the
//! reader's language (`app::strings`). The last picture stays.

use super::scaling;

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
    /// A RoPE extension is undefined.
    Scaling(scaling::Problem),
}

impl From<scaling::Problem> for Problem {
    fn from(what: scaling::Problem) -> Self {
        Problem { key: what.key(), what: What::Scaling(what) }
    }
}
