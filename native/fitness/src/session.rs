//! A search that is guided.

use std::f64::consts::PI;
use std::fs;
use std::path::Path;

use faultline_diagnosability::{AnyMetric, AnyState, Partition, Relation, Universe, Verdict};
use faultline_format::{Writer, record_spectrum};
use faultline_spectrum::{BitMatrix, Outcome, Spectrum, Test};

use crate::FitnessError;
use crate::kept::{Joining, Kept};

/// Fitness of a candidate that must not join.
const WORST: f64 = 1.0;

/// The tests kept so far, and what a metric says of candidates given them.
///
/// Shape: rows are bit-packed, least significant bit first, of [`Session::stride`] words;
/// functions panic when one is shorter.
pub struct Session {
    state: AnyState,
    /// The suite must be worth more with a test that joins.
    must_improve: bool,
    kept: Kept,
    groups: Partition,
    /// The lines in sight and the tests at the start.
    scene: Spectrum,
    joined: Vec<(String, Box<[u64]>)>,
}

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Tests, those at the start included.
    pub tests: usize,
    /// Lines in sight: the bits of a row.
    pub lines: usize,
    /// Lines in sight that the failing test covers.
    pub suspicious: usize,
    /// Ambiguity groups among them.
    pub groups: usize,
    /// The metric's value of the tests; `None` where it has none.
    pub value: Option<f64>,
}

impl Session {
    /// Shape: the rows of `scene` are the tests at the start.
    pub(crate) fn new(metric: &AnyMetric, scene: Spectrum) -> Self {
        let mut state = metric.start(&Universe::of(&scene));
        let mut suspicious = vec![0; scene.coverage.stride()].into_boxed_slice();
        let rows = || (0..scene.tests.len()).map(|test| scene.coverage.row(test));
        for row in rows() {
            for (all, word) in suspicious.iter_mut().zip(row) {
                *all |= word;
            }
        }
        let mut groups = Partition::within(&suspicious, scene.elements.len());
        let mut kept = Kept::new(suspicious);
        for row in rows() {
            state.add(row, Verdict::Failed);
            groups.add(row, true);
            kept.add(row);
        }
        // Metrics that look at failing tests see a candidate's worth in itself; the others
        // value suites, and a test that makes a suite worse is not kept.
        let must_improve = !metric.needs_failing() && state.relation() == Relation::Grown;
        Self { state, must_improve, kept, groups, scene, joined: Vec::new() }
    }

    /// Lines in sight: the bits of a row.
    pub fn lines(&self) -> usize {
        self.scene.elements.len()
    }

    /// Words of a row.
    pub fn stride(&self) -> usize {
        self.scene.coverage.stride()
    }

    /// The metric's value of a candidate, not knowing how it ends. Cost: no allocation.
    pub fn score(&mut self, row: &[u64]) -> f64 {
        self.state.score(row)
    }

    /// How far a candidate is from the best, to be minimised: `0.5 - atan(score) / pi`, the
    /// score turned so that larger is better; 1 where the candidate covers nothing suspicious,
    /// or just what a test does that is there. Units: 0 to 1, neither reached by a candidate that
    /// may join. Cost: no allocation.
    pub fn fitness(&mut self, row: &[u64]) -> f64 {
        if self.kept.check(row) != Joining::Joined {
            return WORST;
        }
        0.5 - self.state.better().oriented(self.state.score(row)).atan() / PI
    }

    /// Whether a candidate could join now.
    pub fn check(&mut self, row: &[u64]) -> Joining {
        let joining = self.kept.check(row);
        if joining == Joining::Joined && self.must_improve {
            let after = self.state.score(row);
            let better = self.state.better();
            if self.state.suite_value().is_some_and(|now| better.compare(after, now).is_le()) {
                return Joining::NoGain;
            }
        }
        joining
    }

    /// A candidate joins the tests, as one that passes, if it can.
    pub fn accept(&mut self, row: &[u64], name: &str) -> Joining {
        let joining = self.check(row);
        if joining == Joining::Joined {
            let row = &row[..self.stride()];
            self.state.add(row, Verdict::Unknown);
            self.groups.add(row, false);
            self.kept.add(row);
            self.joined.push((name.to_owned(), row.into()));
        }
        joining
    }

    /// How the search stands.
    pub fn standing(&self) -> Standing {
        Standing {
            tests: self.scene.tests.len() + self.joined.len(),
            lines: self.lines(),
            suspicious: self.kept.suspicious().iter().map(|word| word.count_ones() as usize).sum(),
            groups: self.groups.groups().len(),
            value: self.state.suite_value(),
        }
    }

    /// The tests so far over the lines in sight; those that joined have passed.
    pub fn spectrum(&self) -> Spectrum {
        let mut spectrum = self.scene.clone();
        let given = (0..spectrum.tests.len()).map(|test| self.scene.coverage.row(test));
        let rows: Vec<&[u64]> = given.chain(self.joined.iter().map(|(_, row)| &**row)).collect();
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

    /// Writes [`Session::spectrum`] as a recording, in place of a file that is there.
    /// Errors: the operating system's.
    pub fn write(&self, path: &Path) -> Result<(), FitnessError> {
        let failed = |error| FitnessError::Write(path.to_owned(), error);
        let recording = record_spectrum(&self.spectrum(), "kept by a guided search");
        let mut writer = Writer::new(Vec::new(), &recording.origin).map_err(failed)?;
        writer.recording(&recording).map_err(failed)?;
        fs::write(path, writer.get_ref()).map_err(failed)
    }
}
