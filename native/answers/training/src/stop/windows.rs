//! Ctrl-C and Ctrl-Break.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The number of the equivalent signal on Unix.
const SIGINT: u8 = 2;

/// Records the first event from now on; the second ends the program. Errors: the operating system's.
pub fn listen(asked: &Arc<AtomicBool>, which: &Arc<AtomicUsize>) -> io::Result<()> {
    let (asked, which) = (Arc::clone(asked), Arc::clone(which));
    let handler = move || {
        which.store(SIGINT.into(), Ordering::SeqCst);
        if asked.swap(true, Ordering::SeqCst) {
            process::exit(128 + i32::from(SIGINT));
        }
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
