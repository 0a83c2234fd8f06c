//! What a ranking says of its suspects.
//!
//! A [`question::Question`] is answered by a [`report::Report`], which is plain data; [`text`] makes a page of it and [`json`] a
//! document, of parts that other answers have, too ([`document`]). [`answer`] says who the first suspect is and why, in a sentence, and [`last_change`] who changed it last.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod answer;
pub mod document;
mod excerpt;
pub mod explain;
pub mod json;
pub mod last_change;
pub mod named;
pub mod question;
pub mod report;
pub mod text;
