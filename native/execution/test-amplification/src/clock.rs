//! How long things may still take.

use std::time::{Duration, Instant};

/// A budget that runs.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    end: Instant,
}

impl Clock {
    /// As much as from now on.
    pub fn start(budget: Duration) -> Self {
        // Longer than a program lives.
        const MOST: Duration = Duration::from_hours(24 * 365);
        Self { end: Instant::now() + budget.min(MOST) }
    }

    /// What is left; nothing when it is over.
    pub fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// A part of it, for one of so many things that are still to be done, and at least so long where there is as much.
    pub fn share(self, things: usize, least: Duration) -> Self {
        let left = self.left();
        let share = left / u32::try_from(things.max(1)).unwrap_or(u32::MAX);
        Self::start(share.max(least).min(left))
    }

    /// The end.
    pub fn end(self) -> Instant {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_never_longer_than_what_is_left_nor_shorter_than_the_least() {
        let clock = Clock::start(Duration::from_secs(20));
        let near = |clock: Clock, seconds: f64| (clock.left().as_secs_f64() - seconds).abs() < 0.5;
        assert!(near(clock.share(4, Duration::from_secs(1)), 5.0));
        assert!(near(clock.share(40, Duration::from_secs(8)), 8.0));
        assert!(near(clock.share(1, Duration::from_secs(30)), 20.0));
        assert_eq!(Clock::start(Duration::ZERO).share(0, Duration::from_secs(1)).left(), Duration::ZERO);
    }
}
