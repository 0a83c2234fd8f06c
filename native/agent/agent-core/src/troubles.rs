//! Problems inside the core: kept for the seal, never shown to the host.

use std::sync::{Mutex, PoisonError};

/// Number of messages kept; more are only counted.
const KEPT: usize = 8;

/// The number of problems, and the first distinct messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of problems.
    pub count: u64,
    /// Up to eight distinct messages, in order.
    pub messages: Vec<String>,
}

impl Summary {
    /// An empty summary.
    pub const fn new() -> Self {
        Self { count: 0, messages: Vec::new() }
    }

    /// Counts a problem, and keeps its message if it is new and there is room.
    pub fn add(&mut self, sentence: String) {
        self.count += 1;
        if self.messages.len() < KEPT && !self.messages.contains(&sentence) {
            self.messages.push(sentence);
        }
    }
}

/// Global, because the core may fail before there is a recorder, and inside one.
static TROUBLES: Mutex<Summary> = Mutex::new(Summary::new());

/// Counts a problem. Threads: any; takes a separate lock.
pub fn note(sentence: String) {
    TROUBLES.lock().unwrap_or_else(PoisonError::into_inner).add(sentence);
}

/// The problems so far.
pub fn summary() -> Summary {
    TROUBLES.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trouble_counts_but_only_the_first_few_sentences_are_kept() {
        let mut summary = Summary::new();
        for n in 0..100 {
            summary.add(format!("trouble {}", n % 20));
        }
        assert_eq!(summary.count, 100);
        assert_eq!(summary.messages.len(), KEPT);
        assert_eq!(summary.messages[7], "trouble 7");
    }
}
