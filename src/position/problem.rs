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
    /// Dimensions turn in pairs.
    OddRotaryDim { rotary_dim: usize },
    /// Rows and columns need the same number of pairs each.
    RotaryDimNotOfTwoAxes { rotary_dim: usize },
    /// M-RoPE has three axes.
    SectionCount { got: usize },
    /// A section that is no whole number of pairs.
    SectionNotWhole,
    /// The sections are not all the pairs there are.
    SectionSum { sum: usize, pairs: usize },
    /// Re-mapping is defined for one position a token.
    MapNeedsOneAxis,
    /// A RoPE extension is undefined.
    Scaling(scaling::Problem),
}

impl From<scaling::Problem> for Problem {
    fn from(what: scaling::Problem) -> Self {
        Problem { key: what.key(), what: What::Scaling(what) }
    }
}
