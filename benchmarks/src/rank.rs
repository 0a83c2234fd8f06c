//! The duration of a ranking: reading the file, merging it to a spectrum, ranking.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use faultline_flt::Writer;
use faultline_sbfl::{
    Level, RankQuery, Ranker, RankingSpec, Selection, Ties, count_elements, failure_groups,
};
use faultline_spectrum::{InitialiserPolicy, Recording, Spectrum};
use serde_json::{Value, json};

use crate::synthetic::{self, LINES, TESTS};
use crate::{BenchError, stats, table, workspace};

/// Duration of each repetition, by step. Units: ms.
pub struct Speed {
    steps: Vec<(&'static str, Vec<f64>)>,
    density: f64,
    bytes: u64,
}

/// Reads all recordings of a folder. Errors: a file is damaged or torn; the measured JVMs end normally.
pub fn read(dir: &Path) -> Result<Vec<Recording>, BenchError> {
    let failed = |detail: String| BenchError::Program { what: "reading the recording".to_owned(), detail };
    let (recordings, notes) = faultline_flt::read_dir(dir).map_err(|e| failed(e.to_string()))?;
    match notes.first() {
        Some(note) => Err(failed(note.to_string())),
        None => Ok(recordings),
    }
}

/// Writes a generated recording and repeats each step on it. Errors: the scratch folder cannot be written.
pub fn run(rounds: usize, progress: impl Fn(&str)) -> Result<Speed, BenchError> {
    progress("writing 7,200 tests x 90,000 lines");
    let recording = synthetic::recording();
    let density = synthetic::density(&recording);
    let path = write(&recording)?;
    let bytes = fs::metadata(&path).map_err(BenchError::io(&path))?.len();
    drop(recording);
    let mut speed = Speed { steps: STEPS.map(|name| (name, Vec::new())).into(), density, bytes };
    for round in 0..rounds {
        progress(&format!("round {} of {rounds}", round + 1));
        speed.round(&path)?;
    }
    Ok(speed)
}

const STEPS: [&str; 9] = [
    "load: read the file",
    "load: merge to a spectrum",
    "group failures",
    "count ef, ep, nf, np",
    "rank methods (counts included)",
    "rank lines (counts included), first",
    "rank lines, another formula",
    "rank methods, the default, first",
    "rank methods, the default, again",
];

fn write(recording: &Recording) -> Result<PathBuf, BenchError> {
    let path = workspace::fresh("rank")?.join("synthetic.flt");
    write_to(&path, recording)?;
    Ok(path)
}

/// Writes a recording into a file. Errors: the file cannot be written.
pub(crate) fn write_to(path: &Path, recording: &Recording) -> Result<(), BenchError> {
    let mut writer = Writer::create(path, &recording.origin).map_err(BenchError::io(path))?;
    writer.recording(recording).map_err(BenchError::io(path))
}

impl Speed {
    fn round(&mut self, path: &Path) -> Result<(), BenchError> {
        let dir = path.parent().unwrap_or(path);
        let recordings = self.timed(0, || read(dir))?;
        let merged = self.timed(1, || Spectrum::merge(&recordings, InitialiserPolicy::All));
        let spectrum = merged.map_err(|e| BenchError::Unequal { detail: e.to_string() })?;
        let shape = (spectrum.tests.len(), spectrum.elements.len());
        if shape != (TESTS as usize, LINES as usize) {
            return Err(BenchError::Unequal { detail: format!("the spectrum came out as {shape:?}") });
        }
        self.queries(&spectrum).map_err(|e| BenchError::Unequal { detail: e.to_string() })
    }

    /// Measures the steps after loading, in the order of the command line.
    fn queries(&mut self, spectrum: &Spectrum) -> Result<(), faultline_sbfl::ScoringError> {
        let selection = Selection::all(spectrum);
        let query = |formula: &str, level| {
            Ok(RankQuery { selection: selection.clone(), ranking: formula.parse()?, level, ties: Ties::Max })
        };
        let (methods, lines) = (query("ochiai", Level::Method)?, query("ochiai", Level::Line)?);
        let again = query("dstar", Level::Line)?;
        let ranker = Ranker::new(spectrum);
        self.timed(2, || failure_groups(spectrum));
        self.timed(3, || count_elements(spectrum, &selection));
        self.timed(4, || ranker.rank(&methods))?;
        self.timed(5, || ranker.rank(&lines))?;
        self.timed(6, || ranker.rank(&again))?;
        let default = query(RankingSpec::DEFAULT, Level::Method)?;
        self.timed(7, || ranker.rank(&default))?;
        self.timed(8, || ranker.rank(&default))?;
        Ok(())
    }

    fn timed<T>(&mut self, step: usize, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = black_box(work());
        self.steps[step].1.push(start.elapsed().as_secs_f64() * 1e3);
        result
    }

    /// Renders a table.
    pub fn table(&self) -> String {
        let row = |(name, samples): &(&str, Vec<f64>)| {
            let millis = |value: f64| format!("{value:.2}");
            vec![(*name).to_owned(), millis(stats::min(samples)), millis(stats::median(samples))]
        };
        let rows: Vec<Vec<String>> = self.steps.iter().map(row).collect();
        format!(
            "{TESTS} tests x {LINES} lines, {:.1} % covered, a file of {:.1} MB, {} rounds\n\n{}",
            self.density * 100.0,
            self.bytes as f64 / 1e6,
            self.steps[0].1.len(),
            table::render(&["step", "ms min", "median"], &rows)
        )
    }

    /// Returns all samples as JSON.
    pub fn json(&self) -> Value {
        let steps: Vec<Value> =
            self.steps.iter().map(|(name, ms)| json!({ "step": name, "milliseconds": ms })).collect();
        json!({
            "benchmark": "rank",
            "tests": TESTS,
            "lines": LINES,
            "density": self.density,
            "bytes": self.bytes,
            "steps": steps,
        })
    }
}
