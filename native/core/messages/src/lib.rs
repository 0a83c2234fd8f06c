//! How every part speaks to people: a failure in one sentence, names of classes and tests, numbers,
//! lengths of time and dates, a line of progress.
//!
//! What is printed where is the command line's; here are the words that engines need, too, for
//! whoever finds something out says it.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod date;
pub mod duration;
pub mod failure;
pub mod names;
pub mod progress;
pub mod tell;
pub mod words;
