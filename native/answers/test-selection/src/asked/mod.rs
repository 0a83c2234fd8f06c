//! Tests that somebody is asked about one by one: what it starts from, what was answered, how suspects move.

pub mod kept;
pub mod place;
pub mod ranking;
pub mod start;
