//! Upper bounds of the expected average precision of all candidates at once, from columns.

use faultline_bit_kernels::{Shift, add_all, and_all, precision_bounds, take_all};

use super::eap_cells::{Cell, Cells, Method};
use crate::Columns;
use crate::weighted::add_elements;

/* While all suspicious lines have the same ef, lines are ordered by ep, and a candidate moves a method by one level or not at all:
it moves it by covering every line at the method's best level. The tests that move a method are the intersection of those lines'
columns. Three counts per ep, computed from columns for all tests at once, therefore bound the value of every test from above
(the kernel has the proof): covered lines, moved methods, and the number of their lines at the best level. Few bounds are near the
best value, and only those tests are scored, from their rows.

Lines with different weights are counted in units, each line as the whole part of its weight in units. A unit is so small that
truncation is comparable to the rounding of sums. Counts of units are whole numbers, so subtracting what was added is exact.

Counts are kept between steps. A test changes those of the lines that it covers and of their methods: old contributions are
subtracted, new ones added. */

/// Largest number of distinct ep.
const SLOTS: usize = 32;
/// The ep of a line that is not counted yet.
const NOWHERE: u32 = u32::MAX;
/// Total number of units of all suspicious lines with different weights, so that counts do not overflow.
const UNITS: f64 = (1_u32 << 30) as f64;

/// The counts, their inputs, and buffers; kept because allocating fresh pages costs more than counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stands {
    /// Pool and number of failed tests.
    of: (u64, u32),
    tests: usize,
    /// Length of a column in words.
    words: usize,
    /// The ep under which each line is counted, by element.
    eps: Vec<u32>,
    /// The best cell of each method, as counted.
    best: Vec<Best>,
    /// The tests that move each method.
    sets: Vec<u64>,
    units: Units,
    slots: Vec<Slot>,
    bounds: Vec<f64>,
    work: Work,
}

/// The units of lines.
#[derive(Clone, Debug)]
struct Units {
    /// Units of a line of each method; empty if every line is one unit.
    of: Vec<u32>,
    /// Weight of a unit, before any test.
    weight: f64,
    /// Largest total weight lost by truncation.
    lost: f64,
}

impl Default for Units {
    fn default() -> Self {
        Self { of: Vec::new(), weight: 1.0, lost: 0.0 }
    }
}

impl Units {
    fn of(cells: &Cells, weights: Option<&[f64]>) -> Self {
        let Some(weights) = weights else { return Self::default() };
        let weight = |method: &Method| {
            let cell = &cells.all[method.first as usize];
            weights[cell.lines(&cells.lines)[0] as usize]
        };
        let lines = |method: &Method| cells.cells(method).iter().map(|cell| cell.size).sum::<u32>();
        let total: f64 = cells.methods.iter().map(|method| weight(method) * f64::from(lines(method))).sum();
        let unit = total / UNITS;
        let of = cells.methods.iter().map(|method| (weight(method) / unit) as u32).collect();
        Self { of, weight: unit, lost: unit * cells.lines.len() as f64 }
    }

    /// Whether the weights are in a range that can be counted.
    fn are_usable(&self) -> bool {
        self.weight.is_normal()
    }

    fn of_line(&self, method: u32) -> u32 {
        self.of.get(method as usize).copied().unwrap_or(1)
    }
}

/// The lines at the best level of a method.
#[derive(Clone, Copy, Debug, Default)]
struct Best {
    ep: u32,
    lines: u32,
}

/// For every test, counts of the lines with one ep, and of the methods at that level. Lines are counted in units.
#[derive(Clone, Debug, Default)]
struct Slot {
    ep: u32,
    /// Number of covered lines.
    covered: Vec<u32>,
    /// Number of moved methods, and of their lines at the best level.
    methods: Vec<u32>,
    lines: Vec<u32>,
}

/// Buffers for one round of counting.
#[derive(Clone, Debug, Default)]
struct Work {
    /// Lines with a changed ep: from, to, column, units.
    lines: Vec<(u32, u32, u32, u32)>,
    /// Methods with a changed best level: ep there, number of lines there, method.
    methods: Vec<(u32, u32, u32)>,
    counts: Vec<u32>,
}

impl Stands {
    /// Counts what changed since the last call; false if lines have too many distinct ep, or weights that cannot be counted.
    /// `of` identifies the pool and the number of failed tests, on which the counts depend; `weights` are those of elements,
    /// if they differ.
    pub(crate) fn count(
        &mut self,
        of: (u64, u32),
        cells: &Cells,
        weights: Option<&[f64]>,
        columns: &Columns,
        tests: usize,
    ) -> bool {
        if self.of != of || !self.make_slots(cells) {
            self.reset(of, columns, tests, cells.methods.len());
            self.units = Units::of(cells, weights);
            if !self.units.are_usable() || !self.make_slots(cells) {
                self.of = (0, 0);
                return false;
            }
        }
        let mut work = std::mem::take(&mut self.work);
        self.find_changes(cells, columns, &mut work);
        self.move_lines(columns, &mut work);
        self.count_methods(&mut work, take_all);
        self.find_sets(cells, columns, &mut work);
        self.count_methods(&mut work, add_all);
        self.work = work;
        true
    }

    /// Upper bounds of the scores of all tests. `error` is the rounding error of a score.
    pub(crate) fn bounds(&mut self, cells: &Cells, q: f64, error: f64) -> &[f64] {
        let mut shifts = Vec::new();
        for slot in &self.slots {
            if let Some(cell) = cells.all.iter().find(|cell| cell.ep == slot.ep) {
                shifts.push(Shift {
                    from: cell.level as usize,
                    to: cell.lower as usize,
                    weight: cell.posterior * self.units.weight,
                    covered: &slot.covered,
                    groups: &slot.methods,
                    members: &slot.lines,
                });
            }
        }
        self.bounds.resize(self.tests, 0.0);
        // Posteriors are at most 1.
        precision_bounds(&cells.levels, &shifts, q, error + self.units.lost, &mut self.bounds);
        &self.bounds
    }

    fn reset(&mut self, of: (u64, u32), columns: &Columns, tests: usize, methods: usize) {
        (self.of, self.tests, self.words) = (of, tests, columns.words());
        self.eps.clear();
        self.best.clear();
        self.best.resize(methods, Best::default());
        self.sets.clear();
        self.sets.resize(methods * self.words, 0);
        self.slots.clear();
    }

    fn slot(&mut self, ep: u32) -> &mut Slot {
        self.slots.iter_mut().find(|slot| slot.ep == ep).expect("a slot for every ep")
    }

    /// Assigns a slot to every ep; false if there are too many.
    fn make_slots(&mut self, cells: &Cells) -> bool {
        for cell in &cells.all {
            if self.slots.iter().all(|slot| slot.ep != cell.ep) {
                if self.slots.len() == SLOTS {
                    return false;
                }
                let none = vec![0; self.tests];
                self.slots.push(Slot {
                    ep: cell.ep,
                    covered: none.clone(),
                    methods: none.clone(),
                    lines: none,
                });
            }
        }
        true
    }

    /// Finds the lines covered since the last call, and the methods with another best cell.
    fn find_changes(&mut self, cells: &Cells, columns: &Columns, work: &mut Work) {
        work.lines.clear();
        work.methods.clear();
        for (method, number) in cells.methods.iter().zip(0..) {
            let before = work.lines.len();
            for cell in cells.cells(method) {
                for &line in cell.lines(&cells.lines) {
                    let place = line as usize;
                    if self.eps.len() <= place {
                        self.eps.resize(place + 1, NOWHERE);
                    }
                    let known = std::mem::replace(&mut self.eps[place], cell.ep);
                    if known != cell.ep {
                        let units = self.units.of_line(number);
                        work.lines.push((known, cell.ep, columns.of_element(place), units));
                    }
                }
            }
            if work.lines.len() == before {
                continue;
            }
            // The ep of a line only grows, so the same number of lines at the same best ep means the same lines.
            let (known, best) = (self.best[number as usize], best(cells.cells(method)));
            if (known.ep, known.lines) != (best.ep, best.size) {
                work.methods.push((known.ep, known.lines, number));
            }
        }
    }

    /// Counts the lines that moved to another slot.
    fn move_lines(&mut self, columns: &Columns, work: &mut Work) {
        work.lines.sort_unstable();
        for moved in work.lines.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let same = moved.chunk_by(|a, b| a.2 == b.2);
            work.counts.clear();
            work.counts.resize(self.tests, 0);
            let units = |same: &[(u32, u32, u32, u32)]| same.iter().map(|&(.., units)| units).sum();
            let columns = same.map(|same| (columns.bits(same[0].2), units(same)));
            add_elements(columns, &mut work.counts);
            let (from, to, ..) = moved[0];
            if from != NOWHERE {
                take_all(&mut self.slot(from).covered, &work.counts);
            }
            add_all(&mut self.slot(to).covered, &work.counts);
        }
    }

    /// Adds or subtracts the contributions of the current methods.
    fn count_methods(&mut self, work: &mut Work, apply: impl Fn(&mut [u32], &[u32])) {
        // Methods that are not counted yet contribute no lines.
        work.methods.sort_unstable();
        let counted = work.methods.iter().position(|method| method.1 > 0).unwrap_or(work.methods.len());
        let (words, sets) = (self.words, std::mem::take(&mut self.sets));
        let units = std::mem::take(&mut self.units);
        for alike in work.methods[counted..].chunk_by(|a, b| a.0 == b.0) {
            let slot = self.slot(alike[0].0);
            let set = |method: u32| &sets[method as usize * words..][..words];
            let counts = &mut work.counts;
            counts.clear();
            counts.resize(slot.methods.len(), 0);
            add_elements(alike.iter().map(|&(.., method)| (set(method), 1)), counts);
            apply(&mut slot.methods, counts);
            counts.fill(0);
            let of_best =
                |&(_, lines, method): &(u32, u32, u32)| (set(method), lines * units.of_line(method));
            add_elements(alike.iter().map(of_best), counts);
            apply(&mut slot.lines, counts);
        }
        (self.sets, self.units) = (sets, units);
    }

    /// Computes the sets of tests that move the current methods.
    fn find_sets(&mut self, cells: &Cells, columns: &Columns, work: &mut Work) {
        let mut of_best = Vec::new();
        for (ep, lines, number) in &mut work.methods {
            let method = cells.methods[*number as usize];
            let best = best(cells.cells(&method));
            (*ep, *lines) = (best.ep, best.size);
            self.best[*number as usize] = Best { ep: *ep, lines: *lines };
            of_best.clear();
            of_best.extend(best.lines(&cells.lines).iter().map(|&line| columns.of_element(line as usize)));
            of_best.dedup();
            let of_best: Vec<&[u64]> = of_best.iter().map(|&column| columns.bits(column)).collect();
            let set = &mut self.sets[*number as usize * self.words..][..self.words];
            set.fill(u64::MAX);
            and_all(&of_best, set);
        }
    }
}

/// The cell at the best level of a method.
fn best(cells: &[Cell]) -> &Cell {
    cells.iter().min_by_key(|cell| cell.ep).expect("a method has cells")
}
