//! Faults that are left out of the evaluation.

use faultline_messages::words::{counted, printable};
use serde::Serialize;

/// A fault that is unusable for learning and judging, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Its name.
    pub fault: String,
    /// The reason.
    pub reason: &'static str,
}

impl LeftOut {
    /// A line for display: `1 fault left out: Lang-1 (no test failed)`; `None` if there are none.
    pub fn line(all: &[Self]) -> Option<String> {
        let names: Vec<String> =
            all.iter().map(|of| format!("{} ({})", printable(&of.fault), of.reason)).collect();
        (!all.is_empty()).then(|| format!("{} left out: {}", counted(all.len(), "fault"), names.join(", ")))
    }
}
