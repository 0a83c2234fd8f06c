//! Seconds that are handed to one class after the other, and what comes back of them.

use std::collections::VecDeque;

/* At any moment: what ended classes used + what running ones were granted + what waiting ones
have of their own + what is spare = the total. A class that ends before its time gives the rest
to the spare seconds. Each class that begins takes, on top of its own, as large a part of them as
its own seconds are of those of all that wait, itself included, so that the last takes what is
left. No class gets more than the most that the plan gives to any: otherwise a run in which all
fail but the last would go on for the whole total, when it was planned for many at a time. */

/// The seconds of a run.
#[derive(Clone, Debug)]
pub struct Pool {
    waiting: VecDeque<(usize, u64)>,
    /// Sum of what waiting classes have of their own.
    own: u64,
    spare: u64,
    most: u64,
}

/// What a class that begins may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The class, as named when the pool was made.
    pub class: usize,
    /// Units: seconds.
    pub seconds: u64,
}

impl Pool {
    /// A pool of `total` seconds for classes, each with its own seconds, in the order in which
    /// they begin. What the total has beyond their sum is spare. No class is granted more than
    /// `most`, if not its own. Units: seconds. Panics: their sum is more than the total.
    pub fn new(total: u64, waiting: impl IntoIterator<Item = (usize, u64)>, most: u64) -> Self {
        let waiting: VecDeque<_> = waiting.into_iter().collect();
        let own = waiting.iter().map(|&(_, own)| own).sum();
        assert!(own <= total, "classes have no more than there is");
        Self { waiting, own, spare: total - own, most }
    }

    /// The next class with what it may use; `None` when none waits.
    pub fn begin(&mut self) -> Option<Grant> {
        let (class, own) = self.waiting.pop_front()?;
        let part = if self.own == 0 {
            self.spare / (self.waiting.len() as u64 + 1)
        } else {
            // No larger than the spare seconds, for a class has no more than all that wait.
            (u128::from(self.spare) * u128::from(own) / u128::from(self.own)) as u64
        };
        let more = part.min(self.most.saturating_sub(own));
        self.own -= own;
        self.spare -= more;
        Some(Grant { class, seconds: own + more })
    }

    /// A class ended that had been granted so much. Gives what comes back of it.
    /// Units: seconds; what it used beyond what it was granted is no matter of the pool.
    pub fn end(&mut self, granted: u64, used: u64) -> u64 {
        let back = granted.saturating_sub(used);
        self.spare += back;
        back
    }

    /// What is neither granted nor anybody's own. Units: seconds.
    pub fn spare(&self) -> u64 {
        self.spare
    }

    /// How many classes wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// What waiting classes have of their own. Units: seconds.
    pub fn own(&self) -> u64 {
        self.own
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pool(own: &[u64], total: u64) -> Pool {
        Pool::new(total, own.iter().copied().enumerate(), own.iter().copied().max().unwrap_or(0))
    }

    fn granted(pool: &mut Pool) -> Option<u64> {
        pool.begin().map(|grant| grant.seconds)
    }

    proptest! {
        #[test]
        fn what_is_used_granted_waiting_and_spare_is_always_the_total(
            own in prop::collection::vec(0..90_u64, 1..60),
            more in 0..100_u64,
            steps in prop::collection::vec((any::<bool>(), 0..120_u64), 0..200),
        ) {
            let total = own.iter().sum::<u64>() + more;
            let most = own.iter().copied().max().unwrap_or(0);
            let mut pool = pool(&own, total);
            let (mut running, mut used, mut begun) = (VecDeque::new(), 0, Vec::new());
            for (begins, taken) in steps {
                if begins {
                    if let Some(grant) = pool.begin() {
                        prop_assert!(grant.seconds >= own[grant.class] && grant.seconds <= most);
                        begun.push(grant.class);
                        running.push_back(grant.seconds);
                    }
                } else if let Some(granted) = running.pop_front() {
                    let back = pool.end(granted, taken);
                    prop_assert!(back <= granted);
                    used += granted - back;
                }
                let held: u64 = running.iter().sum();
                prop_assert_eq!(used + held + pool.own() + pool.spare(), total);
            }
            prop_assert_eq!(begun.len() + pool.waiting(), own.len());
            prop_assert!(begun.iter().copied().eq(0..begun.len()), "in order, each once");
        }

        #[test]
        fn one_at_a_time_budgets_that_nobody_gives_back_stay_as_they_are(
            own in prop::collection::vec(0..90_u64, 1..60),
        ) {
            let mut pool = pool(&own, own.iter().sum());
            for &own in &own {
                prop_assert_eq!(granted(&mut pool), Some(own));
                pool.end(own, own + 5);
            }
            prop_assert_eq!((pool.begin(), pool.spare()), (None, 0));
        }
    }

    #[test]
    fn what_comes_back_goes_to_those_that_wait_by_what_they_have() {
        let mut pool = pool(&[60, 20, 10, 10], 100);
        assert_eq!(granted(&mut pool), Some(60));
        assert_eq!(pool.end(60, 20), 40);
        // 40 s for 20, 10 and 10: a half and a quarter each.
        assert_eq!(granted(&mut pool), Some(40));
        assert_eq!(granted(&mut pool), Some(20));
        assert_eq!(granted(&mut pool), Some(20));
        assert_eq!((pool.begin(), pool.spare()), (None, 0));
    }

    #[test]
    fn nobody_gets_more_than_the_most_of_the_plan() {
        let mut pool = pool(&[30, 20, 1], 51);
        assert_eq!(granted(&mut pool), Some(30));
        pool.end(30, 0);
        assert_eq!(granted(&mut pool), Some(30), "28 more would be 48");
        pool.end(30, 0);
        assert_eq!(granted(&mut pool), Some(30));
        assert_eq!(pool.spare(), 21, "the rest is nobody's");
    }

    #[test]
    fn classes_without_time_of_their_own_share_what_is_spare() {
        let mut pool = pool(&[9, 0, 0], 9);
        assert_eq!(granted(&mut pool), Some(9));
        pool.end(9, 4);
        assert_eq!(granted(&mut pool), Some(2));
        assert_eq!(granted(&mut pool), Some(3));
    }
}
