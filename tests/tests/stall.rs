//! Recording does not delay the start of tests.

use faultline_tests::{Dist, crowd, stall};

/// The binary `stall` runs more.
const ROUNDS: u64 = 12;

#[test]
fn as_many_tests_as_workers_meet_on_a_busy_machine() {
    let outcome = stall::stall(&Dist::find(), env!("CARGO_TARGET_TMPDIR"), ROUNDS, crowd::busy(), |_| {});
    assert_eq!((outcome.rounds, outcome.recorded), (12, 0), "{outcome:?}");
}
