//! The process of a generator for one class.

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use faultline_files::OwnedFolder;
use faultline_jvm_process::process::group::Group;
use faultline_jvm_process::process::tail::Tail;

use super::status::SearchStatus;

/// The process of a generator for one class.
#[derive(Debug)]
pub struct Process {
    /// Status of its search.
    pub status: SearchStatus,
    /// Its start time.
    pub started: Instant,
    /// Its log.
    pub log: PathBuf,
    /// Its timeout.
    pub limit: Duration,
    /// Whether it was ended at its timeout.
    pub late: bool,
    /// Whether it was asked to stop.
    pub stopped: bool,
    /// Start time of a first process that died.
    lost: Option<Instant>,
    group: Group,
    tail: Tail,
}

impl Process {
    /// Starts a command for a class, with a timeout and a log in a folder of ours. Errors: the operating
    /// system's.
    pub fn start(
        command: &mut Command,
        class: &str,
        folder: &OwnedFolder,
        limit: Duration,
    ) -> io::Result<Self> {
        let log = folder.fresh(log_name(class))?;
        let group = Group::start(command, &log)?;
        Ok(Self {
            status: SearchStatus::default(),
            started: Instant::now(),
            log,
            limit,
            late: false,
            stopped: false,
            lost: None,
            group,
            tail: Tail::default(),
        })
    }

    /// Marks it as the replacement of a first process that died.
    #[must_use]
    pub fn in_place_of(self, died: &Self) -> Self {
        Self { lost: Some(died.started), ..self }
    }

    /// Reads its new output, and ends it at its timeout. Returns the exit status once it has ended. Errors:
    /// the operating system's.
    pub fn poll(&mut self) -> io::Result<Option<ExitStatus>> {
        self.read_on();
        if !self.late && self.started.elapsed() > self.limit {
            self.late = true;
            self.group.kill();
        }
        let ended = self.group.poll()?;
        if ended.is_some() {
            self.read_on();
            let rest = self.tail.rest();
            self.status.line(&rest);
        }
        Ok(ended)
    }

    fn read_on(&mut self) {
        for line in self.tail.lines(&self.log) {
            self.status.line(&line);
        }
    }

    /// Asks it to end, or kills it.
    pub fn end(&mut self, at_once: bool) {
        if at_once {
            self.group.kill();
        } else {
            self.group.ask_to_end();
        }
    }

    /// Whether EvoSuite, with this exit status, died before its search began, for the first time, without a
    /// request to stop.
    pub fn is_to_start_again(&self, end: ExitStatus) -> bool {
        self.lost.is_none() && !self.late && !self.stopped && self.status.died_at_start(end)
    }

    /// Time since the start, including that of a first process.
    pub fn took(&self) -> Duration {
        self.lost.unwrap_or(self.started).elapsed()
    }

    /// The trouble of a process ended at its timeout, as a clause.
    pub fn lateness(&self) -> Option<String> {
        self.late.then(|| format!("did not end within {} s and was ended", self.limit.as_secs()))
    }

    /// The reported error, to append to a clause.
    pub fn because(&self) -> String {
        self.status.error.as_ref().map_or(String::new(), |error| format!(": {error}"))
    }

    /// Adds to the trouble that the process was restarted, if it was.
    pub fn trouble(&self, trouble: Option<String>) -> Option<String> {
        const AGAIN: &str = "EvoSuite died before its search began and was restarted";
        if self.lost.is_none() {
            return trouble;
        }
        Some(trouble.map_or_else(|| AGAIN.to_owned(), |trouble| format!("{AGAIN}; {trouble}")))
    }
}

/// Renames the log of the first process, to keep its errors. If that fails, the second process overwrites it.
pub fn set_aside(folder: &OwnedFolder, class: &str) {
    let log = folder.root().join(log_name(class));
    let _ = folder.take_in(&log, format!("logs/{class}.first.txt"));
}

/// The name of a class's log in a folder of ours.
pub fn log_name(class: &str) -> String {
    format!("logs/{class}.txt")
}
