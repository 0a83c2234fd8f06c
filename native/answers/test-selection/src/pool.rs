//! The candidates, and what is known of them.

use std::path::{Path, PathBuf};

use faultline_diagnosability::Verdict;
use faultline_files::{limits, regular};
use faultline_flt::EXTENSION;
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_recording_store::load::{self, Loaded};
use faultline_recording_store::reading::Reading;
use faultline_sbfl::tests_named;
use faultline_spectrum::{Outcome, Spectrum, Test, TestId};

/// Where recordings and the pool are.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Recordings; the nearest without any.
    pub inputs: &'a [PathBuf],
    /// A recording, or a file with names of recorded tests; the recorded tests that passed without one.
    pub pool: Option<&'a Path>,
    /// Whether the outcomes in the pool's recording are believed.
    pub labelled: bool,
    /// What of recordings counts.
    pub reading: Reading,
}

/// Tests to choose from.
#[derive(Debug)]
pub struct Pool {
    /// What they are.
    pub source: Source,
    /// Rows, in the order in which ties fall; each once. All of them passed or failed.
    pub candidates: Vec<TestId>,
    /// Tests of the source that are no candidates, because they were aborted or skipped.
    pub left_out: usize,
    /// Whether their outcomes are known.
    pub labelled: bool,
    /// Tests that came with the pool and of which somebody has said what they do: they are given.
    pub known: Vec<(TestId, Verdict)>,
    /// By row: the test came with the pool, and is none of the recorded suite.
    foreign: Vec<bool>,
}

/// What a test of a pool is to a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It may be chosen.
    Candidate,
    /// It is known to do this.
    Known(Verdict),
    /// It is not looked at.
    Other,
}

/// What the candidates are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The passed tests of the recordings.
    Passed,
    /// Recorded tests whose names a file lists.
    Names,
    /// The tests of other recordings.
    Recording,
}

impl Source {
    /// One word for scripts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Names => "names",
            Self::Recording => "recording",
        }
    }
}

impl Pool {
    /// Whether a test belongs to the recorded suite, not to a pool of other tests.
    pub fn is_of_suite(&self, test: TestId) -> bool {
        !self.foreign[test.index()]
    }

    /// The tests of a spectrum that passed.
    pub fn of_passed(spectrum: &Spectrum) -> Self {
        let passed = spectrum.tests_with(Outcome::Passed).collect();
        Self::of(Source::Passed, spectrum, passed, true)
    }

    fn of(source: Source, spectrum: &Spectrum, rows: Vec<TestId>, labelled: bool) -> Self {
        let mut foreign = vec![false; spectrum.tests.len()];
        if source == Source::Recording {
            for row in &rows {
                foreign[row.index()] = true;
            }
        }
        let all = rows.len();
        let counts = |test: &TestId| spectrum.tests[test.index()].outcome.is_counted();
        let candidates: Vec<TestId> = rows.into_iter().filter(counts).collect();
        Self { source, left_out: all - candidates.len(), candidates, labelled, known: Vec::new(), foreign }
    }

    /// Keeps some of the candidates; others are given tests from now on, or nothing.
    pub fn narrow(&mut self, spectrum: &Spectrum, part: impl Fn(&Test) -> Part) {
        let known = &mut self.known;
        self.candidates.retain(|&row| match part(&spectrum.tests[row.index()]) {
            Part::Candidate => true,
            Part::Known(verdict) => {
                known.push((row, verdict));
                false
            }
            Part::Other => false,
        });
    }
}

/// Reads the recordings and finds the candidates.
/// Errors: as [`load::load`]; the pool's file cannot be read, or names an unknown test.
pub fn load(asked: &Asked<'_>) -> Result<(Loaded, Pool), Failure> {
    let Some(path) = asked.pool else {
        let loaded = load::load_as(asked.inputs, asked.reading)?;
        let pool = Pool::of_passed(&loaded.spectrum);
        return Ok((loaded, pool));
    };
    let is_recording = path.is_dir() || path.extension().is_some_and(|extension| extension == EXTENSION);
    if is_recording || !path.exists() {
        let (loaded, rows) = load::load_with_pool(asked.inputs, path, asked.reading)?;
        let pool = Pool::of(Source::Recording, &loaded.spectrum, rows, asked.labelled);
        return Ok((loaded, pool));
    }
    let loaded = load::load_as(asked.inputs, asked.reading)?;
    let rows = named(&loaded.spectrum, path)?;
    let pool = Pool::of(Source::Names, &loaded.spectrum, rows, true);
    Ok((loaded, pool))
}

/// The tests that the lines of a file name, in its order; blank lines and those that start
/// with `#` name none.
fn named(spectrum: &Spectrum, path: &Path) -> Result<Vec<TestId>, Failure> {
    let text = regular::read_to_string(path, limits::LIST).map_err(|error| {
        Failure::failed(format!(
            "the pool {} cannot be read as a list of tests: {error}; a recording is a .flt file or a folder",
            path.display()
        ))
    })?;
    let mut seen = vec![false; spectrum.tests.len()];
    let mut rows = Vec::new();
    for (line, name) in (1..).zip(text.lines().map(str::trim)) {
        if name.is_empty() || name.starts_with('#') {
            continue;
        }
        let tests = tests_named(spectrum, name)
            .map_err(|error| Failure::failed(format!("{}:{line}: {error}", path.display())))?;
        rows.extend(tests.into_iter().filter(|test| !std::mem::replace(&mut seen[test.index()], true)));
    }
    if rows.is_empty() {
        return Err(Failure::failed(format!("{} names no test", path.display())));
    }
    Ok(rows)
}

/// Why there is nothing to choose from, in a sentence.
pub fn nothing_to_choose(pool: &Pool, spectrum: &Spectrum) -> Failure {
    let recorded = spectrum.tests.len();
    Failure::failed(match pool.source {
        Source::Passed => format!(
            "none of the {} recorded passed, so there is nothing to choose from; name a --pool",
            counted(recorded, "test")
        ),
        Source::Names | Source::Recording => format!(
            "none of the {} of the pool passed or failed, so there is nothing to choose from",
            counted(pool.left_out, "test")
        ),
    })
}
