//! Runs the program itself as a child, with its output in a log beside the recordings.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use faultline_files::{OwnedFolder, regular};
use faultline_jvm_process::process::command::{Ended, cannot_start};
use faultline_jvm_process::process::group::Group;
use faultline_jvm_process::process::program;
use faultline_jvm_process::process::tail::Tail;
use faultline_messages::failure::Failure;
use faultline_recording_store::folder::KIND;

/// Polling interval.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a child of a server that ends has until it is killed: `faultline run` puts the earlier recording back.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(1_500);
/// Interval between progress reports.
const TOLD: Duration = Duration::from_millis(500);
/// Characters of a line of output in a report.
const LONGEST: usize = 120;
/// Last lines of a log that an answer has, and how much is read for them. Units: bytes.
const LAST: (usize, u64) = (10, 16 * 1024);

/// A command of the program.
#[derive(Clone, Debug)]
pub struct Child {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// The folder of the recordings.
    pub recordings: PathBuf,
    /// The name of the log in it.
    pub log: &'static str,
}

/// How a child ended.
#[derive(Debug)]
pub struct Outcome {
    /// Its exit code; 128+n after signal n.
    pub code: u8,
    /// Whether it was asked to end.
    pub is_cancelled: bool,
    /// Its log.
    pub log: PathBuf,
    /// The last lines of the log.
    pub last: Vec<String>,
}

/// What a watcher of a child wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It goes on.
    GoesOn,
    /// It is asked to end.
    Ends,
    /// It is asked to end, and soon killed: the server ends.
    Dies,
}

impl Child {
    /// Runs the command to its end; `tell` receives the last line of output now and then. Errors: the folder of the recordings
    /// is somebody else's; the program cannot be started.
    pub fn run(&self, wanted: &dyn Fn() -> Wanted, tell: &dyn Fn(String)) -> Result<Outcome, Failure> {
        let log = self.log()?;
        let mut command = program::command(&self.program);
        command.args(&self.arguments).current_dir(&self.folder);
        let mut group = Group::start(&mut command, &log)
            .map_err(|error| cannot_start(self.program.as_os_str(), &error))?;
        let (mut told, mut tail, mut is_cancelled, mut died) = (Instant::now(), Tail::default(), false, None);
        loop {
            let ended = group.poll();
            if let Some(status) =
                ended.map_err(|error| Failure::failed(format!("waiting for the program failed: {error}")))?
            {
                let code = Ended::from(status).code();
                return Ok(Outcome { code, is_cancelled, last: last_lines(&log), log });
            }
            match wanted() {
                Wanted::GoesOn => {}
                Wanted::Ends => {
                    is_cancelled = true;
                    group.ask_to_end();
                }
                Wanted::Dies => {
                    is_cancelled = true;
                    group.ask_to_end();
                    if died.get_or_insert_with(Instant::now).elapsed() > SHUTDOWN_TIMEOUT {
                        group.kill();
                    }
                }
            }
            if told.elapsed() > TOLD {
                told = Instant::now();
                let line = tail.lines(&log).into_iter().rfind(|line| !line.trim().is_empty());
                if let Some(line) = line {
                    tell(line.trim().chars().take(LONGEST).collect());
                }
            }
            thread::sleep(PAUSE);
        }
    }

    /// The path of the log, in a folder of ours.
    fn log(&self) -> Result<PathBuf, Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::failed(format!("the log beside the recordings cannot be written: {error}"))
        };
        let folder = OwnedFolder::take(&self.recordings, KIND).map_err(|refusal| failed(&refusal))?;
        folder.fresh(self.log).map_err(|error| failed(&error))
    }
}

/// The last lines of a log, without reading the whole file.
fn last_lines(log: &Path) -> Vec<String> {
    let bytes = regular::last(log, LAST.1).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST.0)..].iter().map(|line| (*line).to_owned()).collect()
}
