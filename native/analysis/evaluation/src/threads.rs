//! The number of threads.

use crate::EvaluationError;

/// Runs work on a rayon pool with the given number of threads; `None` is the global pool, with a thread per
/// processor. Errors: those of the work, or threads cannot be started.
pub fn with_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T, EvaluationError> + Send,
) -> Result<T, EvaluationError> {
    let Some(threads) = threads else { return work() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| EvaluationError::Threads { what: error.to_string() })?.install(work)
}
