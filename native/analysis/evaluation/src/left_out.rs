//! Faults that are of no use.

use faultline_messages::words::{counted, printable};
use serde::Serialize;

/// A fault that nothing can be learned from or judged by, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Its name.
    pub fault: String,
    /// Why it is left out.
    pub reason: &'static str,
}

impl LeftOut {
    /// All of some in a line for people: `1 fault left out: Lang-1 (no test failed)`; `None` of none.
    pub fn line(all: &[Self]) -> Option<String> {
        let names: Vec<String> =
            all.iter().map(|of| format!("{} ({})", printable(&of.fault), of.reason)).collect();
        (!all.is_empty()).then(|| format!("{} left out: {}", counted(all.len(), "fault"), names.join(", ")))
    }
}
