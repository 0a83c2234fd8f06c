//! A guided search.

use std::borrow::Cow;
use std::f64::consts::PI;
use std::path::Path;

use faultline_diagnosability::similarity::Nearness;
use faultline_diagnosability::{AnyMetric, AnyState, Partition, Relation, Universe, Verdict};
use faultline_files::OutputFile;
use faultline_flt::{Writer, holds_recording, record_spectrum};
use faultline_spectrum::{BitMatrix, Outcome, Spectrum, Test};

use crate::FitnessError;
use crate::kept::{Joining, Kept};
use crate::near::Near;

/// Fitness of a candidate that cannot be accepted.
const WORST: f64 = 1.0;

/// The data of a candidate.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The covered lines in sight.
    pub row: &'a [u64],
    /// If conditions are compared, its outcomes in order, as indices among those in sight; if inputs are compared, the
    /// inputs; otherwise empty.
    pub compared: &'a [u64],
}

impl<'a, T: AsRef<[u64]> + ?Sized> From<&'a T> for Candidate<'a> {
    fn from(row: &'a T) -> Self {
        Self { row: row.as_ref(), compared: &[] }
    }
}

/// The accepted tests, and a metric that values candidates given them.
///
/// Shape: rows are bit-packed, least significant bit first, with [`Session::stride`] words; functions panic on shorter ones.
pub struct Session {
    state: AnyState,
    /// Whether accepting a test must increase the suite value.
    must_improve: bool,
    near: Option<Near>,
    kept: Kept,
    groups: Partition,
    /// The lines in sight and the initial tests.
    scene: Spectrum,
    joined: Vec<(String, Box<[u64]>)>,
}

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Number of tests, including initial ones.
    pub tests: usize,
    /// Number of lines in sight, the bits of a row.
    pub lines: usize,
    /// Number of lines in sight covered by the failing test.
    pub suspicious: usize,
    /// Number of ambiguity groups among them.
    pub groups: usize,
    /// The metric's value of the tests; `None` if it has none.
    pub value: Option<f64>,
}

impl Session {
    /// Shape: the rows of `scene` are the initial tests.
    pub(crate) fn new(metric: &AnyMetric, near: Option<Near>, scene: Spectrum) -> Self {
        let mut state = metric.start(&Universe::of(&scene));
        let mut suspicious = vec![0; scene.coverage.stride()].into_boxed_slice();
        let rows = || (0..scene.tests.len()).map(|test| scene.coverage.row(test));
        for test in 0..scene.tests.len() {
            scene.coverage.add_row(test, &mut suspicious);
        }
        let mut groups = Partition::within(&suspicious, scene.elements.len());
        let mut kept = Kept::new(suspicious);
        // Similarities look for candidates that behave like the failing test.
        let is_sought = near.as_ref().is_some_and(|near| near.what() != Nearness::PathsThenEap);
        for row in rows() {
            state.add(&row, Verdict::Failed);
            groups.add(&row, true);
            if !is_sought {
                kept.add(&row);
            }
        }
        // Metrics of failing tests value candidates individually; the others value suites, and must not get worse.
        let must_improve = !metric.needs_failing() && state.relation() == Relation::Grown;
        Self { state, must_improve, near, kept, groups, scene, joined: Vec::new() }
    }

    /// Whether a similarity guides the search, so that candidates are compared with the failing tests.
    pub fn compares(&self) -> bool {
        self.near.is_some()
    }

    /// Number of lines in sight, the bits of a row.
    pub fn lines(&self) -> usize {
        self.scene.elements.len()
    }

    /// Length of a row in words.
    pub fn stride(&self) -> usize {
        self.scene.coverage.stride()
    }

    /// The metric's value of a candidate, without its outcome; the similarity if no metric is used. Cost: no allocation for
    /// metrics.
    pub fn score<'a>(&mut self, candidate: impl Into<Candidate<'a>>) -> f64 {
        let Candidate { row, compared } = candidate.into();
        match &self.near {
            Some(near) if near.what() != Nearness::PathsThenEap => near.similarity(compared).value,
            _ => self.state.score(row),
        }
    }

    /// The distance of a candidate from the optimum, to be minimised: `0.5 - atan(score) / pi`, with the score negated if
    /// smaller is better; 1 if the candidate covers nothing suspicious, or the same as an accepted test. Units: 0 to 1,
    /// neither reached by an acceptable candidate. Cost: no allocation for metrics.
    ///
    /// If a similarity guides the search, the score is the similarity, ties broken by the longest run. If the similarity
    /// selects the nearer half, candidates of the other half are worse than all near ones, ordered by similarity.
    pub fn fitness<'a>(&mut self, candidate: impl Into<Candidate<'a>>) -> f64 {
        let candidate = candidate.into();
        let similarity = self.near.as_mut().map(|near| (near.what(), near.value(candidate.compared)));
        match (self.check(candidate), similarity) {
            (Joining::Far, Some((_, similarity))) => WORST - similarity.value / 4.0,
            (Joining::Joined, Some((Nearness::PathsThenEap, _))) => self.distance(candidate.row) / 2.0,
            (Joining::Joined, Some((_, similarity))) => distance(similarity.height()),
            (Joining::Joined | Joining::NoGain, None) => self.distance(candidate.row),
            _ => WORST,
        }
    }

    fn distance(&mut self, row: &[u64]) -> f64 {
        distance(self.state.better().oriented(self.state.score(row)))
    }

    /// Whether a candidate could be accepted now.
    pub fn check<'a>(&mut self, candidate: impl Into<Candidate<'a>>) -> Joining {
        let Candidate { row, compared } = candidate.into();
        let joining = self.kept.check(row);
        if let Some(near) = &self.near {
            return match (near.what(), joining) {
                (Nearness::Paths | Nearness::Runs, Joining::Joined | Joining::Known)
                    if near.knows(compared) =>
                {
                    Joining::Known
                }
                (Nearness::Paths | Nearness::Runs, Joining::Known) => Joining::Joined,
                (Nearness::PathsThenEap, Joining::Joined) if !near.is_near(near.similarity(compared)) => {
                    Joining::Far
                }
                (_, joining) => joining,
            };
        }
        if joining == Joining::Joined && self.must_improve {
            let after = self.state.score(row);
            let better = self.state.better();
            if self.state.suite_value().is_some_and(|now| better.compare(after, now).is_le()) {
                return Joining::NoGain;
            }
        }
        joining
    }

    /// Accepts a candidate, as a passing test, if possible. This ends a round.
    pub fn accept<'a>(&mut self, candidate: impl Into<Candidate<'a>>, name: &str) -> Joining {
        let candidate = candidate.into();
        let joining = self.check(candidate);
        if joining == Joining::Joined {
            let row = &candidate.row[..self.stride()];
            self.state.add(row, Verdict::Unknown);
            self.groups.add(row, false);
            self.kept.add(row);
            self.joined.push((name.to_owned(), row.into()));
        }
        if let Some(near) = &mut self.near {
            if joining == Joining::Joined {
                near.join(candidate.compared);
            }
            near.next_round();
        }
        joining
    }

    /// The current state.
    pub fn standing(&self) -> Standing {
        Standing {
            tests: self.scene.tests.len() + self.joined.len(),
            lines: self.lines(),
            suspicious: self.kept.suspicious().iter().map(|word| word.count_ones() as usize).sum(),
            groups: self.groups.groups().len(),
            value: if self.near.is_none() { self.state.suite_value() } else { None },
        }
    }

    /// The tests over the lines in sight; accepted ones have passed.
    pub fn spectrum(&self) -> Spectrum {
        let mut spectrum = self.scene.clone();
        let given = (0..spectrum.tests.len()).map(|test| self.scene.coverage.row(test));
        let joined = self.joined.iter().map(|(_, row)| Cow::Borrowed(&**row));
        let rows: Vec<Cow<'_, [u64]>> = given.chain(joined).collect();
        let mut coverage = BitMatrix::new(rows.len(), spectrum.elements.len());
        for (test, row) in rows.iter().enumerate() {
            for line in (0..spectrum.elements.len()).filter(|line| row[line / 64] >> (line % 64) & 1 != 0) {
                coverage.set(test, line);
            }
        }
        for (name, _) in &self.joined {
            let (class, method) = name.rsplit_once(' ').unwrap_or(("", name));
            spectrum.tests.push(Test {
                unique_id: name.clone(),
                class: class.to_owned(),
                method: method.to_owned(),
                outcome: Outcome::Passed,
                duration_ns: 0,
                display: String::new(),
                overlapped: false,
                failure: None,
            });
        }
        spectrum.coverage = coverage;
        spectrum
    }

    /// Writes [`Session::spectrum`] as a recording, replacing an existing one. Errors: the path names another kind of file;
    /// I/O errors.
    pub fn write(&self, path: &Path) -> Result<(), FitnessError> {
        let file = OutputFile { path, option: "-Dfitness_export", what: "a recording" };
        let recording = record_spectrum(&self.spectrum(), "kept by a guided search");
        let written = Writer::new(Vec::new(), &recording.origin)
            .and_then(|mut writer| writer.recording(&recording).map(|()| writer));
        let writer = written.map_err(|error| FitnessError::Write(file.failed(error)))?;
        file.write(holds_recording, writer.get_ref()).map_err(FitnessError::Write)
    }
}

/// A decreasing function of the score.
fn distance(score: f64) -> f64 {
    0.5 - score.atan() / PI
}
