//! Ranks suspects and renders the answer.
//!
//! A [`question::Question`] is answered by a [`report::Report`], which is plain data. [`screen`] chooses from it what a
//! person sees first. [`text`] renders it as a page with all scores and [`json`] as a document; [`document`] has the
//! parts shared with other answers. [`answer`] summarises the first suspect in a sentence, and [`last_change`] describes
//! its last change. [`messages`] adds what the failing tests said, [`moved`] says what new evidence has changed.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod answer;
pub mod changes;
pub mod document;
pub mod doubt;
mod excerpt;
pub mod explain;
mod gains;
pub mod json;
pub mod last_change;
pub mod message;
pub mod messages;
pub mod moved;
pub mod named;
pub mod next_step;
mod of_no_test;
pub mod question;
pub mod report;
pub mod screen;
pub mod since;
pub mod text;
pub mod unseen;
pub mod why;
