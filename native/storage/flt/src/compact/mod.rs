//! Payloads of the records that a file has many of: numbers as [`varint`](crate::varint), names as
//! [`texts`](crate::texts), coverage as [`rows`](crate::rows).
//!
//! A payload with texts begins with a byte that says how many bytes of texts came before it (the lowest bits), the
//! length of its own as a number, and these, packed. Then come its numbers, in which a text is its length, and its
//! coverage, which ends it.

mod read;
mod write;

pub(crate) use read::{Context, charge, path, references};
pub(crate) use write::{Draft, put_charge, put_initialiser, put_outcomes, put_path, put_references, put_row};

/// Flags of a test behind the two bits of its outcome.
const OVERLAPPED: u8 = 1 << 2;
const FAILURE: u8 = 1 << 3;
