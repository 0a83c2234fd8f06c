//! Ctrl-C and Ctrl-Break, of which the C library makes signals.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGBREAK, SIGINT};
use signal_hook::flag;

/// What asks to stop.
pub const SIGNALS: [i32; 2] = [SIGINT, SIGBREAK];

/// Ends the program by a signal, with the code that tells it, once somebody has asked. Errors: the operating system's.
pub fn end_when(asked: &Arc<AtomicBool>, signal: i32) -> io::Result<()> {
    flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(asked)).map(drop)
}
