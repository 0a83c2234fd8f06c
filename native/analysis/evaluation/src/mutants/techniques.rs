//! Which pairs are run, and what stands for those that are not.

use faultline_diagnosability::ietcr;
use faultline_mbfl::{Expect, Kill, Matched, MatchedMutant, metallaxis};
use faultline_sbfl::{Counts, Formula, Level, RankQuery, Ranker, RankingSpec, Selection, Ties};
use faultline_spectrum::TestId;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::fault::LineFault;

/// The formulas of the paper.
pub const FORMULAS: [&str; 5] = ["Jaccard", "Ochiai", "Op2", "Tarantula", "DStar"];
/// The exponent of `DStar` by which IETCR chooses.
const STAR: f64 = 3.0;

/// A way to spend fewer runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Every pair.
    All,
    /// All failing tests, and as many passing ones by information.
    Ietcr,
    /// The same; infections are expected kills of the passing tests that are left out.
    IetcrInfection,
    /// Failing tests alone; covering a line stands for killing its mutants.
    Ftmes,
    /// Every test, on 30 % of the mutants.
    Samp,
    /// All failing tests, and as many passing ones at random.
    Random,
}

/// How far `faultline mutate` has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The default ranking without mutants.
    Without,
    /// Failing tests on all mutants.
    Failing,
    /// And passing tests on those that mend something.
    Mending,
    /// And as many passing tests by information as there are failing ones, on all.
    Ietcr,
    /// And everything else.
    All,
}

impl Technique {
    /// In the order of reports; the first is what others are compared with.
    pub const ALL: [Self; 6] =
        [Self::All, Self::Ietcr, Self::IetcrInfection, Self::Ftmes, Self::Samp, Self::Random];

    /// As reports name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Ietcr => "ietcr",
            Self::IetcrInfection => "ietcr+infection",
            Self::Ftmes => "ftmes",
            Self::Samp => "samp-30%",
            Self::Random => "random",
        }
    }

    /// Whether it depends on a seed.
    pub fn is_random(self) -> bool {
        matches!(self, Self::Samp | Self::Random)
    }

    /// The pairs that it runs.
    pub(super) fn pairs(self, fault: &LineFault, seed: u64) -> Pairs {
        let all = Selection::all(&fault.spectrum);
        let with = |passing: Vec<TestId>| Selection::told(all.failing().iter().copied(), passing);
        let tests = match self {
            Self::All | Self::Samp => all,
            Self::Ftmes => with(Vec::new()),
            Self::Ietcr | Self::IetcrInfection => with(kept(fault)),
            Self::Random => {
                let chances = chances(seed, fault.spectrum.tests.len());
                let mut passing = all.passing().to_vec();
                passing.sort_unstable_by_key(|test| chances[test.index()]);
                passing.truncate(all.failing().len());
                with(passing)
            }
        };
        let mutants = match self {
            Self::Samp => {
                let count = fault.matched.mutants.len();
                let chances = chances(!seed, count);
                let mut order: Vec<usize> = (0..count).collect();
                order.sort_unstable_by_key(|&mutant| chances[mutant]);
                let mut is_kept = vec![false; count];
                for &mutant in &order[..(count * 3).div_ceil(10)] {
                    is_kept[mutant] = true;
                }
                is_kept
            }
            _ => vec![true; fault.matched.mutants.len()],
        };
        Pairs { tests, mutants }
    }

    /// The Metallaxis suspiciousness of each element by these pairs alone.
    pub(super) fn scores(self, fault: &LineFault, pairs: &Pairs, formula: &'static Formula) -> Vec<f64> {
        let reduced = pairs.of(&fault.matched);
        let score = |counts: Counts<f64>| formula.score(&counts);
        match self {
            Self::All | Self::Ietcr | Self::Samp | Self::Random => {
                metallaxis(&reduced, &pairs.tests, Kill::Any, Expect::Nothing, score)
            }
            Self::IetcrInfection => {
                metallaxis(&reduced, &Selection::all(&fault.spectrum), Kill::Any, Expect::Infections, score)
            }
            Self::Ftmes => by_coverage(fault, &reduced, pairs, score),
        }
    }
}

impl Stage {
    /// In the order in which they come.
    pub const ALL: [Self; 5] = [Self::Without, Self::Failing, Self::Mending, Self::Ietcr, Self::All];

    /// As reports name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Without => "without mutants",
            Self::Failing => "failing tests",
            Self::Mending => "mending mutants",
            Self::Ietcr => "ietcr",
            Self::All => "all",
        }
    }

    /// How many pairs have run by then, and the scores of elements by the default ranking.
    pub(super) fn scores(self, fault: &LineFault) -> (Vec<(usize, TestId)>, Vec<f64>) {
        let all = Selection::all(&fault.spectrum);
        let is_failing = |test: TestId| all.failing().binary_search(&test).is_ok();
        let by_information = kept(fault);
        let runs = |mutant: &MatchedMutant, test: TestId| match self {
            Self::Without => false,
            Self::Failing => is_failing(test),
            Self::Mending => is_failing(test) || mutant.is_mending(),
            Self::Ietcr => is_failing(test) || mutant.is_mending() || by_information.contains(&test),
            Self::All => true,
        };
        let matched = fault.matched.only(runs);
        let spec = RankingSpec::by_factors();
        let spec = if self == Self::Without { spec } else { spec.with_mutants() };
        let query = RankQuery { selection: all, ranking: spec, level: Level::Line, ties: Ties::Average };
        let mut scores = vec![f64::NEG_INFINITY; fault.spectrum.elements.len()];
        // A fault without a failing test is none.
        if let Ok(ranking) = Ranker::new(&fault.spectrum).with_mutants(&matched).rank(&query) {
            for entry in &ranking.entries {
                for element in ranking.elements(entry) {
                    scores[element.index()] = entry.score;
                }
            }
        }
        let ran = matched.mutants.iter().enumerate();
        let ran = ran.flat_map(|(at, mutant)| mutant.pairs.iter().map(move |pair| (at, pair.test)));
        (ran.collect(), scores)
    }
}

/// A part of all pairs: some tests on some mutants.
pub(super) struct Pairs {
    pub tests: Selection,
    pub mutants: Vec<bool>,
}

impl Pairs {
    fn has(&self, test: TestId) -> bool {
        self.tests.failing().binary_search(&test).is_ok() || self.tests.passing().binary_search(&test).is_ok()
    }

    /// The results as if nothing else had been run.
    fn of(&self, matched: &Matched) -> Matched {
        let mut reduced = matched.only(|_, test| self.has(test));
        let mut kept = self.mutants.iter();
        reduced.mutants.retain(|_| kept.next().copied().unwrap_or(true));
        reduced
    }

    /// The pairs that have to run: those in which the test reaches the mutant.
    pub(super) fn ran(&self, matched: &Matched) -> Vec<(usize, TestId)> {
        let of = matched.mutants.iter().enumerate().filter(|&(at, _)| self.mutants[at]);
        let reaching = of.flat_map(|(at, mutant)| {
            let ran = mutant.pairs.iter().map(|pair| pair.test);
            let mut tests: Vec<TestId> = mutant.reached.iter().copied().chain(ran).collect();
            tests.sort_unstable();
            tests.dedup();
            tests.into_iter().map(move |test| (at, test))
        });
        reaching.filter(|&(_, test)| self.has(test)).collect()
    }
}

/// The passing tests that IETCR keeps.
fn kept(fault: &LineFault) -> Vec<TestId> {
    let all = Selection::all(&fault.spectrum);
    let kept = ietcr(&fault.spectrum, STAR).kept;
    kept.into_iter().filter(|test| all.passing().binary_search(test).is_ok()).collect()
}

/// FTMES: a passing test that covers a line kills every mutant of it.
fn by_coverage(
    fault: &LineFault,
    reduced: &Matched,
    pairs: &Pairs,
    score: impl Fn(Counts<f64>) -> f64,
) -> Vec<f64> {
    let all = Selection::all(&fault.spectrum);
    let passed = all.passing().len() as f64;
    let mut best = vec![None; reduced.elements];
    for mutant in &reduced.mutants {
        let Some(element) = mutant.element else { continue };
        let kills = reduced.kills(mutant, &pairs.tests, Kill::Any, Expect::Nothing);
        let covering =
            all.passing().iter().filter(|test| fault.spectrum.coverage.get(test.index(), element.index()));
        let ep = covering.count() as f64;
        let score = score(Counts { ep, np: passed - ep, ..kills });
        let known = &mut best[element.index()];
        *known = Some(known.map_or(score, |known: f64| known.max(score)));
    }
    let failed = all.failing().len() as f64;
    let unkilled = score(Counts { ef: 0.0, ep: 0.0, nf: failed, np: passed });
    best.into_iter().map(|best| best.unwrap_or(unkilled)).collect()
}

/// The first numbers of a seed, no two of them equal.
fn chances(seed: u64, count: usize) -> Vec<u64> {
    let mut random = SplitMix64::seed_from_u64(seed);
    (0..count).map(|_| random.next_u64()).collect()
}
