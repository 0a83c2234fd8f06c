//! Figures over the steps of a selection.

use crate::Figures;

/// The figures of a fault after 0, 1, .. tests. Shape: the plan's tests plus one.
pub type Curve = Vec<Figures>;

/// Extends a curve to `tests` tests by repeating the last figures.
pub(crate) fn carry_forward(curve: &mut Curve, tests: usize) {
    if let Some(&last) = curve.last() {
        curve.resize(tests + 1, last);
    }
}
