//! Restricts work to some of the machine's cores.

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

use crate::BenchError;

/// The system's id 0 means the calling thread.
const THIS: Pid = Pid::from_raw(0);

/// Number of cores available to the calling thread. Errors: the system call fails.
pub fn available() -> Result<usize, BenchError> {
    let allowed = sched_getaffinity(THIS).map_err(failed)?;
    Ok(numbers(&allowed).count())
}

/// Runs `work` on the first `cores` cores available to the calling thread; programs started meanwhile see only these. Errors: the
/// system call fails.
pub fn only<T>(cores: usize, work: impl FnOnce() -> T) -> Result<T, BenchError> {
    let allowed = sched_getaffinity(THIS).map_err(failed)?;
    let mut some = CpuSet::new();
    numbers(&allowed).take(cores).try_for_each(|core| some.set(core)).map_err(failed)?;
    sched_setaffinity(THIS, &some).map_err(failed)?;
    let done = work();
    sched_setaffinity(THIS, &allowed).map_err(failed)?;
    Ok(done)
}

fn numbers(set: &CpuSet) -> impl Iterator<Item = usize> {
    (0..CpuSet::count()).filter(|&core| set.is_set(core).unwrap_or(false))
}

fn failed(error: nix::Error) -> BenchError {
    BenchError::Program { what: "choosing cores".to_owned(), detail: error.to_string() }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn programs_find_the_cores_that_they_may_use() {
        let found = || {
            let output = Command::new("nproc").env_remove("OMP_NUM_THREADS").output().unwrap();
            String::from_utf8(output.stdout).unwrap().trim().parse::<usize>().unwrap()
        };
        let all = available().unwrap();
        assert_eq!(only(1, found).unwrap(), 1);
        assert_eq!(only(2, found).unwrap(), all.min(2));
        assert_eq!((available().unwrap(), found()), (all, all));
    }
}
