//! Ranks the methods of a fault repeatedly, as tests are added and removed.

use faultline_sbfl::evidence::{Evidence, Kind, Known, Methods, Told};
use faultline_sbfl::{
    Clues, MethodIndex, MethodRanks, MethodScore, NameIndex, NameMatch, Place, RankingSpec, SuiteCounts,
    TraceFrames,
};
use faultline_spectrum::{Outcome, TestId};

use crate::columns::Columns;
use crate::{Fault, Figures};

/// The data that stay constant while a suite of a fault's tests changes.
#[derive(Clone, Debug)]
pub struct Judge<'f> {
    fault: &'f Fault,
    columns: Columns,
    index: MethodIndex,
    /// Evidence from each failing test; ascending by test.
    tells: Vec<(TestId, Tells)>,
    methods: Methods,
}

/// Evidence about methods from a failing test, besides its coverage.
#[derive(Clone, Debug)]
struct Tells {
    /// (method, position) in its stack trace.
    trace: Vec<(u32, u32)>,
    /// The methods whose names share words with the test's.
    names: Vec<(u32, NameMatch)>,
    /// Evidence by kind.
    told: Told,
}

/// The counts of some tests of a fault.
#[derive(Clone, Debug)]
pub struct Suite {
    ef: Vec<u32>,
    ep: Vec<u32>,
    passed: u32,
    /// The failing tests, ascending.
    failing: Vec<TestId>,
    /// Evidence about methods from the failing tests.
    clues: Clues,
}

/// Buffers for rankings, reused between them.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    ranks: MethodRanks,
    faulty: Vec<Place>,
}

impl<'f> Judge<'f> {
    /// A judge for suites of a fault. Cost: O(elements * tests / 64 + set bits).
    pub fn new(fault: &'f Fault) -> Self {
        let columns = Columns::of(fault);
        let index = MethodIndex::merged(fault.methods, columns.method_of(), columns.lines().to_vec());
        let known = Known::of(&fault.spectrum);
        let numbers = numbers(fault);
        let number = |method: u32| numbers[method as usize];
        let tells = |test| Tells {
            trace: trace(fault, test),
            names: names_like(fault, known.names(), test),
            told: Told::of(&fault.spectrum, test, &known).renumbered(number),
        };
        let tells = fault.failing().into_iter().map(|test| (test, tells(test))).collect();
        let methods = known.methods().renumbered(fault.methods, number);
        Self { fault, columns, index, tells, methods }
    }

    /// The fault.
    pub fn fault(&self) -> &'f Fault {
        self.fault
    }

    /// A suite without tests.
    pub fn start(&self) -> Suite {
        let columns = self.columns.len();
        Suite {
            ef: vec![0; columns],
            ep: vec![0; columns],
            passed: 0,
            failing: Vec::new(),
            clues: Clues {
                frames: vec![None; self.fault.methods],
                names: vec![NameMatch::default(); self.fault.methods],
                ..Clues::default()
            },
        }
    }

    /// A suite of these tests.
    pub fn suite(&self, tests: impl IntoIterator<Item = TestId>) -> Suite {
        let mut suite = self.start();
        tests.into_iter().for_each(|test| self.add(&mut suite, test));
        suite
    }

    /// Adds a test to the suite, with its outcome; a test that neither passed nor failed changes nothing.
    /// Panics: it is not a row. Cost: O(elements that it covers).
    pub fn add(&self, suite: &mut Suite, test: TestId) {
        let counts = match self.outcome(test) {
            Outcome::Failed => {
                let at = suite.failing.partition_point(|&other| other < test);
                suite.failing.insert(at, test);
                self.gather_clues(suite);
                &mut suite.ef
            }
            Outcome::Passed => {
                suite.passed += 1;
                &mut suite.ep
            }
            Outcome::Aborted | Outcome::Skipped => return,
        };
        self.columns.row(test).for_each(|column| counts[column] += 1);
    }

    /// Reverses [`Judge::add`], for a test that is in the suite.
    pub fn remove(&self, suite: &mut Suite, test: TestId) {
        let counts = match self.outcome(test) {
            Outcome::Failed => {
                suite.failing.retain(|&other| other != test);
                self.gather_clues(suite);
                &mut suite.ef
            }
            Outcome::Passed => {
                suite.passed -= 1;
                &mut suite.ep
            }
            Outcome::Aborted | Outcome::Skipped => return,
        };
        self.columns.row(test).for_each(|column| counts[column] -= 1);
    }

    /// Everything about a test that can affect a ranking. A failing test has unique evidence besides its
    /// coverage, so it equals no other test.
    pub(crate) fn kind(&self, test: TestId) -> (Option<TestId>, Outcome, TestId) {
        let outcome = self.outcome(test);
        ((outcome == Outcome::Failed).then_some(test), outcome, self.columns.alike(test))
    }

    /// The figures of a suite's ranking. Panics: the fault has no faulty method.
    /// Cost: O(distinct columns + methods * faulty methods), without allocation.
    pub fn figures(&self, suite: &Suite, ranking: &RankingSpec, scratch: &mut Scratch) -> Figures {
        let Scratch { ranks, faulty } = scratch;
        ranks.update(ranking, &self.index, &suite.clues, &suite.counts());
        faulty.clear();
        faulty.extend(self.fault.faulty.iter().filter_map(|&method| ranks.place(method as usize)));
        Figures::of(faulty, self.fault.methods)
    }

    /// The scores of all methods in a ranking. Cost: O(distinct columns), without allocation.
    pub fn scores<'s>(
        &self,
        suite: &Suite,
        ranking: &RankingSpec,
        scratch: &'s mut Scratch,
    ) -> &'s [MethodScore] {
        scratch.ranks.update(ranking, &self.index, &suite.clues, &suite.counts());
        scratch.ranks.methods()
    }

    fn outcome(&self, test: TestId) -> Outcome {
        self.fault.spectrum.tests[test.index()].outcome
    }

    /// The position of a method is that in the first failing test whose trace contains it; of name matches
    /// the best counts.
    fn gather_clues(&self, suite: &mut Suite) {
        let Suite { clues, failing, .. } = suite;
        clues.frames.fill(None);
        clues.names.fill(NameMatch::default());
        for (_, tells) in self.tells.iter().filter(|(test, _)| failing.binary_search(test).is_ok()) {
            for &(method, place) in &tells.trace {
                clues.frames[method as usize].get_or_insert(place);
            }
            for &(method, name) in &tells.names {
                let best = &mut clues.names[method as usize];
                *best = best.max(name);
            }
        }
        let told = self.tells.iter().filter(|(test, _)| failing.binary_search(test).is_ok());
        clues.evidence = Evidence::of(&self.methods, told.map(|(_, tells)| &tells.told));
    }
}

/// The number in the fault of each method of its spectrum; `None` for methods without lines.
fn numbers(fault: &Fault) -> Vec<Option<u32>> {
    let mut numbers = vec![None; fault.spectrum.methods.len()];
    for (element, &method) in fault.spectrum.elements.iter().zip(&fault.method_of) {
        numbers[element.method.index()] = Some(method);
    }
    numbers
}

impl Suite {
    /// The failed tests, ascending.
    pub fn failing(&self) -> &[TestId] {
        &self.failing
    }

    /// The number of passed tests.
    pub fn passed(&self) -> u32 {
        self.passed
    }

    /// Evidence about a method from the failing tests, in the order of the kinds of evidence, without those
    /// derived from counts.
    pub fn told(&self, method: usize) -> &[f64; Kind::TOLD] {
        self.clues.evidence.row(method)
    }

    fn counts(&self) -> SuiteCounts<'_> {
        SuiteCounts { ef: &self.ef, ep: &self.ep, failed: self.failing.len() as u32, passed: self.passed }
    }
}

/// (method, position) in a failing test's stack trace.
fn trace(fault: &Fault, test: TestId) -> Vec<(u32, u32)> {
    let frames = TraceFrames::of(&fault.spectrum, &[test]);
    if frames.is_empty() {
        return Vec::new();
    }
    let places = frames.of_methods(&fault.spectrum);
    let mut trace: Vec<(u32, u32)> = fault
        .spectrum
        .elements
        .iter()
        .zip(&fault.method_of)
        .filter_map(|(element, &method)| Some((method, places[element.method.index()]?)))
        .collect();
    trace.sort_unstable();
    trace.dedup_by_key(|entry| entry.0);
    trace
}

/// The methods whose names share words with a test's.
fn names_like(fault: &Fault, names: &NameIndex, test: TestId) -> Vec<(u32, NameMatch)> {
    let of_methods = names.of_tests([&fault.spectrum.tests[test.index()]]);
    let elements = fault.spectrum.elements.iter().zip(&fault.method_of);
    let mut like: Vec<(u32, NameMatch)> =
        elements.map(|(element, &method)| (method, of_methods[element.method.index()])).collect();
    like.retain(|(_, name)| !name.is_none());
    like.sort_unstable_by_key(|entry| entry.0);
    like.dedup_by_key(|entry| entry.0);
    like
}
