//! What readers should know of an answer.

use std::fmt::Display;

use faultline_messages::tell::tell;

/// Says notes on standard error, a line each.
pub fn tell_all<N: Display>(notes: impl IntoIterator<Item = N>) {
    for note in notes {
        tell(&format!("faultline: note: {note}"));
    }
}
