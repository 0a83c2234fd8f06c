//! Suspects in order.

use std::sync::Arc;

use faultline_spectrum::{ClassId, ElementId, MethodId, Spectrum, TestId};

use crate::evidence::{Kind, LineRow};
use crate::lines::Lines;
use crate::{BestOutcome, Counts, Level, NameMatch, RankingSpec, Selection, Ties};

/// What to rank and how.
#[derive(Clone, Debug)]
pub struct RankQuery {
    /// Which rows count.
    pub selection: Selection,
    /// How counts become scores.
    pub ranking: RankingSpec,
    /// What is ranked.
    pub level: Level,
    /// Which rank equal scores get.
    pub ties: Ties,
}

impl RankQuery {
    /// Failing tests against all passing ones, equal scores at their last place.
    pub fn against_passing(
        spectrum: &Spectrum,
        failing: &[TestId],
        ranking: RankingSpec,
        level: Level,
    ) -> Self {
        Self { selection: Selection::against_passing(spectrum, failing), ranking, level, ties: Ties::Max }
    }
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
    /// The score without its factors.
    pub base: f64,
    /// Elements that a failing test covers of the method whose size counts: the suspect, the
    /// line's, or the best of the class.
    pub lines: u32,
    /// That method's place in the stack traces, from 1; `None` without one or without `+trace`.
    pub frame: Option<u32>,
    /// How much of that method's name failing tests share; nothing without `+name`.
    pub name: NameMatch,
    /// What mutants multiply the score by; of a method, those of its lines. 1 without `+mutants`.
    pub mutants: f64,
    /// What failing tests tell of that method besides, in the order of the kinds of evidence without the counted ones; zeros
    /// unless evidence is weighed.
    pub told: [f64; Kind::TOLD],
    /// What tells a line from the others of that method; zeros of methods and classes, and unless evidence is weighed.
    pub within: LineRow,
    /// The outcome of a condition or call that scores more than that the line ran, where outcomes count: of the line, or of
    /// `element`. The score is its.
    pub outcome: Option<BestOutcome>,
    /// Counts of the line; of a method or class, those of `element`. As counted, not cloned.
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
    pub spec: RankingSpec,
    /// What was ranked.
    pub level: Level,
    /// Which rank equal scores got.
    pub ties: Ties,
    /// Failed tests that counted.
    pub failing: usize,
    /// Passed tests that counted.
    pub passing: usize,
    /// What variants of the failing tests weigh besides, failing and passing ones; 0 without `+amplified`.
    pub amplified: (f64, f64),
    /// Everything that has a line, uncovered ones (score of `ef = 0`) included.
    pub entries: Vec<Ranked>,
    pub(crate) lines: Option<Arc<Lines>>,
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

    /// The factor that `+size` gave an entry; 1 without it.
    pub fn size_factor(&self, entry: &Ranked) -> f64 {
        self.spec.size_factor(entry.lines)
    }

    /// The factor that `+trace` gave an entry; 1 without it, and for what no trace has.
    pub fn trace_factor(&self, entry: &Ranked) -> f64 {
        self.spec.trace_factor(entry.frame)
    }

    /// The factor that `+name` gave an entry; 1 without it.
    pub fn name_factor(&self, entry: &Ranked) -> f64 {
        self.spec.name_factor(entry.name)
    }

    /// How often the failed tests counted: P/F with `+clone`, else 1.
    pub fn clone_factor(&self) -> f64 {
        let (failed, passed) =
            (self.failing as f64 + self.amplified.0, self.passing as f64 + self.amplified.1);
        if self.spec.clone && passed > 0.0 { passed / failed } else { 1.0 }
    }
}
