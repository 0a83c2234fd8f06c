//! Ranks suspects and renders the answer.
//!
//! A [`question::Question`] is answered by a [`report::Report`], which is plain data. [`text`] renders it as
//! a page and [`json`] as a document; [`document`] has the parts shared with other answers. [`answer`]
//! summarises the first suspect in a sentence, and [`last_change`] describes its last change.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod answer;
mod changes;
pub mod document;
pub mod doubt;
mod excerpt;
pub mod explain;
pub mod json;
pub mod last_change;
pub mod named;
pub mod question;
pub mod report;
pub mod since;
pub mod text;
pub mod unseen;
