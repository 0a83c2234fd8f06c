//! How JVMs end.

use std::process::ExitStatus;

use faultline_jvm_process::jvm::said;
use faultline_jvm_process::process::group::{how, signal};
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;

use crate::jvm::worker::Worker;

/// How a JVM ended.
pub(super) enum Death {
    /// The process exited or was killed by a signal.
    Ended(ExitStatus),
    /// It was killed here because it hung.
    Hung,
}

impl Death {
    pub(super) fn code(&self) -> Option<i32> {
        match self {
            Self::Ended(status) => status.code(),
            Self::Hung => None,
        }
    }

    /// Whether a signal ended it that users and systems send: SIGKILL or SIGTERM.
    pub(super) fn is_from_outside(&self) -> bool {
        const KILL: i32 = 9;
        const TERM: i32 = 15;
        // A JVM stopped by SIGTERM exits with 143.
        const SAID: i32 = 128 + TERM;
        match self {
            Self::Ended(status) => {
                matches!(signal(*status), Some(KILL | TERM)) || status.code() == Some(SAID)
            }
            Self::Hung => false,
        }
    }
}

/// The failure of a JVM that ended before it took a unit.
pub(super) fn did_not_start(worker: &Worker, death: &Death) -> Failure {
    let ended = match death {
        Death::Ended(status) => how(*status),
        Death::Hung => "no output for a minute".to_owned(),
    };
    let why = worker.damage().map(str::to_owned).or_else(|| said(&worker.log));
    let why = why.map_or(String::new(), |why| format!(": {}", printable(&why)));
    Failure::failed(format!("the JVM that is to run tests on mutants did not start ({ended}){why}"))
}
