//! The golden test's parts: one file per subject, and what they share.

pub mod alibi;
pub mod attention;
pub mod axes;
pub mod folder;
pub mod measured;
pub mod numbers;
pub mod remap;
pub mod report;
pub mod rope;
pub mod sensitivity;
pub mod sinusoidal;
