//! Answers ranking queries.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use faultline_spectrum::{ElementId, MethodId, Outcomes, Spectrum, TestId};

use crate::counts::count_columns;
use crate::evidence::{Kind, Known, LineRow, Tested, Weights, alone, line_rows};
use crate::lines::{Lines, class_order};
use crate::order::in_order;
use crate::scores::Scores;
use crate::{
    Aggregate, BestOutcome, BestOutcomes, ChangeEvidence, Clues, Counts, Level, MethodIndex, MethodRanks,
    MutantEvidence, NameMatch, Place, RankQuery, Ranked, Ranking, ScoringError, SuiteCounts, Suspect, Ties,
    Variant, Weighed,
};

/// Ranks a spectrum. For several queries of one spectrum keep a [`Ranker`].
/// Errors: [`ScoringError::NoFailingTest`].
pub fn rank(spectrum: &Spectrum, query: &RankQuery) -> Result<Ranking, ScoringError> {
    Ranker::new(spectrum).rank(query)
}

/// Ranks one spectrum any number of times. Caches what does not depend on the query, and the counts of the last query's
/// passing tests, because groups of failures are ranked one by one against the same passing tests.
#[derive(Debug)]
pub struct Ranker<'s> {
    spectrum: &'s Spectrum,
    mutants: Option<&'s dyn MutantEvidence>,
    changes: Option<&'s dyn ChangeEvidence>,
    variants: &'s [Variant],
    outcomes: Option<&'s Outcomes>,
    lines: OnceLock<Arc<Lines>>,
    methods: OnceLock<Methods>,
    known: OnceLock<Known>,
    passing: Mutex<Option<Arc<Passing>>>,
}

/// Counts of passing tests do not replace cached counts of this many times more tests.
const FEWER: usize = 16;

/// Data about the spectrum for rankings of methods and classes.
#[derive(Debug)]
struct Methods {
    index: MethodIndex,
    /// Methods with lines, by (class name, first line, number).
    order: Vec<u32>,
}

/// The numbers of passing tests that executed each element and each shared line.
#[derive(Debug)]
struct Passing {
    tests: Vec<TestId>,
    elements: Vec<u32>,
    shared: OnceLock<Vec<u32>>,
}

impl<'s> Ranker<'s> {
    /// Cost: none until the first ranking.
    pub fn new(spectrum: &'s Spectrum) -> Self {
        Self {
            spectrum,
            mutants: None,
            changes: None,
            variants: &[],
            outcomes: None,
            lines: OnceLock::new(),
            methods: OnceLock::new(),
            known: OnceLock::new(),
            passing: Mutex::new(None),
        }
    }

    /// Adds evidence from mutants, for rankings that use it.
    #[must_use]
    pub fn with_mutants(self, evidence: &'s dyn MutantEvidence) -> Self {
        Self { mutants: Some(evidence), ..self }
    }

    /// Adds evidence from changes, for rankings that use it.
    #[must_use]
    pub fn with_changes(self, evidence: &'s dyn ChangeEvidence) -> Self {
        Self { changes: Some(evidence), ..self }
    }

    /// Adds variants of failing tests, for rankings that use them.
    #[must_use]
    pub fn with_amplified(self, variants: &'s [Variant]) -> Self {
        Self { variants, ..self }
    }

    /// Adds outcomes of conditions, switches and calls: a line then scores as the maximum of itself and its outcomes.
    #[must_use]
    pub fn with_outcomes(self, outcomes: &'s Outcomes) -> Self {
        Self { outcomes: Some(outcomes), ..self }
    }

    /// Answers a query.
    ///
    /// Errors: [`ScoringError::NoFailingTest`], [`ScoringError::NoMutants`]; with outcomes [`ScoringError::LinesOnly`].
    /// Cost: O(selected tests * elements / 64 + suspects log suspects); only the failing tests count if the counts of the
    /// passing ones are cached.
    pub fn rank(&self, query: &RankQuery) -> Result<Ranking, ScoringError> {
        self.asked(query, |asked, passing| match query.level {
            Level::Method => asked.ranking(asked.ranked_methods(|_, _| true), None),
            Level::Class => asked.ranking(ranked(&asked.classes(), query.ties), None),
            Level::Line => self.ranked_lines(asked, passing, |_, _| true),
        })
    }

    /// As [`Ranker::rank`] of lines, whatever the query's level, with the entries of the wanted lines only, by their first
    /// element and their counts. Errors: as there. Cost: O(lines) time, memory for the wanted entries.
    pub fn rank_lines(
        &self,
        query: &RankQuery,
        wanted: impl Fn(ElementId, &Counts) -> bool,
    ) -> Result<Ranking, ScoringError> {
        let query = RankQuery { level: Level::Line, ..query.clone() };
        self.asked(&query, |asked, passing| self.ranked_lines(asked, passing, wanted))
    }

    fn ranked_lines(
        &self,
        asked: &Asked<'_>,
        passing: &Passing,
        wanted: impl Fn(ElementId, &Counts) -> bool,
    ) -> Ranking {
        let lines = self.lines.get_or_init(|| Arc::new(Lines::of(self.spectrum)));
        let shared = passing.shared.get_or_init(|| lines.count_shared(asked.query.selection.passing()));
        asked.ranking(asked.lines(lines, shared, wanted), Some(Arc::clone(lines)))
    }

    /// Returns the entries of [`Ranker::rank`] for the wanted methods only, whatever the query's level. Errors: as there.
    /// Cost: O(methods) time, memory for the wanted entries.
    pub fn rank_methods(
        &self,
        query: &RankQuery,
        wanted: impl Fn(MethodId, &Counts) -> bool,
    ) -> Result<Vec<Ranked>, ScoringError> {
        self.asked(query, |asked, _| asked.ranked_methods(wanted))
    }

    /// Prepares a query and passes it to `answer`. Errors: as [`Ranker::rank`].
    fn asked<T>(
        &self,
        query: &RankQuery,
        answer: impl FnOnce(&Asked<'_>, &Passing) -> T,
    ) -> Result<T, ScoringError> {
        let selection = &query.selection;
        if selection.failing().is_empty() {
            return Err(ScoringError::NoFailingTest);
        }
        if query.ranking.needs_mutants() && self.mutants.is_none() {
            return Err(ScoringError::NoMutants);
        }
        let passing = self.passing(selection.passing());
        let suite = SuiteCounts {
            ef: &self.count(selection.failing()),
            ep: &passing.elements,
            failed: selection.failing().len() as u32,
            passed: selection.passing().len() as u32,
        };
        let clues = self.clues(query)?;
        let methods = self.methods.get_or_init(|| Methods::of(self.spectrum));
        let variants = self.variants;
        let asked = Asked { spectrum: self.spectrum, query, methods, clues: &clues, suite, variants };
        Ok(answer(&asked, &passing))
    }

    fn count(&self, tests: &[TestId]) -> Vec<u32> {
        count_columns(&self.spectrum.coverage, tests)
    }

    fn passing(&self, tests: &[TestId]) -> Arc<Passing> {
        // The value stays valid after a panic: it is only ever replaced as a whole.
        let mut last = self.passing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(passing) = &*last
            && passing.tests == tests
        {
            return Arc::clone(passing);
        }
        let elements = self.count(tests);
        let passing = Arc::new(Passing { tests: tests.to_vec(), elements, shared: OnceLock::new() });
        // Test selection alternates between a few tests and the whole suite; counts of few tests are cheap to repeat.
        if last.as_ref().is_none_or(|last| last.tests.len() / FEWER <= tests.len()) {
            *last = Some(Arc::clone(&passing));
        }
        passing
    }

    fn clues(&self, query: &RankQuery) -> Result<Clues, ScoringError> {
        let clues = Clues::of(self.spectrum, query.selection.failing(), &query.ranking, || {
            self.known.get_or_init(|| Known::of(self.spectrum))
        });
        let mut clues = clues.with_amplified(self.spectrum, self.variants, &query.ranking, &query.selection);
        if let Some(outcomes) = self.outcomes {
            clues.outcomes = BestOutcomes::of(self.spectrum, outcomes, &query.ranking, &query.selection)?;
        }
        if let Some(evidence) = self.changes {
            clues = clues.with_changed(evidence, &query.ranking, &query.selection);
        }
        Ok(match self.mutants {
            Some(evidence) => clues.with_mutants(evidence, &query.ranking, &query.selection),
            None => clues,
        })
    }
}

/// A method or class before ranks are assigned.
#[derive(Clone, Debug)]
struct Scored {
    /// The entry without its ranks.
    entry: Ranked,
    /// The score; for a class, that of its best method.
    best: f64,
}

impl Ranked {
    /// An entry to be completed.
    fn unplaced() -> Self {
        Self {
            suspect: Suspect::Line(0),
            element: ElementId(0),
            score: 0.0,
            base: 0.0,
            lines: 0,
            frame: None,
            name: NameMatch::default(),
            mutants: 1.0,
            changed: 1.0,
            told: [0.0; Kind::TOLD],
            within: LineRow::default(),
            alone: false,
            outcome: None,
            counts: Counts::default(),
            rank: 0.0,
            rank_min: 0,
            rank_max: 0,
        }
    }

    fn placed(self, place: Place, at: u32, ties: Ties) -> Self {
        Self { rank: place.rank_at(ties, at), rank_min: place.min, rank_max: place.max, ..self }
    }
}

/// Assigns ranks to suspects. The input order decides within a tie.
fn ranked(suspects: &[Scored], ties: Ties) -> Vec<Ranked> {
    let scores: Vec<f64> = suspects.iter().map(|suspect| suspect.entry.score).collect();
    let mut entries = Vec::with_capacity(suspects.len());
    in_order(&scores, |suspect, place, at| {
        entries.push(suspects[suspect].entry.clone().placed(place, at, ties));
    });
    entries
}

/// A query with its inputs, for one spectrum.
struct Asked<'a> {
    spectrum: &'a Spectrum,
    query: &'a RankQuery,
    methods: &'a Methods,
    clues: &'a Clues,
    suite: SuiteCounts<'a>,
    variants: &'a [Variant],
}

impl Asked<'_> {
    /// The answer with these entries.
    fn ranking(&self, entries: Vec<Ranked>, lines: Option<Arc<Lines>>) -> Ranking {
        let RankQuery { selection, ranking, level, ties } = self.query;
        Ranking {
            spec: *ranking,
            level: *level,
            ties: *ties,
            failing: selection.failing().len(),
            passing: selection.passing().len(),
            amplified: (self.clues.amplified.failed, self.clues.amplified.passed),
            entries,
            lines,
        }
    }

    fn ranks(&self) -> MethodRanks {
        let mut ranks = MethodRanks::default();
        ranks.update(&self.query.ranking, &self.methods.index, self.clues, &self.suite);
        ranks
    }

    /// A method before ranks are assigned.
    fn method(&self, ranks: &MethodRanks, method: u32) -> Ranked {
        let score = &ranks.methods()[method as usize];
        Ranked {
            suspect: Suspect::Method(MethodId(method)),
            element: ElementId(score.element),
            score: score.score,
            base: score.base,
            lines: score.suspicious,
            frame: self.clues.frame(method as usize),
            name: self.clues.name(method as usize),
            mutants: score.mutants,
            changed: self.clues.changed.method(method as usize),
            told: *self.clues.evidence.row(method as usize),
            outcome: self.outcome([score.element as usize].into_iter(), ranks.alone(score.element as usize)),
            counts: self.suite.of(score.element as usize),
            ..Ranked::unplaced()
        }
    }

    /// The wanted methods with their ranks among all methods.
    fn ranked_methods(&self, wanted: impl Fn(MethodId, &Counts) -> bool) -> Vec<Ranked> {
        let (ranks, order) = (self.ranks(), &self.methods.order);
        let scores: Vec<f64> = order.iter().map(|&method| ranks.methods()[method as usize].score).collect();
        let mut entries = Vec::new();
        in_order(&scores, |suspect, place, at| {
            let method = order[suspect];
            let counts = self.suite.of(ranks.methods()[method as usize].element as usize);
            if wanted(MethodId(method), &counts) {
                entries.push(self.method(&ranks, method).placed(place, at, self.query.ties));
            }
        });
        entries
    }

    /// Methods by (class name, first line).
    fn methods(&self) -> Vec<Scored> {
        let ranks = self.ranks();
        let scored = |&method: &u32| {
            let entry = self.method(&ranks, method);
            Scored { best: entry.score, entry }
        };
        self.methods.order.iter().map(scored).collect()
    }

    /// The best outcome of a line or method, if it is more suspicious than execution alone.
    fn outcome(&self, elements: impl Iterator<Item = usize>, alone: f64) -> Option<BestOutcome> {
        self.clues.outcomes.beyond(elements, alone)
    }

    /// Classes by (class name, first line), each scored by its best method or the sum of its methods.
    fn classes(&self) -> Vec<Scored> {
        let class_of = |scored: &Scored| self.spectrum.method_of(scored.entry.element).class;
        let line_of = |scored: &Scored| {
            let element = self.spectrum.elements[scored.entry.element.index()];
            (element.line, element.method)
        };
        // Methods are ordered by class name, so those of a class are adjacent.
        let mut classes: Vec<Scored> = Vec::new();
        for mut method in self.methods() {
            let class = Suspect::Class(class_of(&method));
            method.entry.suspect = class;
            let Some(known) = classes.last_mut().filter(|known| known.entry.suspect == class) else {
                classes.push(method);
                continue;
            };
            let sums = (known.entry.score + method.entry.score, known.entry.base + method.entry.base);
            let is_better =
                method.best > known.best || (method.best >= known.best && line_of(&method) < line_of(known));
            if is_better {
                *known = method;
            }
            if self.query.ranking.aggregate == Aggregate::Sum {
                (known.entry.score, known.entry.base) = sums;
            }
        }
        classes
    }

    /// The counts that variants add to lines.
    fn amplified(&self, lines: &Lines) -> Weighed {
        match self.query.ranking.amplified {
            Some(weight) if !self.clues.amplified.is_empty() => {
                let line_of = lines.of_elements(self.spectrum.elements.len());
                let line = |element: ElementId| line_of[element.index()] as usize;
                Weighed::of(self.variants, &self.query.selection, weight, lines.len(), line)
            }
            _ => Weighed::default(),
        }
    }

    /// Evidence about each line relative to its method, and whether it is alone there, by element; empty if the ranking does not
    /// weigh evidence. `bases`, `executed` (bases by execution, without outcomes) and `suite` are by line.
    fn within(
        &self,
        lines: &Lines,
        (bases, executed): (&[f64], &[f64]),
        suite: &SuiteCounts<'_>,
    ) -> (Vec<LineRow>, Vec<bool>) {
        let Some(weights) = self.query.ranking.weights() else { return (Vec::new(), Vec::new()) };
        let line_of = lines.of_elements(self.spectrum.elements.len());
        let tested = |element: usize| {
            let line = line_of[element] as usize;
            let size = self.spectrum.sizes.get(element).copied().unwrap_or(0);
            Tested { ef: suite.ef[line], ep: suite.ep[line], base: bases[line], size }
        };
        let index = &self.methods.index;
        (
            line_rows(index, weights.of(Kind::Suspicion), tested),
            alone(index, |element| executed[line_of[element] as usize]),
        )
    }

    /// The wanted lines with their ranks among all, given the number of passing tests that executed each shared line.
    fn lines(
        &self,
        lines: &Lines,
        shared_ep: &[u32],
        wanted: impl Fn(ElementId, &Counts) -> bool,
    ) -> Vec<Ranked> {
        let spec = &self.query.ranking;
        let shared_ef = lines.count_shared(self.query.selection.failing());
        let (ef, ep) = (lines.spread(self.suite.ef, &shared_ef), lines.spread(self.suite.ep, shared_ep));
        let suite = SuiteCounts { ef: &ef, ep: &ep, ..self.suite };
        let mut bases = Scores::default();
        let by_mutants = lines.best(&self.clues.scores);
        bases.update(spec, &suite, &by_mutants, &self.amplified(lines), |_| 1);
        let executed = if self.clues.outcomes.scores.is_empty() { Vec::new() } else { bases.of.clone() };
        bases.raise(&lines.best(&self.clues.outcomes.scores));
        let mutants = lines.best(&self.clues.mutants);
        let changed = lines.best(&self.clues.changed.lines);
        let of_change = |line: usize| changed.get(line).copied().unwrap_or(1.0);
        let of_mutants = |line: usize| mutants.get(line).copied().unwrap_or(1.0);
        let suspicious = self.methods.index.suspicious(self.suite.ef);
        let factor = |method| spec.size_factor(suspicious[method]) * self.clues.factor(spec, method);
        let factors: Vec<f64> = (0..suspicious.len()).map(factor).collect();
        let method_of = |element: ElementId| self.spectrum.elements[element.index()].method.index();
        // A line is represented by its first element whose method has the largest factor.
        let element_of = |line| {
            let elements = lines.members(line).iter().copied();
            elements
                .reduce(
                    |best, other| {
                        if factors[method_of(other)] > factors[method_of(best)] { other } else { best }
                    },
                )
                .unwrap_or(ElementId(0))
        };
        let elements: Vec<ElementId> = (0..lines.len()).map(element_of).collect();
        let methods: Vec<usize> = elements.iter().map(|&element| method_of(element)).collect();
        let (within, alone) =
            self.within(lines, (&bases.of, if executed.is_empty() { &bases.of } else { &executed }), &suite);
        let within = |line: usize| within.get(elements[line].index()).copied().unwrap_or_default();
        let is_alone = |line: usize| alone.get(elements[line].index()).copied().unwrap_or_default();
        let of_line = |line: usize| {
            let weights = spec.weights();
            weights.map_or(1.0, |of| of.line_factor(&within(line)) * Weights::alone_factor(is_alone(line)))
        };
        let score = |line: usize| {
            bases.of[line] * of_mutants(line) * factors[methods[line]] * of_line(line) * of_change(line)
        };
        let scores: Vec<f64> = (0..lines.len()).map(score).collect();
        let mut entries = Vec::new();
        in_order(&scores, |line, place, at| {
            if !wanted(lines.members(line)[0], &suite.of(line)) {
                return;
            }
            let entry = Ranked {
                suspect: Suspect::Line(line as u32),
                element: lines.members(line)[0],
                score: scores[line],
                base: bases.of[line],
                lines: suspicious[methods[line]],
                frame: self.clues.frame(methods[line]),
                name: self.clues.name(methods[line]),
                mutants: of_mutants(line),
                changed: self.clues.changed.method(methods[line]) * of_change(line),
                told: *self.clues.evidence.row(methods[line]),
                within: within(line),
                alone: is_alone(line),
                outcome: executed
                    .get(line)
                    .and_then(|&score| self.outcome(lines.members(line).iter().map(|id| id.index()), score)),
                counts: suite.of(line),
                ..Ranked::unplaced()
            };
            entries.push(entry.placed(place, at, self.query.ties));
        });
        entries
    }
}

impl Methods {
    /// Cost: O(elements + methods log methods).
    fn of(spectrum: &Spectrum) -> Self {
        let index = MethodIndex::of(spectrum);
        let class_order = class_order(spectrum);
        let mut order: Vec<(u32, u32, u32)> = (0..index.len())
            .filter_map(|method| {
                let first = *index.elements(method).first()? as usize;
                let class = spectrum.methods[method].class.index();
                Some((class_order[class], spectrum.elements[first].line, method as u32))
            })
            .collect();
        order.sort_unstable();
        Self { index, order: order.into_iter().map(|key| key.2).collect() }
    }
}
