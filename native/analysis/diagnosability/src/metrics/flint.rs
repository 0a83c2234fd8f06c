//! FLINT.

use crate::metric::{Metric, State, Verdict};
use crate::{Partition, Smaller, Universe};

/// Entropy of the suspiciousness (Tarantula, normalised to sum 1) expected after the candidate, which fails with probability
/// alpha, the fraction of failed tests so far.
///
/// This is the entropy of a mixture of the two distributions, after a pass and after a fail. Units: bits, smaller is better.
/// A distribution with only zero scores is omitted from the mixture; if both are, the value is 0.
/// Source: Yoo, Harman, Clark, Fault localization prioritization: comparing
/// information-theoretic and coverage-based approaches, TOSEM 2013.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flint;

impl Metric for Flint {
    type State = FlintState;

    fn name(&self) -> String {
        "flint".to_owned()
    }

    fn knows_outcomes(&self) -> bool {
        true
    }

    fn needs_failing(&self) -> bool {
        true
    }

    fn start(&self, universe: &Universe) -> FlintState {
        FlintState {
            // All elements: a failing candidate makes everything it covers suspicious.
            groups: Partition::new(universe.elements()),
            failed: 0,
            covered: Vec::new(),
            cells: Vec::new(),
        }
    }
}

/// [`State`] of [`Flint`].
#[derive(Clone, Debug)]
pub struct FlintState {
    groups: Partition,
    failed: u32,
    covered: Vec<u32>,
    cells: Vec<Cell>,
}

/// Equal elements: their number, and their scores after a pass and after a fail.
#[derive(Clone, Copy, Debug)]
struct Cell {
    size: f64,
    passed: f64,
    failed: f64,
}

/// Tarantula; 0/0 is 0, in its parts too.
fn tarantula(ef: u32, ep: u32, failed: u32, passed: u32) -> f64 {
    let ratio = |part: f64, whole: f64| if part == 0.0 { 0.0 } else { part / whole };
    let (f, p) = (ratio(ef.into(), failed.into()), ratio(ep.into(), passed.into()));
    ratio(f, f + p)
}

impl FlintState {
    fn passed(&self) -> u32 {
        self.groups.tests() as u32 - self.failed
    }
}

/// Entropy in bits of (elements, probability of each), normalised.
fn entropy(cells: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let sum: f64 = cells.clone().map(|(size, p)| size * p).sum();
    if sum <= 0.0 {
        return 0.0;
    }
    let bits = |(size, p): (f64, f64)| if p > 0.0 { -size * (p / sum) * (p / sum).log2() } else { 0.0 };
    cells.map(bits).sum::<f64>() + 0.0
}

impl State for FlintState {
    type Direction = Smaller;

    fn add(&mut self, row: &[u64], verdict: Verdict) {
        self.groups.add(row, verdict.is_failed());
        self.failed += u32::from(verdict.is_failed());
        self.covered.resize(self.groups.groups().len(), 0);
    }

    fn score(&mut self, row: &[u64]) -> f64 {
        self.covered.resize(self.groups.groups().len(), 0);
        self.covered.fill(0);
        let covered = &mut self.covered;
        self.groups.touch(row, |touch| covered[touch.number] = touch.covered);
        let (f, p) = (self.failed, self.passed());
        self.cells.clear();
        for (group, &n) in self.groups.groups().iter().zip(&self.covered) {
            for (size, hit) in [(n, 1), (group.size - n, 0)] {
                if size > 0 {
                    self.cells.push(Cell {
                        size: size.into(),
                        passed: tarantula(group.ef, group.ep + hit, f, p + 1),
                        failed: tarantula(group.ef + hit, group.ep, f + 1, p),
                    });
                }
            }
        }
        let alpha = f64::from(f) / (self.groups.tests() as f64).max(1.0);
        let total = |of: fn(&Cell) -> f64| self.cells.iter().map(|cell| cell.size * of(cell)).sum::<f64>();
        let share = |chance: f64, total: f64| if total > 0.0 { chance / total } else { 0.0 };
        let pass = share(1.0 - alpha, total(|cell| cell.passed));
        let fail = share(alpha, total(|cell| cell.failed));
        entropy(self.cells.iter().map(|cell| (cell.size, pass * cell.passed + fail * cell.failed)))
    }

    fn suite_value(&self) -> Option<f64> {
        let (f, p) = (self.failed, self.passed());
        let groups = self.groups.groups().iter();
        (self.groups.tests() > 0)
            .then(|| entropy(groups.map(|g| (g.size.into(), tarantula(g.ef, g.ep, f, p)))))
    }
}
