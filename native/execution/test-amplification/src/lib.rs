//! Grows tests from failing ones: edits their source, runs the variants in JVMs of our own, labels them
//! without a person, and uses them in rankings.
//!
//! [`run::amplify`] is the entry point: recordings give a [`plan::Plan`]; a JVM edits and compiles variants
//! ([`grown`]); JVMs like the recorded ones run them in both orders ([`runs`], [`observed`]); variants with
//! equal results get a label ([`labels`]). Labelled variants are kept beside the recordings, where rankings
//! find them ([`faultline_variant_evidence`]); the others are kept for a person to label ([`unlabelled`]).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod choose;
pub mod destination;
pub mod folder;
pub mod grown;
pub mod kotlin;
pub mod labels;
pub mod observed;
pub mod observer;
pub mod oracle;
pub mod plan;
pub mod ranked;
pub mod report;
pub mod request;
pub mod run;
pub mod runs;
pub mod tools;
pub mod unlabelled;

mod clock;
mod done;
mod encoding;
mod errand;
mod grower;
mod job;
mod judged;
mod right;
mod source;
mod work;
mod writer;
mod written;
