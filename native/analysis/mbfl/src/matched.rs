//! Results in terms of a spectrum.

use std::collections::{BTreeMap, HashMap, HashSet};

use faultline_spectrum::{
    BitMatrix, ClassId, ElementId, INITIALISER, MethodId, Mutant, MutationTest, Outcome, Reason, Spectrum,
    TestId, Verdict,
};

use crate::results::{ClassKey, ClassResults, bit};
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
    pub(crate) fn of(results: &Results, spectrum: &Spectrum) -> Self {
        let tests = Rows::of(results, spectrum);
        let mut matched = Self { elements: spectrum.elements.len(), ..Self::default() };
        matched.failing = tests.failing(spectrum);
        matched.passing = tests.passing(spectrum);
        matched.left_out.tests =
            results.tests.keys().filter(|id| !tests.rows.contains_key(id.as_str())).count();
        let unprobed = tests.unprobed(&matched.passing, spectrum);
        matched.left_out.pairs = results.unnamed.len();
        let places = Places::of(spectrum);
        for (key, class) in &results.classes {
            if let Some(of) = places.class(key) {
                matched.class((of, key), class, &tests, &places);
            } else {
                matched.left_out.classes += 1;
                matched.left_out.pairs += class.pairs.values().map(BTreeMap::len).sum::<usize>();
            }
        }
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
                let runs = |line: ElementId| row[line.index() / 64] >> (line.index() % 64) & 1 != 0;
                if mutant.element.is_some_and(runs) {
                    mutant.covering.push(test);
                }
            }
        }
    }

    fn class(
        &mut self,
        (of, key): (ClassId, &ClassKey),
        class: &ClassResults,
        tests: &Rows<'_>,
        places: &Places<'_>,
    ) {
        let probes: Vec<_> =
            class.probes.iter().filter_map(|(id, probed)| Some((tests.row(id)?, probed))).collect();
        for (number, described) in &class.mutants {
            let element = places.element(
                of,
                &described.method.name,
                &described.method.descriptor,
                described.mutant.line,
            );
            self.left_out.mutants += usize::from(element.is_none());
            let with = |words: fn(&crate::results::Probed) -> &[u64]| {
                let mut with: Vec<TestId> = probes
                    .iter()
                    .filter(|(_, probed)| bit(words(probed), *number))
                    .map(|(test, _)| *test)
                    .collect();
                // All initialisers run again together, but those of classes that a test does not touch do not belong to it.
                if described.method.name == INITIALISER {
                    with.retain(|test| {
                        element.is_some_and(|line| places.coverage.get(test.index(), line.index()))
                    });
                }
                with.sort_unstable();
                with
            };
            let (reached, infected) = (with(|probed| &probed.reached), with(|probed| &probed.infected));
            let mut pairs = Vec::new();
            for (id, joined) in class.pairs.get(number).into_iter().flatten() {
                let Some(test) = tests.row(id) else {
                    self.left_out.pairs += 1;
                    continue;
                };
                self.left_out.contradictions += usize::from(joined.contradicted);
                pairs.push(Pair { test, verdict: tests.stable(id, joined.verdict), reason: joined.reason });
            }
            pairs.sort_unstable_by_key(|pair| pair.test);
            self.mutants.push(MatchedMutant {
                class: of,
                operators: key.operators,
                element,
                mutant: described.mutant.clone(),
                reached,
                infected,
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

/// Rows of the tests with results and the same outcome in the spectrum.
struct Rows<'a> {
    rows: HashMap<&'a str, TestId>,
    results: &'a Results,
}

impl<'a> Rows<'a> {
    fn of(results: &'a Results, spectrum: &'a Spectrum) -> Self {
        let rows = spectrum.tests.iter().enumerate().filter_map(|(row, test)| {
            let known = results.tests.get(&test.unique_id)?;
            (known.outcome() == Some(test.outcome)).then(|| (test.unique_id.as_str(), TestId::new(row)))
        });
        // Of several rows with one id, from reruns, the first counts.
        let mut first = HashMap::new();
        for (id, row) in rows {
            first.entry(id).or_insert(row);
        }
        Self { rows: first, results }
    }

    fn row(&self, unique_id: &str) -> Option<TestId> {
        self.rows.get(unique_id).copied()
    }

    fn failing(&self, spectrum: &Spectrum) -> Vec<TestId> {
        let is_failed = |test: &TestId| spectrum.tests[test.index()].outcome == Outcome::Failed;
        let mut rows: Vec<TestId> = self.rows.values().copied().filter(is_failed).collect();
        rows.sort_unstable();
        rows
    }

    /// Passing tests, including those not repeated yet. Tests that ended differently are excluded; of reruns the first counts.
    fn passing(&self, spectrum: &Spectrum) -> Vec<TestId> {
        let mut seen = HashSet::new();
        let mut is_usable = |test: &TestId| {
            let id = spectrum.tests[test.index()].unique_id.as_str();
            let known = self.results.tests.get(id);
            seen.insert(id) && known.is_none_or(|known| known.is_usable() && self.row(id).is_some())
        };
        spectrum.tests_with(Outcome::Passed).filter(|test| is_usable(test)).collect()
    }

    fn unprobed(&self, passing: &[TestId], spectrum: &Spectrum) -> Vec<TestId> {
        let is_probed = |test: &TestId| {
            let known = self.results.tests.get(&spectrum.tests[test.index()].unique_id);
            known.is_some_and(|known| known.is_probed)
        };
        passing.iter().copied().filter(|test| !is_probed(test)).collect()
    }

    /// Ignores differences in a property that varies between runs.
    fn stable(&self, unique_id: &str, verdict: Verdict) -> Verdict {
        let unstable = self.results.tests.get(unique_id).map_or(0, crate::TestResults::unstable);
        match verdict {
            Verdict::Message if unstable & MutationTest::UNSTABLE_MESSAGE != 0 => Verdict::Same,
            Verdict::Trace if unstable & MutationTest::UNSTABLE_TRACE != 0 => Verdict::Same,
            stable => stable,
        }
    }
}

/// Classes by name and hash, elements by class, method and line, and by class and line alone.
struct Places<'a> {
    coverage: &'a BitMatrix,
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
        Self {
            coverage: &spectrum.coverage,
            classes: classes.collect(),
            methods: methods.collect(),
            elements: elements.collect(),
            lines,
        }
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
