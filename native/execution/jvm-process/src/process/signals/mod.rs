//! Signals with which users and systems ask this program to end.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

pub use system::{Handle, Signals, Watch, heard};
