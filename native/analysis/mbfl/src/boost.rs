//! Factors of line scores from mutants.

use faultline_sbfl::Selection;
use faultline_spectrum::{ElementId, TestId, Verdict};

use crate::counts::{Asked, open};
use crate::{Expect, Kill, Matched, MatchedMutant};

/// The effect of a mutant on failing and passing tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// No failing test passes on it.
    #[default]
    Idle,
    /// A failing test passes on it, and a passing one fails.
    Noisy,
    /// A failing test passes on it, and some passing tests that it may break have not run.
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

    /// The share of the category in a factor, at weight 1.
    fn share(self) -> f64 {
        match self {
            Self::Idle => 0.0,
            Self::Noisy | Self::Open => 0.5,
            Self::Clean => 1.0,
        }
    }
}

/// The evidence from a mutant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boost {
    /// Index in [`Matched::mutants`].
    pub mutant: usize,
    /// Its effect on tests.
    pub category: Category,
    /// Ochiai over the tests that kill it, including expected kills of passing ones. Units: 0..=1.
    pub suspicion: f64,
    /// Number of failing tests that pass on it.
    pub mended: usize,
    /// Number of selected failing tests.
    pub failing: usize,
    /// Number of passing tests that ran on it and fail.
    pub broken: usize,
}

/// The evidence from the mutants of each element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boosts {
    /// The factor of each element's score, at weight 1. Units: 1..=4.
    pub factors: Vec<f64>,
    /// The best mutant of each element, by category, then by suspicion, then the first.
    pub best: Vec<Option<Boost>>,
}

impl Boosts {
    /// The best mutant of some elements, by category, then by suspicion, then the first.
    pub fn best_of(&self, elements: impl IntoIterator<Item = ElementId>) -> Option<Boost> {
        let of = elements.into_iter().filter_map(|element| *self.best.get(element.index())?);
        of.reduce(|best, other| if other.key() > best.key() { other } else { best })
    }

    /// The factors of elements whose best mutant fixes something; 1 for the others.
    pub fn factors_of_mending(&self) -> Vec<f64> {
        let mends = |best: &Option<Boost>| best.is_some_and(|best| best.category > Category::Idle);
        let of = self.factors.iter().zip(&self.best);
        of.map(|(&factor, best)| if mends(best) { factor } else { 1.0 }).collect()
    }

    /// The elements whose best mutant fixes something: cleaner fixes first, then by suspicion.
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

    /// The evidence from the mutant at an index about these tests. Cost: O(tests of the mutant). Panics: there is no such mutant.
    pub fn of(matched: &Matched, at: usize, tests: &Asked) -> Self {
        let mutant = &matched.mutants[at];
        let counts = matched.kills(mutant, tests, Kill::Any, Expect::Infections);
        let mended = with(mutant, Verdict::Passes, |test| tests.is_failing(test));
        let broken = with(mutant, Verdict::Fails, |test| tests.is_passing(test));
        let category = match (mended, broken) {
            (0, _) => Category::Idle,
            (_, 1..) => Category::Noisy,
            _ if open(mutant, tests).next().is_none() => Category::Clean,
            _ => Category::Open,
        };
        let suspicion = ochiai(counts.ef, counts.ep, counts.nf);
        Self { mutant: at, category, suspicion, mended, failing: tests.failing(), broken }
    }
}

/// `akf / sqrt(F (akf + akp))`; 0/0 is 0.
fn ochiai(akf: f64, akp: f64, anf: f64) -> f64 {
    if akf > 0.0 { akf / ((akf + anf) * (akf + akp)).sqrt() } else { 0.0 }
}

fn with(mutant: &MatchedMutant, verdict: Verdict, is_asked: impl Fn(TestId) -> bool) -> usize {
    mutant.pairs.iter().filter(|pair| pair.verdict == verdict && is_asked(pair.test)).count()
}

/// Returns the evidence about each element, at a weight. The factor of a line's score is
/// `(1 + weight * suspicion) (1 + weight * share)`: suspicion is the maximum over its mutants; share is 1 if its best mutant fixes
/// cleanly, 1/2 if it fixes otherwise, else 0. Without results every factor is 1.
///
/// Cost: O(mutants * tests). Source: measured on 143 faults; `docs/evaluation.md`.
pub fn boosts(matched: &Matched, tests: &Selection, weight: f64) -> Boosts {
    let asked = matched.asked(tests);
    let mut best: Vec<Option<Boost>> = vec![None; matched.elements];
    let mut suspicion = vec![0.0_f64; matched.elements];
    for (at, mutant) in matched.mutants.iter().enumerate() {
        let Some(element) = mutant.element else { continue };
        let boost = Boost::of(matched, at, &asked);
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
