//! Runs a JVM of ours until it ends, its deadline passes or a signal asks to stop.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use faultline_jvm_process::process::group::Group;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;

/// Polling interval.
const TICK: Duration = Duration::from_millis(5);
/// How long the JVM may exceed its deadline before it is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// How a JVM ended.
#[derive(Clone, Copy, Debug)]
pub enum Ended {
    /// The process ended by itself.
    Done(ExitStatus),
    /// It was killed after its deadline.
    Late,
    /// A signal asked to stop.
    Stopped,
}

/// Runs a command with output to `log`, until a deadline. Errors: it does not start.
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
