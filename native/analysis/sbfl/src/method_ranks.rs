//! Scores and ranks of methods in a loop, without allocation.

use crate::scores::Scores;
use crate::ties::equal;
use crate::{Aggregate, Clues, MethodIndex, Place, RankingSpec, SuiteCounts, places};

/// Scores of methods, with buffers reused between updates.
///
/// ```
/// # use faultline_sbfl::{Clues, MethodIndex, MethodRanks, RankingSpec, SuiteCounts, Ties};
/// # fn main() -> Result<(), faultline_sbfl::ScoringError> {
/// let spec: RankingSpec = "ochiai+size".parse()?;
/// let index = MethodIndex::new(2, &[0, 0, 1]);
/// let mut ranks = MethodRanks::default();
/// let suite = SuiteCounts { ef: &[1, 1, 1], ep: &[0, 1, 1], failed: 1, passed: 1 };
/// ranks.update(&spec, &index, &Clues::default(), &suite);
/// assert_eq!(ranks.place(1).map(|place| place.rank(Ties::Max)), Some(2.0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct MethodRanks {
    scores: Scores,
    /// The scores of elements without their outcomes, if outcomes count.
    alone: Vec<f64>,
    methods: Vec<MethodScore>,
    /// `n^size` by n, computed on demand.
    powers: Vec<f64>,
    powers_of: Option<f64>,
}

/// A method's score and its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodScore {
    /// Base times factors; may be infinite, is never NaN, and is negative infinity for a
    /// method without elements, which has no rank.
    pub score: f64,
    /// The score without its factors.
    pub base: f64,
    /// The element with the best score, the first of equal ones; `u32::MAX` without elements.
    pub element: u32,
    /// Number of its lines that a failing test covers.
    pub suspicious: u32,
    /// The factor from mutants after aggregating lines; 1 without mutants.
    pub mutants: f64,
}

impl MethodRanks {
    /// Scores every method. Clues that the ranking does not use may be empty.
    ///
    /// Panics: counts for fewer elements than the index has.
    /// Cost: O(elements), a few nanoseconds each; allocates only the first time.
    pub fn update(
        &mut self,
        spec: &RankingSpec,
        index: &MethodIndex,
        clues: &Clues,
        suite: &SuiteCounts<'_>,
    ) {
        self.scores.update(spec, suite, &clues.scores, &clues.amplified, |element| index.lines(element));
        self.alone.clear();
        if !clues.outcomes.scores.is_empty() {
            self.alone.extend_from_slice(&self.scores.of);
            self.scores.raise(&clues.outcomes.scores);
        }
        if spec.size != self.powers_of {
            self.powers.clear();
            self.powers_of = spec.size;
        }
        self.methods.clear();
        self.methods.reserve(index.len());
        for method in 0..index.len() {
            let mut scored = self.aggregated(spec.aggregate, index, method, suite.ef, clues);
            if scored.element != u32::MAX {
                scored.score *= self.size_factor(spec, scored.suspicious) * clues.factor(spec, method);
            }
            self.methods.push(scored);
        }
    }

    /// Wraps given scores, so that [`MethodRanks::place`] can rank them.
    pub fn of_scores(scores: &[f64]) -> Self {
        let method = |(element, &score): (usize, &f64)| MethodScore {
            score,
            base: score,
            element: element as u32,
            suspicious: 0,
            mutants: 1.0,
        };
        Self { methods: scores.iter().enumerate().map(method).collect(), ..Self::default() }
    }

    /// The score of every method.
    pub fn methods(&self) -> &[MethodScore] {
        &self.methods
    }

    /// The score of an element without its outcomes.
    pub(crate) fn alone(&self, element: usize) -> f64 {
        self.alone.get(element).copied().unwrap_or(self.scores.of[element])
    }

    /// The base score of every element.
    pub fn elements(&self) -> &[f64] {
        &self.scores.of
    }

    /// First and last place of a method's tie among all methods with elements; `None` for a method without. Agrees with
    /// sorting all scores and calling [`places`].
    /// Cost: O(methods); O(methods log methods) where scores differ by rounding alone.
    pub fn place(&self, method: usize) -> Option<Place> {
        let this = self.methods[method];
        if this.element == u32::MAX {
            return None;
        }
        let (mut above, mut ties, mut are_same) = (0, 0, true);
        for other in self.ranked() {
            if other.score.to_bits() == this.score.to_bits() {
                ties += 1;
            } else if equal(other.score, this.score) {
                are_same = false;
            } else {
                above += u32::from(other.score > this.score);
            }
        }
        if are_same {
            return Some(Place { min: above + 1, max: above + ties });
        }
        // Among nearly equal scores, the tie depends on its first member.
        let mut sorted: Vec<f64> = self.ranked().map(|other| other.score).collect();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let at = sorted.iter().position(|score| score.to_bits() == this.score.to_bits())?;
        places(&sorted).get(at).copied()
    }

    /// The position of a method in the sorted list, ties broken by number.
    pub fn position(&self, method: usize) -> Option<u32> {
        let place = self.place(method)?;
        let this = self.methods[method].score;
        let before = self.methods[..method].iter();
        let before = before.filter(|other| other.element != u32::MAX && equal(other.score, this)).count();
        Some(place.min + before as u32)
    }

    fn ranked(&self) -> impl Iterator<Item = &MethodScore> {
        self.methods.iter().filter(|method| method.element != u32::MAX)
    }

    /// A method's base and its score before the factors of the whole method.
    fn aggregated(
        &self,
        aggregate: Aggregate,
        index: &MethodIndex,
        method: usize,
        ef: &[u32],
        clues: &Clues,
    ) -> MethodScore {
        let elements = index.elements(method);
        let (mut score, mut base) = (Aggregated::default(), Aggregated::default());
        let (mut first, mut all, mut suspicious) = (u32::MAX, 0, 0);
        for &element in elements {
            let lines = index.lines(element as usize);
            let of_element = self.scores.of[element as usize];
            base.add(of_element, lines);
            if score.add(of_element * clues.mutants(element as usize), lines) || first == u32::MAX {
                first = element;
            }
            all += lines;
            suspicious += if ef[element as usize] > 0 { lines } else { 0 };
        }
        let (score, base) = (score.of(aggregate, all), base.of(aggregate, all));
        let quotient = score / base;
        let mutants = if clues.mutants.is_empty() || !quotient.is_finite() { 1.0 } else { quotient };
        MethodScore { score, base, element: first, suspicious, mutants }
    }

    fn size_factor(&mut self, spec: &RankingSpec, lines: u32) -> f64 {
        if spec.size.is_none() || lines <= 1 {
            return 1.0;
        }
        let known = self.powers.len() as u32;
        if known <= lines {
            self.powers.extend((known..=lines).map(|n| spec.size_factor(n)));
        }
        self.powers[lines as usize]
    }
}

/// Aggregates the scores of a method's lines.
#[derive(Clone, Copy, Debug)]
struct Aggregated {
    best: f64,
    sum: f64,
}

impl Default for Aggregated {
    fn default() -> Self {
        Self { best: f64::NEG_INFINITY, sum: 0.0 }
    }
}

impl Aggregated {
    /// Adds an element that represents `lines` lines. Returns whether it is the best so far.
    fn add(&mut self, score: f64, lines: u32) -> bool {
        let is_best = score > self.best;
        if is_best {
            self.best = score;
        }
        self.sum += score * f64::from(lines);
        is_best
    }

    fn of(self, aggregate: Aggregate, lines: u32) -> f64 {
        match aggregate {
            _ if lines == 0 => f64::NEG_INFINITY,
            Aggregate::Max => self.best,
            Aggregate::Mean => self.sum / f64::from(lines),
            Aggregate::Sum => self.sum,
        }
    }
}
