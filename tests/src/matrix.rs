//! Recorded results in terms of the fixtures: rows by name, lines by source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use faultline_flt::Note;
use faultline_spectrum::{
    Coverage, ElementId, Failure, InitialiserPolicy, Moment, Outcome, RecordedTest, Recording, Spectrum,
    TestName,
};

use crate::expected::{ExpectedBuild, ExpectedRow};
use crate::markers::{Markers, Place};

/// A recorded row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The framework's unique id.
    pub id: String,
    /// Binary name of the test class.
    pub class: String,
    /// Test method.
    pub method: String,
    /// The display name.
    pub display: String,
    /// The name in rankings.
    pub name: String,
    /// Its outcome.
    pub outcome: Outcome,
    /// The reason of a failed or aborted test.
    pub failure: Option<Failure>,
    /// Whether another test ran at the same time.
    pub overlapped: bool,
    /// The covered lines.
    pub lines: BTreeSet<Place>,
}

/// All rows of a recorded run.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// In the spectrum's order.
    pub rows: Vec<Row>,
    /// Rows outside of tests: fixtures that ran after tests, and threads by name.
    pub after: Vec<Row>,
    /// Number of recorded files.
    pub files: usize,
    /// Whether every file was sealed by its JVM.
    pub sealed: bool,
    /// Number of classes in scope that could not be instrumented.
    pub refusals: usize,
    /// The reader's notes.
    pub notes: Vec<Note>,
}

impl Matrix {
    /// Merges the recordings of a folder. Panics: a file is unreadable or inconsistent.
    #[track_caller]
    pub fn read(folder: &Path) -> Self {
        let (recordings, notes) = faultline_flt::read_dir(folder).unwrap_or_else(|e| panic!("{e}"));
        let merge = |recordings: &[Recording]| {
            Spectrum::merge(recordings, InitialiserPolicy::All)
                .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        };
        let after: Vec<Recording> = recordings.iter().map(others_as_tests).collect();
        Self {
            rows: rows(&merge(&recordings)),
            after: rows(&merge(&after)),
            files: recordings.len(),
            sealed: recordings.iter().all(|recording| recording.sealed),
            refusals: recordings.iter().map(|recording| recording.refusals.len()).sum(),
            notes,
        }
    }

    /// Numbers of passed, failed, and skipped or aborted rows.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |of: &[Outcome]| self.rows.iter().filter(|row| of.contains(&row.outcome)).count();
        (count(&[Outcome::Passed]), count(&[Outcome::Failed]), count(&[Outcome::Aborted, Outcome::Skipped]))
    }

    /// Returns all differences between the recorded and the expected results, one per line.
    pub fn differences(&self, expected: &ExpectedBuild, markers: &Markers) -> String {
        let mut found = String::new();
        let mut say = |what: String| _ = writeln!(found, "{what}");
        if self.files != expected.files {
            say(format!("{} files instead of {}", self.files, expected.files));
        }
        if !self.sealed {
            say("a file is not sealed".to_owned());
        }
        if self.refusals > 0 {
            say(format!("{} classes were refused", self.refusals));
        }
        for note in &self.notes {
            say(note.to_string());
        }
        let named = self.names(&expected.rows, &mut say);
        for (name, wanted) in &expected.rows {
            match named.iter().filter(|(n, _)| n == name).count() {
                0 => say(format!("row {name} ({}) is missing", wanted.id)),
                n if n == wanted.times => {}
                n => say(format!("row {name} came out {n} times")),
            }
        }
        for (name, row) in &named {
            compare(name, row, &expected.rows[name], &mut say);
        }
        let mut named = named;
        for (name, id) in &expected.after {
            // Several JVMs may have a thread of the same name.
            let before = named.len();
            named.extend(self.after.iter().filter(|row| row.id == *id).map(|row| (name.clone(), row)));
            if named.len() == before {
                say(format!("fixture {name} ({id}) is missing"));
            }
        }
        compare_lines(&named, expected, markers, &mut say);
        found
    }

    fn names(
        &self,
        expected: &BTreeMap<String, ExpectedRow>,
        say: &mut impl FnMut(String),
    ) -> Vec<(String, &Row)> {
        let mut named = Vec::new();
        for row in &self.rows {
            // Executions of one test are distinguished by outcome.
            let same = |wanted: &ExpectedRow| wanted.id == row.id;
            let ended_so = expected.iter().find(|(_, w)| same(w) && w.outcome == row.outcome.name());
            match ended_so.or_else(|| expected.iter().find(|(_, wanted)| same(wanted))) {
                Some((name, _)) => named.push((name.clone(), row)),
                None => say(format!("row {} ({}) was not expected", row.id, row.outcome.name())),
            }
        }
        named
    }
}

/// A recording with fixtures after tests and threads outside of tests as its tests.
fn others_as_tests(recording: &Recording) -> Recording {
    let row = |sequence: usize, id: &str, coverage: &Coverage| RecordedTest {
        sequence: u32::try_from(sequence).expect("few rows"),
        unique_id: id.to_owned(),
        class: String::new(),
        method: String::new(),
        outcome: Outcome::Passed,
        duration_ns: 0,
        display: String::new(),
        overlapped: false,
        failure: None,
        coverage: coverage.clone(),
    };
    let after = recording.fixtures.iter().filter(|fixture| fixture.moment == Moment::After);
    let after = after.map(|fixture| (&fixture.unique_id, &fixture.coverage));
    let background = recording.background.iter().map(|ran| (&ran.thread, &ran.coverage));
    let rows = after.chain(background).enumerate();
    let tests = rows.map(|(sequence, (id, coverage))| row(sequence, id, coverage)).collect();
    Recording { tests, charges: Vec::new(), ..recording.clone() }
}

fn rows(spectrum: &Spectrum) -> Vec<Row> {
    let places: Vec<Option<Place>> = (0..spectrum.elements.len())
        .map(|e| {
            let element = ElementId::new(e);
            let path = spectrum.class_of(element).source_path()?;
            Some((path, spectrum.elements[e].line))
        })
        .collect();
    let tests = spectrum.tests.iter().enumerate();
    tests
        .map(|(t, test)| Row {
            id: test.unique_id.clone(),
            class: test.class.clone(),
            method: test.method.clone(),
            display: test.display.clone(),
            name: TestName::from(test).full("#").into_owned(),
            outcome: test.outcome,
            failure: test.failure.clone(),
            overlapped: test.overlapped,
            lines: spectrum.coverage.ones(t).filter_map(|e| places[e].clone()).collect(),
        })
        .collect()
}

fn compare(name: &str, row: &Row, wanted: &ExpectedRow, say: &mut impl FnMut(String)) {
    let mut check = |what: &str, is: Option<&str>, must: Option<&str>| {
        if is != must {
            let (is, must) = (is.unwrap_or("none"), must.unwrap_or("none"));
            say(format!("row {name}: {what} is {is} instead of {must}"));
        }
    };
    check("outcome", Some(row.outcome.name()), Some(&wanted.outcome));
    let failure = row.failure.as_ref();
    check("exception", failure.map(|f| f.exception.as_str()), wanted.exception.as_deref());
    if wanted.thrown_in.is_some() {
        let top = failure.and_then(|f| f.frames.first()).map(|f| format!("{}#{}", f.class, f.method));
        check("throw site", top.as_deref(), wanted.thrown_in.as_deref());
    }
    if wanted.class.is_some() {
        check("class", Some(&row.class), wanted.class.as_deref());
    }
    if wanted.method.is_some() {
        check("method", Some(&row.method), wanted.method.as_deref());
    }
    if wanted.display.is_some() {
        check("display", Some(&row.display), wanted.display.as_deref());
    }
    if wanted.name.is_some() {
        check("name", Some(&row.name), wanted.name.as_deref());
    }
    let reported = |is: bool| is.then_some("reported");
    check("overlap", reported(row.overlapped), reported(wanted.overlapped));
}

fn compare_lines(
    named: &[(String, &Row)],
    expected: &ExpectedBuild,
    markers: &Markers,
    say: &mut impl FnMut(String),
) {
    let mut recorded: BTreeMap<Place, BTreeSet<String>> = BTreeMap::new();
    for (name, row) in named.iter().filter(|(_, row)| !row.overlapped) {
        for place in &row.lines {
            recorded.entry(place.clone()).or_default().insert(name.clone());
        }
    }
    let wanted = match markers.resolve(&expected.rows.keys().chain(expected.after.keys()).cloned().collect())
    {
        Ok(wanted) => wanted,
        Err(sentence) => return say(sentence),
    };
    let nobody = BTreeSet::new();
    for place in recorded.keys().chain(wanted.keys().filter(|place| !recorded.contains_key(*place))) {
        let is = recorded.get(place).unwrap_or(&nobody);
        let must = wanted.get(place).unwrap_or(&nobody);
        if is != must {
            say(format!("{}:{}: covered by {is:?} instead of {must:?}", place.0, place.1));
        }
    }
}
