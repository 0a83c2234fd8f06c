//! Valuing candidates allocates nothing.

mod hand;

use allocation_counter::measure;
use faultline_diagnosability::{Metric, Pool, State as _, Universe, Verdict};
use faultline_learned_metrics::{Action, Network, Random, Rlfdc, Round, State};
use faultline_spectrum::TestId;
use hand::Hand;

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
    let (mut single, mut again) = (f64::NAN, None);
    let allocated = measure(|| {
        let state = State { tests: 4.0, groups: 30.0, uncovered: 0.0 };
        Round::new(&network, state).values(&actions, &mut values);
        single = chosen.score(&matrix.row(77));
        again = Some(chosen.best(&mut pool));
    });
    assert_eq!(allocated.count_total, 0);
    assert_eq!(Some(warm), again);
    assert!(single.is_finite() && values[0].to_bits() == values[99].to_bits());
}
