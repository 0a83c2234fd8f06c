//! The tests that run some elements.

use faultline_spectrum::{ElementId, Outcome, Spectrum, TestId};

/// A test that runs at least one of some elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covering {
    /// Its row.
    pub test: TestId,
    /// How many of the elements it runs, at least 1.
    pub runs: usize,
    /// How many elements it runs in all: a test that runs little else is near.
    pub in_all: usize,
}

/// The tests that run one of `elements`: failing ones first, then those that run the most of them, then those that run the
/// least besides. Cost: reads each row once.
pub fn covering(spectrum: &Spectrum, elements: &[ElementId]) -> Vec<Covering> {
    let mut asked = vec![0_u64; spectrum.coverage.stride()];
    for element in elements {
        asked[element.index() / 64] |= 1 << (element.index() % 64);
    }
    let of = |test: TestId| {
        let mut of = Covering { test, runs: 0, in_all: 0 };
        for (place, bits) in spectrum.coverage.filled(test.index()) {
            of.runs += (bits & asked[place]).count_ones() as usize;
            of.in_all += bits.count_ones() as usize;
        }
        (of.runs > 0).then_some(of)
    };
    let mut tests: Vec<Covering> = (0..spectrum.tests.len()).map(TestId::new).filter_map(of).collect();
    tests.sort_by_key(|of| {
        let has_failed = spectrum.tests[of.test.index()].outcome == Outcome::Failed;
        (!has_failed, std::cmp::Reverse(of.runs), of.in_all, of.test.index())
    });
    tests
}

/// The elements that none of these tests runs. Cost: reads each row at most once.
pub fn not_run(spectrum: &Spectrum, elements: &[ElementId], tests: &[Covering]) -> Vec<ElementId> {
    let mut rows = spectrum.coverage.reader();
    let mut left = elements.to_vec();
    for of in tests {
        if left.is_empty() {
            break;
        }
        let row = rows.row(of.test.index());
        left.retain(|element| row[element.index() / 64] >> (element.index() % 64) & 1 == 0);
    }
    left
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{BitMatrix, Test};

    use super::*;

    /// Rows of one line in 97, from another line each; the last one has failed.
    fn spectrum(rows: usize, columns: usize) -> Spectrum {
        let of = |row: usize| Test {
            outcome: if row + 1 == rows { Outcome::Failed } else { Outcome::Passed },
            unique_id: row.to_string(),
            class: String::new(),
            method: String::new(),
            display: String::new(),
            duration_ns: 0,
            overlapped: false,
            failure: None,
        };
        let coverage = BitMatrix::of_rows(rows, columns, rows, |row, words| {
            for column in (row % 97..columns).step_by(97).take(row + 1) {
                words[column / 64] |= 1 << (column % 64);
            }
        });
        Spectrum { tests: (0..rows).map(of).collect(), coverage, ..Spectrum::default() }
    }

    #[test]
    fn tests_and_elements_are_those_of_single_bits() {
        for (columns, is_packed) in [(2_000, false), (1_500_000, true)] {
            let spectrum = spectrum(100, columns);
            assert_eq!(spectrum.coverage.is_packed(), is_packed);
            let elements: Vec<ElementId> = [0, 2, 3, 95, 97, 100, 192, 876].map(ElementId::new).into();
            let get = |test: usize, of: &ElementId| spectrum.coverage.get(test, of.index());
            let runs = |test: usize| elements.iter().filter(|of| get(test, of)).count();
            let found = covering(&spectrum, &elements);
            let known: Vec<usize> = (0..100).filter(|test| runs(*test) > 0).collect();
            assert!(found.len() == known.len() && found.len() > 3);
            for of in &found {
                let in_all = spectrum.coverage.ones(of.test.index()).count();
                assert_eq!((of.runs, of.in_all), (runs(of.test.index()), in_all));
            }
            assert_eq!(found[0].test, TestId::new(99), "it has failed");
            assert!(found[1..].is_sorted_by_key(|of| (std::cmp::Reverse(of.runs), of.in_all)));
            let left: Vec<ElementId> =
                elements.iter().copied().filter(|of| !(0..100).any(|test| get(test, of))).collect();
            assert_eq!(not_run(&spectrum, &elements, &found), left);
            assert!(left.contains(&ElementId::new(876)) && left.len() < elements.len());
        }
    }
}
