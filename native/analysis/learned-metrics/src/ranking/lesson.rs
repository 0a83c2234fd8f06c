//! Training data of one fault: its candidates and their evidence.

use faultline_sbfl::evidence::{
    Evidence, Kind, Known, LineKind, LineRow, Tested, Told, Weights, is_whole, line_rows,
};
use faultline_sbfl::{Clues, MethodIndex, MethodRanks, RankingSpec, Selection, SuiteCounts, count_elements};

use faultline_spectrum::ElementId;

use super::likelihood::Candidates;
use crate::TrainingFault;

/// The candidates of a fault, which are the methods that its failing tests run, with the faulty ones marked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Candidate methods, ascending.
    pub methods: Vec<u32>,
    /// Evidence of each candidate, in the order of [`Kind::ALL`].
    pub rows: Vec<[f64; Kind::ALL.len()]>,
    /// Faulty candidates, as indices into `rows`.
    pub faulty: Vec<usize>,
    /// Number of methods that are no candidates: no failing test runs them.
    pub others: usize,
    /// Number of faulty methods among the others.
    pub missed: usize,
    /// Lines of the candidates; empty if the faulty lines are unknown.
    pub lines: LineLesson,
}

/// Lines of a fault's candidates that its failing tests run, with the faulty ones marked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineLesson {
    /// Candidate of each line, as an index into [`Lesson::rows`].
    pub of: Vec<usize>,
    /// ln of the Ochiai score of each line.
    pub suspicion: Vec<f64>,
    /// Evidence that distinguishes each line from the others of its method.
    pub rows: Vec<LineRow>,
    /// Faulty lines, as indices into `rows`.
    pub faulty: Vec<usize>,
}

impl Lesson {
    /// The lesson of the whole suite of a fault; empty if no test failed. Panics: method numbers do not match the spectrum.
    /// Cost: that of a ranking, plus that of the evidence of each failing test.
    pub fn of(fault: &TrainingFault<'_>) -> Self {
        let spectrum = fault.spectrum;
        let selection = Selection::all(spectrum);
        let ranks = by_counts(fault, &selection);
        let evidence = evidence(fault, &selection);
        let mut lesson = Self::default();
        for (method, score) in ranks.methods().iter().enumerate().filter(|(_, score)| score.suspicious > 0) {
            if fault.faulty.contains(&(method as u32)) {
                lesson.faulty.push(lesson.rows.len());
            }
            let mut row = [0.0; Kind::ALL.len()];
            row[Kind::Suspicion.index()] = libm::log(score.base);
            row[Kind::Size.index()] = libm::log(f64::from(score.suspicious));
            row[Kind::COUNTED..].copy_from_slice(evidence.row(method));
            lesson.methods.push(method as u32);
            lesson.rows.push(row);
        }
        lesson.others = ranks.methods().len() - lesson.rows.len();
        lesson.missed = fault.faulty.len() - lesson.faulty.len();
        lesson
    }

    /// The lesson with all evidence in single precision, so that a file can hold it exactly in few digits.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let rows = self.rows.iter_mut().flatten();
        let lines = self.lines.rows.iter_mut().flatten();
        for value in rows.chain(lines).chain(&mut self.lines.suspicion) {
            *value = f64::from(*value as f32);
        }
        self
    }

    /// Adds the lines if `faulty` names any; otherwise unchanged. `faulty` ascends. Panics and cost: as [`Lesson::of`].
    #[must_use]
    pub fn with_lines(mut self, fault: &TrainingFault<'_>, faulty: &[ElementId]) -> Self {
        if faulty.is_empty() {
            return self;
        }
        let spectrum = fault.spectrum;
        let selection = Selection::all(spectrum);
        let ranks = by_counts(fault, &selection);
        let counts = count_elements(spectrum, &selection);
        let tested = |element: usize| {
            let counts = counts[element];
            let size = spectrum.sizes.get(element).copied().unwrap_or(0);
            Tested { ef: counts.ef, ep: counts.ep, base: ranks.elements()[element], size }
        };
        let rows = line_rows(&MethodIndex::of(spectrum), 1.0, tested);
        for (element, row) in rows.into_iter().enumerate().filter(|(element, _)| counts[*element].ef > 0) {
            let Ok(of) = self.methods.binary_search(&fault.method_of[element]) else { continue };
            if faulty.binary_search(&ElementId::new(element)).is_ok() {
                self.lines.faulty.push(self.lines.rows.len());
            }
            self.lines.of.push(of);
            self.lines.suspicion.push(libm::log(ranks.elements()[element]));
            self.lines.rows.push(row);
        }
        self
    }

    /// ln of each candidate's score. Shape: as [`Lesson::rows`].
    pub fn scores(&self, weights: &Weights) -> Vec<f64> {
        self.rows.iter().map(|row| score(row, weights)).collect()
    }

    /// The first suspects under these weights. Cost: O(candidates).
    pub fn first(&self, weights: &Weights) -> First {
        let scores = self.scores(weights);
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let scores: Vec<f64> = scores.into_iter().map(|score| libm::exp(score - best)).collect();
        let places: Vec<usize> = (0..scores.len()).filter(|&at| scores[at] > 1.0 - 1e-12).collect();
        let hits = places.iter().filter(|at| self.faulty.contains(at)).count();
        First { right: hits as f64 / places.len().max(1) as f64, scores, places }
    }

    pub(super) fn candidates(&self) -> Candidates<'_, { Kind::ALL.len() }> {
        Candidates { rows: &self.rows, besides: &[], faulty: &self.faulty }
    }

    /// The lines as candidates, given their other scores.
    pub(super) fn line_candidates<'l>(
        &'l self,
        besides: &'l [f64],
    ) -> Candidates<'l, { LineKind::ALL.len() }> {
        Candidates { rows: &self.lines.rows, besides, faulty: &self.lines.faulty }
    }

    /// ln of each line's score without line evidence: its method's score with its own suspicion instead of that of the
    /// method's best line. Shape: as [`LineLesson::rows`].
    pub fn line_scores(&self, weights: &Weights) -> Vec<f64> {
        let power = weights.of(Kind::Suspicion);
        let of_line = |(&of, own): (&usize, &f64)| {
            let row = &self.rows[of];
            score(row, weights) + power * (own - row[Kind::Suspicion.index()])
        };
        self.lines.of.iter().zip(&self.lines.suspicion).map(of_line).collect()
    }

    /// Whether each line is [alone](faultline_sbfl::evidence::alone) in its method. Shape: as [`LineLesson::rows`].
    pub fn alone(&self) -> Vec<bool> {
        let is_whole = |at: usize| is_whole(libm::exp(self.lines.suspicion[at]));
        let mut differs = vec![false; self.rows.len()];
        for (at, &of) in self.lines.of.iter().enumerate() {
            differs[of] |= !is_whole(at);
        }
        self.lines.of.iter().enumerate().map(|(at, &of)| differs[of] && is_whole(at)).collect()
    }
}

/// The first suspects of a ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct First {
    /// Scores of all candidates, relative to the best.
    pub scores: Vec<f64>,
    /// Candidates that share the first place.
    pub places: Vec<usize>,
    /// Share of faulty ones among them. Range: 0 to 1.
    pub right: f64,
}

/// ln of a candidate's score.
fn score(row: &[f64; Kind::ALL.len()], weights: &Weights) -> f64 {
    row.iter().zip(weights.all()).map(|(value, weight)| value * weight).sum()
}

/// Methods scored by the Ochiai of their best lines.
fn by_counts(fault: &TrainingFault<'_>, selection: &Selection) -> MethodRanks {
    let (ef, ep): (Vec<u32>, Vec<u32>) =
        count_elements(fault.spectrum, selection).iter().map(|counts| (counts.ef, counts.ep)).unzip();
    let (failed, passed) = (selection.failing().len() as u32, selection.passing().len() as u32);
    // The base of a ranking by evidence, to the power of 1.
    let mut alone = [0.0; Kind::ALL.len()];
    alone[Kind::Suspicion.index()] = 1.0;
    let counts = RankingSpec { size: None, ..RankingSpec::of_evidence(Weights::new(alone)) };
    let mut ranks = MethodRanks::default();
    let index = MethodIndex::new(fault.methods, fault.method_of);
    ranks.update(&counts, &index, &Clues::default(), &SuiteCounts { ef: &ef, ep: &ep, failed, passed });
    ranks
}

/// Evidence by the fault's method numbers, which may merge several methods of the spectrum.
fn evidence(fault: &TrainingFault<'_>, selection: &Selection) -> Evidence {
    let spectrum = fault.spectrum;
    let mut numbers = vec![None; spectrum.methods.len()];
    for (element, &method) in spectrum.elements.iter().zip(fault.method_of) {
        numbers[element.method.index()] = Some(method);
    }
    let number = |method: u32| numbers[method as usize];
    let known = Known::of(spectrum);
    let told: Vec<Told> =
        selection.failing().iter().map(|&test| Told::of(spectrum, test, &known).renumbered(number)).collect();
    Evidence::of(&known.methods().renumbered(fault.methods, number), &told)
}
