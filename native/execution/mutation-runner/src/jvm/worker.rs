//! A worker JVM: it takes one unit at a time, and its results file is read while it grows.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use faultline_flt::{Follower, MutationRecord};
use faultline_jvm_process::process::group::Group;

use crate::cpu;
use crate::facts::Origins;
use crate::named::{Change, Number};
use crate::unit::Unit;

/// Exit code of a JVM that mutants have spoiled.
pub const SPOILED: i32 = 86;
/// Exit code of a JVM that could end a test only by exiting.
pub const STUCK: i32 = 87;

/// A test that runs, with its mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The test; 0 if none runs.
    pub test: Number,
    /// The mutant; `None` if the test runs without one.
    pub change: Option<Change>,
}

/// A worker JVM.
#[derive(Debug)]
pub struct Worker {
    /// Index of its site.
    pub site: usize,
    /// Its current unit.
    pub unit: Option<Unit>,
    /// Maps its numbers to the plan's.
    pub origins: Origins,
    /// Its log.
    pub log: PathBuf,
    /// When it took its unit.
    pub since: Instant,
    /// Number of records taken at that time.
    pub before: usize,
    /// Whether it has finished a unit.
    pub is_warm: bool,
    group: Group,
    input: Option<Sender<String>>,
    path: PathBuf,
    file: Option<File>,
    at: u64,
    follower: Follower,
    pair_file: File,
    pair: ([u8; 16], Instant),
    /// Why its results file is damaged; nothing more is read of it.
    damage: Option<String>,
}

/// The files of one JVM.
#[derive(Clone, Debug)]
pub struct Files {
    /// Its records.
    pub results: PathBuf,
    /// The running pair of a test and a mutant.
    pub pair: PathBuf,
    /// Its log.
    pub log: PathBuf,
}

impl Worker {
    /// Starts a JVM. Errors: the operating system's.
    pub fn start(site: usize, command: &mut Command, files: &Files) -> io::Result<Self> {
        faultline_files::put(&files.pair, [0; 16])?;
        let pair_file = File::open(&files.pair)?;
        let (group, mut stdin) = Group::start_with_input(command, &files.log)?;
        let (input, lines) = mpsc::channel::<String>();
        // A JVM that does not read its input must not block the others.
        thread::spawn(move || {
            for text in lines {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            site,
            unit: None,
            origins: Origins::default(),
            log: files.log.clone(),
            since: Instant::now(),
            before: 0,
            is_warm: false,
            group,
            input: Some(input),
            path: files.results.clone(),
            file: None,
            at: 0,
            follower: Follower::default(),
            pair_file,
            pair: ([0; 16], Instant::now()),
            damage: None,
        })
    }

    /// Gives it a unit as commands.
    pub fn give(&mut self, unit: Unit, commands: String) {
        self.unit = Some(unit);
        self.since = Instant::now();
        self.before = self.origins.taken;
        self.pair.1 = self.since;
        self.tell(commands);
    }

    fn tell(&self, text: String) {
        if let Some(input) = &self.input {
            // If this fails the JVM has died, which `poll` reports.
            let _ = input.send(text);
        }
    }

    /// Records that it has written since the last call.
    pub fn records(&mut self) -> Vec<MutationRecord> {
        let mut records = Vec::new();
        if self.damage.is_none()
            && let Ok(more) = self.read_on()
            && !more.is_empty()
            && let Err(why) = self.follower.follow(&more, &mut records)
        {
            self.damage = Some(why);
            // Its further results would be lost.
            self.group.kill();
        }
        records
    }

    fn read_on(&mut self) -> io::Result<Vec<u8>> {
        if self.file.is_none() {
            self.file = File::open(&self.path).ok();
        }
        let Some(file) = &mut self.file else { return Ok(Vec::new()) };
        let mut more = Vec::new();
        file.seek(SeekFrom::Start(self.at))?;
        file.read_to_end(&mut more)?;
        self.at += more.len() as u64;
        Ok(more)
    }

    /// Its exit status, once it has ended. Errors: the operating system's.
    pub fn poll(&mut self) -> io::Result<Option<ExitStatus>> {
        self.group.poll()
    }

    /// The running pair, or the one that ran when it died.
    pub fn pair(&self) -> Pair {
        let bytes = self.pair_bytes();
        let word = |at: usize| i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Pair { test: u32::try_from(word(0)).unwrap_or(0), change: Change::of_word(word(4)) }
    }

    fn pair_bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        let mut file = &self.pair_file;
        // An unreadable file counts as no pair.
        let _ = file.rewind().and_then(|()| file.read_exact(&mut bytes));
        bytes
    }

    /// How long the same pair has been running, or how long its unit has been without a pair.
    pub fn stuck(&mut self) -> Duration {
        let bytes = self.pair_bytes();
        if bytes != self.pair.0 || self.unit.is_none() {
            self.pair = (bytes, Instant::now());
        }
        self.pair.1.elapsed()
    }

    /// Its CPU time. Units: seconds.
    pub fn cpu(&self) -> f64 {
        cpu::of_process(self.group.id())
    }

    /// Asks it to exit.
    pub fn quit(&mut self) {
        self.tell("quit\n".to_owned());
        self.input = None;
    }

    /// Kills it with all processes that it started.
    pub fn kill(&mut self) {
        self.group.kill();
    }

    /// Why its results file is not read any more.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }
}
