//! Runs a command on a commit's files.

use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use faultline_files::{limits, regular};
use faultline_jvm_process::process::group::{Group, how};
use faultline_jvm_process::process::program;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;
use faultline_messages::words::shell_word;
use faultline_vcs_history::Verdict;

use super::command::Filled;
use super::worktree::Worktree;

/// Polling interval of a running command.
const PAUSE: Duration = Duration::from_millis(20);
/// Number of output lines that are kept. Units: lines.
const LAST_WORDS: usize = 12;

/// Runs the same command repeatedly.
pub struct Runner {
    command: Filled,
    wishes: Wishes,
}

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    /// The verdict on the commit.
    pub verdict: Verdict,
    /// Duration of the run.
    pub took: Duration,
    /// The last lines of its output.
    pub said: Vec<String>,
}

impl Runner {
    /// Creates a runner that listens for stop requests. Errors: the operating system's.
    pub fn new(command: Filled) -> Result<Self, Failure> {
        Ok(Self { command, wishes: Wishes::listen()? })
    }

    /// The signal that requested the stop.
    pub fn signal(&self) -> Option<i32> {
        self.wishes.first()
    }

    /// Whether a stop was requested.
    pub fn is_asked(&mut self) -> bool {
        self.wishes.count() > 0
    }

    /// Runs the command in a tree; `None` on a stop request. Errors: the command cannot be started, is killed
    /// by a signal, or exits with 128 or more.
    pub fn run(&mut self, tree: &Worktree) -> Result<Option<Ran>, Failure> {
        let [program, arguments @ ..] = &self.command.words[..] else {
            return Err(Failure::misuse("--bisect needs a command, as in: --bisect -- mvn -q test"));
        };
        let log = tree.beside("output.txt");
        let started = Instant::now();
        let mut command = program::command_in(program, &tree.place());
        command.args(arguments).envs(self.command.variables.iter().map(|(name, value)| (name, value)));
        let mut group = Group::start(&mut command, &log).map_err(|error| {
            Failure::failed(format!("{} cannot be started: {error}; is it on the PATH?", shell_word(program)))
        })?;
        let status = loop {
            let failed = |error| Failure::failed(format!("waiting for {program} failed: {error}"));
            if let Some(status) = group.poll().map_err(failed)? {
                break status;
            }
            if self.wishes.count() > 0 {
                group.ask_to_end();
            }
            thread::sleep(PAUSE);
        };
        if self.wishes.count() > 0 {
            return Ok(None);
        }
        let text = regular::last(&log, limits::SAID).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let said =
            lines[lines.len().saturating_sub(LAST_WORDS)..].iter().map(|&line| line.to_owned()).collect();
        let took = started.elapsed();
        match verdict(status) {
            Some(verdict) => Ok(Some(Ran { verdict, took, said })),
            None => Err(Failure::failed(format!(
                "the bisection ended, because {program} ended with {}, which is no verdict on a commit",
                how(status)
            ))),
        }
    }
}

/// The verdict for an exit code, as in `git bisect run`. `None` aborts the bisection.
fn verdict(status: ExitStatus) -> Option<Verdict> {
    match status.code()? {
        0 => Some(Verdict::Good),
        125 => Some(Verdict::Skip),
        1..=127 => Some(Verdict::Bad),
        _ => None,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn exit_codes_say_what_they_say_to_git() {
        let of = |code: i32| verdict(ExitStatus::from_raw(code << 8));
        assert_eq!(
            [0, 1, 125, 127].map(of),
            [Verdict::Good, Verdict::Bad, Verdict::Skip, Verdict::Bad].map(Some)
        );
        assert_eq!((of(128), of(255), verdict(ExitStatus::from_raw(9))), (None, None, None));
    }
}
