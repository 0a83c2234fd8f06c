//! User-facing messages: failures in one sentence, names of classes and tests, numbers, durations and dates,
//! a progress line.
//!
//! The command line decides what is printed where. The formatting is here because engines use it too:
//! messages are worded where the facts are known.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod compiled;
pub mod date;
pub mod duration;
pub mod failure;
pub mod names;
pub mod progress;
pub mod tell;
pub mod words;
