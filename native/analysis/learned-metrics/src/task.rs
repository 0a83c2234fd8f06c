//! The environment of choosing tests for a fault with a known cause.

use std::collections::HashMap;
use std::sync::Arc;

use faultline_diagnosability::metrics::{Cover, Split};
use faultline_diagnosability::{Metric, Partition, State as _, Universe, Verdict};
use faultline_sbfl::{Clues, MethodIndex, MethodRanks, RankingSpec, SuiteCounts};
use faultline_spectrum::{Outcome, Spectrum, TestId};

use crate::{Action, Digest, Environment, RlfdcError, State};

/// A fault with a known cause: a spectrum and its faulty methods. Faults may be real or seeded into a passing build.
#[derive(Clone, Copy, Debug)]
pub struct TrainingFault<'a> {
    /// Name, for reports.
    pub name: &'a str,
    /// Coverage and outcomes of its tests.
    pub spectrum: &'a Spectrum,
    /// Number of methods, including those without elements.
    pub methods: usize,
    /// The method (below `methods`) of each element.
    pub method_of: &'a [u32],
    /// The faulty methods (below `methods`).
    pub faulty: &'a [u32],
}

/// Choosing tests for a fault one by one, after its first failing test.
///
/// The candidates are all other rows that passed or failed, in row order. The reward of a choice is `(rank0 - rank) /
/// rank0`. rank is that of the best faulty method by the outcomes of all chosen tests (Ochiai of its best line, max
/// tie-breaker); rank0 is the rank with the initial test only.
/// Source: Zhuo et al., TOSEM.
#[derive(Clone, Debug)]
pub struct SelectionTask<'a> {
    spectrum: &'a Spectrum,
    candidates: Vec<Candidate>,
    /// One candidate of each kind.
    kinds: Vec<TestId>,
    judge: Judge,
    ranking: RankingSpec,
    /// The state with the initial test only.
    first: Chosen,
    now: Chosen,
}

type Groups = <Split as Metric>::State;

/// A candidate test.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    test: TestId,
    cover: f32,
    /// Candidates that cover the same elements of the initial test are of one kind: they split groups identically.
    kind: u32,
}

/// The chosen tests.
#[derive(Clone, Debug)]
struct Chosen {
    tests: usize,
    groups: Groups,
    counts: Counts,
    /// Indices of the remaining candidates, ascending.
    left: Vec<u32>,
    /// Cached result of [`Environment::actions`].
    actions: Option<Arc<[Action]>>,
}

impl<'a> SelectionTask<'a> {
    /// The task of a fault. Errors: no test failed, or no faulty method has a line. Panics: method numbers do not match the
    /// spectrum. Cost: O(elements * tests / 64 + set bits).
    pub fn new(fault: &TrainingFault<'a>) -> Result<Self, RlfdcError> {
        let spectrum = fault.spectrum;
        let unusable = |reason| RlfdcError::Unusable { fault: fault.name.to_owned(), reason };
        let failing = spectrum.tests_with(Outcome::Failed).next();
        let initial = failing.ok_or_else(|| unusable("none of its tests failed"))?;
        assert_eq!(fault.method_of.len(), spectrum.elements.len(), "one method per element");
        let judge = Judge::new(fault);
        if judge.faulty.is_empty() {
            return Err(unusable("no faulty method has a line"));
        }
        let mut groups = Split.start(&Universe::without_methods(spectrum.elements.len()));
        groups.add(&spectrum.coverage.row(initial.index()), Verdict::Failed);
        let (candidates, kinds) = candidates(spectrum, initial);
        let mut counts = judge.start();
        judge.add(&mut counts, initial, true);
        let left = (0..candidates.len() as u32).collect();
        let first = Chosen { tests: 1, groups, counts, left, actions: None };
        let ranking = "ochiai".parse().expect("a ranking of the registry");
        let mut task = Self { spectrum, candidates, kinds, judge, ranking, now: first.clone(), first };
        task.first.actions = Some(task.actions());
        task.judge.initial = task.judge.rank(&task.first.counts, &task.ranking);
        task.reset();
        Ok(task)
    }

    /// The test at an index of [`Environment::actions`].
    pub fn test(&self, place: usize) -> TestId {
        self.candidates[self.now.left[place] as usize].test
    }
}

/// All candidates, and one of each kind.
fn candidates(spectrum: &Spectrum, initial: TestId) -> (Vec<Candidate>, Vec<TestId>) {
    let matrix = &spectrum.coverage;
    let suspicious = &matrix.row(initial.index());
    let mut cover = Cover.start(&Universe::without_methods(spectrum.elements.len()));
    cover.add(suspicious, Verdict::Failed);
    let mut kind_of: HashMap<Box<[u64]>, u32> = HashMap::new();
    let (mut candidates, mut kinds) = (Vec::new(), Vec::new());
    for (row, test) in spectrum.tests.iter().enumerate() {
        let test = (test.outcome.is_counted() && row != initial.index()).then(|| TestId::new(row));
        let Some(test) = test else { continue };
        let row = matrix.row(row);
        let shared = row.iter().zip(suspicious.iter()).filter(|(_, mask)| **mask != 0);
        let shared = shared.map(|(word, mask)| word & mask).collect();
        let kind = *kind_of.entry(shared).or_insert_with(|| {
            kinds.push(test);
            kinds.len() as u32 - 1
        });
        candidates.push(Candidate { test, cover: cover.score(&row) as f32, kind });
    }
    (candidates, kinds)
}

impl Environment for SelectionTask<'_> {
    fn reset(&mut self) {
        self.now.clone_from(&self.first);
    }

    fn state(&self) -> State {
        State { tests: (self.now.tests - 1) as f32, groups: self.now.groups.groups() as f32, uncovered: 0.0 }
    }

    fn actions(&mut self) -> Arc<[Action]> {
        if let Some(actions) = &self.now.actions {
            return Arc::clone(actions);
        }
        let Self { spectrum, candidates, kinds, now, .. } = self;
        let splits: Vec<f32> =
            kinds.iter().map(|kind| now.groups.score(&spectrum.coverage.row(kind.index())) as f32).collect();
        let action = |&place: &u32| {
            let Candidate { cover, kind, .. } = candidates[place as usize];
            Action { split: splits[kind as usize], cover }
        };
        let actions: Arc<[Action]> = now.left.iter().map(action).collect();
        now.actions = Some(Arc::clone(&actions));
        actions
    }

    fn take(&mut self, place: usize) -> f32 {
        let test = self.candidates[self.now.left.remove(place) as usize].test;
        let failed = self.spectrum.tests[test.index()].outcome == Outcome::Failed;
        self.now.tests += 1;
        self.now.actions = None;
        // The metric does not see outcomes, so training hides them too.
        self.now.groups.add(&self.spectrum.coverage.row(test.index()), Verdict::Unknown);
        self.judge.add(&mut self.now.counts, test, failed);
        let (rank0, rank) = (self.judge.initial, self.judge.rank(&self.now.counts, &self.ranking));
        (rank0 - rank) / rank0
    }
}

/// Ranks methods by the chosen tests.
///
/// Elements of one method that the same tests cover are merged into one column, which leaves about a tenth.
#[derive(Clone, Debug)]
struct Judge {
    index: MethodIndex,
    columns: usize,
    /// Columns that each test covers.
    rows: Vec<Vec<u32>>,
    /// Faulty methods that have elements.
    faulty: Vec<u32>,
    ranks: MethodRanks,
    /// The rank with the initial test only.
    initial: f32,
}

/// Execution counts of each column.
#[derive(Clone, Debug, Default)]
struct Counts {
    ef: Vec<u32>,
    ep: Vec<u32>,
    failed: u32,
    passed: u32,
}

impl Judge {
    fn new(fault: &TrainingFault<'_>) -> Self {
        let matrix = &fault.spectrum.coverage;
        let mut equal = Partition::new(matrix.columns());
        for row in 0..matrix.rows() {
            equal.add(&matrix.row(row), false);
        }
        let mut column_of: HashMap<(u32, usize), u32> = HashMap::new();
        let (mut method_of, mut lines) = (Vec::new(), Vec::new());
        let mut of_element = Vec::with_capacity(matrix.columns());
        for (element, &method) in fault.method_of.iter().enumerate() {
            let group = equal.group_of(element).expect("every element has a group");
            let column = *column_of.entry((method, group)).or_insert_with(|| {
                method_of.push(method);
                lines.push(0);
                lines.len() as u32 - 1
            });
            lines[column as usize] += 1;
            of_element.push(column);
        }
        let columns_of = |row: usize| {
            let mut columns: Vec<u32> = matrix.ones(row).map(|element| of_element[element]).collect();
            columns.sort_unstable();
            columns.dedup();
            columns
        };
        let rows = (0..matrix.rows()).map(columns_of).collect();
        let columns = lines.len();
        let index = MethodIndex::merged(fault.methods, &method_of, lines);
        let has_elements = |method: &u32| !index.elements(*method as usize).is_empty();
        let faulty = fault.faulty.iter().copied().filter(has_elements).collect();
        Self { index, columns, rows, faulty, ranks: MethodRanks::default(), initial: 0.0 }
    }

    fn start(&self) -> Counts {
        Counts { ef: vec![0; self.columns], ep: vec![0; self.columns], ..Counts::default() }
    }

    fn add(&self, counts: &mut Counts, test: TestId, failed: bool) {
        let (number, of_columns) =
            if failed { (&mut counts.failed, &mut counts.ef) } else { (&mut counts.passed, &mut counts.ep) };
        *number += 1;
        for &column in &self.rows[test.index()] {
            of_columns[column as usize] += 1;
        }
    }

    /// The rank of the best faulty method, counted from 1.
    fn rank(&mut self, counts: &Counts, ranking: &RankingSpec) -> f32 {
        let Counts { ef, ep, failed, passed } = counts;
        let suite = SuiteCounts { ef, ep, failed: *failed, passed: *passed };
        self.ranks.update(ranking, &self.index, &Clues::default(), &suite);
        let places = self.faulty.iter().filter_map(|&method| self.ranks.place(method as usize));
        places.map(|place| place.max).min().expect("a faulty method has elements") as f32
    }
}

impl TrainingFault<'_> {
    /// Adds everything that training reads of a fault, so that a model can identify its data.
    pub fn digest(&self, digest: &mut Digest) {
        digest.text(self.name);
        digest.word(self.methods as u64);
        for numbers in [self.method_of, self.faulty] {
            digest.word(numbers.len() as u64);
            for &number in numbers {
                digest.word(number.into());
            }
        }
        digest.word(self.spectrum.tests.len() as u64);
        for test in &self.spectrum.tests {
            digest.word(test.outcome.code().into());
        }
        digest.word(self.spectrum.coverage.columns() as u64);
        let coverage = &self.spectrum.coverage;
        digest.word((coverage.rows() * coverage.stride()) as u64);
        coverage.words().for_each(|word| digest.word(word));
    }
}
