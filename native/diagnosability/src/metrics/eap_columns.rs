//! Expected average precision of all candidates at once, from columns.

use faultline_kernels::{and_all, column_counts, weigh};

use super::eap::{Cell, Cells, Method};
use crate::Columns;
use crate::weighted::add_elements;

/* As long as all suspicious lines have the same ef, lines are ordered by ep, and a candidate
moves a method by one level or not at all: it moves where it covers every line at the method's
best level. The tests that move a method are the intersection of those lines' columns. So a
level's number of methods and its posterior follow, for every test at once, from counts of
columns: of all lines, of the moving sets, and of the lines inside them; one count for each
pair (ep at the method's best level, ep of the line).

The counts stay from step to step. A test changes those of the methods that it covers: what
they counted is taken off, from their lines as they were, and what they count now is added. */

/// Bits of a count where three share a sum, and the largest such count.
const FIELD: u32 = 10;
const FIELD_MAX: u32 = (1 << FIELD) - 1;
/// Most columns that are added up that way.
const FEW: usize = 100;
/// Most different ep: what is kept goes with their square.
const SLOTS: usize = 32;

/// What is to be counted of the lines at one level of the methods at another.
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

/// Methods and posterior by level, for every test; what was counted so far; and the room to
/// count in, which is kept because fresh pages cost more than the counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stands {
    tests: usize,
    /// By level, then test.
    methods: Vec<u32>,
    mass: Vec<f64>,
    values: Vec<f64>,
    known: Known,
    work: Work,
}

/// What was counted, and of what.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Pool and number of failed tests.
    of: (u64, u32),
    cells: Vec<Cell>,
    methods: Vec<Method>,
    lines: Vec<u32>,
    /// The ep of each slot.
    eps: Vec<u32>,
    /// By slot of the method, then slot of the line: lines counted, and the counts.
    tallies: Vec<(u32, Counts)>,
    /// By slot: how many methods each test moves.
    moved: Vec<Vec<u32>>,
}

/// Room for one round of counting.
#[derive(Clone, Debug, Default)]
struct Work {
    pairs: Vec<Pair>,
    /// By slot: the sets of its methods.
    movers: Vec<Vec<u32>>,
    /// The tests that move each method that any test moves, and the lines inside them.
    sets: Vec<u64>,
    inside: Vec<u64>,
    counts: Counts,
}

/// Methods with their cells and lines, some of which are to be counted.
#[derive(Clone, Copy)]
struct Part<'a> {
    cells: &'a [Cell],
    methods: &'a [Method],
    lines: &'a [u32],
    /// Which methods.
    which: &'a [u32],
}

impl Stands {
    /// The score of every test; `None` where lines have too many different ep. `of` names the
    /// pool and the number of failed tests, on which the kept counts depend.
    pub(crate) fn scores(
        &mut self,
        of: (u64, u32),
        cells: &Cells,
        columns: &Columns,
        tests: usize,
        q: f64,
    ) -> Option<&[f64]> {
        self.tests = tests;
        let all: Vec<u32> = (0..cells.methods.len() as u32).collect();
        let mut now = Part { cells: &cells.all, methods: &cells.methods, lines: &cells.lines, which: &all };
        let mut known = std::mem::take(&mut self.known);
        let changed = if known.of == of { known.changed(&now) } else { all.clone() };
        // Taking off costs as much as adding: with half of the methods, one may start afresh.
        let afresh = known.of != of || changed.len() * 2 > all.len();
        if afresh {
            known.reset(of);
        }
        if !known.make_slots(now.cells) {
            return None;
        }
        if !afresh {
            let (cells, methods, lines) = (known.cells.clone(), known.methods.clone(), known.lines.clone());
            let before = Part { cells: &cells, methods: &methods, lines: &lines, which: &changed };
            known.tally(before, columns, tests, &mut self.work, u32::wrapping_sub);
            now.which = &changed;
        }
        known.tally(now, columns, tests, &mut self.work, u32::wrapping_add);
        known.cells.clone_from(&cells.all);
        known.methods.clone_from(&cells.methods);
        known.lines.clone_from(&cells.lines);
        self.start(cells);
        self.move_all(&known, cells, q);
        self.values(cells.levels.len());
        self.known = known;
        Some(&self.values)
    }

    /// What every test changes in where methods stand and in the posterior.
    fn move_all(&mut self, known: &Known, cells: &Cells, q: f64) {
        let mut cell_of = vec![None; known.eps.len()];
        for cell in &cells.all {
            cell_of[known.slot(cell.ep)] = Some(cell);
        }
        for (of, method) in cell_of.iter().enumerate() {
            let Some(method) = method else { continue };
            let (from, to) = (method.level as usize, method.lower as usize);
            for (at, line) in cell_of.iter().enumerate() {
                let (lines, counts) = &known.tallies[of * SLOTS + at];
                if let (Some(line), true) = (line, *lines > 0) {
                    self.shift(from, to, counts, line.weight, q);
                }
            }
            if let Some(moved) = known.moved.get(of).filter(|moved| !moved.is_empty()) {
                self.move_methods(from, to, moved);
            }
        }
    }

    /// Everyone stands where they stood.
    fn start(&mut self, cells: &Cells) {
        let tests = self.tests;
        self.methods.clear();
        self.mass.clear();
        for level in &cells.levels {
            self.methods.extend(std::iter::repeat_n(level.methods, tests));
            self.mass.extend(std::iter::repeat_n(level.mass, tests));
        }
    }

    /// What covering lines takes from the posterior, and what goes along with methods that
    /// move from one level to another.
    fn shift(&mut self, from: usize, to: usize, counts: &Counts, weight: f64, q: f64) {
        let (stay, go) = levels(&mut self.mass, self.tests, from, to);
        let (lines, moving, inside) = (&counts.lines[..], &counts.moving[..], &counts.inside[..]);
        for t in 0..stay.len() {
            let (moving, inside) = (f64::from(moving[t]), f64::from(inside[t]));
            // A moving method takes all of its lines away from where it stood, and arrives with
            // what covering them leaves.
            stay[t] -= weight * (q * (f64::from(lines[t]) - inside) + moving);
            go[t] += weight * (moving - q * inside);
        }
    }

    fn move_methods(&mut self, from: usize, to: usize, moved: &[u32]) {
        let (stay, go) = levels(&mut self.methods, self.tests, from, to);
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

impl Known {
    fn reset(&mut self, of: (u64, u32)) {
        self.of = of;
        self.eps.clear();
        self.moved.clear();
        for (lines, counts) in &mut self.tallies {
            *lines = 0;
            for counts in [&mut counts.lines, &mut counts.moving, &mut counts.inside] {
                counts.clear();
            }
        }
    }

    fn slot(&self, ep: u32) -> usize {
        self.eps.iter().position(|&known| known == ep).expect("a slot for every ep")
    }

    /// A slot for every ep; false when there are too many.
    fn make_slots(&mut self, cells: &[Cell]) -> bool {
        for cell in cells {
            if !self.eps.contains(&cell.ep) {
                self.eps.push(cell.ep);
            }
        }
        self.tallies.resize_with(SLOTS * SLOTS, Default::default);
        self.moved.resize_with(self.eps.len(), Vec::new);
        self.eps.len() <= SLOTS
    }

    /// The methods whose lines another test has covered since: their ep went up, so no method
    /// that changed has the sizes it had.
    fn changed(&self, now: &Part<'_>) -> Vec<u32> {
        let sizes = |cells: &[Cell], method: &Method| -> Vec<(u32, u32)> {
            cells[method.first as usize..method.end as usize]
                .iter()
                .map(|cell| (cell.ep, cell.size))
                .collect()
        };
        let methods = self.methods.iter().zip(now.methods).enumerate();
        methods
            .filter(|(_, (before, after))| sizes(&self.cells, before) != sizes(now.cells, after))
            .map(|(number, _)| number as u32)
            .collect()
    }

    /// Adds or takes off what a part counts.
    fn tally(
        &mut self,
        part: Part<'_>,
        columns: &Columns,
        tests: usize,
        work: &mut Work,
        apply: impl Fn(u32, u32) -> u32 + Copy,
    ) {
        work.collect(&part, &self.eps, columns);
        let words = columns.words();
        let both = |all: &mut Vec<u32>, counts: &[u32]| {
            all.resize(tests, 0);
            for (all, count) in all.iter_mut().zip(counts) {
                *all = apply(*all, *count);
            }
        };
        for place in 0..SLOTS * SLOTS {
            let pair = &work.pairs[place];
            if pair.lines.is_empty() {
                continue;
            }
            let best = place / SLOTS == place % SLOTS;
            work.counts.count(pair, columns, &work.sets, &work.inside, words, tests, best);
            let (lines, tally) = &mut self.tallies[place];
            *lines = apply(*lines, pair.lines.iter().map(|(_, times)| times).sum());
            both(&mut tally.lines, &work.counts.lines);
            both(&mut tally.moving, &work.counts.moving);
            both(&mut tally.inside, &work.counts.inside);
        }
        for (slot, movers) in work.movers.iter().enumerate().filter(|(_, movers)| !movers.is_empty()) {
            let set = |&set: &u32| &work.sets[set as usize * words..][..words];
            let mut moved = vec![0; tests];
            column_counts(&movers.iter().map(set).collect::<Vec<_>>(), &mut moved);
            both(&mut self.moved[slot], &moved);
        }
    }
}

impl Work {
    /// Who moves, and which columns are to be counted.
    fn collect(&mut self, part: &Part<'_>, eps: &[u32], columns: &Columns) {
        let words = columns.words();
        let slot = |ep: u32| eps.iter().position(|&known| known == ep).expect("a slot for every ep");
        self.clear();
        for &number in part.which {
            let method = &part.methods[number as usize];
            let cells = &part.cells[method.first as usize..method.end as usize];
            let best = cells.iter().min_by_key(|cell| cell.ep).expect("a method has cells");
            let of = slot(best.ep);
            let start = self.sets.len();
            let set = (start / words) as u32;
            self.sets.resize(start + words, u64::MAX);
            let best_columns: Vec<&[u64]> =
                distinct(best.lines(part.lines), columns).map(|(column, _)| columns.bits(column)).collect();
            and_all(&best_columns, &mut self.sets[start..]);
            let moves = self.sets[start..].iter().any(|&word| word != 0);
            if moves {
                self.movers[of].push(set);
            } else {
                self.sets.truncate(start);
            }
            for cell in cells {
                let pair = &mut self.pairs[of * SLOTS + slot(cell.ep)];
                let lines = cell.lines(part.lines);
                pair.lines.extend(distinct(lines, columns));
                if !moves {
                    continue;
                }
                pair.moving.push((set, cell.size));
                if cell.ep != best.ep {
                    for (column, times) in distinct(lines, columns) {
                        pair.inside.push(((self.inside.len() / words) as u32, times));
                        let bits = columns.bits(column);
                        self.inside.extend(bits.iter().zip(&self.sets[start..]).map(|(a, b)| a & b));
                    }
                }
            }
        }
    }

    fn clear(&mut self) {
        self.pairs.resize_with(SLOTS * SLOTS, Pair::default);
        self.movers.resize_with(SLOTS, Vec::new);
        self.movers.iter_mut().for_each(Vec::clear);
        for pair in &mut self.pairs {
            pair.lines.clear();
            pair.moving.clear();
            pair.inside.clear();
        }
        self.sets.clear();
        self.inside.clear();
    }
}

/// The different columns of some elements, with how many elements have each in a row.
fn distinct<'c>(lines: &'c [u32], columns: &'c Columns) -> impl Iterator<Item = (u32, u32)> + 'c {
    let number = |line: &u32| columns.of_element(*line as usize);
    lines.chunk_by(move |a, b| number(a) == number(b)).map(move |same| (number(&same[0]), same.len() as u32))
}

/// Of every test.
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
