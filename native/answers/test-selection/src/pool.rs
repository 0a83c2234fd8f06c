//! The candidates of a selection and their known outcomes.

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

/// Locations of the recordings and of the pool.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Recordings; if empty, the nearest ones.
    pub inputs: &'a [PathBuf],
    /// A recording, or a file with names of recorded tests; without it, the recorded tests that passed.
    pub pool: Option<&'a Path>,
    /// Whether to trust the outcomes in the pool's recording.
    pub labelled: bool,
    /// Which parts of recordings count.
    pub reading: Reading,
}

/// The candidates of a selection.
#[derive(Debug)]
pub struct Pool {
    /// Where the candidates come from.
    pub source: Source,
    /// Rows without duplicates, in the order that breaks ties. All passed or failed.
    pub candidates: Vec<TestId>,
    /// Number of tests of the source that were aborted or skipped, and so are no candidates.
    pub left_out: usize,
    /// Whether the candidates' outcomes are known.
    pub labelled: bool,
    /// Tests of the pool with a known verdict; they count as given.
    pub known: Vec<(TestId, Verdict)>,
    /// By row: whether the test comes from the pool and not from the recorded suite.
    foreign: Vec<bool>,
}

/// The role of a pool's test in a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It can be chosen.
    Candidate,
    /// Its verdict is known.
    Known(Verdict),
    /// It is ignored.
    Other,
}

/// Where the candidates come from.
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
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Names => "names",
            Self::Recording => "recording",
        }
    }
}

impl Pool {
    /// Whether a test belongs to the recorded suite rather than to a pool of other tests.
    pub fn is_of_suite(&self, test: TestId) -> bool {
        !self.foreign[test.index()]
    }

    /// A pool of the tests of a spectrum that passed.
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

    /// Assigns each candidate a role: it stays, becomes a given test, or is dropped.
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

/// Reads the recordings and collects the candidates.
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

/// The tests named in a file, one per line, in order; blank lines and lines that start with `#` are ignored.
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

/// A sentence that explains why there are no candidates.
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
