//! What comes of choosing, step by step.

use crate::Figures;

/// The figures of a fault after 0, 1, .. tests; as many as the plan's tests, and one.
pub type Curve = Vec<Figures>;

/// Repeats the last figures up to those after `tests` tests.
pub(crate) fn carry_forward(curve: &mut Curve, tests: usize) {
    if let Some(&last) = curve.last() {
        curve.resize(tests + 1, last);
    }
}
