//! Similarity of executions by what they decided and what they were given.

/* Source of all: Artzi et al., Directed test generation for effective fault localization,
ISSTA 2010. An execution's path constraint is the sequence of the conditions that it evaluated,
each with its outcome; here a condition with its outcome is any value that can be compared. */

/// Share of places at which two path constraints have the same condition with the same outcome.
///
/// Units: 0 to 1, by the length of the longer sequence; of two empty ones it is 0.
/// Cost: O(length).
pub fn path_subset<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    share(a.iter().zip(b).filter(|(x, y)| x == y).count(), a.len().max(b.len()))
}

/// Longest contiguous run of places at which two path constraints agree, as a share of the
/// longer sequence.
///
/// Units: 0 to 1; of two empty sequences it is 0. Cost: O(length).
pub fn path_subsequence<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    let (mut run, mut longest) = (0, 0);
    for (x, y) in a.iter().zip(b) {
        run = if x == y { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    share(longest, a.len().max(b.len()))
}

/// Share of inputs that are equal in both executions, position by position.
///
/// Units: 0 to 1, by the number of inputs of the one that has more; of none it is 0.
/// Cost: O(inputs).
pub fn input_similarity<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    path_subset(a, b)
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
    fn a_longer_path_is_less_similar_and_the_longer_one_divides() {
        assert_eq!(path_subset(&A[..3], &A), 0.5);
        assert_eq!(path_subsequence(&A, &A[..3]), 0.5);
        assert_eq!(path_subset(&A, &A), 1.0);
    }

    #[test]
    fn nothing_in_common_and_nothing_at_all_are_0() {
        assert_eq!(path_subset::<u8>(&[], &[]), 0.0);
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
}
