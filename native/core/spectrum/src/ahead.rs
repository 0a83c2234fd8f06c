//! Reads coverages that were left in their files ahead of their use.

use std::sync::mpsc;
use std::thread;

use crate::{Coverage, RecordedTest};

/// The number of coverages that are read ahead.
const AHEAD: usize = 32;
/// Fewer coverages than this are read sooner than a thread starts.
const FEW: usize = 32;

/// Passes each test with the words of its coverage to `each`, in order, up to the first error. Another thread reads
/// coverages that were left in their files, so that reading and merging take place at the same time.
/// Memory: the words of [`AHEAD`] coverages.
pub(crate) fn each<'t, E>(
    tests: &[&'t RecordedTest],
    mut each: impl FnMut(&'t RecordedTest, &[u64]) -> Result<(), E>,
) -> Result<(), E> {
    let left: Vec<&Coverage> =
        tests.iter().map(|test| &test.coverage).filter(|coverage| coverage.is_left()).collect();
    if left.len() < FEW || left.len() < tests.len() {
        let mut buffer = Vec::new();
        return tests.iter().try_for_each(|test| each(test, test.coverage.words_in(&mut buffer)));
    }
    thread::scope(|scope| {
        let (read, coverages) = mpsc::sync_channel(AHEAD);
        let (used, buffers) = mpsc::channel::<Vec<u64>>();
        let reading = move || {
            for coverage in left {
                let mut words = buffers.try_recv().unwrap_or_default();
                coverage.read(&mut words);
                if read.send(words).is_err() {
                    return;
                }
            }
        };
        // Without the thread, each coverage is read when it is needed.
        let _ = thread::Builder::new().spawn_scoped(scope, reading);
        for test in tests {
            let words = coverages.recv().unwrap_or_else(|_| {
                let mut words = Vec::new();
                test.coverage.read(&mut words);
                words
            });
            each(test, &words)?;
            let _ = used.send(words);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Outcome, RowSource};

    /// Coverages of one class whose bits are their numbers.
    #[derive(Debug)]
    struct Numbers;

    impl RowSource for Numbers {
        fn read(&self, number: usize, words: &mut Vec<u64>) {
            words.clear();
            words.extend([7 << 32 | 1, number as u64 + 1]);
        }
    }

    fn tests(count: u32) -> Vec<RecordedTest> {
        let test = |sequence: u32| RecordedTest {
            sequence,
            unique_id: format!("t{sequence}"),
            class: String::new(),
            method: String::new(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
            coverage: Coverage::left(Arc::new(Numbers), sequence as usize, 2),
        };
        (0..count).map(test).collect()
    }

    fn read(tests: &[RecordedTest], stop: u32) -> (Vec<(u32, u64)>, Result<(), u32>) {
        let mut all = Vec::new();
        let end = each(&tests.iter().collect::<Vec<_>>(), |test, words| {
            all.push((test.sequence, words[1]));
            if test.sequence == stop { Err(stop) } else { Ok(()) }
        });
        (all, end)
    }

    #[test]
    fn coverages_come_with_their_tests_however_many_and_whatever_is_left() {
        for count in [0, 1, 31, 32, 500] {
            let known: Vec<(u32, u64)> = (0..count).map(|of| (of, u64::from(of) + 1)).collect();
            let tests = tests(count);
            assert_eq!(read(&tests, u32::MAX), (known.clone(), Ok(())));
            // What was asked for before is no longer left.
            tests.iter().step_by(3).for_each(|test| assert_eq!(test.coverage.words().len(), 2));
            assert_eq!(read(&tests, u32::MAX), (known, Ok(())));
        }
    }

    #[test]
    fn reading_ends_with_the_first_error() {
        let (read, end) = read(&tests(500), 100);
        assert_eq!((read.len(), end), (101, Err(100)));
    }
}
