//! A child process with all its descendants.

use std::io;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

pub use system::{how, signal};

/// Grace period of a child that was asked to end.
const PATIENCE: Duration = Duration::from_secs(3);

/// A child with its descendants, which can be ended together: a process group, on Windows a job. Killed on
/// drop.
#[derive(Debug)]
pub struct Group {
    child: Child,
    bond: system::Bond,
    asked: Option<Instant>,
    killed: bool,
}

impl Group {
    /// Starts a command without input; its output goes to `log`, a new file in a folder of ours.
    pub fn start(command: &mut Command, log: &Path) -> io::Result<Self> {
        Self::spawn(command.stdin(Stdio::null()), log)
    }

    /// As [`Group::start`], for a command with input. Also returns the input.
    pub fn start_with_input(command: &mut Command, log: &Path) -> io::Result<(Self, ChildStdin)> {
        let mut group = Self::spawn(command.stdin(Stdio::piped()), log)?;
        let input = group.child.stdin.take().ok_or_else(|| io::Error::other("the process has no input"))?;
        Ok((group, input))
    }

    /// As [`Group::start`], for a command whose output is read here. Also returns its standard output and
    /// error.
    pub fn start_with_output(command: &mut Command) -> io::Result<(Self, ChildStdout, ChildStderr)> {
        let mut group = Self::of(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        let out = group.child.stdout.take().zip(group.child.stderr.take());
        let (out, err) = out.ok_or_else(|| io::Error::other("the process has no output"))?;
        Ok((group, out, err))
    }

    fn spawn(command: &mut Command, log: &Path) -> io::Result<Self> {
        let out = faultline_files::fresh(log)?;
        let err = out.try_clone()?;
        Self::of(command.stdout(out).stderr(err))
    }

    fn of(command: &mut Command) -> io::Result<Self> {
        let (child, bond) = system::spawn(command)?;
        Ok(Self { child, bond, asked: None, killed: false })
    }

    /// Process id of the child.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The child's exit status, once it has ended; remaining descendants are killed then. `None` while it
    /// runs.
    pub fn poll(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.asked.is_some_and(|asked| asked.elapsed() > PATIENCE) {
            self.kill();
        }
        let ended = self.child.try_wait()?;
        if ended.is_some() {
            self.kill();
        }
        Ok(ended)
    }

    /// Asks the child and its descendants to end; after a grace period they are killed. On Windows they are
    /// killed at once, since there is no such request.
    pub fn ask_to_end(&mut self) {
        if self.asked.is_none() {
            self.asked = Some(Instant::now());
            self.bond.ask(&mut self.child);
        }
    }

    /// Kills the child and its descendants.
    pub fn kill(&mut self) {
        if !std::mem::replace(&mut self.killed, true) {
            self.bond.end(&mut self.child);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}
