//! A child process with all that it starts.

use std::io;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

pub use system::{how, signal};

/// How long a child may take to end after it was asked to.
const PATIENCE: Duration = Duration::from_secs(3);

/// A child that is bound to what it starts, so that all can be ended together: in a process group, on Windows in a job.
/// Ended by `drop`, too.
#[derive(Debug)]
pub struct Group {
    child: Child,
    bond: system::Bond,
    asked: Option<Instant>,
    killed: bool,
}

impl Group {
    /// Starts a command; its output goes to `log`, a file that is made anew in a folder of ours; it has no input.
    pub fn start(command: &mut Command, log: &Path) -> io::Result<Self> {
        Self::spawn(command.stdin(Stdio::null()), log)
    }

    /// As [`Group::start`], of a command that is told what to do: gives its input, too.
    pub fn start_with_input(command: &mut Command, log: &Path) -> io::Result<(Self, ChildStdin)> {
        let mut group = Self::spawn(command.stdin(Stdio::piped()), log)?;
        let input = group.child.stdin.take().ok_or_else(|| io::Error::other("the process has no input"))?;
        Ok((group, input))
    }

    fn spawn(command: &mut Command, log: &Path) -> io::Result<Self> {
        let out = faultline_files::fresh(log)?;
        let err = out.try_clone()?;
        let (child, bond) = system::spawn(command.stdout(out).stderr(err))?;
        Ok(Self { child, bond, asked: None, killed: false })
    }

    /// Process id of the child.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How the child ended, with everything that it left behind ended, too; `None` while it runs.
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

    /// Asks the child and its children to end; who does not within seconds is killed. Windows knows no such question: there
    /// they are killed at once.
    pub fn ask_to_end(&mut self) {
        if self.asked.is_none() {
            self.asked = Some(Instant::now());
            self.bond.ask(&mut self.child);
        }
    }

    /// Ends the child and its children at once.
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
