//! Runs rounds of JVMs in parallel, as mutual load.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Number of JVMs that keep a machine busy: three per core, so that even without one of them there are more runnable threads than
/// twice the number of cores.
pub fn busy() -> usize {
    3 * thread::available_parallelism().map_or(2, usize::from)
}

/// Runs rounds `0..rounds`, `at_once` in parallel, and returns their results in order. `progress` gets the number of finished
/// rounds. Panics: a round does.
pub fn rounds<T: Send>(
    rounds: u64,
    at_once: usize,
    round: impl Fn(u64) -> T + Sync,
    progress: impl Fn(u64) + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= rounds {
                        break;
                    }
                    let result = round(number);
                    results.lock().expect("no round panics under the lock").push((number, result));
                    progress(1 + done.fetch_add(1, Ordering::Relaxed));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no round panics under the lock");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Reports progress on stderr after every `so_many` rounds.
pub fn every(so_many: u64, what: &str) -> impl Fn(u64) + Sync {
    move |done| {
        if done % so_many == 0 {
            eprintln!("{what}: {done}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    #[test]
    fn every_round_runs_once_and_results_keep_their_order() {
        let seen = Mutex::new(Vec::new());
        let squares = super::rounds(20, 3, |n| n * n, |done| seen.lock().unwrap().push(done));
        assert_eq!(squares, (0..20).map(|n| n * n).collect::<Vec<u64>>());
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen, (1..=20).collect::<Vec<u64>>());
    }
}
