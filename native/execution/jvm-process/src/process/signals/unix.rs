//! SIGINT, SIGTERM and SIGHUP.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, iterator, low_level};

const ENDING: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// What asks this program to end, from when it was made.
#[derive(Debug)]
pub struct Signals(iterator::Signals);

/// Ends somebody's wait for a signal.
#[derive(Clone, Debug)]
pub struct Handle(iterator::Handle);

impl Signals {
    /// Listens from now on. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
        heard();
        iterator::Signals::new(ENDING).map(Self)
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

/* A child in a group of its own hears no Ctrl-C, so whoever waits for one listens meanwhile. Once somebody listened, the system's own
answer to a signal, the end of this program, is gone for good. Where only such waits ever listened, it is given in its place. */

/// Who listens in this process.
#[derive(Debug, Default)]
struct Listening {
    /// Waits for children, now.
    watches: usize,
    /// Whether somebody else ever did, who says what a signal means.
    others: bool,
}

static LISTENING: Mutex<Listening> = Mutex::new(Listening { watches: 0, others: false });
/// Whether nobody listens: a signal ends this program.
static UNHEARD: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static ANSWERS: OnceLock<Result<(), String>> = OnceLock::new();

/// Somebody says from now on what a signal means, and no wait for a child ends this program.
pub fn heard() {
    change(|listening| listening.others = true);
}

fn change(how: impl FnOnce(&mut Listening)) {
    let mut listening = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
    how(&mut listening);
    UNHEARD.store(listening.watches == 0 && !listening.others, Ordering::SeqCst);
}

/// Listens while a child is waited for. When it is dropped, a signal that came ends this program as it would have without it, unless
/// somebody else listens.
#[derive(Debug)]
pub struct Watch {
    signals: iterator::Signals,
    came: Option<i32>,
}

impl Watch {
    /// Listens from now on. Errors: the operating system's.
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
        // Asked last: what came until now came while it was heard.
        if let Some(signal) = self.came()
            && UNHEARD.load(Ordering::SeqCst)
        {
            let _ = low_level::emulate_default_handler(signal);
        }
    }
}
