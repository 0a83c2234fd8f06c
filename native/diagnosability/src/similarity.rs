//! Similarity of executions by what they decided and what they were given.

/* Source of all: Artzi et al., Directed test generation for effective fault localization,
ISSTA 2010. An execution's path constraint is the sequence of the conditions that it evaluated,
each with its outcome; here a condition with its outcome is any value that can be compared. What
comes again counts once, where it came first: recordings fold loops in this way. */

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Share of conditions that have the same outcome in both path constraints, wherever they stand.
///
/// Units: 0 to 1, by the number of conditions of the one that has more; of two empty ones it is 0.
/// Symmetric; 1 for equal ones that are not empty. Cost: O(length).
pub fn path_subset<T: Eq + Hash>(a: &[T], b: &[T]) -> f64 {
    let (a, b): (HashSet<&T>, HashSet<&T>) = (a.iter().collect(), b.iter().collect());
    share(a.intersection(&b).count(), a.len().max(b.len()))
}

/// The longest run of conditions that follow each other in both path constraints, as a share of the one with more
/// conditions.
///
/// Units: 0 to 1, at most [`path_subset`]; of two empty sequences it is 0. Symmetric; 1 for equal ones that are not empty.
/// Cost: O(length).
pub fn path_subsequence<T: Eq + Hash>(a: &[T], b: &[T]) -> f64 {
    let (a, b) = (firsts(a), firsts(b));
    let places: HashMap<&T, usize> = b.iter().copied().zip(0..).collect();
    let (mut run, mut longest, mut before) = (0, 0, None);
    for step in &a {
        let place = places.get(step).copied();
        run = match (place, before) {
            (Some(at), Some(last)) if at == last + 1 => run + 1,
            (Some(_), _) => 1,
            (None, _) => 0,
        };
        longest = longest.max(run);
        before = place;
    }
    share(longest, a.len().max(b.len()))
}

/// Each value where it stands first.
fn firsts<T: Eq + Hash>(all: &[T]) -> Vec<&T> {
    let mut seen = HashSet::new();
    all.iter().filter(|one| seen.insert(*one)).collect()
}

/// Share of inputs that are equal in both executions, position by position.
///
/// Units: 0 to 1, by the number of inputs of the one that has more; of none it is 0.
/// Symmetric; 1 for equal ones that are not empty. Cost: O(inputs).
pub fn input_similarity<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    share(a.iter().zip(b).filter(|(x, y)| x == y).count(), a.len().max(b.len()))
}

/// Similarity to the most similar of several executions (the failing ones); 0 when there is
/// none. `similarity` is one of the functions of this module.
pub fn most_similar<T>(
    candidate: &[T],
    failing: impl IntoIterator<Item = impl AsRef<[T]>>,
    similarity: impl Fn(&[T], &[T]) -> f64,
) -> f64 {
    failing.into_iter().map(|other| similarity(candidate, other.as_ref())).fold(0.0, f64::max)
}

/// Jaccard similarity, from the numbers of elements that both and that each cover.
pub(crate) fn jaccard(both: u64, sizes: [u64; 2]) -> f64 {
    let either = sizes[0] + sizes[1] - both;
    if either == 0 { 0.0 } else { both as f64 / either as f64 }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact fractions")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// (condition, outcome): C1..C6 of which only C3 differs.
    const A: [(u8, bool); 6] = [(1, true), (2, true), (3, true), (4, false), (5, true), (6, false)];
    const B: [(u8, bool); 6] = [(1, true), (2, true), (3, false), (4, false), (5, true), (6, false)];

    #[test]
    fn six_conditions_of_which_one_differs_are_83_percent_subset_and_half_subsequence() {
        assert!((path_subset(&A, &B) - 0.833).abs() < 0.0005);
        assert_eq!(path_subsequence(&A, &B), 0.5);
    }

    #[test]
    fn a_condition_more_moves_no_other_ones() {
        let longer: Vec<_> = [(9, true)].into_iter().chain(A).collect();
        assert!((path_subset(&A, &longer) - 6.0 / 7.0).abs() < 1e-12);
        assert!((path_subsequence(&A, &longer) - 6.0 / 7.0).abs() < 1e-12);
        // What a loop repeats is one condition.
        assert_eq!(path_subset(&[1, 2, 1, 2, 1, 2], &[1, 2]), 1.0);
        assert_eq!(path_subsequence(&[1, 2, 1, 3], &[1, 2, 3]), 1.0);
    }

    #[test]
    fn a_longer_path_is_less_similar_and_the_longer_one_divides() {
        assert_eq!(path_subset(&A[..3], &A), 0.5);
        assert_eq!(path_subsequence(&A, &A[..3]), 0.5);
        assert_eq!(path_subset(&A, &A), 1.0);
    }

    #[test]
    fn nothing_in_common_and_nothing_at_all_are_0() {
        assert_eq!(path_subset::<u8>(&[], &[]), 0.0);
        assert_eq!(input_similarity::<u8>(&[], &[]), 0.0);
        assert_eq!(path_subsequence(&[1], &[2]), 0.0);
        assert_eq!(path_subsequence::<u8>(&[], &[1]), 0.0);
        assert_eq!(most_similar(&A, Vec::<&[_]>::new(), path_subset), 0.0);
    }

    #[test]
    fn of_several_failing_executions_the_most_similar_counts() {
        let others: [&[u8]; 3] = [&[1, 2, 9, 9], &[1, 2, 3, 9], &[]];
        assert_eq!(most_similar(&[1, 2, 3, 4], others, path_subset), 0.75);
        assert_eq!(input_similarity(&["a", "b"], &["a", "c"]), 0.5);
    }

    proptest! {
        #[test]
        fn similarities_are_shares_symmetric_and_1_of_equals(
            a in proptest::collection::vec(0..12_u8, 0..20),
            b in proptest::collection::vec(0..12_u8, 0..20),
        ) {
            for similarity in [path_subset::<u8>, path_subsequence, input_similarity] {
                let one = similarity(&a, &b);
                prop_assert!((0.0..=1.0).contains(&one));
                prop_assert_eq!(one, similarity(&b, &a));
                prop_assert_eq!(similarity(&a, &a), f64::from(u8::from(!a.is_empty())));
            }
            prop_assert!(path_subsequence(&a, &b) <= path_subset(&a, &b));
            let shared = a.iter().any(|step| b.contains(step));
            prop_assert_eq!(path_subset(&a, &b) > 0.0, shared);
            prop_assert_eq!(path_subsequence(&a, &b) > 0.0, shared);
        }

        #[test]
        fn a_run_is_as_long_as_the_longest_that_both_have(
            a in Just((0..7_u8).collect::<Vec<_>>()).prop_shuffle(),
            b in Just((0..7_u8).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let longest = (1..=7).rev().find(|&length| a.windows(length).any(|run| b.windows(length).any(|other| run == other)));
            prop_assert_eq!(path_subsequence(&a, &b), f64::from(longest.unwrap_or(0) as u8) / 7.0);
        }
    }
}
