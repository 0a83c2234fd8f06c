//! Joins the results of many JVMs.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use faultline_spectrum::{
    Mutant, Mutation, MutationTest, Outcome, PairVerdict, Probe, Reason, RecordedMethod, Spectrum, Unusable,
    Verdict,
};

use crate::Matched;
use crate::tests::Tests;

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
#[derive(Clone, Debug, Default)]
pub struct Results {
    pub(crate) classes: BTreeMap<ClassKey, ClassResults>,
    pub(crate) tests: Tests,
    /// Reasons why classes could not be used.
    pub(crate) stale: BTreeSet<String>,
    /// Verdicts and probes with numbers missing in their file.
    pub(crate) unnamed: BTreeSet<(u32, u32, u32)>,
}

/// The mutants of one class, with their results.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassResults {
    /// Descriptions by number; the smallest if files differ.
    pub mutants: BTreeMap<u32, Described>,
    /// Probes by the test's number.
    pub probes: BTreeMap<u32, Probed>,
    /// Verdicts by mutant and the test's number.
    pub pairs: BTreeMap<u32, BTreeMap<u32, Joined>>,
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
            let known = self.class(&classes[&class.class]);
            for mutant in &class.mutants {
                if let Some(method) = class.methods.get(mutant.method as usize) {
                    known.describe(Described { method: method.clone(), mutant: mutant.clone() });
                }
            }
        }
        let tests: HashMap<u32, u32> = file.tests.iter().map(|test| (test.test, self.test(test))).collect();
        file.probes.iter().for_each(|probe| self.probe(probe, &classes, &tests));
        for of_one in file.verdicts.chunk_by(|a, b| a.class == b.class) {
            self.verdicts(of_one, classes.get(&of_one[0].class), &tests);
        }
        for unusable in &file.unusable {
            if unusable.test == Unusable::NO_TEST {
                self.stale.insert(unusable.reason.clone());
            } else if let Some(&test) = tests.get(&unusable.test) {
                self.tests.of_mut(test).unusable.insert(unusable.reason.clone());
            }
        }
    }

    /// Adds a test of a file and returns its number here.
    fn test(&mut self, test: &MutationTest) -> u32 {
        let number = self.tests.add(&test.unique_id);
        let known = self.tests.of_mut(number);
        known.named.insert((test.class.clone(), test.method.clone()));
        known.outcomes.insert(test.outcome);
        known.thrown.insert((test.exception.clone(), test.message, test.trace));
        known.unstable |= test.unstable;
        known.duration_ns = known.duration_ns.max(test.duration_ns);
        number
    }

    fn probe(&mut self, probe: &Probe, classes: &HashMap<u32, ClassKey>, tests: &HashMap<u32, u32>) {
        let Some(&test) = tests.get(&probe.test) else {
            self.unnamed.insert((probe.test, 0, 0));
            return;
        };
        self.tests.of_mut(test).is_probed = true;
        for probed in &probe.classes {
            let Some(class) = classes.get(&probed.class) else {
                self.unnamed.insert((probe.test, probed.class, 0));
                continue;
            };
            self.class(class).probe(test, &probed.reached, &probed.infected);
        }
    }

    /// Adds verdicts on mutants of one class.
    fn verdicts(&mut self, verdicts: &[PairVerdict], class: Option<&ClassKey>, tests: &HashMap<u32, u32>) {
        for verdict in verdicts.iter().filter(|of| class.is_none() || !tests.contains_key(&of.test)) {
            self.unnamed.insert((verdict.test, verdict.class, verdict.mutant));
        }
        let Some(class) = class else { return };
        let mut named = verdicts.iter().filter_map(|of| Some((of, *tests.get(&of.test)?))).peekable();
        if named.peek().is_some() {
            let known = self.class(class);
            for (of, test) in named {
                let joined = Joined { verdict: of.verdict, reason: of.reason, contradicted: false };
                known.pair(of.mutant, test, joined);
            }
        }
    }

    /// The results of a class, which is added if it is new.
    fn class(&mut self, key: &ClassKey) -> &mut ClassResults {
        self.classes.entry(key.clone()).or_default()
    }

    /// Joins other results.
    pub fn join(&mut self, other: &Self) {
        let mut numbers = Vec::with_capacity(other.tests.len());
        for (id, test) in other.tests.by_number() {
            let number = self.tests.add(id);
            numbers.push(number);
            let known = self.tests.of_mut(number);
            known.named.extend(test.named.iter().cloned());
            known.outcomes.extend(&test.outcomes);
            known.thrown.extend(test.thrown.iter().cloned());
            known.unstable |= test.unstable;
            known.duration_ns = known.duration_ns.max(test.duration_ns);
            known.unusable.extend(test.unusable.iter().cloned());
            known.is_probed |= test.is_probed;
        }
        for (key, class) in &other.classes {
            let known = self.class(key);
            class.mutants.values().for_each(|mutant| known.describe(mutant.clone()));
            for (&test, probed) in &class.probes {
                known.probe(numbers[test as usize], &probed.reached, &probed.infected);
            }
            for (&mutant, pairs) in &class.pairs {
                for (&test, joined) in pairs {
                    known.pair(mutant, numbers[test as usize], *joined);
                }
            }
        }
        self.stale.extend(other.stale.iter().cloned());
        self.unnamed.extend(&other.unnamed);
    }

    /// The tests by unique id.
    pub fn tests(&self) -> impl Iterator<Item = (&str, &TestResults)> {
        self.tests.in_order().into_iter().map(|number| (self.tests.id(number), self.tests.of(number)))
    }

    /// The test with a unique id.
    pub fn test_results(&self, unique_id: &str) -> Option<&TestResults> {
        Some(self.tests.of(self.tests.number(unique_id)?))
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
        let test = self.tests.number(unique_id)?;
        let joined = self.classes.get(class)?.pairs.get(&mutant)?.get(&test)?;
        Some((joined.verdict, joined.reason))
    }

    /// Whether a test reaches a mutant, and whether the mutant infects it; `None` if it was not probed.
    pub fn probed(&self, class: &ClassKey, mutant: u32, unique_id: &str) -> Option<(bool, bool)> {
        let test = self.tests.number(unique_id)?;
        let is_probed = self.tests.of(test).is_probed;
        let probed = self.classes.get(class).and_then(|class| class.probes.get(&test));
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

    fn probe(&mut self, test: u32, reached: &[u64], infected: &[u64]) {
        let known = self.probes.entry(test).or_default();
        or(&mut known.reached, reached);
        or(&mut known.infected, infected);
    }

    fn pair(&mut self, mutant: u32, test: u32, joined: Joined) {
        match self.pairs.entry(mutant).or_default().entry(test) {
            Entry::Vacant(entry) => drop(entry.insert(joined)),
            Entry::Occupied(mut entry) => *entry.get_mut() = entry.get().join(joined),
        }
    }

    /// Whether the results are those of another class, whose tests have the numbers that `numbers` gives for ours.
    fn is_same(&self, other: &Self, numbers: &[u32]) -> bool {
        let of = |test: &u32| numbers[*test as usize];
        let is_same_pairs = |(mutant, pairs): (&u32, &BTreeMap<u32, Joined>)| {
            other.pairs.get(mutant).is_some_and(|others| {
                others.len() == pairs.len()
                    && pairs.iter().all(|(test, joined)| others.get(&of(test)) == Some(joined))
            })
        };
        self.mutants == other.mutants
            && (self.probes.len(), self.pairs.len()) == (other.probes.len(), other.pairs.len())
            && self.probes.iter().all(|(test, probed)| other.probes.get(&of(test)) == Some(probed))
            && self.pairs.iter().all(is_same_pairs)
    }
}

/// Results are equal if they say the same of the same tests, whatever the order in which the tests became known.
impl PartialEq for Results {
    fn eq(&self, other: &Self) -> bool {
        let number = |(id, test): (&str, &TestResults)| {
            other.tests.number(id).filter(|&number| other.tests.of(number) == test)
        };
        let Some(numbers) = self.tests.by_number().map(number).collect::<Option<Vec<u32>>>() else {
            return false;
        };
        self.tests.len() == other.tests.len()
            && (&self.stale, &self.unnamed) == (&other.stale, &other.unnamed)
            && self.classes.len() == other.classes.len()
            && self
                .classes
                .iter()
                .zip(&other.classes)
                .all(|(own, others)| own.0 == others.0 && own.1.is_same(others.1, &numbers))
    }
}

impl Eq for Results {}

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

/// The numbers of the set bits, ascending.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| place * 64 + left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            bit
        })
    })
}

fn bit(words: &[u64], at: u32) -> bool {
    words.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}
