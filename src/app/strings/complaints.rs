//! Why a scheme, a rule or a pasted configuration cannot be computed.

use crate::position::problem::What;
use crate::position::scaling::Warning;
use crate::position::scaling::config::ConfigError;

/// What the maths and the reading of a configuration complain of. Each is an exhaustive match in each language.
pub struct Complaints {
    pub problem: fn(&What) -> String,
    pub warning: fn(&Warning) -> String,
    pub config: fn(&ConfigError) -> String,
}
