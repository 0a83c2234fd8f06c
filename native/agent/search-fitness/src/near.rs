//! Guides a search towards the failing executions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use faultline_diagnosability::similarity::{Nearness, PathSimilarity};
use faultline_spectrum::{ClassName, ConditionNumbers, Outcome, Recording, Site, Spectrum, TestId, TestPath};

use crate::FitnessError;

/// Data of a search, besides lines, to compare with the failing executions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared<'a> {
    /// The conditions of the classes in sight.
    pub conditions: &'a [Conditions<'a>],
    /// The inputs of each failing test, as arbitrary numbers.
    pub inputs: &'a [Vec<u64>],
}

/// The conditions of a class, as found in its class file.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// Binary name with dots.
    pub class: &'a str,
    /// Hash of the class file, as computed by a recorder.
    pub hash: u64,
    /// The conditions, in code order.
    pub sites: &'a [Site],
}

/// The target of a search, before its classes are known.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    pub what: Nearness,
    numbers: ConditionNumbers,
    /// The outcomes of each execution of a failing test.
    failing: Vec<Vec<u32>>,
    /// Hashes of classes with recorded conditions, by name.
    recorded: HashMap<String, HashSet<u64>>,
    /// Outermost classes of the recorded tests, whose conditions belong to the tests.
    testing: HashSet<String>,
}

impl Aim {
    /// Prepares for the given tests, from the recordings of a spectrum; empty for other layouts. Errors: conditions are
    /// compared, but none were recorded, or none of these tests.
    pub fn of(
        what: Nearness,
        recordings: &[Recording],
        (spectrum, given): (&Spectrum, &[TestId]),
        place: &Path,
    ) -> Result<Self, FitnessError> {
        let outermost = |name: &str| ClassName(name).outermost().to_owned();
        let mut aim = Self {
            what,
            numbers: ConditionNumbers::default(),
            failing: Vec::new(),
            recorded: HashMap::new(),
            testing: spectrum.tests.iter().map(|test| outermost(&test.class)).collect(),
        };
        if !what.needs_paths() {
            return Ok(aim);
        }
        let is_given = |path: &TestPath<'_>| {
            let given = given.iter().map(|test| &spectrum.tests[test.index()]);
            path.test.outcome == Outcome::Failed
                && given.into_iter().any(|test| {
                    (&test.unique_id, &test.class, &test.method)
                        == (&path.test.unique_id, &path.test.class, &path.test.method)
                })
        };
        let all = aim.numbers.paths(recordings);
        aim.failing = all.into_iter().filter(is_given).map(|path| path.steps).collect();
        if aim.failing.iter().all(Vec::is_empty) {
            return Err(FitnessError::NoConditions(what, place.to_owned()));
        }
        for recording in recordings {
            let with: HashSet<u32> = recording.elements.tables.iter().map(|table| table.class).collect();
            for class in recording.classes.iter().filter(|class| with.contains(&class.id)) {
                aim.recorded.entry(class.name.clone()).or_default().insert(class.hash);
            }
        }
        Ok(aim)
    }

    /// Begins with the classes in sight. Errors: a class differs from the recorded one; nothing that the failing tests
    /// decided, or were given, is in sight.
    pub fn near(&self, seen: &Compared<'_>, failing: &str) -> Result<Near, FitnessError> {
        let mut near = Near::new(self.what);
        if self.what.needs_paths() {
            let mut numbers = self.numbers.clone();
            for class in seen.conditions {
                let known = self.recorded.get(class.class);
                if known.is_some_and(|hashes| !hashes.contains(&class.hash)) {
                    return Err(FitnessError::OtherBytes(class.class.to_owned()));
                }
                let of_class = numbers.of_class(class.class, class.hash, class.sites);
                let is_test = self.testing.contains(ClassName(class.class).outermost());
                near.numbers.extend(of_class.into_iter().map(|number| number.filter(|_| !is_test)));
            }
            let in_sight: HashSet<u32> = near.numbers.iter().flatten().copied().collect();
            let steps = |path: &Vec<u32>| -> Vec<u64> {
                path.iter().filter(|step| in_sight.contains(step)).map(|&step| step.into()).collect()
            };
            near.failing = self.failing.iter().map(steps).collect();
        } else {
            near.failing = seen.inputs.to_vec();
        }
        if near.failing.iter().all(Vec::is_empty) {
            return Err(FitnessError::NothingToCompare(self.what, failing.to_owned()));
        }
        Ok(near)
    }
}

/// Similarity of candidates to the failing executions.
#[derive(Debug)]
pub(crate) struct Near {
    what: Nearness,
    /// The outcomes or inputs of each failing execution.
    failing: Vec<Vec<u64>>,
    /// The number of each outcome in sight.
    numbers: Vec<Option<u32>>,
    /// The outcomes or inputs of each accepted test, sorted.
    joined: HashSet<Vec<u64>>,
    /// Number of valued candidates by similarity, in millionths.
    valued: BTreeMap<u64, u64>,
    /// The least similarity of a near candidate, in millionths.
    bound: u64,
}

impl Near {
    fn new(what: Nearness) -> Self {
        Self {
            what,
            failing: Vec::new(),
            numbers: Vec::new(),
            joined: HashSet::new(),
            valued: BTreeMap::new(),
            bound: 0,
        }
    }

    pub fn what(&self) -> Nearness {
        self.what
    }

    /// Converts a candidate's steps to the numbers of the failing executions, dropping unknown ones.
    fn steps(&self, compared: &[u64]) -> Vec<u64> {
        if !self.what.needs_paths() {
            return compared.to_vec();
        }
        let number = |slot: &u64| self.numbers.get(usize::try_from(*slot).ok()?).copied().flatten();
        compared.iter().filter_map(number).map(u64::from).collect()
    }

    /// Similarity to the nearest failing execution. Cost: O(conditions or inputs) for each.
    pub fn similarity(&self, compared: &[u64]) -> PathSimilarity {
        let similarity = PathSimilarity::of(self.what.measure(), &[self.steps(compared)], &self.failing);
        // Inputs are compared by position, so runs are meaningless.
        if self.what.needs_paths() { similarity } else { PathSimilarity { tie: 0.0, ..similarity } }
    }

    /// Like [`Self::similarity`], but also counts the candidate for the threshold of the next round.
    pub fn value(&mut self, compared: &[u64]) -> PathSimilarity {
        let similarity = self.similarity(compared);
        *self.valued.entry(millionths(similarity)).or_default() += 1;
        similarity
    }

    /// Whether a similarity is in the nearer half of the candidates valued in earlier rounds.
    pub fn is_near(&self, similarity: PathSimilarity) -> bool {
        millionths(similarity) >= self.bound
    }

    /// Whether an accepted test has the same steps.
    pub fn knows(&self, compared: &[u64]) -> bool {
        self.joined.contains(&self.decided(compared))
    }

    fn decided(&self, compared: &[u64]) -> Vec<u64> {
        let mut steps = self.steps(compared);
        steps.sort_unstable();
        steps
    }

    pub fn join(&mut self, compared: &[u64]) {
        let decided = self.decided(compared);
        self.joined.insert(decided);
    }

    /// Ends a round.
    pub fn next_round(&mut self) {
        let half = self.valued.values().sum::<u64>().div_ceil(2);
        let mut nearer = 0;
        let bound = self.valued.iter().rev().find(|&(_, &count)| {
            nearer += count;
            nearer >= half
        });
        self.bound = bound.map_or(0, |(&similarity, _)| similarity);
    }
}

fn millionths(similarity: PathSimilarity) -> u64 {
    (similarity.value * 1e6).round() as u64
}
