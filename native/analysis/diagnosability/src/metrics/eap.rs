//! Expected average precision.

use std::sync::Arc;

use super::eap_cells::Cells;
use super::eap_columns::Stands;
use super::eap_levels::{Levels, Line, weigher};
use crate::bits::{ones, word_ones};
use crate::metric::{First, Metric, Pick, Relation, State, Verdict, best_by_score};
use crate::{Better, Larger, Pool, Universe};

/* Lines with equal counts (ef, ep) and method form a cell; a candidate is described by the number of lines of each cell that it
covers. Ochiai orders lines by ef² / (ef + ep), compared in integers, so rounding neither makes nor breaks ties. Every value that a
line can have now or after one more passing test is a level. A method is at the best level of its lines, and its rank under the
max tie-breaker is the number of methods at its level or a better one. So the score depends only on the number of methods at each
level and their posterior; a candidate moves only the methods that it covers. */

/// Expected average precision of the ranking after the candidate passes: the sum over suspicious lines of
/// `w(l) / rank(method of l)`, w normalised.
///
/// `w(l) = (1 - q)^ep * s^(F - ef)` is the posterior that l is faulty, 0 if ef = 0; ranks are those of methods by their best
/// line under Ochiai with the max tie-breaker. Counts and ranks include the candidate. Units: 0 to 1, larger is better; 0
/// without suspicious lines.
/// Source: this project; `docs/formulas.md`.
#[derive(Clone, Copy, Debug)]
pub struct Eap {
    /// Probability that a test that executes the fault fails, between 0 and 1.
    pub q: f64,
    /// Probability that a failing test does not execute the fault, above 0 and at most 1.
    pub s: f64,
}

impl Default for Eap {
    fn default() -> Self {
        Self { q: 0.5, s: 0.1 }
    }
}

impl Eap {
    /// A state without chosen tests and with prior weights of lines: `w(l) = weights[l] (1 - q)^ep s^(F - ef)`. Lines of one
    /// method must have equal weights. Shape: one weight per element, above 0. Panics: another number of weights.
    pub fn weighted(&self, universe: &Universe, weights: Arc<[f64]>) -> EapState {
        assert_eq!(weights.len(), universe.elements(), "one weight per element");
        EapState { weights: Some(weights), ..self.start(universe) }
    }
}

impl Metric for Eap {
    type State = EapState;

    fn name(&self) -> String {
        let default = Self::default();
        let given = |name: &str, value: f64, default: f64| {
            (value.to_bits() != default.to_bits()).then(|| format!("{name}={value}"))
        };
        let given: Vec<String> =
            given("q", self.q, default.q).into_iter().chain(given("s", self.s, default.s)).collect();
        if given.is_empty() { "eap".to_owned() } else { format!("eap:{}", given.join(",")) }
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> EapState {
        EapState {
            eap: *self,
            universe: universe.clone(),
            failed: 0,
            tests: 0,
            ef: vec![0; universe.elements()],
            ep: vec![0; universe.elements()],
            scope: Vec::new(),
            lines: Vec::new(),
            weights: None,
            cells: Cells::default(),
            stands: Stands::default(),
        }
    }
}

/// [`State`] of [`Eap`].
#[derive(Clone, Debug)]
pub struct EapState {
    eap: Eap,
    universe: Universe,
    failed: u32,
    tests: usize,
    ef: Vec<u32>,
    ep: Vec<u32>,
    /// Words of a row with suspicious lines, with those bits.
    scope: Vec<(u32, u64)>,
    /// The suspicious lines, sorted.
    lines: Vec<Line>,
    /// Prior weights of elements; `None` if all are equal.
    weights: Option<Arc<[f64]>>,
    cells: Cells,
    stands: Stands,
}

impl EapState {
    /// Rebuilds the cells from the counts after adding a row, or from scratch if `afresh`. Cost: O(suspicious lines, times
    /// the log of those of a method).
    fn rebuild(&mut self, row: &[u64], afresh: bool) {
        for method in self.lines.chunk_by_mut(|a, b| a.0 == b.0) {
            let covered = |&(.., line): &Line| row[line as usize / 64] >> (line % 64) & 1 != 0;
            if afresh || method.iter().any(covered) {
                for line in &mut *method {
                    (line.1, line.2) = (self.ef[line.3 as usize], self.ep[line.3 as usize]);
                }
                method.sort_unstable();
            }
        }
        let levels = Levels::of(&self.lines, weigher(&self.lines, (self.eap.q, self.eap.s), self.failed));
        self.cells.build(&self.lines, &levels, self.weights.as_deref(), self.universe.elements());
    }

    /// Finds the first of the best candidates; scores only those with a bound near the best score.
    fn best_within(&mut self, bounds: &[f64], pool: &Pool<'_>) -> Option<Pick> {
        let mut choice = First::new(Better::Larger);
        let bound = |place: usize| bounds[pool.test(place).index()];
        let mut rows = pool.reader();
        let mut offer = |place: usize, choice: &mut First| {
            let score = self.score(rows.row(place));
            debug_assert!(score <= bound(place), "{score} above its bound {}", bound(place));
            choice.offer(place, score);
        };
        // High bounds first: finding a good candidate early leaves fewer to score.
        let first = pool.remaining().max_by(|&a, &b| bound(a).total_cmp(&bound(b)))?;
        offer(first, &mut choice);
        let mut near: Vec<usize> = pool
            .remaining()
            .filter(|&place| place != first && bound(place) >= choice.nearly_best())
            .collect();
        near.sort_unstable_by(|&a, &b| bound(b).total_cmp(&bound(a)));
        for place in near {
            if bound(place) < choice.nearly_best() {
                break;
            }
            offer(place, &mut choice);
        }
        choice.pick()
    }

    /// Marks what a failing test covers as suspicious.
    fn suspect(&mut self, row: &[u64]) {
        let mut suspicious = row.to_vec();
        for &(w, bits) in &self.scope {
            suspicious[w as usize] |= bits;
        }
        let method_of = self.universe.method_of();
        self.lines = ones(&suspicious).map(|line| (method_of[line], 0, 0, line as u32)).collect();
        self.lines.sort_unstable();
        let words = suspicious.iter().enumerate().filter(|(_, bits)| **bits != 0);
        self.scope = words.map(|(w, &bits)| (w as u32, bits)).collect();
    }
}

impl State for EapState {
    type Direction = Larger;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        let row = &row[..self.universe.stride()];
        self.tests += 1;
        if verdict.is_failed() {
            self.failed += 1;
            ones(row).for_each(|line| self.ef[line] += 1);
            self.suspect(row);
        } else {
            // Count lines that are not suspicious too: a later failing test may cover them.
            ones(row).for_each(|line| self.ep[line] += 1);
        }
        self.rebuild(row, verdict.is_failed());
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        self.cells.score(row, &self.scope, self.eap.q)
    }

    fn suite_value(&self) -> Option<f64> {
        (self.tests > 0).then(|| self.cells.value())
    }

    fn best(&mut self, pool: &mut Pool<'_>) -> Option<Pick> {
        let first =
            self.scope.iter().flat_map(|&(w, bits)| word_ones(bits).map(move |b| w as usize * 64 + b));
        let mut ef = first.map(|line| self.ef[line]);
        let one = ef.next();
        let alike = one.is_some() && ef.all(|ef| Some(ef) == one);
        let Some(columns) = pool.suspicious_columns().filter(|_| alike) else {
            return best_by_score(self, pool);
        };
        let (of, tests) = ((pool.id(), self.failed), pool.matrix().rows());
        let mut stands = std::mem::take(&mut self.stands);
        let pick = if stands.count(of, &self.cells, self.weights.as_deref(), columns, tests) {
            let bounds = stands.bounds(&self.cells, self.eap.q, self.cells.error());
            self.best_within(bounds, pool)
        } else {
            best_by_score(self, pool)
        };
        self.stands = stands;
        pick
    }

    fn relation(&self) -> Relation {
        Relation::Grown
    }
}
