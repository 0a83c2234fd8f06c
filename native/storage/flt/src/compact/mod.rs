//! Payloads of frequent records: numbers as [`varint`](crate::varint), names as [`texts`](crate::texts),
//! coverage as [`rows`](crate::rows).
//!
//! A payload with texts starts with a byte that holds the lowest bits of the number of preceding bytes of
//! texts, then the length of its own texts as a number, and the texts, packed. Its numbers follow, in which a
//! text is represented by its length; its coverage comes last.

mod read;
mod write;

pub(crate) use read::{Context, charge, path, references, sizes};
pub(crate) use write::{
    Draft, put_initialiser, put_numbers, put_outcomes, put_path, put_references, put_row,
};

/// Flags of a test, after the two bits of its outcome.
const OVERLAPPED: u8 = 1 << 2;
const FAILURE: u8 = 1 << 3;
