//! Shared parts of the cross-language tests: run whole builds under `faultline run`, and compare the results with the fixtures'
//! expectations.
//!
//! The integration tests of this crate need the distribution (`make dist`); see [`Dist::find`]. They are not among the workspace's
//! default members, so that `cargo test` of the native crates stays fast.

pub mod action;
mod axe;
mod browser;
pub mod compatibility;
pub mod cores;
pub mod crowd;
mod dist;
mod expected;
mod fetched;
mod fixture;
pub mod kill9;
pub mod kills;
mod library_build;
pub mod manifests;
mod markers;
mod matrix;
pub mod mending;
pub mod model;
pub mod parsers;
pub mod platforms;
mod process;
pub mod projects;
mod ranking;
pub mod repeated;
pub mod section;
pub mod soak;
pub mod stall;
mod surefire;

pub use axe::Axe;
pub use browser::{Browser, Complaints};
pub use dist::Dist;
pub use expected::{ExpectedBuild, ExpectedFault, ExpectedRow, Suspect};
pub use fetched::{EVOSUITE_SHA256, expect_sha256};
pub use fixture::Fixture;
pub use library_build::LibraryBuild;
pub use markers::{Markers, Place};
pub use matrix::{Matrix, Row};
pub use process::{Finished, maven, run};
pub use ranking::{Group, Report, Suspicion};
pub use surefire::{Case, CaseOutcome, Reports, differences};
