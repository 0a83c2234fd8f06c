//! A JVM that works: it takes a unit at a time, and what it writes is read along.

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

/// The exit code of a JVM that mutants have spoiled.
pub const SPOILED: i32 = 86;
/// The exit code of a JVM that could not end a test otherwise.
pub const STUCK: i32 = 87;

/// A test that runs, with its mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The test; 0: none.
    pub test: Number,
    /// The mutant. `None`: the test runs as it is.
    pub change: Option<Change>,
}

/// A JVM that works.
#[derive(Debug)]
pub struct Worker {
    /// Which kind it is.
    pub site: usize,
    /// What it does.
    pub unit: Option<Unit>,
    /// How its numbers become the plan's.
    pub origins: Origins,
    /// What it says to people.
    pub log: PathBuf,
    /// When it took its unit.
    pub since: Instant,
    /// How many facts it had given then.
    pub before: usize,
    /// Whether it has done a unit.
    pub is_warm: bool,
    group: Group,
    input: Option<Sender<String>>,
    path: PathBuf,
    file: Option<File>,
    at: u64,
    follower: Follower,
    pair_file: File,
    pair: ([u8; 16], Instant),
    /// Its file is damaged: nothing more is read of it.
    damage: Option<String>,
}

/// The files of one JVM.
#[derive(Clone, Debug)]
pub struct Files {
    /// What it writes.
    pub results: PathBuf,
    /// Which test runs on which mutant.
    pub pair: PathBuf,
    /// What it says to people.
    pub log: PathBuf,
}

impl Worker {
    /// Starts one. Errors: the operating system's.
    pub fn start(site: usize, command: &mut Command, files: &Files) -> io::Result<Self> {
        faultline_files::put(&files.pair, [0; 16])?;
        let pair_file = File::open(&files.pair)?;
        let (group, mut stdin) = Group::start_with_input(command, &files.log)?;
        let (input, lines) = mpsc::channel::<String>();
        // A JVM that does not read must not stop those that do.
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

    /// Gives it a unit, as these commands.
    pub fn give(&mut self, unit: Unit, commands: String) {
        self.unit = Some(unit);
        self.since = Instant::now();
        self.before = self.origins.taken;
        self.pair.1 = self.since;
        self.tell(commands);
    }

    fn tell(&self, text: String) {
        if let Some(input) = &self.input {
            // It died, if this fails, which is seen otherwise.
            let _ = input.send(text);
        }
    }

    /// What it has reported since the last call.
    pub fn records(&mut self) -> Vec<MutationRecord> {
        let mut records = Vec::new();
        if self.damage.is_none()
            && let Ok(more) = self.read_on()
            && !more.is_empty()
            && let Err(why) = self.follower.follow(&more, &mut records)
        {
            self.damage = Some(why);
            // It would work for nobody.
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

    /// How it ended, when it did. Errors: the operating system's.
    pub fn poll(&mut self) -> io::Result<Option<ExitStatus>> {
        self.group.poll()
    }

    /// The pair that runs, or ran when it died.
    pub fn pair(&self) -> Pair {
        let bytes = self.pair_bytes();
        let word = |at: usize| i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Pair { test: u32::try_from(word(0)).unwrap_or(0), change: Change::of_word(word(4)) }
    }

    fn pair_bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        let mut file = &self.pair_file;
        // What cannot be read is no pair.
        let _ = file.rewind().and_then(|()| file.read_exact(&mut bytes));
        bytes
    }

    /// For how long the same pair has been running, or none of a unit that it has.
    pub fn stuck(&mut self) -> Duration {
        let bytes = self.pair_bytes();
        if bytes != self.pair.0 || self.unit.is_none() {
            self.pair = (bytes, Instant::now());
        }
        self.pair.1.elapsed()
    }

    /// What it has taken of the processors. Units: seconds.
    pub fn cpu(&self) -> f64 {
        cpu::of_process(self.group.id())
    }

    /// Lets it end.
    pub fn quit(&mut self) {
        self.tell("quit\n".to_owned());
        self.input = None;
    }

    /// Ends it at once, with all that it started.
    pub fn kill(&mut self) {
        self.group.kill();
    }

    /// Why nothing more is read of what it writes.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }
}
