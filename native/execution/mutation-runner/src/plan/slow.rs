//! Slow passing tests: faster ones give the same evidence at a lower cost.

use std::collections::BTreeSet;

use faultline_spectrum::Spectrum;

use super::targets::Target;
use crate::named::Number;

/// Minimum duration of a slow test. Units: ns, as recorded.
pub const SLOW: u64 = 200_000_000;
/// Number of other tests on a line that give enough evidence.
const ENOUGH: u8 = 3;
/// Maximum total duration of the slow tests that are probed; probing takes five times as long. Units: ns, as
/// recorded.
const PATIENCE: u64 = 1_000_000_000;

/// The slow tests among these, in the same order.
pub fn slow(spectrum: &Spectrum, tests: &[Number]) -> Vec<Number> {
    tests.iter().copied().filter(|&test| duration(spectrum, test) >= SLOW).collect()
}

/// The slow tests that are probed anyway: they execute a line to mutate that fewer than [`ENOUGH`] tests
/// before them execute, and take no longer than [`PATIENCE`] together. `tests`: passing tests, fastest first.
/// Cost: O(tests x lines to mutate).
pub fn needed(spectrum: &Spectrum, targets: &[Target], tests: &[Number]) -> BTreeSet<Number> {
    let elements: Vec<usize> =
        targets.iter().flat_map(|target| &target.elements).map(|element| element.index()).collect();
    let (mut runs, mut patience) = (vec![0_u8; elements.len()], PATIENCE);
    let mut needed = BTreeSet::new();
    for &test in tests {
        let covers = |at: &usize| spectrum.coverage.get(row(test), elements[*at]);
        let own: Vec<usize> = (0..elements.len()).filter(covers).collect();
        let took = duration(spectrum, test);
        if took >= SLOW {
            if took > patience || own.iter().all(|&at| runs[at] >= ENOUGH) {
                continue;
            }
            patience -= took;
            needed.insert(test);
        }
        for at in own {
            runs[at] = runs[at].saturating_add(1);
        }
    }
    needed
}

fn row(test: Number) -> usize {
    test as usize - 1
}

fn duration(spectrum: &Spectrum, test: Number) -> u64 {
    spectrum.tests[row(test)].duration_ns
}
