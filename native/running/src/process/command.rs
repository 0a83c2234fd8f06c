//! Runs the build as if we were not there: its streams, its signals, its exit code.

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::{io, thread};

use faultline_telling::failure::Failure;
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::low_level::siginfo::{Cause, Origin};

use crate::agent::attach::Attachment;

/// How a command ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended(ExitStatus);

impl From<ExitStatus> for Ended {
    fn from(status: ExitStatus) -> Self {
        Self(status)
    }
}

impl Ended {
    /// The exit code, or 128+n when signal n ended the command, as shells have it.
    pub fn code(self) -> u8 {
        let code = self.0.code().or_else(|| self.0.signal().map(|signal| 128 + signal));
        code.and_then(|code| u8::try_from(code & 0xff).ok()).unwrap_or(1)
    }

    /// Whether a signal ended the command, or it says so as shells and JVMs do.
    pub fn by_signal(self) -> bool {
        (129..=159).contains(&self.code())
    }
}

/// Runs the command to its end with our own streams.
///
/// Ctrl-C and Ctrl-\ reach the command by themselves, as it is in our process group; we
/// only survive them, to say what was recorded until then. Signals that a process sent us
/// (`kill`, a closing session) are passed on. Errors: the command cannot be started.
pub fn run(attachment: &Attachment) -> Result<Ended, Failure> {
    let (program, arguments) =
        attachment.command.split_first().ok_or_else(|| Failure::misuse("no command"))?;
    // Before the command starts, so that no signal finds us unprepared. Handlers, unlike
    // ignored signals, are not inherited by the command.
    let mut signals = SignalsInfo::<WithOrigin>::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP])
        .map_err(|error| Failure::failed(format!("installing signal handlers failed: {error}")))?;
    let mut command = Command::new(program);
    command.args(arguments).envs(attachment.variables.iter().map(|(name, value)| (name, value)));
    let mut child = command.spawn().map_err(|error| cannot_start(program, &error))?;

    let handle = signals.handle();
    let target = pid(&child);
    let forwarder = thread::spawn(move || {
        for origin in signals.forever() {
            if let (Some(signal), Some(pid)) = (passed_on(&origin), target) {
                // Gone already, if it fails; then there is nobody to tell.
                let _ = kill_process(pid, signal);
            }
        }
    });
    let status = child.wait();
    handle.close();
    let _ = forwarder.join();
    status.map(Ended).map_err(|error| Failure::failed(format!("waiting for the command failed: {error}")))
}

/// What the command is to get of a signal to us. Keys of a terminal are the kernel's doing, which
/// tells the whole process group; build tools may take a second Ctrl-C as "stop now".
fn passed_on(origin: &Origin) -> Option<Signal> {
    let by_key = matches!(origin.cause, Cause::Kernel);
    match origin.signal {
        SIGTERM => Some(Signal::TERM),
        SIGHUP => Some(Signal::HUP),
        SIGINT if !by_key => Some(Signal::INT),
        SIGQUIT if !by_key => Some(Signal::QUIT),
        _ => None,
    }
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Why a program does not start, and what to do.
pub fn cannot_start(program: &std::ffi::OsStr, error: &io::Error) -> Failure {
    let name = program.display();
    Failure::failed(match error.kind() {
        io::ErrorKind::NotFound => {
            format!(
                "the command `{name}` was not found; give the build's command after `--`, as in: faultline run -- mvn test"
            )
        }
        io::ErrorKind::PermissionDenied => {
            format!("the command `{name}` may not be executed; try: chmod +x {name}")
        }
        _ => format!("the command `{name}` cannot be started: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_the_commands_own_or_tells_the_signal() {
        assert_eq!(Ended(ExitStatus::from_raw(0)).code(), 0);
        assert_eq!(Ended(ExitStatus::from_raw(3 << 8)).code(), 3);
        assert_eq!(Ended(ExitStatus::from_raw(255 << 8)).code(), 255);
        assert_eq!(Ended(ExitStatus::from_raw(9)).code(), 137);
    }
}
