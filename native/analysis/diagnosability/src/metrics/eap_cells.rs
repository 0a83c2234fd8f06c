//! Scores candidates by expected average precision, with lines of equal counts and method grouped into cells.

use faultline_bit_kernels::Standing;

use super::eap_levels::{Level, Levels, Line};
use crate::bits::word_ones;

/// The cells, and the levels of methods.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// The cell of each element; unspecified for elements that are not suspicious.
    cell_of: Vec<u32>,
    /// The cells, grouped by method.
    pub(crate) all: Vec<Cell>,
    /// The lines of all cells, concatenated.
    pub(crate) lines: Vec<u32>,
    /// First cell of each method with cells, plus a final end.
    pub(crate) methods: Vec<Method>,
    /// Number of methods and posterior at each level, best first.
    pub(crate) levels: Vec<Standing>,
    /// Number of lines covered by the current row, by cell; zero between calls.
    covered: Vec<u32>,
    touched: Vec<u32>,
    moved: Vec<Standing>,
}

/// Lines of one method with equal counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    method: u32,
    pub(crate) size: u32,
    /// Start of its lines among those of all cells.
    first: u32,
    /// Passed tests that cover its lines.
    pub(crate) ep: u32,
    /// Posterior of one line by tests alone, at most 1; not normalised.
    pub(crate) posterior: f64,
    /// The posterior times the prior weight of a line of its method.
    weight: f64,
    /// Its level now, and after one more passing test that covers it.
    pub(crate) level: u32,
    pub(crate) lower: u32,
}

impl Cell {
    /// Its lines, given those of all cells.
    pub(crate) fn lines<'a>(&self, all: &'a [u32]) -> &'a [u32] {
        &all[self.first as usize..(self.first + self.size) as usize]
    }
}

/// A method with suspicious lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) first: u32,
    pub(crate) end: u32,
    pub(crate) level: u32,
    mass: f64,
}

impl Cells {
    /// Shape: `lines` must be sorted.
    pub(super) fn build(
        &mut self,
        lines: &[Line],
        levels: &Levels,
        weights: Option<&[f64]>,
        elements: usize,
    ) {
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

    /// Bound of the rounding error of a score, from the number and size of its additions and subtractions.
    pub(super) fn error(&self) -> f64 {
        let total: f64 = self.levels.iter().map(|level| level.mass).sum();
        let sums = 4 * (self.all.len() + self.levels.len()) + 16;
        total * sums as f64 * f64::EPSILON
    }

    /// The score of a row without suspicious lines: the value of the suite.
    pub(super) fn value(&self) -> f64 {
        precision(&self.levels)
    }

    pub(super) fn score(&mut self, row: &[u64], scope: &[(u32, u64)], q: f64) -> f64 {
        for &(w, bits) in scope {
            for bit in word_ones(row[w as usize] & bits) {
                let cell = self.cell_of[w as usize * 64 + bit];
                let covered = &mut self.covered[cell as usize];
                if *covered == 0 {
                    // A method's cells are adjacent, so comparing with the last entry keeps entries unique.
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

/// The normalised sum of posterior divided by rank.
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
