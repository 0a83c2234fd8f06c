//! What a ranking says of its suspects.
//!
//! A [`report::Report`] is plain data; [`text`] makes a page of it and [`json`] a document. [`answer`] says who the first suspect is and
//! why, in a sentence.

pub mod answer;
mod excerpt;
pub mod json;
pub mod report;
pub mod text;
