//! The server with a client in the same process, on recordings that the tests write.

mod answers;
#[cfg(unix)]
mod children;
mod conversation;
mod mended;
mod stale;
mod support;
