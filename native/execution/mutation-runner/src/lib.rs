//! Runs tests on mutants: selects lines to mutate and tests to repeat, and runs them in JVMs of our own.
//!
//! [`run::mutate`] is the entry point: recordings give a [`plan::Plan`]; its stages become units of work
//! ([`stages`]), which JVMs take one by one ([`jvm`]); their records become [`facts::Facts`], and a known
//! fact is never determined again. All decisions depend on the plan and the facts alone, so the results do
//! not depend on where a run was killed or on the number of machines.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod again;
pub mod choice;
pub mod facts;
pub mod folder;
pub mod joined;
pub mod jvm;
pub mod named;
pub mod observer;
pub mod plan;
pub mod report;
pub mod request;
pub mod run;
pub mod stages;
pub mod unit;
mod untried;

mod chance;
mod confirming;
mod cpu;
mod crew;
mod decided;
mod numbers;
mod own;
