//! Evidence about a line relative to the other lines of its method.

use crate::MethodIndex;

/// A kind of evidence about a line relative to the other lines of its method.
///
/// Source: all but the last chosen among two dozen on 98 real faults between releases of seven libraries, the last on 4,455
/// methods that fixes in the histories of 53 projects changed; `docs/ranking.md` reports the contribution of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// ln of its Ochiai score divided by that of its method's best line. Range: up to 0.
    Own,
    /// 1 if fewer tests run it than the line before: it begins a block that not all tests reach.
    Rarer,
    /// 1 if no failing test runs the next line, 0 if there is none: failing tests leave the method there, or it is a
    /// condition that is false in them.
    Ends,
    /// ln of its bytes of bytecode divided by those of the longest line of its method that a failing test runs; for a line
    /// that is alone (no passing test runs it, and as many failing tests as any of its method), of the longest such line, because its tests say more than its length. 0 if unknown.
    /// Range: up to 0.
    Code,
}

/// The evidence about one line, in the order of [`LineKind::ALL`].
pub type LineRow = [f64; LineKind::ALL.len()];

/// The tests of a line, and its score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tested {
    /// Failing tests that run it.
    pub ef: u32,
    /// Passing tests that run it.
    pub ep: u32,
    /// Its suspiciousness, at least 0.
    pub base: f64,
    /// Bytes of bytecode; 0 if unknown.
    pub size: u32,
}

impl Tested {
    /// Whether no passing test runs it, and as many failing tests as any line of its method, `most`.
    fn is_alone(&self, most: u32) -> bool {
        self.ef > 0 && self.ef == most && self.ep == 0
    }
}

impl LineKind {
    /// All kinds, in the order of a [`LineRow`].
    pub const ALL: [Self; 4] = [Self::Own, Self::Rarer, Self::Ends, Self::Code];

    /// Names in files, in the order of [`LineKind::ALL`].
    pub const NAMES: [&str; Self::ALL.len()] = ["line-own", "line-rarer", "line-ends", "line-code"];

    /// Its index in [`LineKind::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }
}

/// Returns the evidence about every element relative to its method; zeros for elements that no failing test runs. `power` is
/// the exponent of Ochiai in the bases. Shape: one per element of the index. Cost: O(elements).
pub fn line_rows(index: &MethodIndex, power: f64, tested: impl Fn(usize) -> Tested) -> Vec<LineRow> {
    let elements = (0..index.len()).map(|method| index.elements(method).len()).sum();
    let mut rows = vec![LineRow::default(); elements];
    let mut lines: Vec<Tested> = Vec::new();
    for method in 0..index.len() {
        let elements = index.elements(method);
        lines.clear();
        lines.extend(elements.iter().map(|&element| tested(element as usize)));
        let best = lines.iter().map(|line| line.base).fold(0.0, f64::max);
        let most = lines.iter().map(|line| line.ef).max().unwrap_or(0);
        let longest_of = |is_one: &dyn Fn(&Tested) -> bool| {
            lines.iter().filter(|line| is_one(line)).map(|line| line.size).max().unwrap_or(0)
        };
        let longest = longest_of(&|line| line.ef > 0);
        let longest_alone = longest_of(&|line| line.is_alone(most));
        for (at, (&element, line)) in elements.iter().zip(&lines).enumerate() {
            if line.ef > 0 {
                let neighbours = (at.checked_sub(1).map(|before| lines[before]), lines.get(at + 1));
                let longest = if line.is_alone(most) { longest_alone } else { longest };
                rows[element as usize] = row(line, (best, longest), power, neighbours);
            }
        }
    }
    rows
}

fn row(
    line: &Tested,
    (best, longest): (f64, u32),
    power: f64,
    (before, behind): (Option<Tested>, Option<&Tested>),
) -> LineRow {
    let is = |condition: bool| f64::from(u8::from(condition));
    let own = (line.base / best).ln() / power;
    let mut row = LineRow::default();
    row[LineKind::Own.index()] = if own.is_finite() { own } else { 0.0 };
    row[LineKind::Rarer.index()] = is(before.is_some_and(|other| other.ef + other.ep > line.ef + line.ep));
    row[LineKind::Ends.index()] = is(behind.is_some_and(|other| other.ef == 0));
    if line.size > 0 {
        row[LineKind::Code.index()] = (f64::from(line.size) / f64::from(longest)).ln();
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tested(ef: u32, ep: u32, base: f64) -> Tested {
        Tested { ef, ep, base, size: 0 }
    }

    #[test]
    fn lines_are_held_against_their_neighbours_in_the_method() {
        // Two methods with alternating elements.
        let index = MethodIndex::new(2, &[0, 1, 0, 0, 1]);
        let lines =
            [tested(2, 6, 0.5), tested(1, 0, 1.0), tested(2, 1, 0.25), tested(0, 7, 0.0), tested(0, 0, 0.0)];
        let rows = line_rows(&index, 2.0, |element| lines[element]);
        let is =
            |row: LineRow, expected: LineRow| row.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(is(rows[0], [0.0; 4]), "the best line, the first, and a failing test runs the next");
        assert!(is(rows[1], [0.0, 0.0, 1.0, 0.0]), "no failing test runs the next of its own method");
        let half = 0.5_f64.ln() / 2.0;
        assert!(is(rows[2], [half, 1.0, 1.0, 0.0]), "half of the best, run by fewer than the one before");
        assert_eq!(rows[3..], [[0.0; 4]; 2], "no suspects");
    }

    #[test]
    fn the_code_of_a_line_is_held_against_the_longest_that_a_failing_test_runs() {
        let index = MethodIndex::new(1, &[0; 4]);
        let sizes = [(1, 12), (1, 3), (0, 90), (1, 0)];
        let rows = line_rows(&index, 1.0, |at| Tested { size: sizes[at].1, ..tested(sizes[at].0, 0, 1.0) });
        let code: Vec<f64> = rows.iter().map(|row| row[LineKind::Code.index()]).collect();
        assert!(code[1] < -1.386 && code[1] > -1.387, "a quarter of the longest: {code:?}");
        let others = code[0].abs() + code[2].abs() + code[3].abs();
        assert!(others < 1e-12, "the longest, one that no failing test runs, one unknown: {code:?}");
    }

    #[test]
    fn the_code_of_a_line_that_no_passing_test_runs_is_held_against_that_of_its_like() {
        let index = MethodIndex::new(1, &[0; 4]);
        let lines = [(1, 2, 60), (1, 0, 5), (1, 0, 10), (0, 1, 90)];
        let rows = line_rows(&index, 1.0, |at| {
            let (ef, ep, size) = lines[at];
            Tested { size, ..tested(ef, ep, 1.0) }
        });
        let code: Vec<f64> = rows.iter().map(|row| row[LineKind::Code.index()]).collect();
        assert!(
            (code[1] - 0.5_f64.ln()).abs() < 1e-12,
            "half of the longest that no passing test runs: {code:?}"
        );
        let others = code[0].abs() + code[2].abs() + code[3].abs();
        assert!(
            others < 1e-12,
            "the longest of its like, twice, and one that no failing test runs: {code:?}"
        );
    }

    #[test]
    fn bases_that_do_not_differ_say_nothing() {
        let index = MethodIndex::new(1, &[0, 0]);
        let rows = line_rows(&index, 0.0, |_| tested(1, 0, 1.0));
        assert_eq!(rows, [[0.0; 4]; 2]);
        assert_eq!(line_rows(&index, 1.0, |_| tested(1, 0, 0.0)), [[0.0; 4]; 2]);
    }

    #[test]
    fn a_kind_has_one_place_and_one_name() {
        for (place, kind) in LineKind::ALL.into_iter().enumerate() {
            assert_eq!((kind.index(), kind.name()), (place, LineKind::NAMES[place]));
        }
    }
}
