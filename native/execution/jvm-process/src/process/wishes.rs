//! Requests to stop while children run.

use faultline_messages::failure::Failure;

use super::signals::Signals;

/// The signals received so far. Children are in process groups of their own, so a Ctrl-C only reaches this
/// program, which ends them.
#[derive(Debug)]
pub struct Wishes {
    signals: Signals,
    first: Option<i32>,
    count: usize,
}

impl Wishes {
    /// Starts listening. Errors: the operating system's.
    pub fn listen() -> Result<Self, Failure> {
        let signals = Signals::listen()
            .map_err(|error| Failure::failed(format!("installing signal handlers failed: {error}")))?;
        Ok(Self { signals, first: None, count: 0 })
    }

    /// Number of requests.
    pub fn count(&mut self) -> usize {
        for signal in self.signals.pending() {
            self.first.get_or_insert(signal);
            self.count += 1;
        }
        self.count
    }

    /// The signal of the first request.
    pub fn first(&self) -> Option<i32> {
        self.first
    }
}
