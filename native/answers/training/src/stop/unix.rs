//! SIGINT and SIGTERM.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Records the first signal from now on; the second ends the program. Errors: the operating system's.
///
/// Handlers run in the order of their registration: the handler that ends the program must run before the one
/// that sets the flag.
pub fn listen(asked: &Arc<AtomicBool>, which: &Arc<AtomicUsize>) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_default(signal, Arc::clone(asked))?;
        flag::register_usize(signal, Arc::clone(which), signal.unsigned_abs() as usize)?;
        flag::register(signal, Arc::clone(asked))?;
    }
    Ok(())
}
