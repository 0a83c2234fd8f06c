//! Selects passing tests to run on mutants by their information: the entropy of suspiciousness.

use std::collections::HashMap;

use faultline_sbfl::{Counts, Formula, Selection, count_elements};
use faultline_spectrum::{Spectrum, TestId};

use crate::TIE_TOLERANCE;

/* Removing a passing test lowers ep of the lines that it covers by one, and np of the others. P is the same whichever test is
removed, so the distribution without a test that covers nothing is a common base, and a test only contributes the changes at its
own lines. With H = log2 S - (sum x log2 x) / S for suspiciousness x with sum S, each covered line costs two additions. Lines with
equal counts change equally, so logarithms are computed once per pair of counts. */

/// The tests to run on mutants, and the information of each passing test.
#[derive(Clone, Debug, PartialEq)]
pub struct Ietcr {
    /// Entropy of the suspiciousness of all elements under all tests, in bits.
    pub entropy: f64,
    /// The information of each passing test, in row order: the entropy of all tests minus that without it. Smaller is
    /// better.
    pub information: Vec<(TestId, f64)>,
    /// The tests to run, ascending: all failed ones, and equally many passing ones with the smallest information; of equal
    /// ones (within 1e-12 of the entropy) the first rows.
    pub kept: Vec<TestId>,
}

/// Suspiciousness that stays finite: `ef^star / max(ep + nf, 0.5)`, 0 if ef = 0. Source: Wong et al., `DStar`; the lower
/// bound applies to elements executed by exactly the failing tests.
pub fn bounded_dstar(counts: Counts, star: f64) -> f64 {
    if counts.ef == 0 {
        return 0.0;
    }
    f64::from(counts.ef).powf(star) / f64::from(counts.ep + counts.nf).max(0.5)
}

/// IETCR with [`bounded_dstar`] and `star` (3 in the paper's example).
///
/// Without a failed test every suspiciousness and entropy is 0, and no test is kept.
/// Cost: O(ones of passing tests + tests * elements / 64).
/// Source: Du et al., Mutation-based fault localization with test case reduction by
/// information entropy, 2020 (in Chinese).
pub fn ietcr(spectrum: &Spectrum, star: f64) -> Ietcr {
    by_suspiciousness(spectrum, |counts| bounded_dstar(counts, star))
}

/// IETCR with a formula; scores that are negative or not finite count as 0.
/// Cost, source: as [`ietcr`].
pub fn ietcr_with(spectrum: &Spectrum, formula: &Formula) -> Ietcr {
    by_suspiciousness(spectrum, |counts| {
        let score = formula.score(&counts.weights());
        if score.is_finite() { score.max(0.0) } else { 0.0 }
    })
}

fn by_suspiciousness(spectrum: &Spectrum, suspicion: impl Fn(Counts) -> f64) -> Ietcr {
    let selection = Selection::all(spectrum);
    let counts = count_elements(spectrum, &selection);
    let mut entropy = Mass::default();
    for &counts in &counts {
        entropy.add(Mass::of(suspicion(counts)), 1.0);
    }
    let entropy = entropy.entropy();
    let changes = Changes::of(&counts, suspicion);
    let row = |test: TestId| spectrum.coverage.row(test.index());
    let information: Vec<(TestId, f64)> =
        selection.passing().iter().map(|&t| (t, entropy - changes.without(&row(t)).entropy())).collect();
    let kept = kept(selection.failing(), &information, TIE_TOLERANCE * entropy);
    Ietcr { entropy, information, kept }
}

fn kept(failing: &[TestId], information: &[(TestId, f64)], tolerance: f64) -> Vec<TestId> {
    let mut order: Vec<(TestId, f64)> = information.to_vec();
    order.sort_by(|(a, x), (b, y)| x.total_cmp(y).then(a.cmp(b)));
    // Among values equal up to rounding, row order decides.
    let mut start = 0;
    while start < order.len() {
        let first = order[start].1;
        let tied = order[start..].iter().take_while(|(_, x)| x - first <= tolerance).count();
        order[start..start + tied].sort_by_key(|(test, _)| *test);
        start += tied;
    }
    let passing = order.into_iter().take(failing.len()).map(|(test, _)| test);
    let mut kept: Vec<TestId> = failing.iter().copied().chain(passing).collect();
    kept.sort_unstable();
    kept
}

/// Sum of suspiciousness, and of `x log2 x`.
#[derive(Clone, Copy, Debug, Default)]
struct Mass {
    sum: f64,
    logs: f64,
}

impl Mass {
    fn of(x: f64) -> Self {
        Self { sum: x, logs: if x > 0.0 { x * x.log2() } else { 0.0 } }
    }

    fn add(&mut self, other: Self, times: f64) {
        self.sum += other.sum * times;
        self.logs += other.logs * times;
    }

    /// H = -sum (x / S) log2 (x / S).
    fn entropy(self) -> f64 {
        if self.sum > 0.0 { (self.sum.log2() - self.logs / self.sum).max(0.0) } else { 0.0 }
    }
}

/// The effect of removing a passing test, by element.
struct Changes {
    /// All elements after removing a passing test that covers nothing.
    base: Mass,
    /// The change of an element's contribution if the removed test covers it.
    of: Vec<Mass>,
    /// The words of a row with elements that change, with their bits.
    scope: Vec<(u32, u64)>,
}

impl Changes {
    fn of(counts: &[Counts], suspicion: impl Fn(Counts) -> f64) -> Self {
        let mut known = HashMap::new();
        let mut base = Mass::default();
        let of: Vec<Mass> = counts
            .iter()
            .map(|&counts| {
                let (change, without) = *known.entry((counts.ef, counts.ep)).or_insert_with(|| {
                    let left_out = |ep, np| Mass::of(suspicion(Counts { ep, np, ..counts }));
                    // If every passing test covers the element, or none does, one of the two cases cannot occur and its
                    // value is arbitrary.
                    let without =
                        counts.np.checked_sub(1).map_or(Mass::default(), |np| left_out(counts.ep, np));
                    let mut with = counts.ep.checked_sub(1).map_or(without, |ep| left_out(ep, counts.np));
                    with.add(without, -1.0);
                    (with, without)
                });
                base.add(without, 1.0);
                change
            })
            .collect();
        let mut scope: Vec<(u32, u64)> = Vec::new();
        for (element, _) in
            of.iter().enumerate().filter(|(_, change)| change.sum != 0.0 || change.logs != 0.0)
        {
            let (word, bit) = (element as u32 / 64, 1 << (element % 64));
            match scope.last_mut() {
                Some((last, bits)) if *last == word => *bits |= bit,
                _ => scope.push((word, bit)),
            }
        }
        Self { base, of, scope }
    }

    /// The sums after removing a passing test, given its row.
    fn without(&self, row: &[u64]) -> Mass {
        // Two alternating accumulators, so that additions overlap.
        let mut mass = [self.base, Mass::default()];
        for &(w, bits) in &self.scope {
            let mut bits = row[w as usize] & bits;
            let changes = &self.of[w as usize * 64..];
            while bits != 0 {
                mass[0].add(changes[bits.trailing_zeros() as usize], 1.0);
                bits &= bits - 1;
                if bits != 0 {
                    mass[1].add(changes[bits.trailing_zeros() as usize], 1.0);
                    bits &= bits - 1;
                }
            }
        }
        mass[0].add(mass[1], 1.0);
        mass[0]
    }
}
