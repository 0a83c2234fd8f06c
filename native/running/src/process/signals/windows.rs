//! Ctrl-C, Ctrl-Break and the close of a console, of which the C library makes signals.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGBREAK, SIGINT, SIGTERM};
use signal_hook::flag;

/// Between two looks at what came: nothing waits for a signal here.
const PAUSE: Duration = Duration::from_millis(50);

/// What asks this program to end, from when it was made.
#[derive(Debug)]
pub struct Signals {
    came: [(i32, Arc<AtomicBool>); 3],
    closed: Arc<AtomicBool>,
}

/// Ends somebody's wait for a signal.
#[derive(Clone, Debug)]
pub struct Handle(Arc<AtomicBool>);

impl Signals {
    /// Listens from now on. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
        let came = [SIGINT, SIGTERM, SIGBREAK].map(|signal| (signal, Arc::default()));
        for (signal, flag) in &came {
            flag::register(*signal, Arc::clone(flag))?;
        }
        Ok(Self { came, closed: Arc::default() })
    }

    /// Those that came since the last call.
    pub fn pending(&mut self) -> Vec<i32> {
        let came = self.came.iter().filter(|(_, flag)| flag.swap(false, Ordering::SeqCst));
        came.map(|(signal, _)| *signal).collect()
    }

    /// Waits for one. `None`: somebody closed the handle.
    pub fn wait(&mut self) -> Option<i32> {
        while !self.closed.load(Ordering::SeqCst) {
            if let Some(signal) = self.pending().first() {
                return Some(*signal);
            }
            thread::sleep(PAUSE);
        }
        None
    }

    /// What ends a wait.
    pub fn handle(&self) -> Handle {
        Handle(Arc::clone(&self.closed))
    }
}

impl Handle {
    /// Ends the wait.
    pub fn close(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}
