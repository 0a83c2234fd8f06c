//! What mutants multiply the score of a line by.

use faultline_sbfl::Selection;
use faultline_spectrum::{ElementId, TestId, Verdict};

use crate::counts::both;
use crate::{Expect, Kill, Matched, MatchedMutant};

/// What a mutant does to the failing tests, and at what price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// No failing test passes on it.
    #[default]
    Idle,
    /// A failing test passes on it, and a passing one fails.
    Noisy,
    /// A failing test passes on it, and of the passing tests that it may break not all have run.
    Open,
    /// A failing test passes on it, and no passing test fails.
    Clean,
}

impl Category {
    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Noisy => "noisy",
            Self::Open => "open",
            Self::Clean => "clean",
        }
    }

    /// What is added to 1 where the category multiplies, at weight 1.
    fn share(self) -> f64 {
        match self {
            Self::Idle => 0.0,
            Self::Noisy | Self::Open => 0.5,
            Self::Clean => 1.0,
        }
    }
}

/// What a mutant tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boost {
    /// Place in [`Matched::mutants`].
    pub mutant: usize,
    /// What it does to tests.
    pub category: Category,
    /// Ochiai over the tests that kill it, expected kills of passing ones included. Units: 0..=1.
    pub suspicion: f64,
    /// Failing tests that pass on it.
    pub mended: usize,
    /// Failing tests that were asked.
    pub failing: usize,
    /// Passing tests that fail on it, of those that ran.
    pub broken: usize,
}

/// What the mutants of each element tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boosts {
    /// By element: what its score is multiplied by, at weight 1. Units: 1..=4.
    pub factors: Vec<f64>,
    /// By element: its best mutant, by category, then by suspicion, then the first.
    pub best: Vec<Option<Boost>>,
}

impl Boosts {
    /// The best mutant of some elements, by category, then by suspicion, then the first.
    pub fn best_of(&self, elements: impl IntoIterator<Item = ElementId>) -> Option<Boost> {
        let of = elements.into_iter().filter_map(|element| *self.best.get(element.index())?);
        of.reduce(|best, other| if other.key() > best.key() { other } else { best })
    }

    /// The elements whose best mutant mends something, those that mend most cleanly first, then by suspicion.
    pub fn mending(&self) -> Vec<(ElementId, Boost)> {
        let of = self
            .best
            .iter()
            .enumerate()
            .filter_map(|(element, best)| Some((ElementId::new(element), (*best)?)));
        let mut mending: Vec<_> = of.filter(|(_, boost)| boost.category > Category::Idle).collect();
        mending.sort_by(|(_, a), (_, b)| b.key().0.cmp(&a.key().0).then(b.suspicion.total_cmp(&a.suspicion)));
        mending
    }
}

impl Boost {
    fn key(&self) -> (Category, f64) {
        (self.category, self.suspicion)
    }

    /// What the mutant at a place says of these tests.
    /// Cost: O(tests). Panics: there is no such mutant.
    pub fn of(matched: &Matched, at: usize, tests: &Selection) -> Self {
        let mutant = &matched.mutants[at];
        let counts = matched.kills(mutant, tests, Kill::Any, Expect::Infections);
        let failing = both(&matched.failing, tests.failing());
        let mended = with(mutant, &failing, Verdict::Passes);
        let broken = with(mutant, tests.passing(), Verdict::Fails);
        let category = match (mended, broken) {
            (0, _) => Category::Idle,
            (_, 1..) => Category::Noisy,
            _ if mutant.open(&matched.passing, tests.passing()).is_empty() => Category::Clean,
            _ => Category::Open,
        };
        let suspicion = ochiai(counts.ef, counts.ep, counts.nf);
        Self { mutant: at, category, suspicion, mended, failing: failing.len(), broken }
    }
}

/// `akf / sqrt(F (akf + akp))`; 0/0 is 0.
fn ochiai(akf: f64, akp: f64, anf: f64) -> f64 {
    if akf > 0.0 { akf / ((akf + anf) * (akf + akp)).sqrt() } else { 0.0 }
}

fn with(mutant: &MatchedMutant, tests: &[TestId], verdict: Verdict) -> usize {
    let of = mutant.pairs.iter().filter(|pair| pair.verdict == verdict);
    of.filter(|pair| tests.binary_search(&pair.test).is_ok()).count()
}

/// What the mutants tell of each element, at a weight: a line's score is multiplied by
/// `(1 + weight * suspicion) (1 + weight * share)`, suspicion the largest of its mutants', share 1 where the best of them is
/// clean, 1/2 where it mends otherwise, else 0. Without results every factor is 1.
///
/// Cost: O(mutants * tests). Source: measured on 143 faults; `docs/mutants-paper.md`.
pub fn boosts(matched: &Matched, tests: &Selection, weight: f64) -> Boosts {
    let mut best: Vec<Option<Boost>> = vec![None; matched.elements];
    let mut suspicion = vec![0.0_f64; matched.elements];
    for (at, mutant) in matched.mutants.iter().enumerate() {
        let Some(element) = mutant.element else { continue };
        let boost = Boost::of(matched, at, tests);
        let known = &mut best[element.index()];
        if known.is_none_or(|known| boost.key() > known.key()) {
            *known = Some(boost);
        }
        let largest = &mut suspicion[element.index()];
        *largest = largest.max(boost.suspicion);
    }
    let share = |best: &Option<Boost>| best.map_or(0.0, |best| best.category.share());
    let factors =
        best.iter().zip(suspicion).map(|(best, mx)| (1.0 + weight * mx) * (1.0 + weight * share(best)));
    Boosts { factors: factors.collect(), best }
}
