//! Expected average precision of all candidates at once, from columns.

use faultline_kernels::{and_all, column_counts, weigh};

use super::eap::{Cells, Method, Stand};
use crate::Columns;

/* As long as all suspicious lines have the same ef, lines are ordered by ep, and a candidate
moves a method by one level or not at all: it moves where it covers every line at the method's
best level. The tests that move a method are the intersection of those lines' columns. So a
level's number of methods and its posterior follow, for every test at once, from counts of
columns: of all lines, of the moving sets, and of the lines inside them; one count for each
pair (level of the method, level of the line). */

/// Counts for the lines at one level of the methods at another.
#[derive(Default)]
struct Pair<'c> {
    /// Columns of the lines.
    lines: Vec<&'c [u64]>,
    /// Sets of the tests that move a method, and how many such lines the method has.
    moving: Vec<usize>,
    moving_lines: Vec<u32>,
    /// Lines inside the moving sets, one after the other; of lines at the best level, which a
    /// moving test covers all, nothing.
    inside: Vec<u64>,
}

/// Methods and posterior by level, for every test.
pub(crate) struct Stands {
    /// By level, then test.
    pub(crate) methods: Vec<Vec<u32>>,
    pub(crate) mass: Vec<Vec<f64>>,
}

/// Shape: `lines[cell]` are the elements of each cell.
pub(crate) fn stands(cells: &Cells, lines: &[Vec<u32>], columns: &Columns, tests: usize, q: f64) -> Stands {
    let (levels, words) = (cells.levels.len(), columns.words());
    let mut sets: Vec<u64> = Vec::new();
    let mut pairs: Vec<Vec<Pair<'_>>> =
        (0..levels).map(|_| (0..levels).map(|_| Pair::default()).collect()).collect();
    let mut movers: Vec<Vec<usize>> = vec![Vec::new(); levels];
    let mut lower = vec![0; levels];
    for method in &cells.methods {
        let of = method.level as usize;
        let best = best_cell(cells, method);
        lower[of] = cells.cells[best].lower as usize;
        let set = sets.len();
        sets.resize(set + words, u64::MAX);
        let columns_of: Vec<&[u64]> = distinct(&lines[best], columns).map(|(bits, _)| bits).collect();
        and_all(&columns_of, &mut sets[set..]);
        let moves = sets[set..].iter().any(|&word| word != 0);
        if moves {
            movers[of].push(set);
        }
        for cell in method.first as usize..method.end as usize {
            let pair = &mut pairs[of][cells.cells[cell].level as usize];
            pair.lines
                .extend(lines[cell].iter().map(|&line| columns.bits(columns.of_element(line as usize))));
            if moves {
                pair.moving.push(set);
                pair.moving_lines.push(cells.cells[cell].size);
                if cell != best {
                    for &line in &lines[cell] {
                        let bits = columns.bits(columns.of_element(line as usize));
                        pair.inside.extend(bits.iter().zip(&sets[set..set + words]).map(|(a, b)| a & b));
                    }
                }
            }
        }
    }
    let mut stands = Stands {
        methods: cells.levels.iter().map(|level| vec![level.methods; tests]).collect(),
        mass: cells.levels.iter().map(|level| vec![level.mass; tests]).collect(),
    };
    let weights = line_weights(cells);
    let mut counts = Counts { lines: vec![0; tests], moving: vec![0; tests], inside: vec![0; tests] };
    for of in (0..levels).filter(|&of| cells.levels[of].methods > 0) {
        for (at, pair) in pairs[of].iter().enumerate().filter(|(_, pair)| !pair.lines.is_empty()) {
            counts.count(pair, &sets, words, of == at);
            stands.shift(of, lower[of], &counts, weights[at], q);
        }
        stands.move_methods(of, lower[of], &movers[of], &sets, words);
    }
    stands
}

fn best_cell(cells: &Cells, method: &Method) -> usize {
    let of = method.first as usize..method.end as usize;
    of.min_by_key(|&cell| cells.cells[cell].level).expect("a method with cells")
}

/// The different columns of some elements, with how many elements have each in a row.
fn distinct<'c>(lines: &'c [u32], columns: &'c Columns) -> impl Iterator<Item = (&'c [u64], u32)> {
    let number = |line: &u32| columns.of_element(*line as usize);
    lines
        .chunk_by(move |a, b| number(a) == number(b))
        .map(move |same| (columns.bits(number(&same[0])), same.len() as u32))
}

/// The posterior of a line at each level; 0 where there is none.
fn line_weights(cells: &Cells) -> Vec<f64> {
    let mut weights = vec![0.0; cells.levels.len()];
    for cell in &cells.cells {
        weights[cell.level as usize] = cell.weight;
    }
    weights
}

struct Counts {
    lines: Vec<u32>,
    moving: Vec<u32>,
    inside: Vec<u32>,
}

impl Counts {
    fn count(&mut self, pair: &Pair<'_>, sets: &[u64], words: usize, best: bool) {
        for counts in [&mut self.lines, &mut self.moving, &mut self.inside] {
            counts.fill(0);
        }
        column_counts(&pair.lines, &mut self.lines);
        let moving: Vec<&[u64]> = pair.moving.iter().map(|&set| &sets[set..set + words]).collect();
        if !moving.is_empty() {
            weigh(&moving, &pair.moving_lines, &mut self.moving);
        }
        if best {
            self.inside.copy_from_slice(&self.moving);
        } else if !pair.inside.is_empty() {
            let inside: Vec<&[u64]> = pair.inside.chunks_exact(words).collect();
            column_counts(&inside, &mut self.inside);
        }
    }
}

impl Stands {
    /// What covering lines takes from the posterior, and what goes along with methods that
    /// move from one level to another.
    fn shift(&mut self, from: usize, to: usize, counts: &Counts, weight: f64, q: f64) {
        let [stay, go] = self.mass.get_disjoint_mut([from, to]).expect("a lower level");
        let counts = counts.lines.iter().zip(counts.moving.iter().zip(&counts.inside));
        for ((stay, go), (&lines, (&moving, &inside))) in stay.iter_mut().zip(go).zip(counts) {
            // A moving method takes all of its lines away from where it stood, and arrives with
            // what covering them leaves.
            *stay -= weight * (q * f64::from(lines - inside) + f64::from(moving));
            *go += weight * (f64::from(moving) - q * f64::from(inside));
        }
    }

    fn move_methods(&mut self, from: usize, to: usize, movers: &[usize], sets: &[u64], words: usize) {
        let movers: Vec<&[u64]> = movers.iter().map(|&set| &sets[set..set + words]).collect();
        let mut moved = vec![0; self.methods[from].len()];
        column_counts(&movers, &mut moved);
        let [stay, go] = self.methods.get_disjoint_mut([from, to]).expect("a lower level");
        for ((stay, go), moved) in stay.iter_mut().zip(go).zip(moved) {
            *stay -= moved;
            *go += moved;
        }
    }

    /// The score of a test.
    pub(crate) fn of(&self, test: usize) -> impl Iterator<Item = Stand> + '_ {
        let levels = self.methods.iter().zip(&self.mass);
        levels.map(move |(methods, mass)| Stand { methods: methods[test], mass: mass[test] })
    }
}
