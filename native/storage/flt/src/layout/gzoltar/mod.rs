//! GZoltar's text report.
//!
//! - `spectra.csv`: header `name`, then one element a row, `a.b$C#foo(int,a.D):12`.
//! - `matrix.txt`: one test a row, `0` or `1` for each element and `+` or `-`, with spaces.
//! - `tests.csv`: header `name,outcome,runtime,stacktrace`, then the tests in the same order.
//! - `<formula>.ranking.csv`: header `name;suspiciousness_value`, then the elements, best first.
//!
//! GZoltar escapes nothing. We quote a field of `tests.csv` that needs it and keep traces on
//! one line, so that both CSV readers and scripts that go line by line understand it; reading
//! takes both forms.

mod name;
mod ranking;
mod read;
mod tests_csv;
mod trace;
mod write;

pub use ranking::write_ranking;
pub(super) use read::import;
pub(super) use write::export;

pub(super) const MATRIX: &str = "matrix.txt";
const SPECTRA: &str = "spectra.csv";
const TESTS: &str = "tests.csv";
const TESTS_HEADER: &str = "name,outcome,runtime,stacktrace";
/// Between class and method of a test's name.
const SEPARATOR: &str = "#";
