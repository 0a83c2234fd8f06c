//! Expected average precision of all candidates at once, from columns.

use faultline_kernels::{Flow, Moves, add_all, and_all, column_counts, expected_precision, take_all, weigh};

use super::eap::{Cell, Cells, Method};
use crate::Columns;
use crate::weighted::add_elements;

/* As long as all suspicious lines have the same ef, lines are ordered by ep, and a candidate
moves a method by one level or not at all: it moves where it covers every line at the method's
best level. The tests that move a method are the intersection of those lines' columns. So a
level's number of methods and its posterior follow, for every test at once, from counts of
columns: of all lines, of the moving sets, and of the lines inside them; one count for each
pair (ep at the method's best level, ep of the line).

The counts stay from step to step. A test changes those of the methods that it covers: a line
that comes to another pair is counted once, taken off there and added here; what the moving sets
of these methods counted is taken off, and what they count now is added. */

/// Bits of a count where two share a sum, and the largest such count.
const FIELD: u32 = 16;
const FIELD_MAX: u32 = (1 << FIELD) - 1;
/// Most columns that are added up that way.
const FEW: usize = 100;
/// Most different ep: what is kept goes with their square.
const SLOTS: usize = 32;
/// Pairs of slots.
const PAIRS: usize = SLOTS * SLOTS;
/// The pair of a line that has not been counted.
const NOWHERE: u32 = u32::MAX;

/// What is to be counted of the methods at one level that tests move, and of their lines at
/// another.
#[derive(Clone, Debug, Default)]
struct Pair {
    /// Sets of the tests that move a method, and how many such lines the method has.
    moving: Vec<(u32, u32)>,
    /// Places of lines inside the moving sets; of lines at the best level, which a moving test
    /// covers all, none.
    inside: Vec<(u32, u32)>,
}

/// The value of every test; what was counted so far; and the room to count in, which is kept
/// because fresh pages cost more than the counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stands {
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
    /// The tests that move each method.
    sets: Vec<u64>,
    /// The ep of each slot.
    eps: Vec<u32>,
    /// The pair of each line, by element.
    pair_of: Vec<u32>,
    /// By slot of the method, then slot of the line: lines counted, and the counts.
    tallies: Vec<(u32, Counts)>,
    /// By slot: how many methods each test moves.
    moved: Vec<Vec<u32>>,
}

/// Room for one round of counting.
#[derive(Clone, Debug, Default)]
struct Work {
    pairs: Vec<Pair>,
    /// By slot: the methods that stand there and that any test moves.
    movers: Vec<Vec<u32>>,
    /// Lines inside the sets of the tests that move their methods.
    inside: Vec<u64>,
    /// Lines that come to another pair: from, to, column.
    lines: Vec<(u32, u32, u32)>,
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

impl<'a> Part<'a> {
    /// The cells of a method.
    fn cells_of(&self, method: u32) -> &'a [Cell] {
        let method = &self.methods[method as usize];
        &self.cells[method.first as usize..method.end as usize]
    }
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
        let all: Vec<u32> = (0..cells.methods.len() as u32).collect();
        let Self { known, work, .. } = self;
        let mut now = Part { cells: &cells.all, methods: &cells.methods, lines: &cells.lines, which: &all };
        let changed = if known.of == of { known.changed(&now) } else { all.clone() };
        let afresh = known.of != of;
        if afresh {
            known.reset(of);
        }
        if !known.make_slots(now.cells) {
            known.of = (0, 0);
            return None;
        }
        now.which = &changed;
        if !afresh {
            let (cells, methods, lines) = (known.cells.clone(), known.methods.clone(), known.lines.clone());
            let before = Part { cells: &cells, methods: &methods, lines: &lines, which: &changed };
            known.tally(before, columns, tests, work, take_all);
        }
        known.find_sets(now, columns);
        known.move_lines(now, columns, tests, work);
        known.tally(now, columns, tests, work, add_all);
        known.cells.clone_from(&cells.all);
        known.methods.clone_from(&cells.methods);
        known.lines.clone_from(&cells.lines);
        self.values.resize(tests, 0.0);
        known.values(cells, q, &mut self.values);
        Some(&self.values)
    }
}

impl Known {
    fn reset(&mut self, of: (u64, u32)) {
        self.of = of;
        self.eps.clear();
        self.moved.clear();
        self.pair_of.clear();
        for (lines, counts) in &mut self.tallies {
            *lines = 0;
            for counts in [&mut counts.lines, &mut counts.moving, &mut counts.inside] {
                counts.clear();
            }
        }
    }

    /// Posterior over ranks, normalised, of every test.
    fn values(&self, cells: &Cells, q: f64, values: &mut [f64]) {
        let mut cell_of = vec![None; self.eps.len()];
        for cell in &cells.all {
            cell_of[self.slot(cell.ep)] = Some(cell);
        }
        let (mut flows, mut moves) = (Vec::new(), Vec::new());
        for (of, method) in cell_of.iter().enumerate() {
            let Some(method) = method else { continue };
            let (from, to) = (method.level as usize, method.lower as usize);
            for (at, line) in cell_of.iter().enumerate() {
                let (lines, counts) = &self.tallies[of * SLOTS + at];
                if let (Some(line), true) = (line, *lines > 0) {
                    let Counts { lines: covered, moving, inside } = counts;
                    flows.push(Flow { from, to, weight: line.weight, covered, moving, inside });
                }
            }
            if let Some(groups) = self.moved.get(of).filter(|moved| !moved.is_empty()) {
                moves.push(Moves { from, to, groups });
            }
        }
        expected_precision(&cells.levels, &flows, &moves, q, values);
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
        self.tallies.resize_with(PAIRS, Default::default);
        self.moved.resize_with(self.eps.len(), Vec::new);
        self.eps.len() <= SLOTS
    }

    /// The methods whose lines another test has covered since: their ep went up, so no method
    /// that changed has the sizes it had.
    fn changed(&self, now: &Part<'_>) -> Vec<u32> {
        let size = |cell: &Cell| (cell.ep, cell.size);
        let methods = self.methods.iter().zip(now.methods).zip(0..);
        methods
            .filter(|((before, after), _)| {
                let before = &self.cells[before.first as usize..before.end as usize];
                let after = &now.cells[after.first as usize..after.end as usize];
                !before.iter().map(size).eq(after.iter().map(size))
            })
            .map(|(_, number)| number)
            .collect()
    }

    /// The sets of tests that move the methods of a part.
    fn find_sets(&mut self, part: Part<'_>, columns: &Columns) {
        let words = columns.words();
        self.sets.resize(part.methods.len() * words, 0);
        let mut of_best = Vec::new();
        for &method in part.which {
            let best = best(part.cells_of(method));
            of_best.clear();
            of_best.extend(distinct(best.lines(part.lines), columns).map(|(column, _)| columns.bits(column)));
            let set = &mut self.sets[method as usize * words..][..words];
            set.fill(u64::MAX);
            and_all(&of_best, set);
        }
    }

    /// The tests that move a method; `None` where there are none.
    fn set(&self, method: u32, words: usize) -> Option<&[u64]> {
        let set = &self.sets[method as usize * words..][..words];
        set.iter().any(|&word| word != 0).then_some(set)
    }

    /// Counts the lines of a part that came to other pairs.
    fn move_lines(&mut self, part: Part<'_>, columns: &Columns, tests: usize, work: &mut Work) {
        work.lines.clear();
        for &method in part.which {
            let cells = part.cells_of(method);
            let of = self.slot(best(cells).ep);
            for cell in cells {
                let to = (of * SLOTS + self.slot(cell.ep)) as u32;
                for &line in cell.lines(part.lines) {
                    let place = line as usize;
                    if self.pair_of.len() <= place {
                        self.pair_of.resize(place + 1, NOWHERE);
                    }
                    let from = std::mem::replace(&mut self.pair_of[place], to);
                    if from != to {
                        work.lines.push((from, to, columns.of_element(place)));
                    }
                }
            }
        }
        work.lines.sort_unstable();
        for moved in work.lines.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let same = moved.chunk_by(|a, b| a.2 == b.2);
            let counts = &mut work.counts.lines;
            counts.clear();
            counts.resize(tests, 0);
            add_elements(same.map(|same| (columns.bits(same[0].2), same.len() as u32)), counts);
            let (from, to, _) = moved[0];
            if from != NOWHERE {
                let (lines, tally) = &mut self.tallies[from as usize];
                *lines -= moved.len() as u32;
                take_all(&mut tally.lines, counts);
            }
            let (lines, tally) = &mut self.tallies[to as usize];
            *lines += moved.len() as u32;
            for counts in [&mut tally.lines, &mut tally.moving, &mut tally.inside] {
                counts.resize(tests, 0);
            }
            add_all(&mut tally.lines, counts);
        }
    }

    /// Adds or takes off what a part's moving sets count.
    fn tally(
        &mut self,
        part: Part<'_>,
        columns: &Columns,
        tests: usize,
        work: &mut Work,
        apply: impl Fn(&mut [u32], &[u32]),
    ) {
        work.collect(&part, self, columns);
        let words = columns.words();
        for (place, pair) in work.pairs.iter().enumerate().filter(|(_, pair)| !pair.moving.is_empty()) {
            let best = place / SLOTS == place % SLOTS;
            work.counts.count(pair, &self.sets, &work.inside, words, tests);
            let tally = &mut self.tallies[place].1;
            apply(&mut tally.moving, &work.counts.moving);
            // Of lines at the best level, all of those that move are inside.
            let inside = if best { &work.counts.moving } else { &work.counts.inside };
            apply(&mut tally.inside, inside);
        }
        for (slot, movers) in work.movers.iter().enumerate().filter(|(_, movers)| !movers.is_empty()) {
            let set = |&method: &u32| &self.sets[method as usize * words..][..words];
            let counts = &mut work.counts.moving;
            counts.clear();
            counts.resize(tests, 0);
            column_counts(&movers.iter().map(set).collect::<Vec<_>>(), counts);
            self.moved[slot].resize(tests, 0);
            apply(&mut self.moved[slot], counts);
        }
    }
}

impl Work {
    /// Who moves, and which sets are to be counted.
    fn collect(&mut self, part: &Part<'_>, known: &Known, columns: &Columns) {
        let words = columns.words();
        self.clear();
        for &method in part.which {
            let Some(set) = known.set(method, words) else { continue };
            let cells = part.cells_of(method);
            let best = best(cells);
            let of = known.slot(best.ep);
            self.movers[of].push(method);
            for cell in cells {
                let pair = &mut self.pairs[of * SLOTS + known.slot(cell.ep)];
                pair.moving.push((method, cell.size));
                if cell.ep != best.ep {
                    for (column, times) in distinct(cell.lines(part.lines), columns) {
                        pair.inside.push(((self.inside.len() / words) as u32, times));
                        self.inside.extend(columns.bits(column).iter().zip(set).map(|(a, b)| a & b));
                    }
                }
            }
        }
    }

    fn clear(&mut self) {
        self.pairs.resize_with(PAIRS, Pair::default);
        self.movers.resize_with(SLOTS, Vec::new);
        self.movers.iter_mut().for_each(Vec::clear);
        for pair in &mut self.pairs {
            pair.moving.clear();
            pair.inside.clear();
        }
        self.inside.clear();
    }
}

/// The cell at the best level of a method.
fn best(cells: &[Cell]) -> &Cell {
    cells.iter().min_by_key(|cell| cell.ep).expect("a method has cells")
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
    /// Counts what moves, and what of it is in the vectors that lie inside.
    fn count(&mut self, pair: &Pair, sets: &[u64], inside: &[u64], words: usize, tests: usize) {
        self.moving.clear();
        self.moving.resize(tests, 0);
        self.inside.resize(tests, 0);
        let moving = vectors(&pair.moving, sets, words);
        let inside = vectors(&pair.inside, inside, words);
        let lines: u32 = pair.moving.iter().map(|(_, lines)| lines).sum();
        if pair.inside.is_empty() {
            add_elements(moving, &mut self.moving);
        } else if pair.moving.len() + pair.inside.len() <= FEW && lines <= FIELD_MAX {
            // Both counts in one sum: reading sums off costs more than adding a few columns.
            let inside = inside.map(|(set, times)| (set, times << FIELD));
            let (vectors, weights): (Vec<&[u64]>, Vec<u32>) = moving.chain(inside).unzip();
            weigh(&vectors, &weights, &mut self.moving);
            for (moving, inside) in self.moving.iter_mut().zip(&mut self.inside) {
                (*moving, *inside) = (*moving & FIELD_MAX, *moving >> FIELD);
            }
        } else {
            self.inside.fill(0);
            add_elements(moving, &mut self.moving);
            add_elements(inside, &mut self.inside);
        }
    }
}

/// Vectors at places, each with its number.
fn vectors<'v>(
    places: &'v [(u32, u32)],
    all: &'v [u64],
    words: usize,
) -> impl Iterator<Item = (&'v [u64], u32)> {
    places.iter().map(move |&(at, times)| (&all[at as usize * words..][..words], times))
}
