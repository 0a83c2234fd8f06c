//! The server with a client in the same process, on recordings that the tests write.

mod answers;
mod conversation;
mod stale;
mod support;
