//! What a ranking says of its suspects.
//!
//! A [`report::Report`] is plain data; [`text`] makes a page of it and [`json`] a document. [`answer`] says who the first suspect is and
//! why, in a sentence, and [`last_change`] who changed it last.

pub mod answer;
mod excerpt;
pub mod explain;
pub mod json;
pub mod last_change;
pub mod report;
pub mod text;
