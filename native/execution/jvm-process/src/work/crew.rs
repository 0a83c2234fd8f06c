//! Runs several classes at a time, in rank order, until all have ended or a signal asks to stop.

use faultline_messages::failure::Failure;
use faultline_time_budget::{Grant, Pool};

/// The result of a class, as needed by a crew.
pub trait Spent {
    /// The result of a class for which no time was left.
    fn without_time(grant: Grant) -> Self;
    /// The granted seconds that do not return to the pool.
    fn used(&self) -> u64;
}

/// Ended classes with their results.
pub type Endings<E> = Vec<(Grant, Option<E>)>;

/// Runs classes: as processes with a clock, or as a simulation in tests.
pub trait Stage {
    /// The result of a class.
    type Ended: Spent;
    /// Starts a class. Errors: neither this class nor any other can be started.
    fn begin(&mut self, grant: Grant) -> Result<(), Failure>;
    /// The classes that ended since the last call, with `None` for those that were stopped.
    fn ended(&mut self) -> Result<Endings<Self::Ended>, Failure>;
    /// Number of running classes.
    fn running(&self) -> usize;
    /// Number of requests to stop.
    fn asked(&mut self) -> usize;
    /// Stops running classes; `at_once` after a second request.
    fn stop(&mut self, at_once: bool);
    /// Reports that a class ended.
    fn tell(&mut self, ended: &Self::Ended, pool: &Pool);
    /// Waits for a polling interval.
    fn wait(&mut self, pool: &Pool);
}

/// An event to record.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, E> {
    /// A class is about to begin.
    Begins(Grant),
    /// A class ended.
    Ended(&'a E),
}

/// Runs all classes of a pool, at most `jobs` at a time; `note` is called when a class begins and ends. The
/// time that a class returns goes to waiting ones. After a request to stop, running classes are stopped and
/// no other starts.
/// Errors: those of the stage and of `note`.
pub fn run<S: Stage>(
    pool: &mut Pool,
    jobs: usize,
    stage: &mut S,
    mut note: impl FnMut(Event<'_, S::Ended>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        let asked = stage.asked();
        if asked > 0 {
            stage.stop(asked > 1);
        }
        while asked == 0 && stage.running() < jobs {
            let Some(grant) = pool.begin() else { break };
            if grant.seconds == 0 {
                let ended = S::Ended::without_time(grant);
                note(Event::Ended(&ended))?;
                stage.tell(&ended, pool);
                continue;
            }
            note(Event::Begins(grant))?;
            stage.begin(grant)?;
        }
        let ended = stage.ended()?;
        let is_quiet = ended.is_empty();
        for (grant, ended) in ended {
            if let Some(ended) = ended {
                pool.end(grant.seconds, ended.used());
                note(Event::Ended(&ended))?;
                stage.tell(&ended, pool);
            }
        }
        if stage.running() == 0 && (asked > 0 || pool.waiting() == 0) {
            return Ok(());
        }
        if is_quiet {
            stage.wait(pool);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BinaryHeap;

    use faultline_time_budget::{Bads, shards};

    use super::*;

    /// The result of a class.
    #[derive(Debug)]
    struct Ended {
        granted: u64,
        used: u64,
    }

    impl Spent for Ended {
        fn without_time(_grant: Grant) -> Self {
            Self { granted: 0, used: 0 }
        }

        fn used(&self) -> u64 {
            self.used
        }
    }

    /// Simulated classes, with a clock that jumps to the next end.
    #[derive(Default)]
    struct Simulation {
        clock: u64,
        /// When a class ends, with its granted and used time; the soonest is the greatest.
        running: BinaryHeap<(std::cmp::Reverse<u64>, usize, u64, u64)>,
        most_at_a_time: usize,
        stop_at: Option<u64>,
    }

    /// The simulated time of a class: a fifth end early or fail, a fiftieth hang after the search.
    fn behaviour(class: usize, granted: u64) -> (u64, u64) {
        const BEYOND: u64 = 12;
        const GRACE: u64 = 300;
        let mixed = (class as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        match mixed % 50 {
            0 => (granted, granted + GRACE),
            1..=5 => (0, 1),
            6..=10 => (granted / 3, granted / 3 + BEYOND),
            _ => (granted, granted + BEYOND),
        }
    }

    impl Stage for Simulation {
        type Ended = Ended;

        fn begin(&mut self, grant: Grant) -> Result<(), Failure> {
            let (used, takes) = behaviour(grant.class, grant.seconds);
            self.running.push((std::cmp::Reverse(self.clock + takes), grant.class, grant.seconds, used));
            self.most_at_a_time = self.most_at_a_time.max(self.running.len());
            Ok(())
        }

        fn ended(&mut self) -> Result<Vec<(Grant, Option<Ended>)>, Failure> {
            let mut ended = Vec::new();
            while self.running.peek().is_some_and(|next| next.0.0 <= self.clock) {
                let Some((_, class, granted, used)) = self.running.pop() else { break };
                let grant = Grant { class, seconds: granted };
                let of = Ended { granted, used };
                let is_stopped = self.stop_at.is_some_and(|stop| stop <= self.clock);
                ended.push((grant, (!is_stopped).then_some(of)));
            }
            Ok(ended)
        }

        fn running(&self) -> usize {
            self.running.len()
        }

        fn asked(&mut self) -> usize {
            usize::from(self.stop_at.is_some_and(|stop| stop <= self.clock))
        }

        fn stop(&mut self, _at_once: bool) {
            self.clock = self.running.iter().map(|next| next.0.0).max().unwrap_or(self.clock);
        }

        fn tell(&mut self, _ended: &Ended, _pool: &Pool) {}

        fn wait(&mut self, _pool: &Pool) {
            self.clock = self.running.peek().map_or(self.clock, |next| next.0.0);
        }
    }

    fn most_of(numbers: &[u64]) -> f64 {
        let mean = numbers.iter().sum::<u64>() as f64 / numbers.len() as f64;
        numbers.iter().copied().max().unwrap_or(0) as f64 / mean
    }

    #[test]
    fn ten_thousand_classes_on_a_hundred_machines_are_balanced_and_each_is_run_once() {
        const CLASSES: usize = 10_000;
        const SHARDS: usize = 100;
        const JOBS: usize = 4;
        let total = 15 * CLASSES as u64;
        let budgets = Bads { total, min: 3, compat: None, shape: faultline_time_budget::Shape::default() }
            .budgets(CLASSES)
            .unwrap();
        let planned: Vec<u64> = budgets.iter().map(|budget| budget.seconds.cast_unsigned()).collect();
        let of = shards(&planned, SHARDS);
        assert_eq!(of, shards(&planned, SHARDS), "the same on each machine");

        let mut begun = vec![0_u32; CLASSES];
        let (mut loads, mut used, mut clocks) = (Vec::new(), Vec::new(), Vec::new());
        let (mut came_back, mut handed_on) = (0, 0);
        for shard in 0..SHARDS {
            let own: Vec<(usize, u64)> = (0..CLASSES)
                .filter(|&class| of[class] == shard)
                .map(|class| (class, planned[class]))
                .collect();
            let load: u64 = own.iter().map(|&(_, seconds)| seconds).sum();
            let most = own.iter().map(|&(_, seconds)| seconds).max().unwrap();
            let mut pool = Pool::new(load, own, most);
            let mut stage = Simulation::default();
            let mut taken = 0;
            run(&mut pool, JOBS, &mut stage, |event| {
                match event {
                    Event::Begins(grant) => {
                        begun[grant.class] += 1;
                        assert!(grant.seconds >= planned[grant.class] && grant.seconds <= most);
                        handed_on += grant.seconds - planned[grant.class];
                    }
                    Event::Ended(ended) => {
                        taken += ended.used;
                        came_back += ended.granted - ended.used;
                    }
                }
                Ok(())
            })
            .unwrap();
            assert!(taken <= load, "shard {shard} used {taken} of {load} s");
            assert_eq!(taken + pool.spare(), load);
            assert_eq!(stage.most_at_a_time, JOBS);
            loads.push(load);
            used.push(taken);
            clocks.push(stage.clock);
        }
        assert!(begun.iter().all(|&times| times == 1));
        assert_eq!(loads.iter().sum::<u64>(), total);
        let (load, clock) = (most_of(&loads), most_of(&clocks));
        eprintln!(
            "fullest shard {load:.4} of the mean of {} s; last one done {clock:.3} of the mean; {came_back} s came \
             back, {handed_on} s handed on, {} of {total} s used",
            total / SHARDS as u64,
            used.iter().sum::<u64>()
        );
        assert!(load < 1.001, "{load}");
        assert!(clock < 1.35, "{clock}");
        assert!(handed_on * 10 > came_back * 9, "what comes back is handed on: {handed_on} of {came_back}");
    }

    #[test]
    fn after_a_wish_to_stop_nothing_begins_and_what_was_stopped_has_not_ended() {
        let mut pool = Pool::new(100, (0..10).map(|class| (class, 10)), 10);
        let mut stage = Simulation { stop_at: Some(30), ..Simulation::default() };
        let (mut begun, mut ended) = (0, 0);
        run(&mut pool, 2, &mut stage, |event| {
            match event {
                Event::Begins(_) => begun += 1,
                Event::Ended(_) => ended += 1,
            }
            Ok(())
        })
        .unwrap();
        assert!(begun > ended && begun < 10, "{begun} {ended}");
        assert_eq!(begun + pool.waiting(), 10);
    }
}
