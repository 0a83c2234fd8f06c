//! Results mapped to a spectrum, compared with what a reading of the files record by record gives.

mod sample;

use std::collections::{BTreeMap, BTreeSet};

use faultline_mbfl::{LeftOut, Matched, MatchedMutant, Pair, Results};
use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, ElementId, INITIALISER, Method, MethodId, Mutant, MutatedClass,
    Mutation, MutationTest, Outcome, PairVerdict, Probe, ProbedClass, Reason, RecordedMethod, Spectrum,
    TestId, Verdict,
};
use proptest::prelude::*;
use sample::id;

/// Classes of the spectrum; files have one more, which it lacks.
const CLASSES: u32 = 2;
/// Lines of each of the two methods of a class.
const LINES: u32 = 3;
const MUTANTS: u32 = 70;
/// Tests of files; the spectrum lacks the last one.
const TESTS: u32 = 6;
/// From the weakest support for a mutant's line to the strongest.
const SUPPORT: [Verdict; 7] = [
    Verdict::Fails,
    Verdict::Aborts,
    Verdict::Same,
    Verdict::Trace,
    Verdict::Message,
    Verdict::Type,
    Verdict::Passes,
];

/// What the random files differ in.
#[derive(Clone, Debug)]
struct Told {
    /// Test, whether it failed, properties that vary.
    tests: Vec<(u32, bool, u8)>,
    /// Test, class, reached and infected mutants.
    probes: Vec<(u32, u32, u64, u64)>,
    /// Test, class, mutant, verdict.
    verdicts: Vec<(u32, u32, u32, usize)>,
}

fn any_file() -> impl Strategy<Value = Told> {
    let tests = prop::collection::vec((0..TESTS, any::<bool>(), 0_u8..8), 0..8);
    let probes = prop::collection::vec((0..TESTS + 1, 0..CLASSES + 2, any::<u64>(), any::<u64>()), 0..8);
    let verdicts = prop::collection::vec((0..TESTS + 1, 0..CLASSES + 2, 0..MUTANTS, 0_usize..7), 0..40);
    (tests, probes, verdicts).prop_map(|(tests, probes, verdicts)| Told { tests, probes, verdicts })
}

/// A file that numbers its tests and classes from `first` on, in its own order.
fn file(told: &Told, first: u32) -> Mutation {
    let class = |class: u32| MutatedClass {
        class: first + class,
        name: format!("a.C{class}"),
        hash: 7,
        operators: 1,
        methods: methods(),
        mutants: (0..MUTANTS).map(|number| mutant(class, number)).collect(),
    };
    let test = |(number, &(row, fails, unstable)): (u32, &(u32, bool, u8))| MutationTest {
        test: first + number,
        unique_id: id(row as usize),
        outcome: if fails { Outcome::Failed } else { Outcome::Passed },
        unstable,
        trace: u64::from(unstable & 1),
        ..test_of("a.T", &format!("t{row}"))
    };
    let probe = |&(test, class, reached, infected): &(u32, u32, u64, u64)| Probe {
        test: first + test,
        classes: vec![ProbedClass {
            class: first + class,
            reached: vec![reached, infected & 63],
            infected: vec![infected, 0],
        }],
    };
    let verdict = |&(test, class, mutant, verdict): &(u32, u32, u32, usize)| PairVerdict {
        test: first + test,
        class: first + class,
        mutant,
        verdict: SUPPORT[verdict],
        reason: Reason::None,
    };
    Mutation {
        classes: (0..=CLASSES).map(class).collect(),
        tests: (0..).zip(&told.tests).map(test).collect(),
        probes: told.probes.iter().map(probe).collect(),
        verdicts: told.verdicts.iter().map(verdict).collect(),
        ..Mutation::default()
    }
}

fn methods() -> Vec<RecordedMethod> {
    ["m", INITIALISER].map(|name| RecordedMethod { name: name.into(), descriptor: "()V".into() }).into()
}

fn test_of(class: &str, method: &str) -> MutationTest {
    MutationTest {
        test: 0,
        unique_id: String::new(),
        class: class.into(),
        method: method.into(),
        outcome: Outcome::Passed,
        exception: String::new(),
        message: 0,
        trace: 0,
        unstable: 0,
        duration_ns: 1,
        fuel: 1,
    }
}

/// Mutants of both methods, some on a line that the spectrum lacks.
fn mutant(class: u32, number: u32) -> Mutant {
    let (method, line) = (number % 2, (number + class) % (LINES + 1));
    Mutant { mutant: number, method, line: method * 10 + line, ..Mutant::default() }
}

/// Tests with covered lines as bits; the last row is a rerun of the first test.
fn spectrum(rows: &[(bool, u32)]) -> Spectrum {
    let methods = (0..CLASSES).flat_map(|class| {
        methods().into_iter().map(move |of| Method {
            class: ClassId(class),
            name: of.name,
            descriptor: of.descriptor,
        })
    });
    let elements = (0..CLASSES * 2).flat_map(|method| {
        (0..LINES).map(move |line| Element { method: MethodId(method), line: method % 2 * 10 + line })
    });
    let class =
        |class| Class { name: format!("a.C{class}"), source_file: None, hash: 7, location: String::new() };
    let elements: Vec<Element> = elements.collect();
    let mut coverage = BitMatrix::new(rows.len(), elements.len());
    for (row, (_, lines)) in rows.iter().enumerate() {
        (0..elements.len()).filter(|line| lines >> line & 1 != 0).for_each(|line| coverage.set(row, line));
    }
    let test = |(row, (fails, _)): (usize, &(bool, u32))| faultline_spectrum::Test {
        unique_id: id(if row + 1 == rows.len() { 0 } else { row }),
        class: "a.T".into(),
        method: format!("t{row}"),
        display: String::new(),
        outcome: if *fails { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 1,
        overlapped: false,
        failure: None,
    };
    Spectrum {
        sizes: Vec::new(),
        classes: (0..CLASSES).map(class).collect(),
        methods: methods.collect(),
        elements,
        tests: rows.iter().enumerate().map(test).collect(),
        coverage,
    }
}

/// What all files say of a test.
#[derive(Default)]
struct Known {
    outcomes: BTreeSet<Outcome>,
    traces: BTreeSet<u64>,
    unstable: u8,
    is_probed: bool,
}

/// What files say, by the names of classes and tests.
#[derive(Default)]
struct Facts {
    tests: BTreeMap<String, Known>,
    reached: BTreeSet<(u32, u32, String)>,
    infected: BTreeSet<(u32, u32, String)>,
    verdicts: BTreeMap<(u32, u32, String), BTreeSet<usize>>,
    unnamed: BTreeSet<(u32, u32, u32)>,
}

impl Facts {
    fn of(files: &[Mutation], firsts: &[u32]) -> Self {
        let mut facts = Self::default();
        files.iter().zip(firsts).for_each(|(file, first)| facts.add(file, *first));
        facts
    }

    fn add(&mut self, file: &Mutation, first: u32) {
        let name = |test: u32| {
            file.tests.iter().find(|known| known.test == test).map(|known| known.unique_id.clone())
        };
        let class = |class: u32| Some(class - first).filter(|class| *class <= CLASSES);
        for test in &file.tests {
            let known = self.tests.entry(test.unique_id.clone()).or_default();
            known.outcomes.insert(test.outcome);
            known.traces.insert(test.trace);
            known.unstable |= test.unstable;
        }
        for probe in &file.probes {
            let Some(test) = name(probe.test) else {
                self.unnamed.insert((probe.test, 0, 0));
                continue;
            };
            self.tests.entry(test.clone()).or_default().is_probed = true;
            for of in &probe.classes {
                let Some(class) = class(of.class) else {
                    self.unnamed.insert((probe.test, of.class, 0));
                    continue;
                };
                let has = |words: &[u64], at: u32| words[at as usize / 64] >> (at % 64) & 1 != 0;
                for mutant in 0..MUTANTS {
                    if has(&of.reached, mutant) {
                        self.reached.insert((class, mutant, test.clone()));
                    }
                    if has(&of.infected, mutant) {
                        self.infected.insert((class, mutant, test.clone()));
                    }
                }
            }
        }
        for of in &file.verdicts {
            match (class(of.class), name(of.test)) {
                (Some(class), Some(test)) => {
                    let support =
                        SUPPORT.iter().position(|verdict| *verdict == of.verdict).expect("it has a place");
                    self.verdicts.entry((class, of.mutant, test)).or_default().insert(support);
                }
                _ => drop(self.unnamed.insert((of.test, of.class, of.mutant))),
            }
        }
    }

    /// The row of a test, if it ended there as in all files.
    fn row(&self, spectrum: &Spectrum, test: &str) -> Option<TestId> {
        let known = &self.tests.get(test)?.outcomes;
        let is_it = |row: &faultline_spectrum::Test| {
            row.unique_id == test && known.len() == 1 && known.contains(&row.outcome)
        };
        spectrum.tests.iter().position(is_it).map(TestId::new)
    }

    fn matched(&self, spectrum: &Spectrum) -> Matched {
        let rows: Vec<TestId> = self.tests.keys().filter_map(|test| self.row(spectrum, test)).collect();
        let is_failed = |row: &TestId| spectrum.tests[row.index()].outcome == Outcome::Failed;
        let mut failing: Vec<TestId> = rows.iter().copied().filter(is_failed).collect();
        failing.sort();
        let passing = self.passing(spectrum);
        let of_others = self.verdicts.keys().filter(|(class, _, _)| *class == CLASSES).count();
        let mut matched = Matched { failing, elements: spectrum.elements.len(), ..Matched::default() };
        matched.left_out = LeftOut {
            classes: 1,
            tests: self.tests.len() - rows.len(),
            pairs: self.unnamed.len() + of_others,
            ..LeftOut::default()
        };
        for class in 0..CLASSES {
            for number in 0..MUTANTS {
                let mutant = self.mutant(spectrum, &passing, (class, number), &mut matched.left_out);
                matched.mutants.push(mutant);
            }
        }
        Matched { passing, ..matched }
    }

    fn passing(&self, spectrum: &Spectrum) -> Vec<TestId> {
        let mut seen = BTreeSet::new();
        let mut passing = Vec::new();
        for (row, test) in spectrum.tests.iter().enumerate() {
            if test.outcome == Outcome::Passed && seen.insert(&test.unique_id) {
                let is_known = self.tests.contains_key(&test.unique_id);
                if !is_known || self.row(spectrum, &test.unique_id).is_some() {
                    passing.push(TestId::new(row));
                }
            }
        }
        passing
    }

    fn mutant(
        &self,
        spectrum: &Spectrum,
        passing: &[TestId],
        (class, number): (u32, u32),
        left_out: &mut LeftOut,
    ) -> MatchedMutant {
        let mutant = mutant(class, number);
        let is_its = |of: &Element| of.method.0 == class * 2 + mutant.method && of.line == mutant.line;
        let element = spectrum.elements.iter().position(is_its).map(ElementId::new);
        left_out.mutants += usize::from(element.is_none());
        let runs =
            |test: TestId| element.is_some_and(|line| spectrum.coverage.get(test.index(), line.index()));
        let probed = |of: &BTreeSet<(u32, u32, String)>| {
            let of = of.iter().filter(|of| (of.0, of.1) == (class, number));
            let mut tests: Vec<TestId> = of.filter_map(|(_, _, test)| self.row(spectrum, test)).collect();
            tests.retain(|test| mutant.method == 0 || runs(*test));
            tests.sort();
            tests
        };
        let is_probed = |test: &&TestId| {
            self.tests.get(&spectrum.tests[test.index()].unique_id).is_some_and(|known| known.is_probed)
        };
        let unprobed = passing.iter().filter(|test| !is_probed(test));
        let mut pairs = Vec::new();
        for ((_, _, test), verdicts) in self.verdicts.iter().filter(|(of, _)| (of.0, of.1) == (class, number))
        {
            let Some(row) = self.row(spectrum, test) else {
                left_out.pairs += 1;
                continue;
            };
            left_out.contradictions += usize::from(verdicts.len() > 1);
            pairs.push(Pair { test: row, verdict: self.stable(test, verdicts), reason: Reason::None });
        }
        pairs.sort_by_key(|pair| pair.test);
        MatchedMutant {
            class: ClassId(class),
            operators: 1,
            element,
            mutant: mutant.clone(),
            reached: probed(&self.reached),
            infected: probed(&self.infected),
            covering: unprobed.copied().filter(|test| runs(*test)).collect(),
            pairs,
        }
    }

    fn stable(&self, test: &str, verdicts: &BTreeSet<usize>) -> Verdict {
        let known = &self.tests[test];
        let varies = |bit: u8| known.unstable & bit != 0;
        let traces_vary = varies(MutationTest::UNSTABLE_TRACE) || known.traces.len() > 1;
        match SUPPORT[*verdicts.first().expect("a verdict")] {
            Verdict::Message if varies(MutationTest::UNSTABLE_MESSAGE) => Verdict::Same,
            Verdict::Trace if traces_vary => Verdict::Same,
            stable => stable,
        }
    }
}

/// A test with several numbers in one file would have results that name it in two ways, which no JVM writes.
fn each_once(told: &Told) -> Told {
    let mut seen = BTreeSet::new();
    Told { tests: told.tests.iter().copied().filter(|test| seen.insert(test.0)).collect(), ..told.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn results_mapped_to_a_spectrum_are_what_their_records_say(
        rows in prop::collection::vec((any::<bool>(), 0_u32..1 << (CLASSES * 2 * LINES)), TESTS as usize),
        told in prop::collection::vec(any_file(), 1..4),
    ) {
        let spectrum = spectrum(&rows);
        let firsts: Vec<u32> = (0..told.len() as u32).map(|part| 1_000 * part).collect();
        let files: Vec<Mutation> =
            told.iter().zip(&firsts).map(|(told, first)| file(&each_once(told), *first)).collect();
        let matched = Results::of(&files).matched(&spectrum);
        prop_assert_eq!(matched, Facts::of(&files, &firsts).matched(&spectrum));
    }
}
