//! Wishes to stop, while children run.

use faultline_messages::failure::Failure;

use super::signals::Signals;

/// The signals that came so far. Children are in process groups of their own, so a Ctrl-C
/// reaches this program alone, which ends them.
#[derive(Debug)]
pub struct Wishes {
    signals: Signals,
    first: Option<i32>,
    count: usize,
}

impl Wishes {
    /// Listens from now on. Errors: the operating system's.
    pub fn listen() -> Result<Self, Failure> {
        let signals = Signals::listen()
            .map_err(|error| Failure::failed(format!("installing signal handlers failed: {error}")))?;
        Ok(Self { signals, first: None, count: 0 })
    }

    /// How often somebody asked.
    pub fn count(&mut self) -> usize {
        for signal in self.signals.pending() {
            self.first.get_or_insert(signal);
            self.count += 1;
        }
        self.count
    }

    /// The signal that asked first.
    pub fn first(&self) -> Option<i32> {
        self.first
    }
}
