//! What has changed since a failing test passed: compared with a baseline, weighed for rankings, put into sentences.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod compare;
mod says;
mod since;
#[cfg(test)]
mod tests;
mod verdict;
mod weigh;

pub use compare::{Comparison, run_of};
pub use says::{changed_since, ended_again, says};
pub use since::{Basis, Changed, ChangedInput, How, Since};
pub use verdict::Verdict;
