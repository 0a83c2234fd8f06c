//! Expected average precision of all candidates at once, from columns.

use faultline_kernels::{and_all, column_counts, weigh};

use super::eap::{Cells, Method};
use crate::Columns;
use crate::weighted::add_elements;

/* As long as all suspicious lines have the same ef, lines are ordered by ep, and a candidate
moves a method by one level or not at all: it moves where it covers every line at the method's
best level. The tests that move a method are the intersection of those lines' columns. So a
level's number of methods and its posterior follow, for every test at once, from counts of
columns: of all lines, of the moving sets, and of the lines inside them; one count for each
pair (level of the method, level of the line). */

/// Bits of a count where three share a sum, and the largest such count.
const FIELD: u32 = 10;
const FIELD_MAX: u32 = (1 << FIELD) - 1;
/// Most columns that are added up that way.
const FEW: usize = 300;

/// Counts for the lines at one level of the methods at another.
#[derive(Clone, Debug, Default)]
struct Pair {
    /// Columns, and how many of the lines have each.
    lines: Vec<(u32, u32)>,
    /// Sets of the tests that move a method, and how many such lines the method has.
    moving: Vec<(u32, u32)>,
    /// Places of lines inside the moving sets; of lines at the best level, which a moving test
    /// covers all, none.
    inside: Vec<(u32, u32)>,
}

/// Methods and posterior by level, for every test; and the room to find them in, which is
/// kept from step to step because fresh pages cost more than the counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stands {
    tests: usize,
    /// By level, then test.
    methods: Vec<u32>,
    mass: Vec<f64>,
    /// By level of the method, then level of the line.
    pairs: Vec<Pair>,
    /// The tests that move each method that any test moves, and the lines inside them.
    sets: Vec<u64>,
    inside: Vec<u64>,
    /// By level: the sets of its methods, and where they move to.
    movers: Vec<Vec<u32>>,
    lower: Vec<usize>,
    counts: Counts,
    values: Vec<f64>,
}

impl Stands {
    /// The score of every test. Shape: `lines[cell]` are the elements of each cell.
    pub(crate) fn scores(
        &mut self,
        cells: &Cells,
        lines: &[Vec<u32>],
        columns: &Columns,
        tests: usize,
        q: f64,
    ) -> &[f64] {
        self.collect(cells, lines, columns);
        self.start(cells, tests);
        let (levels, words) = (cells.levels.len(), columns.words());
        let weights = line_weights(cells);
        for of in (0..levels).filter(|&of| cells.levels[of].methods > 0) {
            let mut counts = std::mem::take(&mut self.counts);
            for (at, &weight) in weights.iter().enumerate() {
                let pair = &self.pairs[of * levels + at];
                if pair.lines.is_empty() {
                    continue;
                }
                counts.count(pair, columns, &self.sets, &self.inside, words, tests, of == at);
                self.shift(of, &counts, weight, q);
            }
            counts.lines.clear();
            counts.lines.resize(tests, 0);
            let set = |&set: &u32| &self.sets[set as usize * words..][..words];
            column_counts(&self.movers[of].iter().map(set).collect::<Vec<_>>(), &mut counts.lines);
            self.move_methods(of, &counts.lines);
            self.counts = counts;
        }
        self.values(levels);
        &self.values
    }

    /// Who moves, and which columns are to be counted.
    fn collect(&mut self, cells: &Cells, lines: &[Vec<u32>], columns: &Columns) {
        let (levels, words) = (cells.levels.len(), columns.words());
        self.pairs.resize_with(levels * levels, Pair::default);
        self.movers.resize_with(levels, Vec::new);
        self.movers.iter_mut().for_each(Vec::clear);
        for pair in &mut self.pairs {
            pair.lines.clear();
            pair.moving.clear();
            pair.inside.clear();
        }
        self.lower.resize(levels, 0);
        self.sets.clear();
        self.inside.clear();
        for method in &cells.methods {
            let of = method.level as usize;
            let best = best_cell(cells, method);
            self.lower[of] = cells.all[best].lower as usize;
            let start = self.sets.len();
            let set = (start / words) as u32;
            self.sets.resize(start + words, u64::MAX);
            let best_columns: Vec<&[u64]> =
                distinct(&lines[best], columns).map(|(column, _)| columns.bits(column)).collect();
            and_all(&best_columns, &mut self.sets[start..]);
            let moves = self.sets[start..].iter().any(|&word| word != 0);
            if moves {
                self.movers[of].push(set);
            } else {
                self.sets.truncate(start);
            }
            let of_method = method.first as usize..method.end as usize;
            for (cell, lines) in of_method.clone().zip(&lines[of_method]) {
                let pair = &mut self.pairs[of * levels + cells.all[cell].level as usize];
                pair.lines.extend(distinct(lines, columns));
                if !moves {
                    continue;
                }
                pair.moving.push((set, cells.all[cell].size));
                if cell != best {
                    for (column, times) in distinct(lines, columns) {
                        pair.inside.push(((self.inside.len() / words) as u32, times));
                        let bits = columns.bits(column);
                        self.inside.extend(bits.iter().zip(&self.sets[start..]).map(|(a, b)| a & b));
                    }
                }
            }
        }
    }

    /// Everyone stands where they stood.
    fn start(&mut self, cells: &Cells, tests: usize) {
        self.tests = tests;
        self.methods.clear();
        self.mass.clear();
        for level in &cells.levels {
            self.methods.extend(std::iter::repeat_n(level.methods, tests));
            self.mass.extend(std::iter::repeat_n(level.mass, tests));
        }
    }

    /// What covering lines takes from the posterior, and what goes along with methods that
    /// move from one level to another.
    fn shift(&mut self, from: usize, counts: &Counts, weight: f64, q: f64) {
        let (stay, go) = levels(&mut self.mass, self.tests, from, self.lower[from]);
        let (lines, moving, inside) = (&counts.lines[..], &counts.moving[..], &counts.inside[..]);
        for t in 0..stay.len() {
            let (moving, inside) = (f64::from(moving[t]), f64::from(inside[t]));
            // A moving method takes all of its lines away from where it stood, and arrives with
            // what covering them leaves.
            stay[t] -= weight * (q * (f64::from(lines[t]) - inside) + moving);
            go[t] += weight * (moving - q * inside);
        }
    }

    fn move_methods(&mut self, from: usize, moved: &[u32]) {
        let (stay, go) = levels(&mut self.methods, self.tests, from, self.lower[from]);
        for ((stay, go), moved) in stay.iter_mut().zip(go).zip(moved) {
            *stay -= moved;
            *go += moved;
        }
    }

    /// Posterior over ranks, normalised, of every test.
    fn values(&mut self, levels: usize) {
        let tests = self.tests;
        let (mut rank, mut total) = (vec![0; tests], vec![0.0; tests]);
        self.values.clear();
        self.values.resize(tests, 0.0);
        for level in 0..levels {
            let methods = &self.methods[level * tests..][..tests];
            let mass = &self.mass[level * tests..][..tests];
            for t in 0..tests {
                rank[t] += methods[t];
                // Where no method stands, rounding may have left a trace of posterior.
                let mass = if methods[t] > 0 { mass[t] } else { 0.0 };
                self.values[t] += mass / f64::from(rank[t].max(1));
                total[t] += mass;
            }
        }
        for (value, total) in self.values.iter_mut().zip(total) {
            *value = if total > 0.0 { *value / total } else { 0.0 };
        }
    }
}

/// Two levels of an array by level, then test.
fn levels<T>(all: &mut [T], tests: usize, from: usize, to: usize) -> (&mut [T], &mut [T]) {
    let (upper, lower) = all.split_at_mut(to * tests);
    (&mut upper[from * tests..][..tests], &mut lower[..tests])
}

fn best_cell(cells: &Cells, method: &Method) -> usize {
    let of = method.first as usize..method.end as usize;
    of.min_by_key(|&cell| cells.all[cell].level).expect("a method with cells")
}

/// The different columns of some elements, with how many elements have each in a row.
fn distinct<'c>(lines: &'c [u32], columns: &'c Columns) -> impl Iterator<Item = (u32, u32)> + 'c {
    let number = |line: &u32| columns.of_element(*line as usize);
    lines.chunk_by(move |a, b| number(a) == number(b)).map(move |same| (number(&same[0]), same.len() as u32))
}

/// The posterior of a line at each level; 0 where there is none.
fn line_weights(cells: &Cells) -> Vec<f64> {
    let mut weights = vec![0.0; cells.levels.len()];
    for cell in &cells.all {
        weights[cell.level as usize] = cell.weight;
    }
    weights
}

#[derive(Clone, Debug, Default)]
struct Counts {
    lines: Vec<u32>,
    moving: Vec<u32>,
    inside: Vec<u32>,
}

impl Counts {
    #[expect(clippy::too_many_arguments, reason = "all that is counted from")]
    fn count(
        &mut self,
        pair: &Pair,
        columns: &Columns,
        sets: &[u64],
        inside: &[u64],
        words: usize,
        tests: usize,
        best: bool,
    ) {
        for counts in [&mut self.lines, &mut self.moving, &mut self.inside] {
            counts.clear();
            counts.resize(tests, 0);
        }
        let columns_to_add = pair.lines.len() + pair.moving.len() + pair.inside.len();
        let lines: u32 = pair.lines.iter().map(|(_, times)| times).sum();
        if columns_to_add <= FEW && lines <= FIELD_MAX {
            self.count_together(pair, columns, sets, inside, words);
            if best {
                self.inside.copy_from_slice(&self.moving);
            }
            return;
        }
        add_elements(
            pair.lines.iter().map(|&(column, times)| (columns.bits(column), times)),
            &mut self.lines,
        );
        add_elements(
            pair.moving.iter().map(|&(set, times)| (&sets[set as usize * words..][..words], times)),
            &mut self.moving,
        );
        if best {
            self.inside.copy_from_slice(&self.moving);
        } else {
            add_elements(
                pair.inside.iter().map(|&(at, times)| (&inside[at as usize * words..][..words], times)),
                &mut self.inside,
            );
        }
    }

    /// All three counts in one sum, ten bits each: reading sums off costs more than adding
    /// a few columns.
    fn count_together(&mut self, pair: &Pair, columns: &Columns, sets: &[u64], inside: &[u64], words: usize) {
        let lines = pair.lines.iter().map(|&(column, times)| (columns.bits(column), times));
        let moving =
            pair.moving.iter().map(|&(set, times)| (&sets[set as usize * words..][..words], times << FIELD));
        let inside = pair
            .inside
            .iter()
            .map(|&(at, times)| (&inside[at as usize * words..][..words], times << (2 * FIELD)));
        let (vectors, weights): (Vec<&[u64]>, Vec<u32>) = lines.chain(moving).chain(inside).unzip();
        weigh(&vectors, &weights, &mut self.lines);
        for ((lines, moving), inside) in self.lines.iter_mut().zip(&mut self.moving).zip(&mut self.inside) {
            (*moving, *inside) = (*lines >> FIELD & FIELD_MAX, *lines >> (2 * FIELD));
            *lines &= FIELD_MAX;
        }
    }
}
