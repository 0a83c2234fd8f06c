//! Runs tests on mutants: which lines are worth changing, which tests are worth repeating, and JVMs of our own
//! that do it.
//!
//! [`run::mutate`] is the whole way: recordings give a [`plan::Plan`]; its five stages become units of work
//! ([`stages`]), which JVMs take one by one ([`jvm`]); what they report becomes [`facts::Facts`], and nothing that
//! is a fact is ever run again. All decisions follow from the plan and the facts alone, so that it makes no
//! difference where a run was killed, or on how many machines it ran.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

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

mod chance;
mod cpu;
mod crew;
mod numbers;
mod own;
