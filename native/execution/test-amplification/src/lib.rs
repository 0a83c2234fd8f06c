//! Grows tests from a failing one: variants of its source, JVMs of our own that run them, labels without a person, and
//! what rankings make of them.
//!
//! [`run::amplify`] is the whole way: recordings give a [`plan::Plan`]; a JVM edits and compiles variants ([`grown`]);
//! JVMs as the recorded ones run them, in both orders ([`runs`], [`observed`]); what ended alike gets a label
//! ([`labels`]); what has one is kept beside the recordings ([`kept`]), where [`matched`] finds it again for rankings;
//! what has none is kept for a person to say ([`unlabelled`]).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod choose;
pub mod evidence;
pub mod folder;
pub mod grown;
pub mod inputs;
pub mod kept;
pub mod kotlin;
pub mod labels;
pub mod matched;
pub mod observed;
pub mod oracle;
pub mod plan;
pub mod ranked;
pub mod report;
pub mod request;
pub mod run;
pub mod runs;
pub mod unlabelled;
pub mod words;

mod clock;
mod job;
mod nearest;
mod out;
mod source;
mod tables;
mod written;
