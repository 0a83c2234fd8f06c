//! The matrix of tests and classes, ordered so that structure shows.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use faultline_messages::names;
use faultline_spectrum::{ClassId, Outcome, TestId};
use maud::{Markup, html};

use crate::model::Model;
use crate::parting::likeness;
use crate::text::{plain, tail};

/// Maximum number of failing and of passing tests.
const TESTS: (usize, usize) = (60, 80);
/// Maximum number of classes.
const CLASSES: usize = 80;
/// Number of sorting passes.
const PASSES: usize = 12;
/// Number of shades of a cell.
const LEVELS: usize = 4;
/// Width and height: the room that few cells share, the minimum and the maximum of a cell.
const CELLS: [(f64, f64, f64); 2] = [(860.0, 13.0, 26.0), (900.0, 9.0, 15.0)];
/// Room for names: left of rows, above columns.
const NAMES: (f64, f64) = (270.0, 140.0);
/// Maximum length of a row's name. Units: characters.
const LETTERS: usize = 46;
/// Maximum number of rows for which names are shown.
const NAMED: usize = 60;

/// A matrix of tests and classes.
#[derive(Debug)]
pub struct Matrix {
    /// Tests, one per row.
    pub tests: Vec<TestId>,
    /// Classes, one per column.
    pub classes: Vec<ClassId>,
    /// Share of a class's lines that a test runs. Shape: `[tests × classes]`.
    pub cells: Vec<Vec<f64>>,
    /// Numbers of classes and tests left out for lack of room.
    pub left_out: (usize, usize),
}

impl Matrix {
    /// Builds the matrix of failing tests and the most similar passing tests, by the classes that failing
    /// tests run. If no test failed: the passing tests that run most, by all executed classes.
    pub fn of(model: &Model<'_>) -> Self {
        let spectrum = model.spectrum();
        let groups = &model.report().groups;
        // Take the first test of each group, then the second of each, and so on.
        let largest = groups.iter().map(|group| group.failing.len()).max().unwrap_or(0).min(TESTS.0);
        let failing =
            (0..largest).flat_map(|at| groups.iter().filter_map(move |group| group.failing.get(at)));
        let failing: Vec<TestId> = failing.copied().take(TESTS.0).collect();
        let mut joined = vec![0u64; spectrum.coverage.stride()];
        for test in &failing {
            spectrum.coverage.add_row(test.index(), &mut joined);
        }
        if failing.is_empty() {
            // If none failed, use what all tests run.
            for test in spectrum.tests_with(Outcome::Passed) {
                spectrum.coverage.add_row(test.index(), &mut joined);
            }
        }
        let columns = columns(model, &joined);
        let passing = passing(model, &joined);
        let counted = spectrum.tests.iter().filter(|test| test.outcome.is_counted()).count();
        let tests: Vec<TestId> = failing.into_iter().chain(passing).collect();
        let kept = &columns[..columns.len().min(CLASSES)];
        let left_out = (columns.len() - kept.len(), counted.saturating_sub(tests.len()));
        let cell = |test: &TestId, elements: &[u32]| {
            let row = spectrum.coverage.row(test.index());
            let ran = elements.iter().filter(|&&at| row[at as usize / 64] >> (at % 64) & 1 != 0).count();
            ran as f64 / elements.len() as f64
        };
        let cells = tests
            .iter()
            .map(|test| kept.iter().map(|(_, elements)| cell(test, elements)).collect())
            .collect();
        let classes = kept.iter().map(|(class, _)| *class).collect();
        let mut matrix = Self { tests, classes, cells, left_out };
        matrix.sort();
        matrix
    }

    /// Width and height of a cell, rounded down to integers.
    fn cell(&self) -> (f64, f64) {
        let of = |(room, least, most): (f64, f64, f64), count: usize| {
            (room / count.max(1) as f64).floor().clamp(least, most)
        };
        (of(CELLS[0], self.classes.len()), of(CELLS[1], self.tests.len()))
    }

    /// Sorts rows and columns in turns by the weighted mean position of their entries.
    /// Source: Hill, Reciprocal averaging, Journal of Ecology 61, 1973.
    fn sort(&mut self) {
        for _ in 0..PASSES {
            let columns: Vec<usize> = (0..self.classes.len()).collect();
            let rows: Vec<usize> = (0..self.tests.len()).collect();
            let by_row = order(&rows, |row| mean(self.cells[row].iter().copied()));
            self.tests = by_row.iter().map(|&row| self.tests[row]).collect();
            self.cells = by_row.iter().map(|&row| self.cells[row].clone()).collect();
            let by_column = order(&columns, |column| mean(self.cells.iter().map(|row| row[column])));
            self.classes = by_column.iter().map(|&column| self.classes[column]).collect();
            for row in &mut self.cells {
                *row = by_column.iter().map(|&column| row[column]).collect();
            }
            if by_row == rows && by_column == columns {
                return;
            }
        }
    }
}

/// The positions sorted by a key; equals keep their order.
fn order(places: &[usize], key: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut keyed: Vec<(f64, usize)> = places.iter().map(|&place| (key(place), place)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    keyed.into_iter().map(|(_, place)| place).collect()
}

/// The weighted mean position; rows or columns without weight sort last.
fn mean(weights: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for (place, weight) in weights.enumerate() {
        sum += place as f64 * weight;
        all += weight;
    }
    if all > 0.0 { sum / all } else { f64::INFINITY }
}

/// The nearest neighbours of failing tests, then the passing tests most similar to a row.
fn passing(model: &Model<'_>, row: &[u64]) -> Vec<TestId> {
    let spectrum = model.spectrum();
    let near = model.compared.iter().flat_map(|compared| &compared.partings).map(|parting| parting.other);
    let mut others: Vec<(f64, TestId)> = spectrum
        .tests_with(Outcome::Passed)
        .map(|test| (likeness(row, &spectrum.coverage.row(test.index())), test))
        .filter(|(likeness, _)| *likeness > 0.0)
        .collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut seen = HashSet::new();
    let chosen = near.chain(others.into_iter().map(|(_, test)| test)).filter(|test| seen.insert(*test));
    chosen.take(TESTS.1).collect()
}

/// A candidate column of the matrix.
#[derive(Default)]
struct Candidate {
    share: f64,
    /// Whether the row covers any of its columns.
    is_run: bool,
    columns: Vec<u32>,
}

/// Classes that the row covers, with all their columns, the most suspicious first.
fn columns(model: &Model<'_>, row: &[u64]) -> Vec<(ClassId, Vec<u32>)> {
    let spectrum = model.spectrum();
    let mut of: HashMap<ClassId, Candidate> = HashMap::new();
    for (at, line) in model.lines.all().iter().enumerate() {
        for &column in model.lines.columns(at) {
            let class = spectrum.methods[spectrum.elements[column as usize].method.index()].class;
            let known = of.entry(class).or_default();
            known.share = known.share.max(model.share(line.file, line.line));
            known.is_run |= row[column as usize / 64] >> (column % 64) & 1 != 0;
            known.columns.push(column);
        }
    }
    let mut classes: Vec<(ClassId, Candidate)> = of.into_iter().filter(|(_, class)| class.is_run).collect();
    classes.sort_by(|a, b| {
        b.1.share.total_cmp(&a.1.share).then(b.1.columns.len().cmp(&a.1.columns.len())).then(a.0.cmp(&b.0))
    });
    classes.into_iter().map(|(class, candidate)| (class, candidate.columns)).collect()
}

/// Renders the picture.
pub fn picture(model: &Model<'_>, matrix: &Matrix) -> Markup {
    let spectrum = model.spectrum();
    let (columns, rows) = (matrix.classes.len() as f64, matrix.tests.len() as f64);
    let (wide, high) = matrix.cell();
    let (width, height) = (NAMES.0 + columns * wide + 90.0, NAMES.1 + rows * high + 4.0);
    let letters = (high - 1.0).min(11.0);
    let is_failing = |test: TestId| spectrum.tests[test.index()].outcome != Outcome::Passed;
    let is_named = |test: TestId| matrix.tests.len() <= NAMED || is_failing(test);
    html! {
        svg.matrix viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img"
            aria-label="Tests by the classes that they run, failing tests marked" {
            @for (at, class) in matrix.classes.iter().enumerate() {
                @let name = &spectrum.classes[class.index()].name;
                @let x = NAMES.0 + (at as f64 + 0.7) * wide;
                text.column font-size="11" transform={ "translate(" (x) " " (NAMES.1 - 6.0) ") rotate(-55)" } {
                    (tail(&names::simple_class(name), 24)) title { (plain(name)) }
                }
            }
            @for (at, &test) in matrix.tests.iter().enumerate() {
                @let y = NAMES.1 + at as f64 * high;
                @if is_failing(test) { rect.failing-row x=(NAMES.0 - 6.0) y=(y) width=(columns * wide + 6.0) height=(high) {} }
                @if is_named(test) {
                    text.(if is_failing(test) { "row failing" } else { "row" }) font-size=(letters) x=(NAMES.0 - 10.0) y=(y + high / 2.0 + letters * 0.35) {
                        (tail(&model.test(test), LETTERS)) title { (plain(&model.test(test))) }
                    }
                }
            }
            @for level in 1..=LEVELS {
                @for fails in [false, true] {
                    @let d = cells(matrix, level, |test| is_failing(test) == fails);
                    @if !d.is_empty() { path.(format!("{}{level}", if fails { "f" } else { "m" })) d=(d) {} }
                }
            }
        }
    }
}

/// The cells of one shade as an SVG path.
fn cells(matrix: &Matrix, level: usize, is_wanted: impl Fn(TestId) -> bool) -> String {
    let (wide, high) = matrix.cell();
    let mut d = String::new();
    for (row, (&test, cells)) in matrix.tests.iter().zip(&matrix.cells).enumerate() {
        if !is_wanted(test) {
            continue;
        }
        for (column, &share) in cells.iter().enumerate() {
            if share > 0.0 && (share * LEVELS as f64).ceil() as usize == level {
                let (x, y) = (NAMES.0 + column as f64 * wide, NAMES.1 + row as f64 * high);
                // Writing to a string cannot fail.
                let _ = write!(d, "M{x} {y}h{}v{}h-{}z", wide - 1.0, high - 1.0, wide - 1.0);
            }
        }
    }
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_brings_what_runs_together_together() {
        let cells = [[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]];
        let mut matrix = Matrix {
            tests: (0..4).map(TestId::new).collect(),
            classes: (0..4).map(ClassId::new).collect(),
            cells: cells.iter().map(|row| row.to_vec()).collect(),
            left_out: (0, 0),
        };
        matrix.sort();
        let blocks = [[1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0]];
        assert_eq!(matrix.cells, blocks.map(|row| row.to_vec()));
        assert_eq!(matrix.tests, [0, 2, 1, 3].map(TestId::new));
        assert_eq!(matrix.classes, [0, 2, 1, 3].map(ClassId::new));
    }

    #[test]
    fn what_has_nothing_stands_last() {
        assert!(mean([0.0, 0.0].into_iter()).is_infinite());
        assert!((mean([0.0, 1.0, 1.0].into_iter()) - 1.5).abs() < 1e-12);
    }
}
