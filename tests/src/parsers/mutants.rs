//! The parser of seeded faults lies in a program, which has no library: it is compiled here again.

#![allow(dead_code, missing_docs, reason = "the program's own module")]

#[path = "../../../native/cli/src/train/mutants.rs"]
mod program;

pub(super) use program::parse;
