//! State in, every stage's numbers out.
