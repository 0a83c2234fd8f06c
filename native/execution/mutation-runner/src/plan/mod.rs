//! The plan: lines to mutate, tests to repeat, and how their JVMs are started.

mod asserting;
mod copied;
pub(crate) mod order;
mod scala;
pub(crate) mod slow;
mod suites;
mod targets;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use faultline_files::Trust;
use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_jvm_process::jvm::site::{Site, by_test, notes_on_secrets, sites};
use faultline_mbfl::passing_in_order;
use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_recording_store::driver::{self, Driver};
use faultline_recording_store::load::{Loaded, load_with_recordings};
use faultline_sbfl::{
    Level, RankQuery, Ranker, RankingSpec, ScoringError, Selection, Ties, failing_tests, failure_groups,
};
use faultline_spectrum::{ElementId, Fnv, INITIALISER, Outcome, Recording, Spectrum, TestId};

use crate::chance::{is_among, mixed};
use crate::choice::{Mutants, Tests};
use crate::named::{Change, Class, Number};
use crate::request::Request;

use self::targets::Target;

/// The plan of a run.
#[derive(Debug)]
pub struct Plan {
    /// The recordings, merged.
    pub loaded: Loaded,
    /// How JVMs are started, each with the tests that ran in such a JVM.
    pub sites: Vec<Site>,
    /// By site: numbers of the target classes that it loads.
    pub loads: Vec<Vec<Class>>,
    /// By site: classes whose `suite` methods may make tests of library classes.
    pub suites: Vec<Vec<String>>,
    /// Classes with lines to mutate; [`Class`] counts them from 1.
    pub targets: Vec<Target>,
    /// Tests that may be repeated, by number.
    pub tests: BTreeMap<Number, Planned>,
    /// Failing tests to explain, in row order.
    pub failing: Vec<Number>,
    /// Passing tests that cover a line to mutate, the most informative ones first.
    pub passing: Vec<Number>,
    /// The same tests without slow ones, fastest first: the order in which they run if any of them will do.
    pub quick: Vec<Number>,
    /// The slow passing tests, in the same order. They run last, and only on mending mutants that no other
    /// test breaks. Empty if the request is for all tests.
    pub slow: Vec<Number>,
    /// The slow tests that are probed.
    pub needed: BTreeSet<Number>,
    /// Passing tests that run on all mutants noticed by failing tests, in this order.
    pub chosen: Vec<Number>,
    /// Tests and classes that cannot be used, with reasons.
    pub left_out: Vec<LeftOut>,
    /// Groups of failing tests, if mutants that cannot change the first suspect need not run; else none.
    pub(crate) groups: Vec<order::Group>,
    /// Whether the results of passing tests count on mutants that mend nothing.
    pub(crate) counts_kills: bool,
    /// Whether mending mutants are confirmed in fresh JVMs.
    pub(crate) confirms: bool,
    places: HashMap<(Class, u32), u32>,
    minds_time: bool,
    sample: Mutants,
    seed: u64,
    shard: Option<(u64, u64)>,
}

/// The tests of recordings that can be repeated, and how their JVMs are started.
#[derive(Debug)]
pub(crate) struct Repeatable {
    /// How JVMs are started.
    pub sites: Vec<Site>,
    /// By site: as [`Plan::suites`].
    pub suites: Vec<Vec<String>>,
    /// The tests, by number.
    pub tests: BTreeMap<Number, Planned>,
    /// Tests that cannot be repeated, with reasons.
    pub left_out: Vec<LeftOut>,
}

impl Repeatable {
    /// Looks at recordings, already loaded. Errors: they do not say how JVMs were started, or are not trusted to.
    pub fn of(loaded: &Loaded, recordings: &[Recording], trust: Trust) -> Result<Self, Failure> {
        let sites = sites(recordings, &loaded.files, trust)?;
        let mut left_out = Vec::new();
        let mut tests = planned(&loaded.spectrum, &sites, &mut left_out);
        let suites = suites::of(&loaded.spectrum, &sites, &mut tests);
        Ok(Self { sites, suites, tests, left_out })
    }
}

/// A test to repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its row in the spectrum.
    pub row: TestId,
    /// The JVM that it ran in, as an index of [`Plan::sites`].
    pub site: usize,
    /// The driver that runs it.
    pub driver: Driver,
    /// The class that is passed to its framework.
    pub unit: String,
}

impl Plan {
    /// Plans a run. Errors: nothing was recorded, no test failed, the recording does not say how JVMs were
    /// started, a file that it names is missing.
    pub fn of(request: &Request) -> Result<Self, Failure> {
        let (loaded, recordings) = load_with_recordings(&request.inputs, request.reading)?;
        Self::of_recordings(request, loaded, &recordings)
    }

    /// As [`Plan::of`], for recordings that are already loaded.
    pub fn of_recordings(
        request: &Request,
        mut loaded: Loaded,
        recordings: &[Recording],
    ) -> Result<Self, Failure> {
        let failing = failing(&loaded.spectrum, &request.failing)?;
        let repeatable = Repeatable::of(&loaded, recordings, request.trust)?;
        let Repeatable { sites, suites, tests, mut left_out } = repeatable;
        loaded.notes.extend(notes_on_secrets(&sites));
        let spectrum = &loaded.spectrum;
        let (targets, changed) = targets::of(spectrum, &failing, &sites, recordings);
        let loads = targets::of_sites(&targets, &sites);
        left_out.extend(changed);
        if targets.is_empty() {
            return Err(no_target(&left_out));
        }
        for site in &sites {
            site.check(spectrum)?;
        }
        let wanted: Vec<Number> = numbers(&failing).collect();
        let failing: Vec<Number> = wanted.iter().copied().filter(|test| tests.contains_key(test)).collect();
        if failing.is_empty() {
            let of_failing = |of: &&LeftOut| {
                wanted.iter().any(|&test| names::test(&spectrum.tests[test as usize - 1]) == of.name)
            };
            return Err(Failure::failed(match left_out.iter().find(of_failing) {
                Some(LeftOut { name, why }) => format!("no failing test can be run again: {name} {why}"),
                None => "no failing test can be run again".to_owned(),
            }));
        }
        let mut passing = by_information(spectrum, &targets, &tests);
        let mut quick = passing.clone();
        quick.sort_by_key(|&test| spectrum.tests[test as usize - 1].duration_ns);
        let slow = if request.tests.minds_time() { slow::slow(spectrum, &quick) } else { Vec::new() };
        let needed = if slow.is_empty() { BTreeSet::new() } else { slow::needed(spectrum, &targets, &quick) };
        let is_quick = |test: &Number| !slow.contains(test);
        quick.retain(is_quick);
        let of_time: Vec<Number> = passing.iter().copied().filter(is_quick).collect();
        let chosen = chosen(request, spectrum, &tests, failing.len(), &of_time);
        let places = places(spectrum, &targets, &failing)?;
        let counts_kills = request.tests.counts_kills();
        // `rank` weighs failing tests that cannot be run again, too.
        let decides = request.mutants == Mutants::Deciding
            && request.tests == Tests::Mending
            && failing.len() == wanted.len();
        let groups = if decides { order::groups(spectrum, &targets, &failing)? } else { Vec::new() };
        if request.tests == Tests::Ftmes {
            (passing, quick) = (Vec::new(), Vec::new());
        }
        Ok(Self {
            sites,
            loads,
            suites,
            targets,
            tests,
            failing,
            chosen,
            left_out,
            places,
            passing,
            quick,
            slow,
            needed,
            groups,
            counts_kills,
            // Without passing tests each mending mutant would seem clean.
            confirms: request.tests != Tests::Ftmes,
            minds_time: request.tests.minds_time(),
            sample: request.mutants,
            seed: request.seed,
            shard: request.shard.map(|shard| (shard.index as u64 - 1, shard.of as u64)),
            loaded,
        })
    }

    /// Whether mutants that cannot change the first suspect are left out.
    pub fn may_leave_out(&self) -> bool {
        !self.groups.is_empty()
    }

    /// Runs all mutants, also those that cannot change the first suspect by the default ranking, for other evidence may.
    pub fn try_all(&mut self) {
        self.groups.clear();
    }

    /// The recordings, merged.
    pub fn spectrum(&self) -> &Spectrum {
        &self.loaded.spectrum
    }

    /// A class with lines to mutate.
    pub fn target(&self, class: Class) -> Option<&Target> {
        self.targets.get((class as usize).checked_sub(1)?)
    }

    /// A test's row in the spectrum.
    pub fn row(&self, test: Number) -> Option<&faultline_spectrum::Test> {
        self.spectrum().tests.get((test as usize).checked_sub(1)?)
    }

    /// The recorded duration of a passing test, which limits the test without a mutant; `None` if time does
    /// not count.
    pub fn took(&self, test: Number) -> Option<Duration> {
        let row = self.row(test).filter(|row| self.minds_time && row.outcome == Outcome::Passed)?;
        Some(Duration::from_nanos(row.duration_ns))
    }

    /// The display name of a test.
    pub fn name(&self, test: Number) -> String {
        self.row(test).map_or_else(|| format!("test {test}"), names::test)
    }

    /// The lines of a class's static initialiser that belong to a test.
    pub fn initialiser(&self, test: Number, class: Class) -> BTreeSet<u32> {
        let spectrum = self.spectrum();
        let (Some(target), Some(row)) = (self.target(class), (test as usize).checked_sub(1)) else {
            return BTreeSet::new();
        };
        let is_its = |element: &&ElementId| {
            spectrum.method_of(**element).name == INITIALISER && spectrum.coverage.get(row, element.index())
        };
        target.elements.iter().filter(is_its).map(|id| spectrum.elements[id.index()].line).collect()
    }

    /// Whether a test executes a line to mutate.
    pub fn covers(&self, test: Number, class: Class, line: u32) -> bool {
        let (Some(target), Some(row)) = (self.target(class), (test as usize).checked_sub(1)) else {
            return false;
        };
        let spectrum = self.spectrum();
        let is_it = |element: &&ElementId| spectrum.elements[element.index()].line == line;
        target.elements.iter().filter(is_it).any(|element| spectrum.coverage.get(row, element.index()))
    }

    /// Whether lines of static initialisers to mutate belong to a test.
    pub fn has_initialisers(&self, test: Number) -> bool {
        (1..=self.targets.len() as Class).any(|class| !self.initialiser(test, class).is_empty())
    }

    /// Whether a mutant is to be run: it is in the sample and in this machine's shard.
    pub fn is_wanted(&self, change: Change) -> bool {
        let Some(target) = self.target(change.class) else { return false };
        let of = |salt: u64| {
            mixed(&[salt, self.seed, Fnv::of(target.name.as_bytes()), target.hash, u64::from(change.mutant)])
        };
        let is_sampled = match self.sample {
            Mutants::Deciding | Mutants::All => true,
            Mutants::Sample(percent) => is_among(of(1), percent),
        };
        is_sampled && self.shard.is_none_or(|(index, count)| of(2) % count == index)
    }

    /// The position of a line in the ranking without mutants, from 0; unranked lines come last.
    pub fn place(&self, class: Class, line: u32) -> u32 {
        self.places.get(&(class, line)).copied().unwrap_or(u32::MAX)
    }

    /// Hash of the tests, their outcomes and the classes, which machines that share a job compare.
    pub fn digest(&self) -> String {
        let mut bytes = Vec::new();
        for test in &self.spectrum().tests {
            bytes.extend(test.unique_id.bytes());
            bytes.push(test.outcome.code());
        }
        for target in &self.targets {
            bytes.extend(target.name.bytes());
            bytes.extend(target.hash.to_le_bytes());
            bytes.extend(target.lines.iter().flat_map(|line| line.to_le_bytes()));
            if target.file != target.hash {
                bytes.extend(target.file.to_le_bytes());
            }
            bytes.extend(target.asserting.iter().flat_map(|method| method.bytes()));
        }
        format!("{:016x}", mixed(&[Fnv::of(&bytes)]))
    }
}

fn numbers(rows: &[TestId]) -> impl Iterator<Item = Number> {
    rows.iter().map(|row| row.index() as Number + 1)
}

fn no_target(left_out: &[LeftOut]) -> Failure {
    Failure::failed(match left_out.first() {
        Some(LeftOut { name, why }) => {
            let mend = if why == targets::CHANGED { "; record again: faultline run -- mvn test" } else { "" };
            format!("there is nothing to change: {name} {why}{mend}")
        }
        None => "there is nothing to change: the failing tests executed no recorded line; record more with \
                 --include"
            .to_owned(),
    })
}

/// The failing tests to explain. Errors: there is none.
fn failing(spectrum: &Spectrum, names: &[String]) -> Result<Vec<TestId>, Failure> {
    if failure_groups(spectrum).is_empty() {
        return Err(Failure::NothingFailed(format!(
            "none of the {} failed, so there is nothing to explain; record a run with a failing test: \
             faultline mutate -- mvn test",
            faultline_messages::words::counted(spectrum.tests.len(), "recorded test")
        )));
    }
    if names.is_empty() {
        return Ok(spectrum.tests_with(Outcome::Failed).collect());
    }
    failing_tests(spectrum, names).map_err(|error| Failure::failed(error.with_hint()))
}

/// Tests with a verdict, each once. Tests with several outcomes, and tests whose driver is unknown, are left
/// out.
fn planned(spectrum: &Spectrum, sites: &[Site], left_out: &mut Vec<LeftOut>) -> BTreeMap<Number, Planned> {
    let mut outcomes: HashMap<&str, BTreeSet<Outcome>> = HashMap::new();
    for test in &spectrum.tests {
        outcomes.entry(&test.unique_id).or_default().insert(test.outcome);
    }
    let of_id = by_test(sites);
    let (mut planned, mut seen) = (BTreeMap::new(), BTreeSet::new());
    for (row, test) in spectrum.tests.iter().enumerate() {
        if !matches!(test.outcome, Outcome::Passed | Outcome::Failed) {
            continue;
        }
        let mut leave_out = |why: &str| {
            left_out.push(LeftOut { name: names::test(test), why: why.to_owned() });
        };
        if outcomes[test.unique_id.as_str()].len() > 1 {
            if seen.insert(&test.unique_id) {
                leave_out("ended in several ways in the recording");
            }
            continue;
        }
        if !seen.insert(&test.unique_id) {
            continue;
        }
        let Some(&site) = of_id.get(test.unique_id.as_str()) else {
            leave_out("ran in a JVM whose start was not recorded");
            continue;
        };
        if let Some(why) = sites[site].why_not() {
            leave_out(&why);
            continue;
        }
        let Some((driver, unit)) = driver::of(test, sites[site].has_junit4) else {
            leave_out("is of a framework that cannot repeat it");
            continue;
        };
        let of_row = Planned { row: TestId::new(row), site, driver, unit };
        planned.insert(row as Number + 1, of_row);
    }
    planned
}

/// Passing tests that cover a line to mutate, the most informative ones first.
fn by_information(spectrum: &Spectrum, targets: &[Target], tests: &BTreeMap<Number, Planned>) -> Vec<Number> {
    let mut rows = passing_in_order(spectrum);
    rows.retain(|test| {
        let elements = targets.iter().flat_map(|target| &target.elements);
        elements.into_iter().any(|element| spectrum.coverage.get(test.index(), element.index()))
    });
    numbers(&rows).filter(|test| tests.contains_key(test)).collect()
}

fn chosen(
    request: &Request,
    spectrum: &Spectrum,
    tests: &BTreeMap<Number, Planned>,
    failing: usize,
    passing: &[Number],
) -> Vec<Number> {
    let first = |count: usize| passing[..passing.len().min(count)].to_vec();
    match request.tests {
        Tests::Ietcr => first(failing),
        Tests::IetcrOf(count) => first(count),
        Tests::All => passing.to_vec(),
        Tests::Mending | Tests::Failing | Tests::Ftmes => Vec::new(),
        Tests::Random(count) => {
            let by_chance = |test: &Number| {
                let id = tests.get(test).map_or("", |planned| &spectrum.tests[planned.row.index()].unique_id);
                mixed(&[3, request.seed, Fnv::of(id.as_bytes())])
            };
            let mut drawn = passing.to_vec();
            drawn.sort_by_key(by_chance);
            drawn.truncate(count);
            drawn
        }
    }
}

/// The position of each line to mutate in the default ranking.
fn places(
    spectrum: &Spectrum,
    targets: &[Target],
    failing: &[Number],
) -> Result<HashMap<(Class, u32), u32>, Failure> {
    let failed = |error: ScoringError| Failure::failed(error.to_string());
    let ranking: RankingSpec = RankingSpec::DEFAULT.parse().map_err(failed)?;
    let rows: Vec<TestId> = failing.iter().map(|&test| TestId::new(test as usize - 1)).collect();
    let selection = Selection::against_passing(spectrum, &rows);
    let query = RankQuery { selection, ranking, level: Level::Line, ties: Ties::Min };
    let ranking = Ranker::new(spectrum).rank(&query).map_err(failed)?;
    let classes: HashMap<_, Class> =
        targets.iter().enumerate().map(|(at, target)| (target.class, at as Class + 1)).collect();
    let mut places = HashMap::new();
    for (place, entry) in ranking.entries.iter().enumerate() {
        for &element in ranking.elements(entry) {
            let line = spectrum.elements[element.index()].line;
            if let Some(&class) = classes.get(&spectrum.method_of(element).class) {
                places.entry((class, line)).or_insert(place as u32);
            }
        }
    }
    Ok(places)
}
