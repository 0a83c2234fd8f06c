//! A search that is guided.

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

/// Fitness of a candidate that must not join.
const WORST: f64 = 1.0;

/// What a candidate ran, and what of it is compared with the failing tests.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The lines in sight that it covered.
    pub row: &'a [u64],
    /// Where conditions are compared, the outcomes that it brought about, in their order, as places among those of the
    /// conditions in sight; where inputs are, these; else nothing.
    pub compared: &'a [u64],
}

impl<'a, T: AsRef<[u64]> + ?Sized> From<&'a T> for Candidate<'a> {
    fn from(row: &'a T) -> Self {
        Self { row: row.as_ref(), compared: &[] }
    }
}

/// The tests kept so far, and what a metric says of candidates given them.
///
/// Shape: rows are bit-packed, least significant bit first, of [`Session::stride`] words;
/// functions panic when one is shorter.
pub struct Session {
    state: AnyState,
    /// The suite must be worth more with a test that joins.
    must_improve: bool,
    near: Option<Near>,
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
    pub(crate) fn new(metric: &AnyMetric, near: Option<Near>, scene: Spectrum) -> Self {
        let mut state = metric.start(&Universe::of(&scene));
        let mut suspicious = vec![0; scene.coverage.stride()].into_boxed_slice();
        let rows = || (0..scene.tests.len()).map(|test| scene.coverage.row(test));
        for test in 0..scene.tests.len() {
            scene.coverage.add_row(test, &mut suspicious);
        }
        let mut groups = Partition::within(&suspicious, scene.elements.len());
        let mut kept = Kept::new(suspicious);
        // What does as the failing test did is what they look for.
        let is_sought = near.as_ref().is_some_and(|near| near.what() != Nearness::PathsThenEap);
        for row in rows() {
            state.add(&row, Verdict::Failed);
            groups.add(&row, true);
            if !is_sought {
                kept.add(&row);
            }
        }
        // Metrics that look at failing tests see a candidate's worth in itself; the others
        // value suites, and a test that makes a suite worse is not kept.
        let must_improve = !metric.needs_failing() && state.relation() == Relation::Grown;
        Self { state, must_improve, near, kept, groups, scene, joined: Vec::new() }
    }

    /// Whether a similarity leads, so that candidates are compared with the failing tests.
    pub fn compares(&self) -> bool {
        self.near.is_some()
    }

    /// Lines in sight: the bits of a row.
    pub fn lines(&self) -> usize {
        self.scene.elements.len()
    }

    /// Words of a row.
    pub fn stride(&self) -> usize {
        self.scene.coverage.stride()
    }

    /// The metric's value of a candidate, not knowing how it ends; the similarity where one leads alone. Cost: no allocation for
    /// metrics.
    pub fn score<'a>(&mut self, candidate: impl Into<Candidate<'a>>) -> f64 {
        let Candidate { row, compared } = candidate.into();
        match &self.near {
            Some(near) if near.what() != Nearness::PathsThenEap => near.similarity(compared).subset,
            _ => self.state.score(row),
        }
    }

    /// How far a candidate is from the best, to be minimised: `0.5 - atan(score) / pi`, the
    /// score turned so that larger is better; 1 where the candidate covers nothing suspicious,
    /// or just what a test does that is there. Units: 0 to 1, neither reached by a candidate that
    /// may join. Cost: no allocation for metrics.
    ///
    /// Where a similarity leads, this is the score, the longest run deciding between equals. Where it leads to the half that
    /// is near, the others are worse than all of that, and the better the more similar they are.
    pub fn fitness<'a>(&mut self, candidate: impl Into<Candidate<'a>>) -> f64 {
        let candidate = candidate.into();
        let similarity = self.near.as_mut().map(|near| (near.what(), near.value(candidate.compared)));
        match (self.check(candidate), similarity) {
            (Joining::Far, Some((_, similarity))) => WORST - similarity.subset / 4.0,
            (Joining::Joined, Some((Nearness::PathsThenEap, _))) => self.distance(candidate.row) / 2.0,
            (Joining::Joined, Some((_, similarity))) => distance(similarity.height()),
            (Joining::Joined | Joining::NoGain, None) => self.distance(candidate.row),
            _ => WORST,
        }
    }

    fn distance(&mut self, row: &[u64]) -> f64 {
        distance(self.state.better().oriented(self.state.score(row)))
    }

    /// Whether a candidate could join now.
    pub fn check<'a>(&mut self, candidate: impl Into<Candidate<'a>>) -> Joining {
        let Candidate { row, compared } = candidate.into();
        let joining = self.kept.check(row);
        if let Some(near) = &self.near {
            return match (near.what(), joining) {
                (Nearness::Paths, Joining::Joined | Joining::Known) if near.knows(compared) => Joining::Known,
                (Nearness::Paths, Joining::Known) => Joining::Joined,
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

    /// A candidate joins the tests, as one that passes, if it can. A round is over then.
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

    /// How the search stands.
    pub fn standing(&self) -> Standing {
        Standing {
            tests: self.scene.tests.len() + self.joined.len(),
            lines: self.lines(),
            suspicious: self.kept.suspicious().iter().map(|word| word.count_ones() as usize).sum(),
            groups: self.groups.groups().len(),
            value: if self.near.is_none() { self.state.suite_value() } else { None },
        }
    }

    /// The tests so far over the lines in sight; those that joined have passed.
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

    /// Writes [`Session::spectrum`] as a recording, in place of one that is there.
    /// Errors: something else is there; the operating system's.
    pub fn write(&self, path: &Path) -> Result<(), FitnessError> {
        let file = OutputFile { path, option: "-Dfitness_export", what: "a recording" };
        let recording = record_spectrum(&self.spectrum(), "kept by a guided search");
        let written = Writer::new(Vec::new(), &recording.origin)
            .and_then(|mut writer| writer.recording(&recording).map(|()| writer));
        let writer = written.map_err(|error| FitnessError::Write(file.failed(error)))?;
        file.write(holds_recording, writer.get_ref()).map_err(FitnessError::Write)
    }
}

/// Smaller for what is greater.
fn distance(score: f64) -> f64 {
    0.5 - score.atan() / PI
}
