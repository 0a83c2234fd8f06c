//! Orders tests for running on mutants.

use faultline_diagnosability::{Ietcr, TIE_TOLERANCE, ietcr};
use faultline_spectrum::{Spectrum, TestId};

/// The exponent of `DStar` in the paper's worked example.
const STAR: f64 = 3.0;

/// All passing tests, ordered by ascending information of IETCR, equal ones (within 1e-12 of the entropy) in row order.
/// Cost: as [`ietcr`]. Source: Du et al., Mutation-based fault localization with test case reduction by information entropy, 2020 (in
/// Chinese).
pub fn passing_in_order(spectrum: &Spectrum) -> Vec<TestId> {
    let Ietcr { entropy, mut information, .. } = ietcr(spectrum, STAR);
    information.sort_by(|(a, x), (b, y)| x.total_cmp(y).then(a.cmp(b)));
    let tolerance = TIE_TOLERANCE * entropy;
    let tied = information.chunk_by_mut(|(_, x), (_, y)| y - x <= tolerance);
    let rows = tied.flat_map(|tied| {
        tied.sort_by_key(|(test, _)| *test);
        tied.iter().map(|(test, _)| *test)
    });
    rows.collect()
}
