//! Slow passing tests: quicker ones say the same for less.

use std::collections::BTreeSet;

use faultline_spectrum::Spectrum;

use super::targets::Target;
use crate::named::Number;

/// From here on a test is slow. Units: nanoseconds, as recorded.
pub const SLOW: u64 = 200_000_000;
/// So many other tests that run a line say enough of it.
const ENOUGH: u8 = 3;
/// What slow tests that are probed may have taken together. Probing takes five times as long. Units: nanoseconds, as recorded.
const PATIENCE: u64 = 1_000_000_000;

/// The slow ones of these tests, in their order.
pub fn slow(spectrum: &Spectrum, tests: &[Number]) -> Vec<Number> {
    tests.iter().copied().filter(|&test| duration(spectrum, test) >= SLOW).collect()
}

/// The slow ones that are probed all the same: they run a line to change that fewer than [`ENOUGH`] tests before them run,
/// and take no longer than [`PATIENCE`] together. `tests`: passing tests, those that took least time first.
/// Cost: O(tests x lines to change).
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
