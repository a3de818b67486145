//! Why a scheme, a rule or a pasted configuration cannot be computed.

use crate::position::problem::What;
use crate::position::scaling::Warning;
use crate::position::scaling::config::ConfigError;

/// What the maths and the reading of a configuration complain of. Each is an exhaustive match in each language.
pub struct Complaints {
    pub problem: fn(&What) -> String,
    /// The name of the control at fault, and the complaint.
    pub of: fn(&str, &str) -> String,
    /// Above the pictures of a panel whose settings cannot be computed; the complaint.
    pub outdated: fn(&str) -> String,
    pub warning: fn(&Warning) -> String,
    pub config: fn(&ConfigError) -> String,
}
