//! Suspects in order.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use faultline_spectrum::{ClassId, ElementId, MethodId, Spectrum};

use crate::lines::{Lines, class_order};
use crate::{Counts, Formula, Place, ScoringError, Selection, Ties, count_elements, places};

/// What is ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Methods, by the best of their lines (Ochiai-agg, for Ochiai).
    #[default]
    Method,
    /// Source lines: the elements of one line of one source file together.
    Line,
    /// Classes, by the best of their methods.
    Class,
}

impl Level {
    /// Every level, the default first.
    pub const ALL: [Self; 3] = [Self::Method, Self::Line, Self::Class];

    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Line => "line",
            Self::Class => "class",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| format!("'{name}' is not a level; it is one of method, line, class"))
    }
}

/// What to rank and how.
#[derive(Clone, Debug)]
pub struct RankQuery {
    /// Which rows count.
    pub selection: Selection,
    /// How counts become a score.
    pub formula: &'static Formula,
    /// What is ranked.
    pub level: Level,
    /// Which rank equal scores get.
    pub ties: Ties,
}

/// A thing that may hold the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suspect {
    /// A source line; [`Ranking::elements`] lists its elements.
    Line(u32),
    /// A method.
    Method(MethodId),
    /// A class.
    Class(ClassId),
}

/// One entry of a ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// What it is.
    pub suspect: Suspect,
    /// The element that stands for it: of a line, the first; of a method or class, the one
    /// with the best score, the lowest line among equals. Gives class, method and line.
    pub element: ElementId,
    /// Suspiciousness; may be infinite, is never NaN ([`crate::finite`] for JSON).
    pub score: f64,
    /// Counts of the line; of a method or class, those of `element`.
    pub counts: Counts,
    /// The rank under the query's tie policy.
    pub rank: f64,
    /// First place of the tie, from 1.
    pub rank_min: u32,
    /// Last place of the tie.
    pub rank_max: u32,
}

/// Suspects, the most suspicious first; inside a tie by class name, then line.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// How they were scored.
    pub formula: &'static Formula,
    /// What was ranked.
    pub level: Level,
    /// Which rank equal scores got.
    pub ties: Ties,
    /// Failed tests that counted.
    pub failing: usize,
    /// Passed tests that counted.
    pub passing: usize,
    /// Everything that has a line, uncovered ones (score of `ef = 0`) included.
    pub entries: Vec<Ranked>,
    lines: Option<Arc<Lines>>,
}

impl Ranking {
    /// The elements of an entry: all those of a line (several when methods share it); of a
    /// method or class the one that stands for it.
    pub fn elements<'a>(&'a self, entry: &'a Ranked) -> &'a [ElementId] {
        match (entry.suspect, &self.lines) {
            (Suspect::Line(line), Some(lines)) => lines.members(line as usize),
            _ => std::slice::from_ref(&entry.element),
        }
    }
}

/// Ranks a spectrum. For several queries of one spectrum keep a [`Ranker`].
/// Errors: [`ScoringError::NoFailingTest`].
pub fn rank(spectrum: &Spectrum, query: &RankQuery) -> Result<Ranking, ScoringError> {
    Ranker::new(spectrum).rank(query)
}

/// Ranks one spectrum any number of times; what does not depend on the query is kept.
#[derive(Debug)]
pub struct Ranker<'s> {
    spectrum: &'s Spectrum,
    lines: OnceLock<Arc<Lines>>,
}

impl<'s> Ranker<'s> {
    /// Cost: none until the first ranking.
    pub fn new(spectrum: &'s Spectrum) -> Self {
        Self { spectrum, lines: OnceLock::new() }
    }

    /// Errors: [`ScoringError::NoFailingTest`].
    /// Cost: O(selected tests * elements / 64 + suspects log suspects).
    pub fn rank(&self, query: &RankQuery) -> Result<Ranking, ScoringError> {
        let selection = &query.selection;
        if selection.failing().is_empty() {
            return Err(ScoringError::NoFailingTest);
        }
        let counts = count_elements(self.spectrum, selection);
        let (suspects, lines) = match query.level {
            Level::Line => {
                let lines = self.lines.get_or_init(|| Arc::new(Lines::of(self.spectrum)));
                (line_suspects(lines, &counts, query), Some(Arc::clone(lines)))
            }
            Level::Method => {
                (self.aggregate(&counts, query, |method| (method.0, Suspect::Method(method))), None)
            }
            Level::Class => {
                let class = |method: MethodId| self.spectrum.methods[method.index()].class;
                (self.aggregate(&counts, query, |m| (class(m).0, Suspect::Class(class(m)))), None)
            }
        };
        Ok(Ranking {
            formula: query.formula,
            level: query.level,
            ties: query.ties,
            failing: selection.failing().len(),
            passing: selection.passing().len(),
            entries: sorted(&suspects, query.ties),
            lines,
        })
    }

    /// Methods or classes with the score of their best line, by (class name, first line).
    /// `group` gives the number and the suspect that a method's lines belong to.
    fn aggregate(
        &self,
        counts: &[Counts],
        query: &RankQuery,
        group: impl Fn(MethodId) -> (u32, Suspect),
    ) -> Vec<Scored> {
        let size = self.spectrum.methods.len().max(self.spectrum.classes.len());
        let mut best: Vec<Option<Scored>> = vec![None; size];
        let mut first_line = vec![u32::MAX; size];
        for (column, (element, counts)) in self.spectrum.elements.iter().zip(counts).enumerate() {
            let (number, suspect) = group(element.method);
            let score = query.formula.score(&counts.weights());
            let scored = Scored { suspect, element: ElementId::new(column), score, counts: *counts };
            let best = &mut best[number as usize];
            if best.as_ref().is_none_or(|b| self.is_better(&scored, b)) {
                *best = Some(scored);
            }
            let first_line = &mut first_line[number as usize];
            *first_line = element.line.min(*first_line);
        }
        let order = class_order(self.spectrum);
        let mut keyed: Vec<((u32, u32, usize), Scored)> = best
            .into_iter()
            .enumerate()
            .filter_map(|(number, scored)| {
                let scored = scored?;
                let class = self.spectrum.method_of(scored.element).class;
                Some(((order[class.index()], first_line[number], number), scored))
            })
            .collect();
        keyed.sort_by_key(|(key, _)| *key);
        keyed.into_iter().map(|(_, scored)| scored).collect()
    }

    fn is_better(&self, a: &Scored, b: &Scored) -> bool {
        let place = |scored: &Scored| {
            let element = self.spectrum.elements[scored.element.index()];
            (element.line, element.method)
        };
        a.score > b.score || (a.score >= b.score && place(a) < place(b))
    }
}

/// A suspect before it has a place.
#[derive(Clone, Copy, Debug)]
struct Scored {
    suspect: Suspect,
    element: ElementId,
    score: f64,
    counts: Counts,
}

fn line_suspects(lines: &Lines, elements: &[Counts], query: &RankQuery) -> Vec<Scored> {
    let counts = lines.counts(elements, &query.selection).into_iter().enumerate();
    counts
        .map(|(line, counts)| Scored {
            suspect: Suspect::Line(line as u32),
            element: lines.members(line)[0],
            score: query.formula.score(&counts.weights()),
            counts,
        })
        .collect()
}

/// Sorts suspects, given in the order that holds inside a tie.
fn sorted(suspects: &[Scored], ties: Ties) -> Vec<Ranked> {
    let mut order: Vec<(u64, u32)> =
        suspects.iter().enumerate().map(|(i, scored)| (descending(scored.score), i as u32)).collect();
    order.sort_unstable();
    let scores: Vec<f64> = order.iter().map(|&(_, i)| suspects[i as usize].score).collect();
    let places = places(&scores);
    // Scores that are equal but for rounding were sorted by their last bits.
    let mut rest = &mut order[..];
    while !rest.is_empty() {
        let at = places.len() - rest.len();
        let (tie, after) = rest.split_at_mut((places[at].max - places[at].min) as usize + 1);
        if !tie.is_sorted_by_key(|&(_, i)| i) {
            tie.sort_unstable_by_key(|&(_, i)| i);
        }
        rest = after;
    }
    let placed = order.iter().zip(places);
    placed.map(|(&(_, i), place)| suspects[i as usize].placed(place, ties)).collect()
}

impl Scored {
    fn placed(self, place: Place, ties: Ties) -> Ranked {
        let Self { suspect, element, score, counts } = self;
        Ranked {
            suspect,
            element,
            score,
            counts,
            rank: place.rank(ties),
            rank_min: place.min,
            rank_max: place.max,
        }
    }
}

/// An integer that is smaller the larger the score is. Sorting integers is what makes 90,000
/// suspects a matter of a millisecond or two.
fn descending(score: f64) -> u64 {
    let bits = score.to_bits();
    if score.is_sign_negative() { bits } else { !bits & (u64::MAX >> 1) }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "equal numbers have no order to check")]
mod tests {
    use proptest::prelude::*;

    use super::descending;

    proptest! {
        #[test]
        fn integer_keys_order_scores_from_large_to_small(a: f64, b: f64) {
            prop_assume!(!a.is_nan() && !b.is_nan() && a != b);
            prop_assert_eq!(descending(a) < descending(b), a > b, "{} {}", a, b);
        }
    }

    #[test]
    fn infinity_sorts_before_the_largest_number_and_negative_scores_last() {
        let scores = [f64::INFINITY, f64::MAX, 1.0, 0.0, -1.0, f64::NEG_INFINITY];
        assert!(scores.is_sorted_by_key(|&score| descending(score)));
    }
}
