//! Prints notes about an answer.

use std::fmt::Display;

use faultline_messages::tell::tell;

/// Prints notes on standard error, one per line.
pub fn tell_all<N: Display>(notes: impl IntoIterator<Item = N>) {
    for note in notes {
        tell(&format!("faultline: note: {note}"));
    }
}
