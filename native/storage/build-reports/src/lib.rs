//! Reads the XML reports that a build writes of its own tests: those of Surefire, Failsafe and Gradle.
//!
//! [`reports`] counts cases by class for comparisons with rows. [`failures`] reads what failing tests said.
//! [`start`] decides which reports are of a run, [`inner_builds`] which are of builds inside the build.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod failures;
pub mod inner_builds;
pub mod modules;
pub mod names;
pub mod reports;
pub mod start;
