//! Suspects in order.

use std::sync::Arc;

use faultline_spectrum::{ClassId, ElementId, MethodId, Spectrum, TestId};

use crate::evidence::{Kind, LineRow};
use crate::lines::Lines;
use crate::{BestOutcome, Counts, Level, NameMatch, RankingSpec, Selection, Ties};

/// A ranking query.
#[derive(Clone, Debug)]
pub struct RankQuery {
    /// The rows that count.
    pub selection: Selection,
    /// How counts become scores.
    pub ranking: RankingSpec,
    /// The granularity.
    pub level: Level,
    /// The rank of equal scores.
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
    /// The suspect.
    pub suspect: Suspect,
    /// The representative element: the first of a line; the best-scored of a method or class, the lowest line among equals.
    /// Gives class, method and line.
    pub element: ElementId,
    /// Suspiciousness; may be infinite, is never NaN ([`crate::finite`] for JSON).
    pub score: f64,
    /// The score without its factors.
    pub base: f64,
    /// Number of elements covered by a failing test in the method whose size counts: the suspect, the line's method, or the
    /// best method of the class.
    pub lines: u32,
    /// That method's position in the stack traces, from 1; `None` if absent or without `+trace`.
    pub frame: Option<u32>,
    /// Similarity of that method's name to those of failing tests; zero without `+name`.
    pub name: NameMatch,
    /// The factor from changes; for a line, with its method's. 1 without `+changed`.
    pub changed: f64,
    /// The factor from mutants; for a method, that of its aggregated lines. 1 without `+mutants`.
    pub mutants: f64,
    /// Evidence about that method from failing tests, in the order of the kinds without the counted ones; zeros unless
    /// the ranking weighs evidence.
    pub told: [f64; Kind::TOLD],
    /// Evidence about a line relative to that method; zeros for methods and classes, and unless the ranking weighs evidence.
    pub within: LineRow,
    /// Whether it is a line that all failing tests and no passing ones run, unlike others of its method
    /// ([`crate::evidence::alone`]); false unless the ranking weighs evidence.
    pub alone: bool,
    /// The outcome of the line, or of `element`, whose score exceeds that of execution alone, if outcomes count. It
    /// determines `score`.
    pub outcome: Option<BestOutcome>,
    /// Counts of the line; for a method or class, those of `element`. As counted, not cloned.
    pub counts: Counts,
    /// The rank under the query's tie policy.
    pub rank: f64,
    /// First place of the tie, from 1.
    pub rank_min: u32,
    /// Last place of the tie.
    pub rank_max: u32,
}

/// Suspects, the most suspicious first; within a tie by class name, then line.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The scoring.
    pub spec: RankingSpec,
    /// The granularity.
    pub level: Level,
    /// The rank of equal scores.
    pub ties: Ties,
    /// Number of failed tests that counted.
    pub failing: usize,
    /// Number of passed tests that counted.
    pub passing: usize,
    /// Total weight of the failing and passing variants; 0 without `+amplified`.
    pub amplified: (f64, f64),
    /// Everything that has a line, including uncovered code (scored with `ef = 0`).
    pub entries: Vec<Ranked>,
    pub(crate) lines: Option<Arc<Lines>>,
}

impl Ranking {
    /// The elements of an entry: all elements of a line (several if methods share it); the representative of a method or
    /// class.
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

    /// The factor that `+trace` gave an entry; 1 without it, and for methods in no trace.
    pub fn trace_factor(&self, entry: &Ranked) -> f64 {
        self.spec.trace_factor(entry.frame)
    }

    /// The factor that `+name` gave an entry; 1 without it.
    pub fn name_factor(&self, entry: &Ranked) -> f64 {
        self.spec.name_factor(entry.name)
    }

    /// The number of repetitions of the failed tests: P/F with `+clone`, else 1.
    pub fn clone_factor(&self) -> f64 {
        let (failed, passed) =
            (self.failing as f64 + self.amplified.0, self.passing as f64 + self.amplified.1);
        if self.spec.clone && passed > 0.0 { passed / failed } else { 1.0 }
    }
}
