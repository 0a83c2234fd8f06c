//! The server over a pipe in memory, on recordings made up here.
#![allow(clippy::unwrap_used)]

mod edges;
mod paging;
mod protocol;
mod support;
