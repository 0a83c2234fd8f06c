//! CPU time of child processes, and of the calling thread.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::time::{ClockId, clock_gettime};

use crate::BenchError;

/// Resources used by a child process.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// User and system time, of all its threads and waited-for children.
    pub cpu: Duration,
    /// Time from start to end; on a shared machine mostly determined by the other load.
    pub wall: Duration,
}

/// Runs a program to its end and returns its resource usage and output.
///
/// Usage is the difference of this process's account of waited-for children, so no other child may end meanwhile. Errors: the
/// program does not start, or ends with another code than 0 (`what` then names it).
pub fn measured(what: &str, command: &mut Command) -> Result<(Usage, String), BenchError> {
    let failed = |detail: String| BenchError::Program { what: what.to_owned(), detail };
    let before = children()?;
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output().map_err(|e| failed(e.to_string()))?;
    let wall = start.elapsed();
    let cpu = children()?.saturating_sub(before);
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(failed(format!("{}\n{stderr}", output.status)));
    }
    Ok((Usage { cpu, wall }, String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// CPU time of the calling thread, at a finer resolution than that of a process. Panics: the system has no such clock.
pub fn of_this_thread() -> Duration {
    let clock = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID);
    clock.expect("a clock that every Linux has").into()
}

/// CPU time of all waited-for children. Errors: the system call fails.
pub fn children() -> Result<Duration, BenchError> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)
        .map_err(|e| BenchError::Program { what: "getrusage".to_owned(), detail: e.to_string() })?;
    let micros = |t: nix::sys::time::TimeVal| t.tv_sec() * 1_000_000 + t.tv_usec();
    let total = micros(usage.user_time()) + micros(usage.system_time());
    Ok(Duration::from_micros(u64::try_from(total).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_work_of_a_child_and_not_its_sleep() {
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done";
        let (work, printed) = measured("busy", Command::new("sh").args(["-c", busy])).unwrap();
        assert_eq!(printed, "done\n");
        let (sleep, _) = measured("sleep", Command::new("sleep").arg("0.3")).unwrap();
        assert!(sleep.wall >= Duration::from_millis(300));
        assert!(sleep.cpu < Duration::from_millis(150), "{sleep:?}");
        assert!(work.cpu > Duration::from_millis(10), "{work:?}");
    }

    #[test]
    fn names_the_run_that_failed() {
        let error = measured("the run", Command::new("sh").args(["-c", "echo why >&2; exit 3"])).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("the run") && text.contains('3') && text.contains("why"), "{text}");
    }
}
