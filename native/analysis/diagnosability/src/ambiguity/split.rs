//! Describes the kind of test that would split an ambiguity group, as far as coverage shows.

use faultline_spectrum::{MethodId, TestId};

use super::scene::{MethodLines, Scene};

/* Any test that runs some but not all lines of a group splits it. Coverage additionally shows how close existing tests come.
Control flow is not recorded, so nothing is claimed about feasible paths. */

/// Number of a group's methods that are considered, those with the most lines.
const LOOKED_AT: usize = 16;

/// A kind of test that would split a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    /// No test runs the lines; a test that runs any of them would split the group.
    Run {
        /// Methods of the group with other lines that a test runs, each with the first such test.
        entered: Vec<(MethodId, TestId)>,
    },
    /// A test is close: it runs other lines of one method, and no line of another.
    Near {
        /// The test whose extension would split the group best; the first of equal ones.
        test: TestId,
        /// The method it runs outside the group's lines.
        reach: MethodId,
        /// The first of the method's lines in the group.
        line: u32,
        /// The method with the most lines in the group among those it does not run.
        avoid: MethodId,
    },
    /// No test runs one of the methods without the others; a test that runs only one would split the group.
    Apart {
        /// The method with most lines in the group.
        one: MethodId,
        /// The method with the second most lines.
        other: MethodId,
    },
    /// All lines belong to one method.
    Within {
        /// The method.
        method: MethodId,
        /// Adjacent lines of the group between which the method has lines covered by different tests, chosen to split the
        /// group most evenly.
        between: Option<(u32, u32)>,
    },
}

/// Returns the kind of test that would split a group of these lines, run by `tests`.
pub fn split(scene: &Scene<'_>, tests: &[TestId], methods: &[MethodLines]) -> Split {
    if tests.is_empty() {
        return Split::Run { entered: entered(scene, methods) };
    }
    match methods {
        [only] => Split::Within { method: only.method, between: widest_gap(scene, only) },
        _ => near(scene, tests, methods)
            .unwrap_or(Split::Apart { one: methods[0].method, other: methods[1].method }),
    }
}

fn entered(scene: &Scene<'_>, methods: &[MethodLines]) -> Vec<(MethodId, TestId)> {
    // All lines that no test runs are in the group, so a method with other lines has been entered.
    let has_others = |of: &&MethodLines| scene.index.elements(of.method.index()).len() > of.lines.len();
    let first = |of: &MethodLines| {
        scene.tests.iter().find(|&&test| scene.enters(test, of.method)).map(|&test| (of.method, test))
    };
    methods.iter().filter(has_others).take(LOOKED_AT).filter_map(first).collect()
}

/// Finds the test that runs other lines of one method of the group and none of another method, such that extending it to the
/// group's lines would split the group most evenly.
fn near(scene: &Scene<'_>, tests: &[TestId], methods: &[MethodLines]) -> Option<Split> {
    let methods = &methods[..methods.len().min(LOOKED_AT)];
    let mut best: Option<(usize, Split)> = None;
    for &test in scene.tests.iter().filter(|test| tests.binary_search(test).is_err()) {
        let entered: Vec<bool> = methods.iter().map(|of| scene.enters(test, of.method)).collect();
        let missed = methods.iter().zip(&entered).filter(|(_, entered)| !**entered).map(|(of, _)| of);
        let Some(avoid) = missed.clone().next() else { continue };
        let apart: usize = missed.map(|of| of.lines.len()).sum();
        let Some((reach, _)) = methods.iter().zip(&entered).find(|(_, entered)| **entered) else { continue };
        let even = reach.lines.len().min(apart);
        if best.as_ref().is_none_or(|(most, _)| even > *most) {
            best = Some((
                even,
                Split::Near { test, reach: reach.method, line: reach.lines[0], avoid: avoid.method },
            ));
        }
    }
    best.map(|(_, split)| split)
}

/// Finds the adjacent lines with other lines of the method between them that split the group most evenly.
fn widest_gap(scene: &Scene<'_>, of: &MethodLines) -> Option<(u32, u32)> {
    let all = scene.index.elements(of.method.index()).iter();
    let others: Vec<u32> = all
        .map(|&element| scene.spectrum.elements[element as usize].line)
        .filter(|line| of.lines.binary_search(line).is_err())
        .collect();
    let gaps = of
        .lines
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| others.iter().any(|line| pair[0] < *line && *line < pair[1]));
    let evenness = |before: usize| (before + 1).min(of.lines.len() - before - 1);
    // `max_by_key` returns the last of equal items; the first reads more naturally.
    gaps.rev().max_by_key(|(before, _)| evenness(*before)).map(|(_, pair)| (pair[0], pair[1]))
}
