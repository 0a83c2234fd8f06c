//! The process of a generator that works on one class.

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use faultline_files::OwnedFolder;
use faultline_jvm_process::process::group::Group;
use faultline_jvm_process::process::tail::Tail;

use super::status::SearchStatus;

/// A generator that works on one class.
#[derive(Debug)]
pub struct Process {
    /// How its search stands.
    pub status: SearchStatus,
    /// When it began.
    pub started: Instant,
    /// What it prints.
    pub log: PathBuf,
    /// How long it may take.
    pub limit: Duration,
    /// Its time was over, and it was ended.
    pub late: bool,
    /// Somebody wanted it to end.
    pub stopped: bool,
    /// When a first start began, which died.
    lost: Option<Instant>,
    group: Group,
    tail: Tail,
}

impl Process {
    /// Starts a command for a class, which may take so long; what it prints goes to a log in a folder of ours.
    /// Errors: the operating system's.
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

    /// The same in place of a first start, which died.
    #[must_use]
    pub fn in_place_of(self, died: &Self) -> Self {
        Self { lost: Some(died.started), ..self }
    }

    /// Reads on in its output, ends it when its time is over; how it ended, when it did. Errors: the operating system's.
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

    /// Asks it to end, or ends it at once.
    pub fn end(&mut self, at_once: bool) {
        if at_once {
            self.group.kill();
        } else {
            self.group.ask_to_end();
        }
    }

    /// Whether EvoSuite, which ended like this, died before its search began, for the first time, and nobody wanted it to end.
    pub fn is_to_start_again(&self, end: ExitStatus) -> bool {
        self.lost.is_none() && !self.late && !self.stopped && self.status.died_at_start(end)
    }

    /// From the start, also of one that died, until now.
    pub fn took(&self) -> Duration {
        self.lost.unwrap_or(self.started).elapsed()
    }

    /// What was wrong with one that was ended, as a clause.
    pub fn lateness(&self) -> Option<String> {
        self.late.then(|| format!("did not end within {} s and was ended", self.limit.as_secs()))
    }

    /// What it said of an error, behind a clause that says how it ended.
    pub fn because(&self) -> String {
        self.status.error.as_ref().map_or(String::new(), |error| format!(": {error}"))
    }

    /// What was wrong, with the word that it was started again, where it was.
    pub fn trouble(&self, trouble: Option<String>) -> Option<String> {
        const AGAIN: &str = "EvoSuite died before its search began and was started again";
        if self.lost.is_none() {
            return trouble;
        }
        Some(trouble.map_or_else(|| AGAIN.to_owned(), |trouble| format!("{AGAIN}; {trouble}")))
    }
}

/// Where the log of the first start goes: what was wrong with it is of interest still.
/// When it cannot go there, the second start writes over it.
pub fn set_aside(folder: &OwnedFolder, class: &str) {
    let log = folder.root().join(log_name(class));
    let _ = folder.take_in(&log, format!("logs/{class}.first.txt"));
}

/// The name of what was said of a class in a folder of ours.
pub fn log_name(class: &str) -> String {
    format!("logs/{class}.txt")
}
