//! Interactive selection: asks for the outcome of one test at a time.

pub mod kept;
pub mod place;
pub mod ranking;
pub mod start;
