//! SIGINT and SIGTERM.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// What asks to stop.
pub const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Ends the program by a signal, as if there were no handler, once somebody has asked. Errors: the operating system's.
pub fn end_when(asked: &Arc<AtomicBool>, signal: i32) -> io::Result<()> {
    flag::register_conditional_default(signal, Arc::clone(asked)).map(drop)
}
