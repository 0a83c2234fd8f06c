//! Ctrl-C, Ctrl-Break, and the end of a console or a session, which Windows does not tell apart for long.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

/// Between two looks at what came: nothing waits for a signal here.
const PAUSE: Duration = Duration::from_millis(50);
/// What all of them are elsewhere.
const SIGINT: i32 = 2;

/// How often somebody asked since a handler is there, of which a process has one.
static CAME: AtomicUsize = AtomicUsize::new(0);
static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();

/// What asks this program to end, from when it was made.
#[derive(Debug)]
pub struct Signals {
    seen: usize,
    closed: Arc<AtomicBool>,
}

/// Ends somebody's wait for a signal.
#[derive(Clone, Debug)]
pub struct Handle(Arc<AtomicBool>);

impl Signals {
    /// Listens from now on. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
        let count = || {
            CAME.fetch_add(1, Ordering::SeqCst);
        };
        let handler = HANDLER.get_or_init(|| ctrlc::set_handler(count).map_err(|error| error.to_string()));
        handler.clone().map_err(io::Error::other)?;
        Ok(Self { seen: CAME.load(Ordering::SeqCst), closed: Arc::default() })
    }

    /// Those that came since the last call.
    pub fn pending(&mut self) -> Vec<i32> {
        let before = std::mem::replace(&mut self.seen, CAME.load(Ordering::SeqCst));
        vec![SIGINT; self.seen - before]
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
