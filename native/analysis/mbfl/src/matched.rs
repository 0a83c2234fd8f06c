//! Results in terms of a spectrum.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use faultline_spectrum::{
    BitMatrix, ClassId, ElementId, INITIALISER, MethodId, Mutant, MutationTest, Outcome, Reason, Spectrum,
    TestId, Verdict,
};

use crate::results::{ClassKey, ClassResults, Described, Probed, ones};
use crate::{Kill, Results};

/// The results for a spectrum's classes and tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matched {
    /// By (class name, number). Mutants without an element are included, but score nothing.
    pub mutants: Vec<MatchedMutant>,
    /// Failing tests that were repeated, ascending.
    pub failing: Vec<TestId>,
    /// Passing tests without unusable ones, ascending.
    pub passing: Vec<TestId>,
    /// Number of elements of the spectrum.
    pub elements: usize,
    /// Counts of unused results.
    pub left_out: LeftOut,
}

/// Numbers of results that do not match the spectrum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Classes that the spectrum lacks, or has with other bytes.
    pub classes: usize,
    /// Tests that it lacks, or has with another outcome.
    pub tests: usize,
    /// Pairs of those classes and tests, and pairs with numbers missing in their file.
    pub pairs: usize,
    /// Mutants on lines that the spectrum lacks.
    pub mutants: usize,
    /// Pairs with contradictory verdicts; the weaker one counts.
    pub contradictions: usize,
}

/// A mutant with the results of tests on it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchedMutant {
    /// The class.
    pub class: ClassId,
    /// Version of the set of operators that numbered it.
    pub operators: u32,
    /// Its line in its method.
    pub element: Option<ElementId>,
    /// The change.
    pub mutant: Mutant,
    /// Tests that reach it, ascending.
    pub reached: Vec<TestId>,
    /// Tests in which it changes a value, ascending.
    pub infected: Vec<TestId>,
    /// Passing tests that cover its line but were not probed, ascending: any of them may be infected.
    pub covering: Vec<TestId>,
    /// Tests that ran on it, ascending.
    pub pairs: Vec<Pair>,
}

/// A test that ran on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The test.
    pub test: TestId,
    /// Its verdict; a difference in an unstable property counts as the same.
    pub verdict: Verdict,
    /// The reason for its end.
    pub reason: Reason,
}

impl MatchedMutant {
    /// Whether a test kills it; `None` if the test did not run on it.
    pub fn kills(&self, test: TestId, kill: Kill) -> Option<bool> {
        let at = self.pairs.binary_search_by_key(&test, |pair| pair.test).ok()?;
        Some(kill.is(self.pairs[at].verdict))
    }

    /// Whether some failing test passes on it.
    pub fn is_mending(&self) -> bool {
        self.pairs.iter().any(|pair| pair.verdict == Verdict::Passes)
    }

    /// Whether some passing test fails on it.
    pub fn is_breaking(&self) -> bool {
        self.pairs.iter().any(|pair| pair.verdict == Verdict::Fails)
    }
}

impl Matched {
    /// Whether rankings by kills lack those of passing tests: none ran on the mutants that a failing test notices and that
    /// mend nothing, though some may kill them. With `infection`, tests that were probed count as such.
    pub fn lacks_kills_of_passing(&self, infection: bool) -> bool {
        let is_passing = |test: &TestId| self.failing.binary_search(test).is_err();
        let counted = || {
            self.mutants.iter().filter(|mutant| {
                !mutant.is_mending() && mutant.pairs.iter().any(|pair| pair.verdict != Verdict::Same)
            })
        };
        let may_kill = |mutant: &MatchedMutant| {
            !mutant.covering.is_empty() || !infection && mutant.infected.iter().any(is_passing)
        };
        counted().any(may_kill) && !counted().any(|of| of.pairs.iter().any(|pair| is_passing(&pair.test)))
    }

    pub(crate) fn of(results: &Results, spectrum: &Spectrum) -> Self {
        let tests = Rows::of(results, spectrum);
        let mut matched = Self { elements: spectrum.elements.len(), ..Self::default() };
        matched.failing = tests.failing(spectrum);
        matched.passing = tests.passing(spectrum);
        matched.left_out.tests = tests.of_tests.iter().filter(|row| row.is_none()).count();
        let unprobed = tests.unprobed(&matched.passing);
        matched.left_out.pairs = results.unnamed.len();
        let places = Places::of(spectrum);
        let mut of_initialisers = Vec::new();
        for (key, class) in &results.classes {
            if let Some(of) = places.class(key) {
                let first = matched.mutants.len();
                matched.class((of, key), class, &tests, &places);
                let is_initialiser = |of: &Described| of.method.name == INITIALISER;
                let mutants = (first..).zip(class.mutants.values());
                of_initialisers.extend(mutants.filter(|(_, of)| is_initialiser(of)).map(|(at, _)| at));
            } else {
                matched.left_out.classes += 1;
                matched.left_out.pairs += class.pairs.values().map(BTreeMap::len).sum::<usize>();
            }
        }
        matched.restrict(&of_initialisers, &spectrum.coverage);
        matched.cover(&unprobed, &spectrum.coverage);
        matched
    }

    /// Adds to each mutant the tests that run its line. Cost: a pass over the rows of the tests, since single bits of packed
    /// rows are slow to find.
    fn cover(&mut self, tests: &[TestId], coverage: &BitMatrix) {
        let mut rows = coverage.reader();
        for &test in tests {
            let row = rows.row(test.index());
            for mutant in &mut self.mutants {
                if mutant.element.is_some_and(|line| has(row, line)) {
                    mutant.covering.push(test);
                }
            }
        }
    }

    /// Removes from mutants of initialisers the tests that do not run their lines: all initialisers run again together, but those
    /// of classes that a test does not touch do not belong to it. Cost: as [`Matched::cover`].
    fn restrict(&mut self, mutants: &[usize], coverage: &BitMatrix) {
        let probed = |at: &usize| self.mutants[*at].reached.iter().chain(&self.mutants[*at].infected);
        let tests: BTreeSet<TestId> = mutants.iter().flat_map(probed).copied().collect();
        let mut covering = vec![HashSet::new(); mutants.len()];
        let mut rows = coverage.reader();
        for test in tests {
            let row = rows.row(test.index());
            for (at, covering) in mutants.iter().zip(&mut covering) {
                if self.mutants[*at].element.is_some_and(|line| has(row, line)) {
                    covering.insert(test);
                }
            }
        }
        for (at, covering) in mutants.iter().zip(covering) {
            let mutant = &mut self.mutants[*at];
            mutant.reached.retain(|test| covering.contains(test));
            mutant.infected.retain(|test| covering.contains(test));
        }
    }

    fn class(
        &mut self,
        (of, key): (ClassId, &ClassKey),
        class: &ClassResults,
        tests: &Rows<'_>,
        places: &Places<'_>,
    ) {
        let mut probed = Probes::of(class, tests);
        for (number, described) in &class.mutants {
            let element = places.element(
                of,
                &described.method.name,
                &described.method.descriptor,
                described.mutant.line,
            );
            self.left_out.mutants += usize::from(element.is_none());
            let mut pairs = Vec::new();
            for (&test, joined) in class.pairs.get(number).into_iter().flatten() {
                let Some(row) = tests.of_tests[test as usize] else {
                    self.left_out.pairs += 1;
                    continue;
                };
                self.left_out.contradictions += usize::from(joined.contradicted);
                pairs.push(Pair {
                    test: row,
                    verdict: tests.stable(test, joined.verdict),
                    reason: joined.reason,
                });
            }
            pairs.sort_unstable_by_key(|pair| pair.test);
            self.mutants.push(MatchedMutant {
                class: of,
                operators: key.operators,
                element,
                mutant: described.mutant.clone(),
                reached: take(&mut probed.reached, *number),
                infected: take(&mut probed.infected, *number),
                covering: Vec::new(),
                pairs,
            });
        }
    }

    /// Whether there are no mutants to score by.
    pub fn is_empty(&self) -> bool {
        self.mutants.is_empty()
    }

    /// Number of pairs that ran.
    pub fn pairs(&self) -> usize {
        self.mutants.iter().map(|mutant| mutant.pairs.len()).sum()
    }

    /// The results restricted to some pairs; probes are kept.
    #[must_use]
    pub fn only(&self, ran: impl Fn(&MatchedMutant, TestId) -> bool) -> Self {
        let mut reduced = self.clone();
        for mutant in &mut reduced.mutants {
            let pairs = std::mem::take(&mut mutant.pairs);
            mutant.pairs = pairs.into_iter().filter(|pair| ran(mutant, pair.test)).collect();
        }
        reduced
    }
}

/// Whether a line is one of a row.
fn has(row: &[u64], line: ElementId) -> bool {
    row[line.index() / 64] >> (line.index() % 64) & 1 != 0
}

/// The tests of each mutant of a class, by the mutant's number, ascending.
struct Probes {
    reached: Vec<Vec<TestId>>,
    infected: Vec<Vec<TestId>>,
}

impl Probes {
    /// Cost: O(bits of the probes), in place of a look-up for each mutant and test.
    fn of(class: &ClassResults, tests: &Rows<'_>) -> Self {
        let mut probes: Vec<_> = class
            .probes
            .iter()
            .filter_map(|(&test, probed)| Some((tests.of_tests[test as usize]?, probed)))
            .collect();
        probes.sort_unstable_by_key(|(test, _)| *test);
        let of = |words: fn(&Probed) -> &[u64]| {
            // No longer than the probes are, whatever numbers a damaged file gives its mutants.
            let longest = probes.iter().map(|(_, probed)| words(probed).len()).max().unwrap_or(0);
            let mut of = vec![Vec::new(); longest * 64];
            for (test, probed) in &probes {
                ones(words(probed)).for_each(|mutant| of[mutant].push(*test));
            }
            of
        };
        Self { reached: of(|probed| &probed.reached), infected: of(|probed| &probed.infected) }
    }
}

/// The tests of a mutant, which has them from then on.
fn take(of: &mut [Vec<TestId>], mutant: u32) -> Vec<TestId> {
    of.get_mut(mutant as usize).map(std::mem::take).unwrap_or_default()
}

/// Rows of the tests with results and the same outcome in the spectrum.
struct Rows<'a> {
    /// The row of each test, by its number in the results.
    of_tests: Vec<Option<TestId>>,
    /// The number of the test of each row.
    numbers: Vec<Option<u32>>,
    /// The properties of each test that vary between runs, by its number.
    unstable: Vec<u8>,
    results: &'a Results,
}

impl<'a> Rows<'a> {
    fn of(results: &'a Results, spectrum: &Spectrum) -> Self {
        let tests = &results.tests;
        let numbers: Vec<Option<u32>> =
            spectrum.tests.iter().map(|test| tests.number(&test.unique_id)).collect();
        let mut of_tests = vec![None; tests.len()];
        for (row, (test, number)) in spectrum.tests.iter().zip(&numbers).enumerate() {
            // Of several rows with one id, from reruns, the first counts.
            if let Some(number) = *number
                && tests.of(number).outcome() == Some(test.outcome)
            {
                of_tests[number as usize].get_or_insert(TestId::new(row));
            }
        }
        let unstable = tests.by_number().map(|(_, test)| test.unstable()).collect();
        Self { of_tests, numbers, unstable, results }
    }

    fn failing(&self, spectrum: &Spectrum) -> Vec<TestId> {
        let is_failed = |test: &TestId| spectrum.tests[test.index()].outcome == Outcome::Failed;
        let mut rows: Vec<TestId> = self.of_tests.iter().flatten().copied().filter(is_failed).collect();
        rows.sort_unstable();
        rows
    }

    /// Passing tests, including those not repeated yet. Tests that ended differently are excluded; of reruns the first counts.
    fn passing(&self, spectrum: &Spectrum) -> Vec<TestId> {
        let mut seen = HashSet::new();
        let mut is_usable = |test: &TestId| {
            let is_known_usable = |number: u32| {
                self.results.tests.of(number).is_usable() && self.of_tests[number as usize].is_some()
            };
            seen.insert(spectrum.tests[test.index()].unique_id.as_str())
                && self.numbers[test.index()].is_none_or(is_known_usable)
        };
        spectrum.tests_with(Outcome::Passed).filter(|test| is_usable(test)).collect()
    }

    fn unprobed(&self, passing: &[TestId]) -> Vec<TestId> {
        let is_probed = |number: u32| self.results.tests.of(number).is_probed;
        passing.iter().copied().filter(|test| !self.numbers[test.index()].is_some_and(is_probed)).collect()
    }

    /// Ignores differences in a property that varies between runs.
    fn stable(&self, test: u32, verdict: Verdict) -> Verdict {
        let unstable = self.unstable[test as usize];
        match verdict {
            Verdict::Message if unstable & MutationTest::UNSTABLE_MESSAGE != 0 => Verdict::Same,
            Verdict::Trace if unstable & MutationTest::UNSTABLE_TRACE != 0 => Verdict::Same,
            stable => stable,
        }
    }
}

/// Classes by name and hash, elements by class, method and line, and by class and line alone.
struct Places<'a> {
    classes: HashMap<(&'a str, u64), ClassId>,
    methods: HashMap<(ClassId, &'a str, &'a str), MethodId>,
    elements: HashMap<(MethodId, u32), ElementId>,
    lines: HashMap<(ClassId, u32), Vec<(&'a str, ElementId)>>,
}

impl<'a> Places<'a> {
    fn of(spectrum: &'a Spectrum) -> Self {
        let classes = spectrum
            .classes
            .iter()
            .zip(0..)
            .map(|(class, id)| ((class.name.as_str(), class.hash), ClassId(id)));
        let methods = spectrum.methods.iter().enumerate();
        let methods =
            methods.map(|(id, m)| ((m.class, m.name.as_str(), m.descriptor.as_str()), MethodId::new(id)));
        let mut lines: HashMap<_, Vec<_>> = HashMap::new();
        for (id, element) in spectrum.elements.iter().enumerate() {
            let method = &spectrum.methods[element.method.index()];
            lines
                .entry((method.class, element.line))
                .or_default()
                .push((method.name.as_str(), ElementId::new(id)));
        }
        let elements = spectrum.elements.iter().enumerate();
        let elements = elements.map(|(id, element)| ((element.method, element.line), ElementId::new(id)));
        Self { classes: classes.collect(), methods: methods.collect(), elements: elements.collect(), lines }
    }

    fn class(&self, key: &ClassKey) -> Option<ClassId> {
        self.classes.get(&(key.name.as_str(), key.hash)).copied()
    }

    /// The element of a line of a method. A weaver may have moved the line into a method of its own before it was
    /// recorded: then it is that of the only method whose name begins with the method's, or the class's only one.
    fn element(&self, class: ClassId, name: &str, descriptor: &str, line: u32) -> Option<ElementId> {
        let method = self.methods.get(&(class, name, descriptor));
        let known = method.and_then(|method| self.elements.get(&(*method, line)));
        known.copied().or_else(|| {
            let of_line = self.lines.get(&(class, line))?;
            let alike: Vec<_> = of_line.iter().filter(|(method, _)| method.starts_with(name)).collect();
            match (&alike[..], &of_line[..]) {
                ([(_, only)], _) | ([], [(_, only)]) => Some(*only),
                _ => None,
            }
        })
    }
}
