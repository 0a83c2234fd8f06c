//! Recording does not keep tests from starting.

use faultline_tests::{Dist, stall};

/// The command `stall` runs more of them.
const ROUNDS: usize = 5;

#[test]
fn as_many_tests_as_workers_meet_on_a_busy_machine() {
    let outcome = stall::stall(&Dist::find(), env!("CARGO_TARGET_TMPDIR"), ROUNDS, 4);
    assert_eq!((outcome.rounds, outcome.recorded), (ROUNDS, 0), "{outcome:?}");
}
