//! Process groups.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, kill_process_group};

/// The process group that a child leads.
#[derive(Debug)]
pub struct Bond(Option<Pid>);

/// Starts a child in a group of its own. Errors: the operating system's.
pub fn spawn(command: &mut Command) -> io::Result<(Child, Bond)> {
    let child = command.process_group(0).spawn()?;
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    Ok((child, Bond(group)))
}

impl Bond {
    /// Sends SIGTERM to the group.
    pub fn ask(&mut self, _: &mut Child) {
        self.signal(Signal::TERM);
    }

    /// Sends SIGKILL to the group.
    pub fn end(&mut self, _: &mut Child) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.0 {
            // If this fails, the group has ended already.
            let _ = kill_process_group(group, signal);
        }
    }
}

/// `exit code 3`, `signal 9`.
pub fn how(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "an unknown status".to_owned(),
    }
}

/// The signal that ended a process.
pub fn signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}
