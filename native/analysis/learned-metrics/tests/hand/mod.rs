//! Hand-written and random spectra.

#![allow(dead_code, reason = "each test uses its part")]

use faultline_learned_metrics::{Random, TrainingFault};
use faultline_spectrum::{BitMatrix, Element, MethodId, Outcome, Spectrum, Test};

/// A spectrum with the method of each element, and the faulty methods.
pub struct Hand {
    pub spectrum: Spectrum,
    pub method_of: Vec<u32>,
    pub methods: usize,
    pub faulty: Vec<u32>,
}

impl Hand {
    /// Rows are `-` (failed), `+` (passed) or `?` (aborted), then `1` and `0` by element; spaces are ignored. `methods` has
    /// a digit per element.
    pub fn new(rows: &[&str], methods: &str, faulty: &[u32]) -> Self {
        let rows: Vec<String> = rows.iter().map(|row| row.replace(' ', "")).collect();
        let digits = methods.chars().filter(char::is_ascii_digit);
        let method_of: Vec<u32> = digits.map(|digit| digit.to_digit(10).expect("a digit")).collect();
        let mut coverage = BitMatrix::new(rows.len(), method_of.len());
        for (t, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), method_of.len() + 1, "{row}");
            row.bytes().skip(1).enumerate().filter(|(_, b)| *b == b'1').for_each(|(e, _)| coverage.set(t, e));
        }
        let outcome = |row: &String| match row.as_bytes()[0] {
            b'-' => Outcome::Failed,
            b'+' => Outcome::Passed,
            _ => Outcome::Aborted,
        };
        Self::of(coverage, rows.iter().map(outcome).collect(), method_of, faulty.to_vec())
    }

    fn of(coverage: BitMatrix, outcomes: Vec<Outcome>, method_of: Vec<u32>, faulty: Vec<u32>) -> Self {
        let test = |(row, outcome)| Test {
            unique_id: format!("t{row}"),
            class: String::new(),
            method: String::new(),
            outcome,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: None,
        };
        let element = |&method: &u32| Element { method: MethodId(method), line: 1 };
        Self {
            spectrum: Spectrum {
                elements: method_of.iter().map(element).collect(),
                tests: outcomes.into_iter().enumerate().map(test).collect(),
                coverage,
                ..Spectrum::default()
            },
            methods: method_of.iter().map(|&method| method as usize + 1).max().unwrap_or(0),
            method_of,
            faulty,
        }
    }

    /// `tests` tests of `elements` elements in methods of three. A test fails if it covers the first element of the faulty
    /// method; the first test does.
    pub fn random(seed: u64, tests: usize, elements: usize) -> Self {
        let mut random = Random::new(seed);
        let fault = random.below(elements / 3) * 3;
        let mut coverage = BitMatrix::new(tests, elements);
        for test in 0..tests {
            let density = 1 + random.below(3);
            (0..elements).filter(|_| random.below(4) < density).for_each(|e| coverage.set(test, e));
        }
        coverage.set(0, fault);
        let outcome = |t: usize| {
            if coverage.get(t, fault) && (t == 0 || t.is_multiple_of(3)) {
                Outcome::Failed
            } else {
                Outcome::Passed
            }
        };
        let outcomes = (0..tests).map(outcome).collect();
        let method_of = (0..elements as u32).map(|element| element / 3).collect();
        Self::of(coverage, outcomes, method_of, vec![fault as u32 / 3])
    }

    pub fn fault(&self) -> TrainingFault<'_> {
        TrainingFault {
            name: "by hand",
            spectrum: &self.spectrum,
            methods: self.methods,
            method_of: &self.method_of,
            faulty: &self.faulty,
        }
    }
}
