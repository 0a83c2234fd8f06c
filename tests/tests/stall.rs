//! Recording does not keep tests from starting.

use faultline_tests::{Dist, crowd, stall};

/// The command `stall` runs more of them.
const ROUNDS: u64 = 12;

#[test]
fn as_many_tests_as_workers_meet_on_a_busy_machine() {
    let outcome = stall::stall(&Dist::find(), env!("CARGO_TARGET_TMPDIR"), ROUNDS, crowd::busy(), |_| {});
    assert_eq!((outcome.rounds, outcome.recorded), (12, 0), "{outcome:?}");
}
