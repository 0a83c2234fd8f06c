//! How many threads compute.

use crate::EvaluationError;

/// Does work that uses rayon with a number of threads of its own; `None` is the usual pool, a
/// thread per processor. Errors: of the work, or threads cannot be started.
pub fn with_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T, EvaluationError> + Send,
) -> Result<T, EvaluationError> {
    let Some(threads) = threads else { return work() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| EvaluationError::Threads { what: error.to_string() })?.install(work)
}
