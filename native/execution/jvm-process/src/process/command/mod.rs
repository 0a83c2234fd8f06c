//! Runs the build transparently, with our streams, signals and exit code.

use std::io;
use std::process::ExitStatus;

use faultline_messages::failure::Failure;

use super::{group, program};
use crate::agent::attach::Attachment;

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// The exit status of a command.
#[derive(Clone, Copy, Debug)]
pub struct Ended(ExitStatus);

impl From<ExitStatus> for Ended {
    fn from(status: ExitStatus) -> Self {
        Self(status)
    }
}

impl Ended {
    /// The exit code, or 128+n if signal n ended the command, as in shells.
    pub fn code(self) -> u8 {
        let code = group::signal(self.0).map(|signal| 128 + signal).or_else(|| self.0.code());
        code.map_or(1, byte)
    }

    /// Whether a signal ended the command, or its exit code reports one, as with shells and JVMs.
    pub fn by_signal(self) -> bool {
        (129..=159).contains(&self.code())
    }
}

/// Runs the command to its end with our own streams.
///
/// Ctrl-C and Ctrl-\ reach the command directly, since it is in our process group; this program only survives
/// them, to report what was recorded. Signals from other processes (`kill`, a closing session) are forwarded
/// on systems that have them. Errors: the command cannot be started.
pub fn run(attachment: &Attachment) -> Result<Ended, Failure> {
    let (program, arguments) =
        attachment.command.split_first().ok_or_else(|| Failure::misuse("no command"))?;
    // Install the handlers before the command starts, so that no signal is missed.
    let relay = system::Relay::listen()
        .map_err(|error| Failure::failed(format!("installing signal handlers failed: {error}")))?;
    let mut command = program::command(program);
    command.args(arguments).envs(attachment.variables.iter().map(|(name, value)| (name, value)));
    let child = command.spawn().map_err(|error| cannot_start(program, &error))?;
    let status = relay.wait(child);
    status.map(Ended).map_err(|error| Failure::failed(format!("waiting for the command failed: {error}")))
}

/// The last byte of a larger exit code, as in shells; a code other than 0 never becomes 0.
fn byte(code: i32) -> u8 {
    match (code & 0xff) as u8 {
        0 if code != 0 => 1,
        byte => byte,
    }
}

/// The failure to start a program, with a remedy.
pub fn cannot_start(program: &std::ffi::OsStr, error: &io::Error) -> Failure {
    let name = program.display();
    Failure::failed(match error.kind() {
        io::ErrorKind::NotFound => {
            format!(
                "the command `{name}` was not found; give the build's command after `--`, as in: faultline run -- mvn test"
            )
        }
        io::ErrorKind::PermissionDenied => {
            format!("the command `{name}` may not be executed{}", system::way_out(&name.to_string()))
        }
        _ => format!("the command `{name}` cannot be started: {error}"),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn the_code_is_the_commands_own_or_tells_the_signal() {
        assert_eq!(Ended(ExitStatus::from_raw(0)).code(), 0);
        assert_eq!(Ended(ExitStatus::from_raw(3 << 8)).code(), 3);
        assert_eq!(Ended(ExitStatus::from_raw(255 << 8)).code(), 255);
        assert_eq!(Ended(ExitStatus::from_raw(9)).code(), 137);
    }

    #[test]
    fn a_code_of_more_than_a_byte_is_no_success() {
        assert_eq!([0, 1, 255, 256, 0x0102, -1_073_741_819].map(byte), [0, 1, 255, 1, 2, 5]);
    }
}
