//! Which kind of test would split an ambiguity group, as far as coverage shows.

use faultline_spectrum::{MethodId, TestId};

use super::scene::{MethodLines, Scene};

/* Any test that runs some lines of a group and not all of them splits it; what can be said
beyond that is how near the tests so far come to it. Control flow is not recorded, so
nothing is said about what the code allows. */

/// Methods of a group that are looked at, those with most lines.
const LOOKED_AT: usize = 16;

/// A kind of test that would split a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    /// No test runs the lines: one that runs any of them would.
    Run {
        /// Methods of the group of which a test runs other lines, each with the first such test.
        entered: Vec<(MethodId, TestId)>,
    },
    /// A test comes near: it runs other lines of one method, and nothing of another.
    Near {
        /// The test; the first of those that would split best.
        test: TestId,
        /// The method that it runs, but not its lines in the group.
        reach: MethodId,
        /// The first of these lines.
        line: u32,
        /// A method of the group that it does not run; the one with most lines in the group.
        avoid: MethodId,
    },
    /// No test runs one of the methods without all others: one that runs only one would.
    Apart {
        /// The method with most lines in the group.
        one: MethodId,
        /// The next.
        other: MethodId,
    },
    /// The lines are of one method.
    Within {
        /// The method.
        method: MethodId,
        /// Two neighbouring lines of the group between which the method has others, that not
        /// the same tests run; the most even split of the group.
        between: Option<(u32, u32)>,
    },
}

/// The kind of test that would split a group of these lines, run by these tests.
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
    // All lines that no test runs are in the group, so a method with other lines was entered.
    let has_others = |of: &&MethodLines| scene.index.elements(of.method.index()).len() > of.lines.len();
    let first = |of: &MethodLines| {
        scene.tests.iter().find(|&&test| scene.enters(test, of.method)).map(|&test| (of.method, test))
    };
    methods.iter().filter(has_others).take(LOOKED_AT).filter_map(first).collect()
}

/// The test that runs other lines of a method of the group and not some other method of it,
/// such that running the lines as well would split the group most evenly.
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

/// The neighbouring lines, of those between which other lines of the method lie, that part
/// the group most evenly.
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
    // `max_by_key` takes the last of equals; the first reads more naturally.
    gaps.rev().max_by_key(|(before, _)| evenness(*before)).map(|(_, pair)| (pair[0], pair[1]))
}
