//! Chooses the commit to test next when bisecting by weights.

/* Plain bisection halves the number of suspected commits; this one halves their total weight, where likelier commits weigh
more [1, weighted bisection]. The paper assumes a linear history; this code handles branches. The suspected commits are the
bad commit and its ancestors, without the good commits and theirs. A bad result keeps the tested commit and its ancestors;
a good result keeps the rest.

[1] An, Hong, Kim, Yoo: Fonte: Finding Bug Inducing Commits from Failures. ICSE 2023. */

/// The result of testing a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The commit works.
    Good,
    /// The commit is broken.
    Bad,
    /// The commit cannot be tested.
    Skip,
}

/// The next step of a bisection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Test this commit.
    Test(usize),
    /// This commit introduced the fault.
    Found(usize),
    /// One of these commits introduced the fault, but the remaining ones were skipped. Ascending.
    OneOf(Vec<usize>),
}

/// A weighted bisection.
///
/// Cost: memory of commits × weighed commits / 8 bytes, O(weighed^2 / 64) for a step.
#[derive(Clone, Debug)]
pub struct Bisection {
    /// The commits that have a weight, ascending.
    weighed: Vec<usize>,
    weights: Vec<f64>,
    /// For each weighed commit, its ancestors among the weighed commits, itself included.
    ancestors: Vec<Set>,
    open: Set,
    skipped: Set,
}

impl Bisection {
    /// Starts with all weighed commits suspected. Shape: `parents` and `weights` by commit, children before parents.
    /// A commit without a weight is never tested and counts as harmless.
    pub fn new(parents: &[Vec<usize>], weights: &[Option<f64>]) -> Self {
        let weighed: Vec<usize> = (0..weights.len()).filter(|&commit| weights[commit].is_some()).collect();
        let mut number = vec![None; weights.len()];
        for (at, &commit) in weighed.iter().enumerate() {
            number[commit] = Some(at);
        }
        let mut rows: Vec<Set> = vec![Set::default(); weights.len()];
        let mut ancestors = vec![Set::default(); weighed.len()];
        let mut children = vec![0_usize; parents.len()];
        for &parent in parents.iter().flatten() {
            children[parent] += 1;
        }
        for commit in (0..parents.len()).rev() {
            let mut row = Set::new(weighed.len());
            for &parent in &parents[commit] {
                row.add(&rows[parent]);
                children[parent] -= 1;
                if children[parent] == 0 {
                    rows[parent] = Set::default();
                }
            }
            if let Some(at) = number[commit] {
                row.insert(at);
                ancestors[at] = row.clone();
            }
            rows[commit] = row;
        }
        let mut open = Set::new(weighed.len());
        (0..weighed.len()).for_each(|at| open.insert(at));
        let weights = weights.iter().copied().flatten().collect();
        let skipped = Set::new(weighed.len());
        Self { weighed, weights, ancestors, open, skipped }
    }

    /// Returns the next step.
    pub fn next(&self) -> Next {
        let all = self.weight(&self.open);
        let mut best: Option<(f64, usize)> = None;
        for at in self.open.iter() {
            let older = self.open.and(&self.ancestors[at]);
            if self.skipped.contains(at) || older == self.open {
                continue;
            }
            let older = self.weight(&older);
            let unlike = (older - (all - older)).abs();
            if best.is_none_or(|(least, _)| unlike < least) {
                best = Some((unlike, at));
            }
        }
        let mut open = self.open.iter().map(|at| self.weighed[at]);
        match (best, self.open.len()) {
            (Some((_, at)), _) => Next::Test(self.weighed[at]),
            (None, 1) => Next::Found(open.next().expect("there is one")),
            (None, _) => Next::OneOf(open.collect()),
        }
    }

    /// Records a test result. Results for commits without a weight are ignored.
    pub fn tell(&mut self, commit: usize, verdict: Verdict) {
        let Ok(at) = self.weighed.binary_search(&commit) else { return };
        match verdict {
            Verdict::Bad => self.open = self.open.and(&self.ancestors[at]),
            Verdict::Good => self.open = self.open.without(&self.ancestors[at]),
            Verdict::Skip => self.skipped.insert(at),
        }
    }

    /// Returns the number of suspected commits.
    pub fn left(&self) -> usize {
        self.open.len()
    }

    /// Returns the expected number of remaining tests if none is skipped: log2 of the suspects, rounded up.
    pub fn halvings(&self) -> u32 {
        self.left().max(1).next_power_of_two().trailing_zeros()
    }

    fn weight(&self, set: &Set) -> f64 {
        set.iter().map(|at| self.weights[at]).sum()
    }
}

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                Some(rest & (rest - 1)).filter(|&w| w != 0)
            })
            .map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(length: usize) -> Vec<Vec<usize>> {
        (0..length).map(|at| if at + 1 < length { vec![at + 1] } else { Vec::new() }).collect()
    }

    fn descends(parents: &[Vec<usize>], from: usize, ancestor: usize) -> bool {
        from == ancestor || parents[from].iter().any(|&parent| descends(parents, parent, ancestor))
    }

    /// Runs the bisection to its end. Returns the final step and the number of tests.
    fn run(mut bisection: Bisection, verdict: impl Fn(usize) -> Verdict) -> (Next, usize) {
        for tests in 0.. {
            match bisection.next() {
                Next::Test(commit) => bisection.tell(commit, verdict(commit)),
                end => return (end, tests),
            }
        }
        unreachable!("it ends")
    }

    #[test]
    fn a_likely_commit_takes_two_tests() {
        let mut weights = vec![Some(0.001); 1000];
        weights[300] = Some(9.0);
        let bisection = Bisection::new(&line(1000), &weights);
        let (end, tests) = run(bisection, |commit| if commit <= 300 { Verdict::Bad } else { Verdict::Good });
        assert_eq!((end, tests), (Next::Found(300), 2));
    }

    #[test]
    fn what_was_skipped_stays_in_question() {
        let bisection = Bisection::new(&line(4), &[Some(1.0); 4]);
        let verdict = |commit| if commit == 0 { Verdict::Bad } else { Verdict::Skip };
        assert_eq!(run(bisection, verdict).0, Next::OneOf(vec![0, 1, 2, 3]));
        let bisection = Bisection::new(&line(4), &[Some(1.0); 4]);
        let verdict = |commit| [Verdict::Bad, Verdict::Skip, Verdict::Skip, Verdict::Good][commit];
        assert_eq!(run(bisection, verdict).0, Next::OneOf(vec![0, 1, 2]));
    }

    #[test]
    fn nothing_in_question_is_nothing_found() {
        assert_eq!(Bisection::new(&line(3), &[None; 3]).next(), Next::OneOf(vec![]));
        assert_eq!(Bisection::new(&line(3), &[None, Some(1.0), None]).next(), Next::Found(1));
    }

    /// A random history: each commit has one or two parents among older ones; the first descends from all.
    fn history() -> impl Strategy<Value = Vec<Vec<usize>>> {
        prop::collection::vec(prop::array::uniform2(0..6_usize), 1..40).prop_map(|steps| {
            let last = steps.len();
            let mut parents: Vec<Vec<usize>> = Vec::new();
            for (at, [a, b]) in steps.into_iter().enumerate() {
                let mut of = vec![at + 1, (at + 1 + a.saturating_sub(b)).min(last)];
                of.dedup();
                parents.push(of);
            }
            parents.push(Vec::new());
            parents
        })
    }

    proptest! {
        #[test]
        fn whatever_the_weights_the_bad_commit_is_found(
            parents in history(),
            weights in prop::collection::vec(0.0..1.0_f64, 41),
            bad in 0..41_usize,
        ) {
            let bad = bad % parents.len();
            let weights: Vec<Option<f64>> = weights[..parents.len()].iter().copied().map(Some).collect();
            let verdict = |commit| if descends(&parents, commit, bad) { Verdict::Bad } else { Verdict::Good };
            let (end, tests) = run(Bisection::new(&parents, &weights), verdict);
            prop_assert_eq!(end, Next::Found(bad));
            prop_assert!(tests < parents.len());
        }

        #[test]
        fn equal_weights_take_the_logarithm_of_a_line(length in 1..300_usize, bad in 0..300_usize) {
            let bad = bad % length;
            let bisection = Bisection::new(&line(length), &vec![Some(1.0); length]);
            let most = bisection.halvings();
            let verdict = |commit| if commit <= bad { Verdict::Bad } else { Verdict::Good };
            let (end, tests) = run(bisection, verdict);
            prop_assert_eq!(end, Next::Found(bad));
            prop_assert!(tests as u32 <= most, "{} of {}", tests, most);
        }

        #[test]
        fn skips_never_leave_the_bad_commit_out(
            parents in history(),
            skipped in prop::collection::hash_set(0..41_usize, 0..20),
            bad in 0..41_usize,
        ) {
            let bad = bad % parents.len();
            let verdict = |commit| match (skipped.contains(&commit), descends(&parents, commit, bad)) {
                (true, _) => Verdict::Skip,
                (_, true) => Verdict::Bad,
                _ => Verdict::Good,
            };
            match run(Bisection::new(&parents, &vec![Some(1.0); parents.len()]), verdict).0 {
                Next::Found(found) => prop_assert_eq!(found, bad),
                Next::OneOf(left) => prop_assert!(left.contains(&bad)),
                Next::Test(_) => unreachable!("it ended"),
            }
        }
    }
}
