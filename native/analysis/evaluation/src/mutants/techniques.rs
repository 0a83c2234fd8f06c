//! The pairs that each technique runs, and substitutes for the others.

use faultline_diagnosability::{ietcr, ietcr_with};
use faultline_mbfl::{Expect, Kill, Matched, MatchedMutant, metallaxis};
use faultline_sbfl::{Counts, Formula, Level, RankQuery, Ranker, RankingSpec, Selection, Ties};
use faultline_spectrum::TestId;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::fault::LineFault;

/// The formulas of the paper.
pub const FORMULAS: [&str; 5] = ["Jaccard", "Ochiai", "Op2", "Tarantula", "DStar"];
/// The exponent of `DStar` that IETCR uses to choose tests.
const STAR: f64 = 3.0;

/// The formula by whose suspiciousness IETCR computes entropies.
#[derive(Clone, Copy, Debug, Default)]
pub enum Entropy {
    /// `DStar` with exponent 3 and a denominator of at least 0.5, as in the paper's example.
    #[default]
    DStar,
    /// Another formula with its default parameter; scores that are negative or not finite count as 0.
    Of(&'static Formula),
}

impl Entropy {
    /// The entropies of the paper's third research question: those of its five formulas, `DStar` first.
    pub fn all() -> Vec<Self> {
        let others =
            FORMULAS.iter().filter_map(|name| Self::find(name)).filter(|of| matches!(of, Self::Of(_)));
        [Self::DStar].into_iter().chain(others).collect()
    }

    /// Finds a formula of the paper by its name; case does not matter.
    pub fn find(name: &str) -> Option<Self> {
        let name = FORMULAS.into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
        if name == "DStar" { Some(Self::DStar) } else { Formula::find(name).ok().map(Self::Of) }
    }

    /// The formula's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::DStar => "DStar",
            // Under the paper's name, which may be an alias in the registry.
            Self::Of(formula) => {
                let is_it =
                    |name: &&&str| Formula::find(name).is_ok_and(|known| std::ptr::eq(known, formula));
                FORMULAS.iter().find(is_it).copied().unwrap_or(formula.name)
            }
        }
    }
}

/// A technique that reduces the number of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Every pair.
    All,
    /// All failing tests, and as many passing ones, chosen by information.
    Ietcr,
    /// The same; for omitted passing tests, infections count as expected kills.
    IetcrInfection,
    /// Only failing tests; for passing tests, covering a line counts as killing its mutants.
    Ftmes,
    /// Every test, on 30 % of the mutants.
    Samp,
    /// All failing tests, and as many passing ones, chosen at random.
    Random,
}

/// A stage of `faultline mutate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The default ranking without mutants.
    Without,
    /// Failing tests on all mutants.
    Failing,
    /// Also passing tests, on mutants that make a failing test pass.
    Mending,
    /// Also as many passing tests as there are failing ones, chosen by information, on all mutants.
    Ietcr,
    /// Also all other pairs.
    All,
}

impl Technique {
    /// In the order of reports; the others are compared with the first.
    pub const ALL: [Self; 6] =
        [Self::All, Self::Ietcr, Self::IetcrInfection, Self::Ftmes, Self::Samp, Self::Random];

    /// The name in reports.
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
    pub(super) fn pairs(self, fault: &LineFault, seed: u64, entropy: Entropy) -> Pairs {
        let all = Selection::all(&fault.spectrum);
        let with = |passing: Vec<TestId>| Selection::told(all.failing().iter().copied(), passing);
        let tests = match self {
            Self::All | Self::Samp => all,
            Self::Ftmes => with(Vec::new()),
            Self::Ietcr | Self::IetcrInfection => with(kept(fault, entropy)),
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

    /// The Metallaxis suspiciousness of each element, computed from these pairs only.
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
    /// In execution order.
    pub const ALL: [Self; 5] = [Self::Without, Self::Failing, Self::Mending, Self::Ietcr, Self::All];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Without => "without mutants",
            Self::Failing => "failing tests",
            Self::Mending => "mending mutants",
            Self::Ietcr => "ietcr",
            Self::All => "all",
        }
    }

    /// The pairs that have run at the end of this stage, and the scores of elements in the default ranking.
    pub(super) fn scores(self, fault: &LineFault) -> (Vec<(usize, TestId)>, Vec<f64>) {
        let all = Selection::all(&fault.spectrum);
        let is_failing = |test: TestId| all.failing().binary_search(&test).is_ok();
        let by_information = kept(fault, Entropy::DStar);
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
        // Every fault here has a failing test, so this cannot fail.
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

/// A subset of all pairs: some tests on some mutants.
pub(super) struct Pairs {
    pub tests: Selection,
    pub mutants: Vec<bool>,
}

impl Pairs {
    fn has(&self, test: TestId) -> bool {
        self.tests.failing().binary_search(&test).is_ok() || self.tests.passing().binary_search(&test).is_ok()
    }

    /// The results restricted to these pairs.
    fn of(&self, matched: &Matched) -> Matched {
        let mut reduced = matched.only(|_, test| self.has(test));
        let mut kept = self.mutants.iter();
        reduced.mutants.retain(|_| kept.next().copied().unwrap_or(true));
        reduced
    }

    /// The number of mutants times the number of tests, whether or not a test reaches a mutant: the paper's MTP.
    pub(super) fn product(&self) -> f64 {
        let mutants = self.mutants.iter().filter(|is_kept| **is_kept).count();
        (mutants * (self.tests.failing().len() + self.tests.passing().len())) as f64
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
fn kept(fault: &LineFault, entropy: Entropy) -> Vec<TestId> {
    let all = Selection::all(&fault.spectrum);
    let kept = match entropy {
        Entropy::DStar => ietcr(&fault.spectrum, STAR).kept,
        Entropy::Of(formula) => ietcr_with(&fault.spectrum, formula).kept,
    };
    kept.into_iter().filter(|test| all.passing().binary_search(test).is_ok()).collect()
}

/// FTMES: a passing test that covers a line counts as killing all mutants of the line.
fn by_coverage(
    fault: &LineFault,
    reduced: &Matched,
    pairs: &Pairs,
    score: impl Fn(Counts<f64>) -> f64,
) -> Vec<f64> {
    let all = Selection::all(&fault.spectrum);
    let passed = all.passing().len() as f64;
    let asked = reduced.asked(&pairs.tests);
    let mut best = vec![None; reduced.elements];
    for mutant in &reduced.mutants {
        let Some(element) = mutant.element else { continue };
        let kills = reduced.kills(mutant, &asked, Kill::Any, Expect::Nothing);
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

/// The first random numbers of a seed, all distinct.
fn chances(seed: u64, count: usize) -> Vec<u64> {
    let mut random = SplitMix64::seed_from_u64(seed);
    (0..count).map(|_| random.next_u64()).collect()
}
