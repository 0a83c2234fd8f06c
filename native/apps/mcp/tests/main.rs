//! Tests the server over an in-memory pipe, with synthetic recordings.
#![allow(clippy::unwrap_used)]

mod agent_screen;
mod edges;
mod paging;
mod protocol;
mod support;
