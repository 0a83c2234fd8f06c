//! Tests that were written: where they lie, what they cover, and how they are labelled.

pub mod folder;
pub mod label;
pub mod record;
