//! Distributes classes over machines.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Returns the shard of each class, from 0 on, such that shards have similar totals of seconds.
///
/// Assigns the largest class first, each to the shard with the smallest total (among equal ones, fewer classes, then the first). The
/// fullest shard exceeds the optimum by at most a third. Deterministic.
/// Shape: one shard per class. Units: seconds. Panics: `count` is 0. Cost: O(classes log (classes shards)). Source: Graham, Bounds on
/// Multiprocessing Timing Anomalies, 1969 (longest processing time first).
pub fn shards(seconds: &[u64], count: usize) -> Vec<usize> {
    assert!(count > 0, "at least one shard");
    let mut order: Vec<usize> = (0..seconds.len()).collect();
    // Stable, so that of equal classes the higher ranked comes first.
    order.sort_by_key(|&class| Reverse(seconds[class]));
    // If there are more shards than classes, the others stay empty and need no memory.
    let count = count.min(seconds.len());
    let mut least: BinaryHeap<_> = (0..count).map(|shard| Reverse((0_u128, 0_usize, shard))).collect();
    let mut of = vec![0; seconds.len()];
    for class in order {
        if let Some(mut top) = least.peek_mut() {
            let Reverse((load, classes, shard)) = &mut *top;
            of[class] = *shard;
            *load += u128::from(seconds[class]);
            *classes += 1;
        }
    }
    of
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn loads(seconds: &[u64], of: &[usize], count: usize) -> Vec<u64> {
        let mut loads = vec![0; count];
        for (&seconds, &shard) in seconds.iter().zip(of) {
            loads[shard] += seconds;
        }
        loads
    }

    proptest! {
        #[test]
        fn every_class_is_in_one_shard_and_none_has_much_more_than_another(
            seconds in prop::collection::vec(0..500_u64, 0..300), count in 1..40_usize,
        ) {
            let of = shards(&seconds, count);
            prop_assert_eq!(of.len(), seconds.len());
            prop_assert!(of.iter().all(|&shard| shard < count));
            let loads = loads(&seconds, &of, count);
            // The last class of the fullest shard went to the shard that was then the emptiest.
            let most = loads.iter().max().copied().unwrap_or(0);
            let least = loads.iter().min().copied().unwrap_or(0);
            prop_assert!(most - least <= seconds.iter().max().copied().unwrap_or(0));
        }
    }

    #[test]
    fn the_largest_go_first_to_the_emptiest() {
        assert_eq!(shards(&[5, 4, 3, 3, 3], 2), [0, 1, 1, 0, 1]);
        assert_eq!(shards(&[1, 1, 9], 2), [1, 1, 0]);
        assert_eq!(shards(&[], 3), [0; 0]);
    }

    #[test]
    fn classes_without_time_are_spread_too_and_shards_may_stay_empty() {
        assert_eq!(shards(&[0, 0, 0, 0], 2), [0, 1, 0, 1]);
        assert_eq!(shards(&[7], 3), [0]);
        assert_eq!(shards(&[0, 0, 5], usize::MAX), [1, 2, 0]);
    }
}
