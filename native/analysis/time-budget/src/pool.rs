//! Grants seconds to one class after another, and reuses what they leave.

use std::collections::VecDeque;

/* Invariant: time used by ended classes + time granted to running classes + own time of waiting
classes + spare time = total. A class that ends early returns the rest of its time to the spare
time. A starting class takes its own time plus a share of the spare time, proportional to its own
time among all waiting classes, itself included; the last class therefore takes all that is left.
`most` caps every grant. Without the cap, a run in which all classes but the last fail would take
the whole total, although the total was planned for parallel classes. */

/// The seconds of a run.
#[derive(Clone, Debug)]
pub struct Pool {
    waiting: VecDeque<(usize, u64)>,
    /// Sum of the own seconds of waiting classes.
    own: u64,
    spare: u64,
    most: u64,
}

/// The time granted to a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The class, as named when the pool was made.
    pub class: usize,
    /// Units: seconds.
    pub seconds: u64,
}

impl Pool {
    /// A pool of `total` seconds for classes in starting order, each with its own seconds. The rest of the total is spare. No class is
    /// granted more than `most`, unless its own time is more. Units: seconds. Panics: the sum of own seconds exceeds the total.
    pub fn new(total: u64, waiting: impl IntoIterator<Item = (usize, u64)>, most: u64) -> Self {
        let waiting: VecDeque<_> = waiting.into_iter().collect();
        let own = waiting.iter().map(|&(_, own)| own).sum();
        assert!(own <= total, "classes have no more than there is");
        Self { waiting, own, spare: total - own, most }
    }

    /// Starts the next class and grants its time; `None` if none waits.
    pub fn begin(&mut self) -> Option<Grant> {
        let (class, own) = self.waiting.pop_front()?;
        let part = if self.own == 0 {
            self.spare / (self.waiting.len() as u64 + 1)
        } else {
            // At most the spare seconds, because a class's own time is part of the sum.
            (u128::from(self.spare) * u128::from(own) / u128::from(self.own)) as u64
        };
        let more = part.min(self.most.saturating_sub(own));
        self.own -= own;
        self.spare -= more;
        Some(Grant { class, seconds: own + more })
    }

    /// Ends a class. Returns the time that goes back to the pool. Units: seconds; overruns are not charged to the pool.
    pub fn end(&mut self, granted: u64, used: u64) -> u64 {
        let back = granted.saturating_sub(used);
        self.spare += back;
        back
    }

    /// The spare time. Units: seconds.
    pub fn spare(&self) -> u64 {
        self.spare
    }

    /// Number of waiting classes.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Own time of waiting classes. Units: seconds.
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
