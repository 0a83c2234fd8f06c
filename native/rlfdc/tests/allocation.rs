//! Valuing candidates allocates nothing.
//!
//! All in one test function, because the allocator counts for the whole process.

mod hand;

use std::alloc::System;

use faultline_diagnosability::{Metric, Pool, State as _, Universe, Verdict};
use faultline_rlfdc::{Action, Network, Random, Rlfdc, Round, State};
use faultline_spectrum::TestId;
use hand::Hand;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn valuing_candidates_allocates_nothing_once_warm() {
    let hand = Hand::random(1, 200, 300);
    let network = Network::random(&mut Random::new(1));
    let matrix = &hand.spectrum.coverage;
    let mut chosen = Rlfdc::new(&network).start(&Universe::without_methods(300));
    chosen.add(&matrix.row(0), Verdict::Failed);
    (1..5).for_each(|row| chosen.add(&matrix.row(row), Verdict::Unknown));
    let mut pool = Pool::new(matrix, (5..200).map(TestId::new).collect());
    let warm = chosen.best(&mut pool);

    let actions = [Action { split: 1.0, cover: 0.5 }; 100];
    let mut values = [0.0; 100];
    let region = Region::new(ALLOCATOR);
    let state = State { tests: 4.0, groups: 30.0, uncovered: 0.0 };
    Round::new(&network, state).values(&actions, &mut values);
    let single = chosen.score(&matrix.row(77));
    let again = chosen.best(&mut pool);
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0));
    assert_eq!(warm, again);
    assert!(single.is_finite() && values[0].to_bits() == values[99].to_bits());
}
