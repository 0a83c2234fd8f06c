//! Joins the results of many JVMs.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use faultline_spectrum::{
    Mutant, Mutation, MutationTest, Outcome, Probe, ProbedClass, Reason, RecordedMethod, Spectrum, Unusable,
    Verdict,
};

use crate::Matched;

/* All operations are joins: commutative, associative and idempotent. So forks, shards and resumed runs give the same results whatever
the order in which files are read. Contradictions weaken the evidence: of two verdicts, the one that supports the mutant's line less
counts. */

/// A class with mutants, the same in all files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassKey {
    /// Binary name with dots.
    pub name: String,
    /// Hash of the class file.
    pub hash: u64,
    /// Version of the set of operators.
    pub operators: u32,
}

/// All results of mutants, from any number of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    pub(crate) classes: BTreeMap<ClassKey, ClassResults>,
    pub(crate) tests: BTreeMap<String, TestResults>,
    /// Reasons why classes could not be used.
    pub(crate) stale: BTreeSet<String>,
    /// Verdicts and probes with numbers missing in their file.
    pub(crate) unnamed: BTreeSet<(u32, u32, u32)>,
}

/// The mutants of one class, with their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassResults {
    /// Descriptions by number; the smallest if files differ.
    pub mutants: BTreeMap<u32, Described>,
    /// Probes by the test's unique id.
    pub probes: BTreeMap<String, Probed>,
    /// Verdicts by mutant and the test's unique id.
    pub pairs: BTreeMap<u32, BTreeMap<String, Joined>>,
}

/// A mutant with its method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Described {
    pub method: RecordedMethod,
    pub mutant: Mutant,
}

/// A set of mutant numbers, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Probed {
    pub reached: Vec<u64>,
    pub infected: Vec<u64>,
}

/// One or more verdicts on a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Joined {
    pub verdict: Verdict,
    pub reason: Reason,
    /// Whether they differed.
    pub contradicted: bool,
}

/// A test that was repeated on mutants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestResults {
    /// Binary name of its class, and its method.
    pub named: BTreeSet<(String, String)>,
    /// Its outcomes without a mutant; several if JVMs disagree, which makes it unusable.
    pub outcomes: BTreeSet<Outcome>,
    /// Its exceptions, as (class, hash of the message, hash of the trace).
    pub thrown: BTreeSet<(String, u64, u64)>,
    /// Properties that vary between runs, as [`MutationTest::unstable`].
    pub unstable: u8,
    /// The longest time without a mutant. Units: ns.
    pub duration_ns: u64,
    /// Reasons why some JVM could not use it.
    pub unusable: BTreeSet<String>,
    /// Whether it has been probed.
    pub is_probed: bool,
}

impl TestResults {
    /// Its outcome without a mutant, if all agree.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcomes.first().copied().filter(|_| self.outcomes.len() == 1)
    }

    /// Whether it ended as recorded in some JVM; deviations in other JVMs do not invalidate the results there.
    pub fn is_usable(&self) -> bool {
        self.unusable.is_empty() || self.is_probed
    }

    /// Properties that vary between runs and between JVMs, as [`MutationTest::unstable`].
    pub fn unstable(&self) -> u8 {
        let differ = |part: fn(&(String, u64, u64)) -> u64| {
            let mut parts = self.thrown.iter().map(part);
            let first = parts.next();
            parts.any(|part| Some(part) != first)
        };
        let message = if differ(|thrown| thrown.1) { MutationTest::UNSTABLE_MESSAGE } else { 0 };
        let trace = if differ(|thrown| thrown.2) { MutationTest::UNSTABLE_TRACE } else { 0 };
        self.unstable | message | trace
    }
}

impl Results {
    /// Joins the results of files. Cost: O(records log records).
    pub fn of<'m>(files: impl IntoIterator<Item = &'m Mutation>) -> Self {
        let mut results = Self::default();
        files.into_iter().for_each(|file| results.add(file));
        results
    }

    /// Whether there are no results.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty() && self.tests.is_empty()
    }

    /// Joins the results of a file, with its numbers of classes and tests.
    pub fn add(&mut self, file: &Mutation) {
        let classes: HashMap<u32, ClassKey> = file
            .classes
            .iter()
            .map(|class| {
                let key = ClassKey { name: class.name.clone(), hash: class.hash, operators: class.operators };
                (class.class, key)
            })
            .collect();
        for class in &file.classes {
            let known = self.classes.entry(classes[&class.class].clone()).or_default();
            for mutant in &class.mutants {
                if let Some(method) = class.methods.get(mutant.method as usize) {
                    known.describe(Described { method: method.clone(), mutant: mutant.clone() });
                }
            }
        }
        let tests: HashMap<u32, &str> =
            file.tests.iter().map(|test| (test.test, test.unique_id.as_str())).collect();
        file.tests.iter().for_each(|test| self.test(test));
        file.probes.iter().for_each(|probe| self.probe(probe, &classes, &tests));
        for verdict in &file.verdicts {
            let (Some(class), Some(&test)) = (classes.get(&verdict.class), tests.get(&verdict.test)) else {
                self.unnamed.insert((verdict.test, verdict.class, verdict.mutant));
                continue;
            };
            let joined = Joined { verdict: verdict.verdict, reason: verdict.reason, contradicted: false };
            self.classes.entry(class.clone()).or_default().pair(verdict.mutant, test, joined);
        }
        for unusable in &file.unusable {
            if unusable.test == Unusable::NO_TEST {
                self.stale.insert(unusable.reason.clone());
            } else if let Some(&test) = tests.get(&unusable.test) {
                self.tests.entry(test.to_owned()).or_default().unusable.insert(unusable.reason.clone());
            }
        }
    }

    fn test(&mut self, test: &MutationTest) {
        let known = self.tests.entry(test.unique_id.clone()).or_default();
        known.named.insert((test.class.clone(), test.method.clone()));
        known.outcomes.insert(test.outcome);
        known.thrown.insert((test.exception.clone(), test.message, test.trace));
        known.unstable |= test.unstable;
        known.duration_ns = known.duration_ns.max(test.duration_ns);
    }

    fn probe(&mut self, probe: &Probe, classes: &HashMap<u32, ClassKey>, tests: &HashMap<u32, &str>) {
        let Some(&test) = tests.get(&probe.test) else {
            self.unnamed.insert((probe.test, 0, 0));
            return;
        };
        self.tests.entry(test.to_owned()).or_default().is_probed = true;
        for probed in &probe.classes {
            let Some(class) = classes.get(&probed.class) else {
                self.unnamed.insert((probe.test, probed.class, 0));
                continue;
            };
            self.classes.entry(class.clone()).or_default().probe(test, probed);
        }
    }

    /// Joins other results.
    pub fn join(&mut self, other: &Self) {
        for (key, class) in &other.classes {
            let known = self.classes.entry(key.clone()).or_default();
            class.mutants.values().for_each(|mutant| known.describe(mutant.clone()));
            for (test, probed) in &class.probes {
                let mine = known.probes.entry(test.clone()).or_default();
                or(&mut mine.reached, &probed.reached);
                or(&mut mine.infected, &probed.infected);
            }
            for (&mutant, pairs) in &class.pairs {
                for (test, joined) in pairs {
                    known.pair(mutant, test, *joined);
                }
            }
        }
        for (id, test) in &other.tests {
            let known = self.tests.entry(id.clone()).or_default();
            known.named.extend(test.named.iter().cloned());
            known.outcomes.extend(&test.outcomes);
            known.thrown.extend(test.thrown.iter().cloned());
            known.unstable |= test.unstable;
            known.duration_ns = known.duration_ns.max(test.duration_ns);
            known.unusable.extend(test.unusable.iter().cloned());
            known.is_probed |= test.is_probed;
        }
        self.stale.extend(other.stale.iter().cloned());
        self.unnamed.extend(&other.unnamed);
    }

    /// The tests by unique id.
    pub fn tests(&self) -> impl Iterator<Item = (&str, &TestResults)> {
        self.tests.iter().map(|(id, test)| (id.as_str(), test))
    }

    /// The test with a unique id.
    pub fn test_results(&self, unique_id: &str) -> Option<&TestResults> {
        self.tests.get(unique_id)
    }

    /// The mutants of a class, with their methods; empty for an unknown class.
    pub fn mutants(&self, class: &ClassKey) -> impl Iterator<Item = (&RecordedMethod, &Mutant)> {
        let known = self.classes.get(class).into_iter();
        known.flat_map(|class| class.mutants.values().map(|described| (&described.method, &described.mutant)))
    }

    /// The classes with mutants.
    pub fn classes(&self) -> impl Iterator<Item = &ClassKey> {
        self.classes.keys()
    }

    /// The verdict of a test on a mutant, if it ran.
    pub fn verdict(&self, class: &ClassKey, mutant: u32, unique_id: &str) -> Option<(Verdict, Reason)> {
        let joined = self.classes.get(class)?.pairs.get(&mutant)?.get(unique_id)?;
        Some((joined.verdict, joined.reason))
    }

    /// Whether a test reaches a mutant, and whether the mutant infects it; `None` if it was not probed.
    pub fn probed(&self, class: &ClassKey, mutant: u32, unique_id: &str) -> Option<(bool, bool)> {
        let is_probed = self.tests.get(unique_id)?.is_probed;
        let probed = self.classes.get(class).and_then(|class| class.probes.get(unique_id));
        let bits = probed
            .map_or((false, false), |probed| (bit(&probed.reached, mutant), bit(&probed.infected, mutant)));
        is_probed.then_some(bits)
    }

    /// Reasons why classes could not be used.
    pub fn stale(&self) -> impl Iterator<Item = &str> {
        self.stale.iter().map(String::as_str)
    }

    /// Number of pairs with verdicts.
    pub fn pairs(&self) -> usize {
        self.classes.values().flat_map(|class| class.pairs.values()).map(BTreeMap::len).sum()
    }

    /// Maps the results to a spectrum.
    pub fn matched(&self, spectrum: &Spectrum) -> Matched {
        Matched::of(self, spectrum)
    }
}

impl ClassResults {
    fn describe(&mut self, described: Described) {
        match self.mutants.entry(described.mutant.mutant) {
            Entry::Vacant(entry) => drop(entry.insert(described)),
            Entry::Occupied(mut entry) => {
                if described < *entry.get() {
                    entry.insert(described);
                }
            }
        }
    }

    fn probe(&mut self, test: &str, probed: &ProbedClass) {
        let known = self.probes.entry(test.to_owned()).or_default();
        or(&mut known.reached, &probed.reached);
        or(&mut known.infected, &probed.infected);
    }

    fn pair(&mut self, mutant: u32, test: &str, joined: Joined) {
        let pairs = self.pairs.entry(mutant).or_default();
        match pairs.get_mut(test) {
            Some(known) => *known = known.join(joined),
            None => drop(pairs.insert(test.to_owned(), joined)),
        }
    }
}

impl Joined {
    fn join(self, other: Self) -> Self {
        let key = |joined: &Self| (support(joined.verdict), joined.reason);
        let least = if key(&other) < key(&self) { other } else { self };
        let contradicted = self.contradicted || other.contradicted || self.verdict != other.verdict;
        Self { contradicted, ..least }
    }
}

/// The support of a verdict for the mutant's line, as a rank.
fn support(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Fails => 0,
        Verdict::Aborts => 1,
        Verdict::Same => 2,
        Verdict::Trace => 3,
        Verdict::Message => 4,
        Verdict::Type => 5,
        Verdict::Passes => 6,
    }
}

fn or(into: &mut Vec<u64>, words: &[u64]) {
    // Trailing zero words are dropped, so that equal sets are equal.
    let length = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
    if into.len() < length {
        into.resize(length, 0);
    }
    into.iter_mut().zip(words).for_each(|(into, word)| *into |= word);
}

pub(crate) fn bit(words: &[u64], at: u32) -> bool {
    words.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}
