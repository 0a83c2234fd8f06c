//! Ctrl-C, Ctrl-Break, and the end of a console or session; they are not distinguished.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

/// Polling interval: waiting for a signal is not possible here.
const PAUSE: Duration = Duration::from_millis(50);
/// The corresponding signal on other systems.
const SIGINT: i32 = 2;

/// Number of requests to end since the handler was installed; a process has one handler.
static CAME: AtomicUsize = AtomicUsize::new(0);
static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();

/// Requests to end this program, from its creation on.
#[derive(Debug)]
pub struct Signals {
    seen: usize,
    closed: Arc<AtomicBool>,
}

/// Ends a wait for a signal.
#[derive(Clone, Debug)]
pub struct Handle(Arc<AtomicBool>);

impl Signals {
    /// Starts listening. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
        let count = || {
            CAME.fetch_add(1, Ordering::SeqCst);
        };
        let handler = HANDLER.get_or_init(|| ctrlc::set_handler(count).map_err(|error| error.to_string()));
        handler.clone().map_err(io::Error::other)?;
        Ok(Self { seen: CAME.load(Ordering::SeqCst), closed: Arc::default() })
    }

    /// Signals since the last call.
    pub fn pending(&mut self) -> Vec<i32> {
        let before = std::mem::replace(&mut self.seen, CAME.load(Ordering::SeqCst));
        vec![SIGINT; self.seen - before]
    }

    /// Waits for a signal. `None` if the handle was closed.
    pub fn wait(&mut self) -> Option<i32> {
        while !self.closed.load(Ordering::SeqCst) {
            if let Some(signal) = self.pending().first() {
                return Some(*signal);
            }
            thread::sleep(PAUSE);
        }
        None
    }

    /// The handle that ends a wait.
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

/// Registers a listener. There is only one handler, so this has no effect.
pub fn heard() {}

/// Polls for requests during a wait for a child. Without a listener, the system ends this program, and with
/// it the child's job.
#[derive(Debug)]
pub struct Watch {
    seen: usize,
}

impl Watch {
    /// Starts polling. Errors: none.
    pub fn begin() -> io::Result<Self> {
        Ok(Self { seen: CAME.load(Ordering::SeqCst) })
    }

    /// The first signal that came.
    pub fn came(&mut self) -> Option<i32> {
        (CAME.load(Ordering::SeqCst) > self.seen).then_some(SIGINT)
    }
}
