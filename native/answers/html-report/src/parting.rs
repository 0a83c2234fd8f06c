//! Compares the lines that two tests run.

use std::collections::HashMap;

use faultline_spectrum::{MethodId, Outcome, Spectrum, TestId};

use crate::lines::Lines;

/// Which of two tests runs a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The test in question.
    Test,
    /// The test it is compared with.
    Other,
}

/// Two tests and the lines that only one of them runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Parting {
    /// The test in question.
    pub test: TestId,
    /// The test it is compared with.
    pub other: TestId,
    /// Jaccard index of the executed columns. Range: 0 to 1.
    pub likeness: f64,
    /// Lines that both run.
    pub both: usize,
    /// Lines that only `test` runs.
    pub only_test: usize,
    /// Lines that only `other` runs.
    pub only_other: usize,
    /// The methods that differ, in source order.
    pub places: Vec<Place>,
}

/// A method in which two tests run different lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The method.
    pub method: MethodId,
    /// Number of its file.
    pub file: u32,
    /// Lines that only one of the tests runs, ascending.
    pub lines: Vec<(u32, Side)>,
    /// Whether `test` and `other` run any line of the method.
    pub entered: (bool, bool),
    /// The last line that both run before the first that only one runs; `None` if only one of them runs the
    /// method.
    pub after: Option<u32>,
}

/// The passing tests most similar to a test, the most similar first, equals in row order. Tests without a
/// common element are excluded. Cost: O(tests * elements / 64).
pub fn nearest(spectrum: &Spectrum, test: TestId, most: usize) -> Vec<(TestId, f64)> {
    let passing = spectrum.tests_with(Outcome::Passed).filter(|&other| other != test);
    likest(spectrum, test, passing, most)
}

/// The tests among `others` most similar to a test, as [`nearest`] sorts them.
pub fn likest(
    spectrum: &Spectrum,
    test: TestId,
    others: impl Iterator<Item = TestId>,
    most: usize,
) -> Vec<(TestId, f64)> {
    let row = spectrum.coverage.row(test.index());
    let mut likest: Vec<(TestId, f64)> = others
        .map(|other| (other, likeness(&row, &spectrum.coverage.row(other.index()))))
        .filter(|(_, likeness)| *likeness > 0.0)
        .collect();
    likest.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    likest.truncate(most);
    likest
}

/// Jaccard index of two rows: size of the intersection over size of the union. Range: 0 to 1; 0/0 is 0.
pub fn likeness(a: &[u64], b: &[u64]) -> f64 {
    let (mut both, mut either) = (0, 0);
    for (&a, &b) in a.iter().zip(b) {
        both += (a & b).count_ones();
        either += (a | b).count_ones();
    }
    if either == 0 { 0.0 } else { f64::from(both) / f64::from(either) }
}

/// Compares two tests. Cost: O(elements).
pub fn parting(spectrum: &Spectrum, lines: &Lines, test: TestId, other: TestId) -> Parting {
    let rows = [test, other].map(|test| spectrum.coverage.row(test.index()));
    let mut parting = Parting {
        test,
        other,
        likeness: likeness(&rows[0], &rows[1]),
        both: 0,
        only_test: 0,
        only_other: 0,
        places: Vec::new(),
    };
    let mut open: HashMap<MethodId, Place> = HashMap::new();
    let mut file = None;
    for (at, line) in lines.all().iter().enumerate() {
        if file != Some(line.file) {
            parting.close(&mut open);
            file = Some(line.file);
        }
        let runs = [&rows[0], &rows[1]].map(|row| lines.runs(row, at));
        if runs == [false, false] {
            continue;
        }
        let place = open.entry(line.method).or_insert_with(|| Place {
            method: line.method,
            file: line.file,
            lines: Vec::new(),
            entered: (false, false),
            after: None,
        });
        place.entered.0 |= runs[0];
        place.entered.1 |= runs[1];
        match runs {
            [true, false] => {
                parting.only_test += 1;
                place.lines.push((line.line, Side::Test));
            }
            [false, true] => {
                parting.only_other += 1;
                place.lines.push((line.line, Side::Other));
            }
            _ => {
                parting.both += 1;
                if place.lines.is_empty() {
                    place.after = Some(line.line);
                }
            }
        }
    }
    parting.close(&mut open);
    parting
}

impl Parting {
    /// Moves the finished methods of a file into the result.
    fn close(&mut self, open: &mut HashMap<MethodId, Place>) {
        let mut places: Vec<Place> =
            open.drain().map(|(_, place)| place).filter(|place| !place.lines.is_empty()).collect();
        places.sort_by_key(|place| (place.lines[0].0, place.method));
        self.places.extend(places);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use faultline_recording_store::files::Files;

    use super::*;
    use crate::fixture::{Covered, spectrum};

    fn of(tests: &[Covered]) -> (Spectrum, Lines) {
        let spectrum = spectrum(tests);
        let lines = Lines::of(&spectrum, &Files::of(&spectrum.classes));
        (spectrum, lines)
    }

    #[test]
    fn tests_part_behind_the_last_line_that_both_run() {
        // Lines 1 to 4 of the first method.
        let (spectrum, lines) = of(&[(true, vec![0, 1, 3]), (false, vec![0, 1, 2])]);
        let parting = parting(&spectrum, &lines, TestId(0), TestId(1));
        assert_eq!((parting.both, parting.only_test, parting.only_other), (2, 1, 1));
        assert!((parting.likeness - 0.5).abs() < 1e-12);
        let [place] = parting.places.as_slice() else { panic!("{parting:?}") };
        assert_eq!(place.lines, [(3, Side::Other), (4, Side::Test)]);
        assert_eq!((place.after, place.entered), (Some(2), (true, true)));
    }

    #[test]
    fn what_only_one_enters_has_no_point_where_they_part() {
        let (spectrum, lines) = of(&[(true, vec![0, 6]), (false, vec![0])]);
        let parting = parting(&spectrum, &lines, TestId(0), TestId(1));
        let [place] = parting.places.as_slice() else { panic!("{parting:?}") };
        assert_eq!((place.entered, place.after), ((true, false), None));
    }

    #[test]
    fn the_likest_passing_test_comes_first_and_what_shares_nothing_is_no_neighbour() {
        let (spectrum, _) = of(&[
            (true, vec![0, 1, 2]),
            (false, vec![0]),
            (false, vec![0, 1]),
            (false, vec![9]),
            (true, vec![0, 1, 2]),
        ]);
        let found: Vec<u32> = nearest(&spectrum, TestId(0), 9).iter().map(|(test, _)| test.0).collect();
        assert_eq!(found, [2, 1]);
        assert_eq!(nearest(&spectrum, TestId(0), 1).len(), 1);
    }

    proptest! {
        #[test]
        fn comparing_the_other_way_round_swaps_the_sides(a in any::<[bool; 12]>(), b in any::<[bool; 12]>()) {
            let set = |bits: [bool; 12]| (0..12).filter(|&at| bits[at as usize]).collect::<Vec<u32>>();
            let (spectrum, lines) = of(&[(true, set(a)), (false, set(b))]);
            let there = parting(&spectrum, &lines, TestId(0), TestId(1));
            let back = parting(&spectrum, &lines, TestId(1), TestId(0));
            prop_assert_eq!((there.both, there.only_test, there.only_other), (back.both, back.only_other, back.only_test));
            prop_assert_eq!(there.places.len(), back.places.len());
            let shown: usize = there.places.iter().map(|place| place.lines.len()).sum();
            prop_assert_eq!(shown, there.only_test + there.only_other);
            for (one, two) in there.places.iter().zip(&back.places) {
                prop_assert_eq!((one.method, one.after), (two.method, two.after));
                prop_assert!(one.lines.iter().zip(&two.lines).all(|(a, b)| a.0 == b.0 && a.1 != b.1));
            }
        }
    }
}
