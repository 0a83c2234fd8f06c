//! SIGINT, SIGTERM and SIGHUP.

use std::io;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator;

/// What asks this program to end, from when it was made.
#[derive(Debug)]
pub struct Signals(iterator::Signals);

/// Ends somebody's wait for a signal.
#[derive(Clone, Debug)]
pub struct Handle(iterator::Handle);

impl Signals {
    /// Listens from now on. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
        iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]).map(Self)
    }

    /// Those that came since the last call.
    pub fn pending(&mut self) -> Vec<i32> {
        self.0.pending().collect()
    }

    /// Waits for one. `None`: somebody closed the handle.
    pub fn wait(&mut self) -> Option<i32> {
        self.0.forever().next()
    }

    /// What ends a wait.
    pub fn handle(&self) -> Handle {
        Handle(self.0.handle())
    }
}

impl Handle {
    /// Ends the wait.
    pub fn close(&self) {
        self.0.close();
    }
}
