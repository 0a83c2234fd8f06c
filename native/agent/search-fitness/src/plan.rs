//! A failure to explain, before the classes of the search are known.

use std::path::Path;

use faultline_diagnosability::AnyMetric;
use faultline_diagnosability::similarity::Nearness;
use faultline_sbfl::{display_name, failing_tests};
use faultline_spectrum::{ClassId, ElementId, Outcome, Spectrum, TestId};

use crate::load::load;
use crate::metric::find_metric;
use crate::near::{Aim, Compared};
use crate::scene::{Probe, Sight, restrict};
use crate::{FitnessError, Session};

/// The metric that values rows if a similarity guides the search.
const BESIDE: &str = "eap";

/// The query of a search.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// A `.flt` file, a folder of them, or a folder in the tsv or gzoltar layout.
    pub spectrum: &'a Path,
    /// Names of the failing tests to explain; empty for the only failed one.
    pub failing: &'a [String],
    /// Name of the metric, with parameters, or of a similarity to the failing tests.
    pub metric: &'a str,
    /// The model of a learned metric.
    pub model: Option<&'a Path>,
}

/// A failure to explain: a spectrum, its failing test and a metric.
#[derive(Debug)]
pub struct Plan {
    spectrum: Spectrum,
    metric: AnyMetric,
    aim: Option<Aim>,
    given: Vec<TestId>,
    /// Classes with a line covered by a given test, ascending.
    classes: Vec<ClassId>,
    /// Lines covered by the given tests, a row of the whole spectrum.
    suspicious: Vec<u64>,
}

impl Plan {
    /// Reads the spectrum. Errors: it cannot be read; no test failed, or several did and none is named; the metric does not
    /// exist; the failing test covers nothing; or its conditions, which the similarity needs, were not recorded.
    pub fn open(query: &Query<'_>) -> Result<Self, FitnessError> {
        let near = Nearness::of_name(query.metric);
        let metric = match near {
            Some(_) => find_metric(BESIDE, None)?,
            None => find_metric(query.metric, query.model)?,
        };
        let (spectrum, recordings) = load(query.spectrum)?;
        let given = if query.failing.is_empty() {
            only_failing(&spectrum, query.spectrum)?
        } else {
            failing_tests(&spectrum, query.failing)?
        };
        let aim =
            near.map(|what| Aim::of(what, &recordings, (&spectrum, &given), query.spectrum)).transpose()?;
        Ok(Self { aim, ..Self::new(spectrum, given, metric)? })
    }

    /// A plan of a spectrum in memory. Errors: the given tests cover nothing. Panics: the spectrum has no such row.
    pub fn new(spectrum: Spectrum, given: Vec<TestId>, metric: AnyMetric) -> Result<Self, FitnessError> {
        let mut suspicious = vec![0; spectrum.coverage.stride()];
        for test in &given {
            spectrum.coverage.add_row(test.index(), &mut suspicious);
        }
        let covered = (0..spectrum.elements.len()).filter(|&e| suspicious[e / 64] >> (e % 64) & 1 != 0);
        let mut classes: Vec<ClassId> =
            covered.map(|e| spectrum.method_of(ElementId::new(e)).class).collect();
        classes.sort_unstable();
        classes.dedup();
        let plan = Self { spectrum, metric, aim: None, given, classes, suspicious };
        if plan.classes.is_empty() { Err(FitnessError::NothingCovered(plan.failing())) } else { Ok(plan) }
    }

    /// The similarity to the failing tests; `None` if a metric guides the search.
    pub fn nearness(&self) -> Option<Nearness> {
        self.aim.as_ref().map(|aim| aim.what)
    }

    /// Class and method of each failing test.
    pub fn tests(&self) -> Vec<(&str, &str)> {
        let tests = self.given.iter().map(|test| &self.spectrum.tests[test.index()]);
        tests.map(|test| (test.class.as_str(), test.method.as_str())).collect()
    }

    /// The metric; with a similarity, the one that additionally values rows.
    pub fn metric(&self) -> &AnyMetric {
        &self.metric
    }

    /// Names of the classes to search: those with a line covered by the failing test.
    pub fn classes(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.classes.iter().map(|class| self.spectrum.classes[class.index()].name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Names of the failing tests, for display.
    pub fn failing(&self) -> String {
        let names = self.given.iter().map(|test| display_name(&self.spectrum.tests[test.index()]));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Begins a search that sees the lines of these probes: all lines of the loaded classes, each (method, line) once.
    ///
    /// Returns the row bit of each probe; `None` for unused lines. Rows are over the recorded lines in sight or, for a
    /// metric that ignores failing tests, over those covered by the failing test. Errors: no such line is in sight; a class
    /// differs from the recorded one; a similarity guides the search.
    pub fn observe(&self, probes: &[Probe<'_>]) -> Result<(Session, Vec<Option<u32>>), FitnessError> {
        self.compare(probes, &Compared::default())
    }

    /// Like [`Plan::observe`], with data for a similarity. Errors: none of it occurs in the failing tests; a class differs
    /// from the recorded one.
    pub fn compare(
        &self,
        probes: &[Probe<'_>],
        seen: &Compared<'_>,
    ) -> Result<(Session, Vec<Option<u32>>), FitnessError> {
        let sight = Sight::of(&self.spectrum, &self.classes);
        let found: Vec<Option<ElementId>> = probes.iter().map(|probe| sight.element(probe)).collect();
        let mut in_sight = vec![false; self.spectrum.elements.len()];
        for element in found.iter().flatten() {
            in_sight[element.index()] = true;
        }
        self.check_versions(probes, &in_sight)?;
        let plays = |element: usize| self.metric.needs_failing() || self.is_suspicious(element);
        let elements: Vec<ElementId> = (0..in_sight.len())
            .filter(|&element| in_sight[element] && plays(element))
            .map(ElementId::new)
            .collect();
        if !elements.iter().any(|element| self.is_suspicious(element.index())) {
            return Err(FitnessError::NothingInSight {
                test: self.failing(),
                class: self.classes().first().map_or_else(String::new, |&class| class.to_owned()),
            });
        }
        let bit = |element: &ElementId| elements.binary_search(element).ok().map(|bit| bit as u32);
        let bits = found.iter().map(|element| element.as_ref().and_then(bit)).collect();
        let near = self.aim.as_ref().map(|aim| aim.near(seen, &self.failing())).transpose()?;
        Ok((Session::new(&self.metric, near, restrict(&self.spectrum, &elements, &self.given)), bits))
    }

    fn is_suspicious(&self, element: usize) -> bool {
        self.suspicious[element / 64] >> (element % 64) & 1 != 0
    }

    /// Checks that classes in sight have all their lines covered by the failing test.
    fn check_versions(&self, probes: &[Probe<'_>], in_sight: &[bool]) -> Result<(), FitnessError> {
        let mut seen: Vec<&str> = probes.iter().map(|probe| probe.class).collect();
        seen.sort_unstable();
        seen.dedup();
        for (index, element) in self.spectrum.elements.iter().enumerate() {
            let class = &self.spectrum.class_of(ElementId::new(index)).name;
            let is_missing = self.is_suspicious(index) && !in_sight[index];
            if is_missing && seen.binary_search(&class.as_str()).is_ok() {
                return Err(FitnessError::OtherVersion { class: class.clone(), line: element.line });
            }
        }
        Ok(())
    }
}

fn only_failing(spectrum: &Spectrum, path: &Path) -> Result<Vec<TestId>, FitnessError> {
    let failed: Vec<TestId> = spectrum.tests_with(Outcome::Failed).collect();
    let name = |test: &TestId| display_name(&spectrum.tests[test.index()]);
    match failed.len() {
        0 => Err(FitnessError::NothingFailed(path.to_owned())),
        1 => Ok(failed),
        _ => Err(FitnessError::SeveralFailed(failed.iter().map(name).collect())),
    }
}
