//! SIGINT, SIGTERM and SIGHUP.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, iterator, low_level};

const ENDING: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// A queue of signals that ask this program to end, from its creation on.
#[derive(Debug)]
pub struct Signals(iterator::Signals);

/// Ends a wait for a signal.
#[derive(Clone, Debug)]
pub struct Handle(iterator::Handle);

impl Signals {
    /// Starts listening. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
        heard();
        iterator::Signals::new(ENDING).map(Self)
    }

    /// Signals since the last call.
    pub fn pending(&mut self) -> Vec<i32> {
        self.0.pending().collect()
    }

    /// Waits for a signal. `None` if the handle was closed.
    pub fn wait(&mut self) -> Option<i32> {
        self.0.forever().next()
    }

    /// The handle that ends a wait.
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

/* A child in its own process group receives no Ctrl-C, so a wait for it listens for signals. Once a handler is installed, a
signal's default action, the end of this program, is lost for good. If only such waits ever listened, it is emulated. */

/// The listeners in this process.
#[derive(Debug, Default)]
struct Listening {
    /// Number of current waits for children.
    watches: usize,
    /// Whether another listener, which decides what a signal means, was ever registered.
    others: bool,
}

static LISTENING: Mutex<Listening> = Mutex::new(Listening { watches: 0, others: false });
/// Whether there are no listeners, so that a signal ends this program.
static UNHEARD: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static ANSWERS: OnceLock<Result<(), String>> = OnceLock::new();

/// Registers a listener: from now on no wait for a child ends this program on a signal.
pub fn heard() {
    change(|listening| listening.others = true);
}

fn change(how: impl FnOnce(&mut Listening)) {
    let mut listening = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
    how(&mut listening);
    UNHEARD.store(listening.watches == 0 && !listening.others, Ordering::SeqCst);
}

/// Listens during a wait for a child. On drop, a signal that came ends this program as it would have without
/// the watch, unless there is another listener.
#[derive(Debug)]
pub struct Watch {
    signals: iterator::Signals,
    came: Option<i32>,
}

impl Watch {
    /// Starts listening. Errors: the operating system's.
    pub fn begin() -> io::Result<Self> {
        let answer = || {
            let register = |signal| flag::register_conditional_default(signal, Arc::clone(&UNHEARD));
            ENDING
                .into_iter()
                .try_for_each(|signal| register(signal).map(drop))
                .map_err(|error| error.to_string())
        };
        change(|_| ());
        ANSWERS.get_or_init(answer).clone().map_err(io::Error::other)?;
        // In this order, so that no signal is lost in between.
        let signals = iterator::Signals::new(ENDING)?;
        change(|listening| listening.watches += 1);
        Ok(Self { signals, came: None })
    }

    /// The first signal that came.
    pub fn came(&mut self) -> Option<i32> {
        let Self { signals, came } = self;
        for signal in signals.pending() {
            came.get_or_insert(signal);
        }
        *came
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        change(|listening| listening.watches -= 1);
        // Read last: earlier signals came while there was a listener.
        if let Some(signal) = self.came()
            && UNHEARD.load(Ordering::SeqCst)
        {
            let _ = low_level::emulate_default_handler(signal);
        }
    }
}
