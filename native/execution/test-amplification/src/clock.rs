//! Tracks the remaining time.

use std::time::{Duration, Instant};

/// A running budget.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    end: Instant,
}

impl Clock {
    /// Starts a budget now.
    pub fn start(budget: Duration) -> Self {
        // Bounds the sum, far beyond any run's duration.
        const MOST: Duration = Duration::from_hours(24 * 365);
        Self { end: Instant::now() + budget.min(MOST) }
    }

    /// The remaining time; zero after the end.
    pub fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// A share for one of `things` remaining steps, at least `least` if that much is left.
    pub fn share(self, things: usize, least: Duration) -> Self {
        let left = self.left();
        let share = left / u32::try_from(things.max(1)).unwrap_or(u32::MAX);
        Self::start(share.max(least).min(left))
    }

    /// The deadline.
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
