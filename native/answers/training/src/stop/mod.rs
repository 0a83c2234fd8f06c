//! Early stop by Ctrl-C.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use faultline_messages::failure::Failure;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// A stop request by Ctrl-C or SIGTERM. The first signal only sets a flag; the second ends the program as if
/// there were no handler.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Stop {
    /// Installs the signal handlers. Errors: the operating system's.
    pub fn listen() -> Result<Self, Failure> {
        let stop = Self::default();
        system::listen(&stop.asked, &stop.signal)
            .map_err(|error| Failure::failed(format!("installing signal handlers failed: {error}")))?;
        Ok(stop)
    }

    /// Whether a stop was requested.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// `Break` if a stop was requested.
    pub fn or_go_on(&self) -> ControlFlow<()> {
        if self.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The signal that requested the stop.
    pub fn signal(&self) -> Option<usize> {
        Some(self.signal.load(Ordering::Relaxed)).filter(|signal| *signal > 0)
    }
}
