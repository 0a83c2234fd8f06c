//! Scores lines by the tests that kill their mutants.

use faultline_sbfl::{Counts, Formula, Selection};

use crate::{Expect, Kill, Matched};

/// The Metallaxis suspiciousness of each element: the maximum over its mutants, each scored by a formula over the tests that kill it
/// instead of those that execute it. An element without mutants scores like a mutant that no test kills.
///
/// Shape: one per element. Cost: O(mutants * tests).
/// Source: Papadakis, Le Traon, Metallaxis-FL, STVR 2015.
pub fn metallaxis(
    matched: &Matched,
    tests: &Selection,
    kill: Kill,
    expect: Expect,
    formula: impl Fn(Counts<f64>) -> f64,
) -> Vec<f64> {
    let asked = matched.asked(tests);
    let of = matched
        .mutants
        .iter()
        .filter_map(|mutant| Some((mutant.element?, formula(matched.kills(mutant, &asked, kill, expect)))));
    let mut scores: Vec<Option<f64>> = vec![None; matched.elements];
    for (element, score) in of {
        let known = &mut scores[element.index()];
        *known = Some(known.map_or(score, |known| known.max(score)));
    }
    let (failed, passed) = (asked.failing(), asked.passing());
    let unkilled = formula(Counts { ef: 0.0, ep: 0.0, nf: failed as f64, np: passed as f64 });
    scores.into_iter().map(|score| score.unwrap_or(unkilled)).collect()
}

/// A formula with its default parameter, for [`metallaxis`].
pub fn by(formula: &'static Formula) -> impl Fn(Counts<f64>) -> f64 {
    |counts| formula.score(&counts)
}
