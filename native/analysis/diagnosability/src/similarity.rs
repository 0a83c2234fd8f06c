//! Similarity of executions by their conditions and inputs.

/* Source: Artzi et al., Directed test generation for effective fault localization, ISSTA 2010. An execution's path constraint
is the sequence of its evaluated conditions with outcomes; here a condition with its outcome is any comparable value. Repeated
values count once, at their first position, which also folds loops as recordings do. */

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Ways to measure similarity to the failing executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// Conditions: the share with the same outcome, then the longest run of equal outcomes.
    Paths,
    /// Conditions: the longest run of equal outcomes, then the share with the same outcome.
    Runs,
    /// Conditions select the nearest half; within it, the expected gain of the ranking decides.
    PathsThenEap,
    /// Inputs.
    Inputs,
}

impl Nearness {
    /// All ways.
    pub const ALL: [Self; 4] = [Self::Paths, Self::Runs, Self::PathsThenEap, Self::Inputs];

    /// The way with this name; `None` if there is none.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name.trim().to_lowercase())
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paths => "pcs",
            Self::Runs => "pcs-run",
            Self::PathsThenEap => "pcs+eap",
            Self::Inputs => "is",
        }
    }

    /// Whether it needs conditions, which are recorded only on request.
    pub fn needs_paths(self) -> bool {
        self != Self::Inputs
    }

    /// The similarity that orders tests; the other one decides between equals.
    pub fn measure(self) -> PathMeasure {
        if self == Self::Runs { PathMeasure::Run } else { PathMeasure::Subset }
    }
}

/// Fraction of conditions with the same outcome in both path constraints, at any position.
///
/// Units: 0 to 1, relative to the longer one; 0 for two empty ones. Symmetric; 1 for equal non-empty ones. Cost: O(length).
pub fn path_subset<T: Eq + Hash>(a: &[T], b: &[T]) -> f64 {
    let (a, b): (HashSet<&T>, HashSet<&T>) = (a.iter().collect(), b.iter().collect());
    share(a.intersection(&b).count(), a.len().max(b.len()))
}

/// Length of the longest common run of conditions, relative to the longer path constraint.
///
/// Units: 0 to 1, at most [`path_subset`]; 0 for two empty ones. Symmetric; 1 for equal non-empty ones. Cost: O(length).
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

/// The distinct values, in order of first occurrence.
fn firsts<T: Eq + Hash>(all: &[T]) -> Vec<&T> {
    let mut seen = HashSet::new();
    all.iter().filter(|one| seen.insert(*one)).collect()
}

/// Fraction of inputs that are equal in both executions, position by position.
///
/// Units: 0 to 1, relative to the longer one; 0 for two empty ones. Symmetric; 1 for equal non-empty ones. Cost: O(inputs).
pub fn input_similarity<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    share(a.iter().zip(b).filter(|(x, y)| x == y).count(), a.len().max(b.len()))
}

/// Similarity to the most similar of several (failing) executions; 0 without any. `similarity` is a function of this module.
pub fn most_similar<T>(
    candidate: &[T],
    failing: impl IntoIterator<Item = impl AsRef<[T]>>,
    similarity: impl Fn(&[T], &[T]) -> f64,
) -> f64 {
    failing.into_iter().map(|other| similarity(candidate, other.as_ref())).fold(0.0, f64::max)
}

/// The two similarities of path constraints in the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathMeasure {
    /// [`path_subset`].
    #[default]
    Subset,
    /// [`path_subsequence`].
    Run,
}

/// Similarity of a test's conditions to those of failing tests. If either has several executions, the most similar pair
/// counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathSimilarity {
    /// The measure asked for, the primary key. Units: 0 to 1.
    pub value: f64,
    /// The other measure, the secondary key. Units: 0 to 1.
    pub tie: f64,
}

impl PathSimilarity {
    /// Compares executions with those of failing tests. Cost: O(conditions) for each pair.
    pub fn of<T: Eq + Hash>(
        by: PathMeasure,
        executions: &[impl AsRef<[T]>],
        failing: &[impl AsRef<[T]>],
    ) -> Self {
        let best = |similarity: fn(&[T], &[T]) -> f64| {
            let of = executions.iter().map(|path| most_similar(path.as_ref(), failing, similarity));
            of.fold(0.0, f64::max)
        };
        let (subset, run) = (best(path_subset), best(path_subsequence));
        match by {
            PathMeasure::Subset => Self { value: subset, tie: run },
            PathMeasure::Run => Self { value: run, tie: subset },
        }
    }

    /// A single number with the same order, for hill climbing. Units: 0 to slightly more than 1.
    pub fn height(self) -> f64 {
        (self.value * 1e6).round() / 1e6 + self.tie / 2e6
    }

    /// A sort key, greater for more similar tests; in millionths, so that rounding does not separate equal values.
    fn key(self) -> (u64, u64) {
        (millionths(self.value), millionths(self.tie))
    }
}

fn millionths(share: f64) -> u64 {
    (share * 1e6).round() as u64
}

/// Indices from the most similar on; stable.
pub fn nearest_first(of: &[PathSimilarity]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..of.len()).collect();
    places.sort_by_key(|&at| Reverse(of[at].key()));
    places
}

/// Indices, ascending, of the more similar half, of at least `least`, and of those tied with the last of these.
pub fn near_half(of: &[PathSimilarity], least: usize) -> Vec<usize> {
    let value = |at: usize| millionths(of[at].value);
    let mut places: Vec<usize> = (0..of.len()).collect();
    places.sort_by_key(|&at| Reverse(value(at)));
    let count = of.len().div_ceil(2).max(least.min(of.len()));
    let Some(bound) = count.checked_sub(1).map(|last| value(places[last])) else { return places };
    (0..of.len()).filter(|&at| value(at) >= bound).collect()
}

/// Jaccard similarity, given the size of the intersection and both sizes.
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
        // A loop's repetitions count once.
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

    #[test]
    fn the_nearest_come_first_and_half_of_them_is_near() {
        let failing: [&[u8]; 1] = [&[1, 2, 3, 4, 5, 6]];
        let paths: [&[u8]; 5] =
            [&[], &[1, 2, 9, 4, 5, 6], &[1, 2, 3, 4, 5, 9], &[1, 2, 3, 4, 5, 6], &[1, 2, 3, 9, 5, 6]];
        let of: Vec<PathSimilarity> =
            paths.iter().map(|path| PathSimilarity::of(PathMeasure::Subset, &[path], &failing)).collect();
        assert_eq!(nearest_first(&of), [3, 2, 1, 4, 0], "runs of five, then of three");
        assert_eq!(near_half(&of, 0), [1, 2, 3, 4], "the third is as near as the fourth");
        assert_eq!(near_half(&of, 5), [0, 1, 2, 3, 4]);
        let heights: Vec<f64> = nearest_first(&of).into_iter().map(|at| of[at].height()).collect();
        // The run separates the second from the third; the third and fourth are equal in both.
        assert!(heights.windows(2).all(|pair| pair[0] >= pair[1]) && heights[1] > heights[2], "{heights:?}");
        assert!(near_half(&[], 3).is_empty() && nearest_first(&[]).is_empty());
        let twice: [&[u8]; 2] = [&[7], &[1, 2, 3]];
        assert_eq!(
            PathSimilarity::of(PathMeasure::Subset, &twice, &failing),
            PathSimilarity { value: 0.5, tie: 0.5 }
        );
        assert_eq!(
            PathSimilarity::of(PathMeasure::Subset, &twice, &[] as &[&[u8]]),
            PathSimilarity::default()
        );
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
