//! Scores lines by the tests that their mutants fix and break.

use faultline_sbfl::Selection;
use faultline_spectrum::{TestId, Verdict};

use crate::Matched;

/// The MUSE suspiciousness of each element: the mean over its mutants of `f2p / (F2P + 1) - p2f / (P2F + 1)`, f2p the
/// failing tests that pass on the mutant, p2f the passing ones that fail, F2P and P2F their sums over all mutants.
/// 0 for an element without mutants.
///
/// The ones in the denominators, absent in the paper, avoid 0/0; if few tests are fixed, they weigh slightly less than in the paper.
/// Shape: one per element. Units: -1..1. Cost: O(mutants * tests).
/// Source: Moon et al., Ask the mutants, ICST 2014.
pub fn muse(matched: &Matched, tests: &Selection) -> Vec<f64> {
    let count = |tests: &[TestId], verdict: Verdict| -> Vec<f64> {
        let of = matched.mutants.iter().map(|mutant| {
            let pairs = mutant.pairs.iter().filter(|pair| pair.verdict == verdict);
            pairs.filter(|pair| tests.binary_search(&pair.test).is_ok()).count() as f64
        });
        of.collect()
    };
    let (mended, broken) = (count(tests.failing(), Verdict::Passes), count(tests.passing(), Verdict::Fails));
    let (all_mended, all_broken) = (mended.iter().sum::<f64>() + 1.0, broken.iter().sum::<f64>() + 1.0);
    let mut sums = vec![(0.0, 0_u32); matched.elements];
    for ((mutant, mended), broken) in matched.mutants.iter().zip(mended).zip(broken) {
        if let Some(element) = mutant.element {
            let (sum, mutants) = &mut sums[element.index()];
            *sum += mended / all_mended - broken / all_broken;
            *mutants += 1;
        }
    }
    sums.into_iter().map(|(sum, mutants)| if mutants == 0 { 0.0 } else { sum / f64::from(mutants) }).collect()
}
