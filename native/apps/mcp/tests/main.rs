//! Tests the server over an in-memory pipe, with synthetic recordings.
#![allow(clippy::unwrap_used)]

mod edges;
mod paging;
mod protocol;
mod support;
