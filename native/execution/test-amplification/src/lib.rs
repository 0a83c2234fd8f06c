//! Grows tests from a failing one: variants of its source, JVMs of our own that run them, labels without a person, and
//! what rankings make of them.
//!
//! [`run::amplify`] is the whole way: recordings give a [`plan::Plan`]; a JVM edits and compiles variants ([`grown`]);
//! JVMs as the recorded ones run them, in both orders ([`runs`], [`observed`]); what ended alike gets a label
//! ([`labels`]); what has one is kept beside the recordings, where rankings find it again ([`faultline_variant_evidence`]);
//! what has none is kept for a person to say ([`unlabelled`]).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod choose;
pub mod destination;
pub mod folder;
pub mod grown;
pub mod kotlin;
pub mod labels;
pub mod observed;
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
mod grower;
mod job;
mod judged;
mod right;
mod source;
mod work;
mod written;
