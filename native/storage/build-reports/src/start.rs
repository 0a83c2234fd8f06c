//! The start of a run, with which times of reports are compared.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Resolution of file timestamps. A report is written after tests of its JVM ended, so it is newer than that
/// JVM's start except for this. On a file system with a coarser resolution, reports may be ignored.
const TICK: Duration = Duration::from_millis(20);
/// The maximum start time, since 1970, of artificial recordings.
const MADE_UP: Duration = Duration::from_secs(2);

/// When the first JVM of a run started, nanoseconds since the Unix epoch; `None` if the recording is artificial: an
/// imported spectrum has no start time.
pub fn recorded(started_ns: u64) -> Option<SystemTime> {
    (u128::from(started_ns) > MADE_UP.as_nanos()).then(|| UNIX_EPOCH + Duration::from_nanos(started_ns))
}

/// The least time that a report of a run has which started at `start`.
pub fn least(start: SystemTime) -> SystemTime {
    start - TICK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn artificial_recordings_have_no_start() {
        assert_eq!(recorded(1), None);
        let start = recorded(3_000_000_000).unwrap();
        assert_eq!(start, UNIX_EPOCH + Duration::from_secs(3));
        assert!(least(start) < start);
    }
}
