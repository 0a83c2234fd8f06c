//! Expected average precision.

use std::sync::Arc;

use faultline_bit_kernels::Standing;

use super::eap_columns::Stands;
use super::eap_levels::{Level, Levels, weigher};
use crate::bits::{ones, word_ones};
use crate::metric::{First, Metric, Pick, Relation, State, Verdict, best_by_score};
use crate::{Better, Larger, Pool, Universe};

/* A line is known by its counts (ef, ep) and its method: lines that share these are one cell,
and a candidate is known by how many lines of each cell it covers. Ochiai orders lines by
ef² / (ef + ep), compared in integers, so that no rounding makes or breaks a tie. Every value
that a line can have now or after one more passing test is a level; a method stands at the
best level of its lines, and its rank under the max tie-breaker is the number of methods at
its level or a better one. So the score needs per level only how many methods stand there and
how much posterior they hold; a candidate moves the methods that it covers, and nothing else. */

/// Expected average precision of the ranking after the candidate, if it passes: the sum over
/// suspicious lines of `w(l) / rank(method of l)`, w normalised.
///
/// `w(l) = (1 - q)^ep * s^(F - ef)` is the posterior that l holds the fault, 0 where ef = 0;
/// ranks are those of methods by their best line under Ochiai with the max tie-breaker. Counts
/// and ranks include the candidate. Units: 0 to 1, larger is better; 0 where nothing is
/// suspicious.
/// Source: this project; `docs/metrics.md`.
#[derive(Clone, Copy, Debug)]
pub struct Eap {
    /// Chance that a test that executes the fault fails, between 0 and 1.
    pub q: f64,
    /// Chance that a failing test does not execute the fault, above 0 and at most 1.
    pub s: f64,
}

impl Default for Eap {
    fn default() -> Self {
        Self { q: 0.5, s: 0.1 }
    }
}

impl Eap {
    /// No tests chosen yet, and a line is the likelier to hold the fault the more it weighs:
    /// `w(l) = weights[l] (1 - q)^ep s^(F - ef)`. Lines of one method weigh the same.
    /// Shape: one weight per element, above 0. Panics: another number of them.
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
    /// Words of a row that hold suspicious lines, with those bits.
    scope: Vec<(u32, u64)>,
    /// The suspicious lines, sorted.
    lines: Vec<Line>,
    /// Of elements, before any test; `None` where all weigh the same.
    weights: Option<Arc<[f64]>>,
    cells: Cells,
    stands: Stands,
}

/// A suspicious line: (method, ef, ep, element).
pub(super) type Line = (u32, u32, u32, u32);

/// What candidates are scored with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// The cell of each element; unspecified where nothing is suspicious.
    cell_of: Vec<u32>,
    /// Cells of one method are neighbours.
    pub(crate) all: Vec<Cell>,
    /// The lines of all cells, one cell after the other.
    pub(crate) lines: Vec<u32>,
    /// First cell of each method that has one, and the end.
    pub(crate) methods: Vec<Method>,
    /// Methods and posterior by level, the best first.
    pub(crate) levels: Vec<Standing>,
    /// Lines that the row at hand covers, by cell; zero between calls.
    covered: Vec<u32>,
    touched: Vec<u32>,
    moved: Vec<Standing>,
}

/// Lines of one method with equal counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    method: u32,
    pub(crate) size: u32,
    /// Where its lines begin among those of all cells.
    first: u32,
    /// Passed tests that cover its lines.
    pub(crate) ep: u32,
    /// Posterior of one line by the tests alone, at most 1; not normalised.
    pub(crate) posterior: f64,
    /// The same times what a line of its method weighs.
    weight: f64,
    /// Its level now, and after one more passing test that covers it.
    pub(crate) level: u32,
    pub(crate) lower: u32,
}

impl Cell {
    /// Its lines, of the lines of all cells.
    pub(crate) fn lines<'a>(&self, all: &'a [u32]) -> &'a [u32] {
        &all[self.first as usize..(self.first + self.size) as usize]
    }
}

/// A method that has suspicious lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) first: u32,
    pub(crate) end: u32,
    pub(crate) level: u32,
    mass: f64,
}

impl EapState {
    /// Makes the cells anew from the counts, after the row was added, or `afresh`.
    /// Cost: O(suspicious lines log of those of a method).
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
        let levels = Levels::of(&self.lines, weigher(&self.lines, &self.eap, self.failed));
        self.cells.build(&self.lines, &levels, self.weights.as_deref(), self.universe.elements());
    }

    /// The first of the best candidates; scores those whose bound is near the best score.
    fn best_within(&mut self, bounds: &[f64], pool: &Pool<'_>) -> Option<Pick> {
        let mut choice = First::new(Better::Larger);
        let bound = |place: usize| bounds[pool.test(place).index()];
        let mut rows = pool.reader();
        let mut offer = |place: usize, choice: &mut First| {
            let score = self.score(rows.row(place));
            debug_assert!(score <= bound(place), "{score} above its bound {}", bound(place));
            choice.offer(place, score);
        };
        // Those with high bounds first: the sooner a good one is known, the fewer are scored.
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

    /// What a failing test covers is suspicious.
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

impl Cells {
    /// Shape: lines are sorted.
    fn build(&mut self, lines: &[Line], levels: &Levels, weights: Option<&[f64]>, elements: usize) {
        self.cell_of.resize(elements, 0);
        self.all.clear();
        self.methods.clear();
        self.lines.clear();
        let mut at = None;
        for &(method, ef, ep, element) in lines {
            if at != Some((method, ef, ep)) {
                if at.is_none_or(|(last, ..)| last != method) {
                    let first = self.all.len() as u32;
                    self.methods.push(Method { first, end: first, level: u32::MAX, mass: 0.0 });
                }
                at = Some((method, ef, ep));
                let Level { now: level, lower, weight: posterior } = levels.of_counts((ef, ep));
                let weight = weights.map_or(1.0, |weights| weights[element as usize]);
                self.all.push(Cell {
                    method: self.methods.len() as u32 - 1,
                    size: 0,
                    first: self.lines.len() as u32,
                    ep,
                    posterior,
                    weight: posterior * weight,
                    level,
                    lower,
                });
            }
            let cell = self.all.len() - 1;
            self.all[cell].size += 1;
            self.cell_of[element as usize] = cell as u32;
            self.lines.push(element);
        }
        self.levels.clear();
        self.levels.resize(levels.count, Standing::default());
        for cell in &self.all {
            let method = &mut self.methods[cell.method as usize];
            method.end += 1;
            method.level = method.level.min(cell.level);
            method.mass += cell.weight * f64::from(cell.size);
        }
        for method in &self.methods {
            let level = &mut self.levels[method.level as usize];
            level.groups += 1;
            level.mass += method.mass;
        }
        self.covered.clear();
        self.covered.resize(self.all.len(), 0);
    }

    /// The cells of a method.
    pub(crate) fn cells(&self, method: &Method) -> &[Cell] {
        &self.all[method.first as usize..method.end as usize]
    }

    /// How far sums of masses may be off by rounding: a score sums up, takes off and adds so
    /// many numbers of at most all mass.
    fn error(&self) -> f64 {
        let total: f64 = self.levels.iter().map(|level| level.mass).sum();
        let sums = 4 * (self.all.len() + self.levels.len()) + 16;
        total * sums as f64 * f64::EPSILON
    }

    /// The score of a row that covers nothing suspicious: the value of the suite.
    fn value(&self) -> f64 {
        precision(&self.levels)
    }

    fn score(&mut self, row: &[u64], scope: &[(u32, u64)], q: f64) -> f64 {
        for &(w, bits) in scope {
            for bit in word_ones(row[w as usize] & bits) {
                let cell = self.cell_of[w as usize * 64 + bit];
                let covered = &mut self.covered[cell as usize];
                if *covered == 0 {
                    // One entry per method: its cells lie together, so the last entry tells.
                    self.touched.push(self.all[cell as usize].method);
                }
                *covered += 1;
            }
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        self.moved.clone_from(&self.levels);
        for &method in &self.touched {
            let method = self.methods[method as usize];
            let (mut level, mut mass) = (u32::MAX, 0.0);
            for at in method.first as usize..method.end as usize {
                let (cell, n) = (&self.all[at], std::mem::take(&mut self.covered[at]));
                level = level.min(if n < cell.size { cell.level } else { cell.lower });
                mass += cell.weight * (f64::from(cell.size) - q * f64::from(n));
            }
            let from = &mut self.moved[method.level as usize];
            from.groups -= 1;
            from.mass = if from.groups == 0 { 0.0 } else { from.mass - method.mass };
            let to = &mut self.moved[level as usize];
            to.groups += 1;
            to.mass += mass;
        }
        self.touched.clear();
        precision(&self.moved)
    }
}

/// Posterior over ranks, normalised.
fn precision(levels: &[Standing]) -> f64 {
    let (mut rank, mut sum, mut total) = (0, 0.0, 0.0);
    for level in levels {
        rank += level.groups;
        if level.groups > 0 {
            sum += level.mass / f64::from(rank);
            total += level.mass;
        }
    }
    if total > 0.0 { sum / total } else { 0.0 }
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
            // Lines that nobody suspects yet may be suspected later: they count too.
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
