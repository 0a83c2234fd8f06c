//! A JVM of ours that runs to its end, unless time is over or somebody wishes to stop.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use faultline_jvm_process::process::group::Group;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;

/// How often it is looked at.
const TICK: Duration = Duration::from_millis(5);
/// How much longer than it was told to it may take before it is ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// How a JVM ended.
#[derive(Clone, Copy, Debug)]
pub enum Ended {
    /// By itself.
    Done(ExitStatus),
    /// Its time was over.
    Late,
    /// Somebody wishes to stop.
    Stopped,
}

/// Runs a command whose words go to `log`, until some time. Errors: it does not start.
pub fn run(
    command: &mut Command,
    log: &Path,
    until: Instant,
    wishes: &mut Wishes,
    mut now: impl FnMut(),
) -> Result<Ended, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |error: io::Error| Failure::failed(format!("starting {program} failed: {error}"));
    let mut group = Group::start(command, log).map_err(failed)?;
    loop {
        let ended =
            group.poll().map_err(|error| Failure::failed(format!("waiting for a JVM failed: {error}")))?;
        if let Some(status) = ended {
            return Ok(Ended::Done(status));
        }
        if wishes.count() > 0 {
            return Ok(Ended::Stopped);
        }
        if Instant::now() > until + PATIENCE {
            return Ok(Ended::Late);
        }
        now();
        thread::sleep(TICK);
    }
}
