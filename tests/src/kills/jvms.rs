//! JVMs that run tests on mutants, observed from outside.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_flt::{Follower, MutationRecord};

/// Offset of the number of begun pairs in the file of the running pair.
const BEGUN: u64 = 16;

/// A JVM with open handles of its files, which stay readable after deletion.
#[derive(Debug)]
pub struct Watched {
    /// Its process, while it runs.
    pub process: Option<u32>,
    /// Path of its results.
    pub results: PathBuf,
    pair: File,
}

impl Watched {
    /// Lists the JVMs in a folder of results.
    pub fn all(results: &Path) -> Vec<Self> {
        let Ok(entries) = fs::read_dir(results.join(".run")) else { return Vec::new() };
        let settings = entries.flatten().map(|entry| entry.path());
        let settings = settings.filter(|path| path.extension().is_some_and(|end| end == "settings"));
        settings.filter_map(|path| Self::of(&path)).collect()
    }

    /// `None`: it is just starting, or gone.
    fn of(settings: &Path) -> Option<Self> {
        let text = fs::read_to_string(settings).ok()?;
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(PathBuf::from);
        let (results, pair) = (field("results\t")?, field("pair\t")?);
        let process = workers(&settings.display().to_string()).first().copied();
        Some(Self { process, results, pair: File::open(pair).ok()? })
    }

    /// Number of pairs that it has begun.
    pub fn begun(&self) -> u64 {
        let mut bytes = [0; 8];
        // A JVM that has not written the number has begun none.
        self.pair.read_exact_at(&mut bytes, BEGUN).map_or(0, |()| u64::from_le_bytes(bytes))
    }

    /// Number of pairs whose ends it has written. Errors: its file is damaged.
    pub fn written(&self) -> Result<u64, String> {
        verdicts(&self.results)
    }

    /// Kills it.
    pub fn kill(&self) {
        if let Some(process) = self.process {
            kill(process);
        }
    }
}

/// Number of pairs in a file of results; 0 without a file. Errors: its bytes are damaged.
pub fn verdicts(file: &Path) -> Result<u64, String> {
    let Ok(bytes) = fs::read(file) else { return Ok(0) };
    let mut records = Vec::new();
    Follower::default()
        .follow(&bytes, &mut records)
        .map_err(|why| format!("{} cannot be read: {why}", file.display()))?;
    let verdicts = records.iter().filter(|record| matches!(record, MutationRecord::Verdict(_)));
    Ok(verdicts.count() as u64)
}

/// Kills the JVMs of a folder of results, as the kernel does when memory is short.
pub fn kill_workers(results: &Path) {
    workers(&results.join(".run").display().to_string()).into_iter().for_each(kill);
}

/// Processes of JVMs started with these settings.
pub fn workers(settings: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("processes").flatten() {
        let Ok(line) = fs::read(entry.path().join("cmdline")) else { continue };
        let line = String::from_utf8_lossy(&line).into_owned();
        if line.contains("mutants.worker.Worker") && line.contains(settings) {
            found.extend(entry.file_name().to_string_lossy().parse::<u32>());
        }
    }
    found
}

fn kill(process: u32) {
    // A JVM that has just exited does not matter.
    let _ = Command::new("kill").args(["-9", &process.to_string()]).output();
}
