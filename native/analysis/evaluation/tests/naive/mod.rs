//! A naive implementation of the protocol: dense, slow, and with its own arithmetic.

#![allow(dead_code, reason = "each test program uses a part")]

use std::collections::HashSet;

use faultline_evaluation::Fault;
use faultline_spectrum::{Outcome, TestId};

pub fn covers(fault: &Fault, test: TestId, element: usize) -> bool {
    fault.spectrum.coverage.get(test.index(), element)
}

fn failed(fault: &Fault, test: TestId) -> bool {
    fault.spectrum.tests[test.index()].outcome == Outcome::Failed
}

/// The Ochiai score of each method's best line.
pub fn method_scores(fault: &Fault, suite: &[TestId]) -> Vec<f64> {
    let failures = suite.iter().filter(|&&t| failed(fault, t)).count() as f64;
    let mut scores = vec![0.0_f64; fault.methods];
    for (element, &method) in fault.method_of.iter().enumerate() {
        let covering: Vec<TestId> = suite.iter().copied().filter(|&t| covers(fault, t, element)).collect();
        let ef = covering.iter().filter(|&&t| failed(fault, t)).count() as f64;
        if ef > 0.0 {
            let score = ef / (failures * covering.len() as f64).sqrt();
            scores[method as usize] = scores[method as usize].max(score);
        }
    }
    scores
}

/// Ranks of the faulty methods, ascending, the last of a tie; scores within a relative `tolerance` of each
/// other are tied.
pub fn ranks(fault: &Fault, suite: &[TestId], tolerance: f64) -> Vec<usize> {
    let scores = method_scores(fault, suite);
    let not_below = |other: f64, score: f64| other >= score - tolerance * score;
    let rank = |method: &u32| scores.iter().filter(|&&s| not_below(s, scores[*method as usize])).count();
    let mut ranks: Vec<usize> = fault.faulty.iter().map(rank).collect();
    ranks.sort_unstable();
    ranks
}

pub fn average_precision(ranks: &[usize]) -> f64 {
    let terms = ranks.iter().enumerate().map(|(i, &rank)| (i + 1) as f64 / rank as f64);
    terms.sum::<f64>() / ranks.len() as f64
}

/// The next test by the number of ambiguity groups; the first row among equals.
pub fn next_by_tfd(fault: &Fault, suite: &[TestId]) -> Option<TestId> {
    let groups = |candidate: TestId| {
        let column = |element: usize| {
            let tests = suite.iter().chain([&candidate]);
            tests.map(|&test| covers(fault, test, element)).collect::<Vec<bool>>()
        };
        (0..fault.method_of.len()).map(column).collect::<HashSet<_>>().len()
    };
    let pool = (0..fault.spectrum.tests.len()).map(TestId::new).filter(|test| !suite.contains(test));
    pool.rev().max_by_key(|&test| groups(test))
}
