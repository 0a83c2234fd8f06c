//! GZoltar's text report.
//!
//! - `spectra.csv`: header `name`, then one element per row, `a.b$C#foo(int,a.D):12`.
//! - `matrix.txt`: one test per row, `0` or `1` for each element and `+` or `-`, separated by spaces.
//! - `tests.csv`: header `name,outcome,runtime,stacktrace`, then the tests in the same order.
//! - `<formula>.ranking.csv`: header `name;suspiciousness_value`, then the elements, best first.
//!
//! GZoltar escapes nothing. This writer quotes a field of `tests.csv` if necessary and writes a trace on one
//! line, so that CSV readers and line-based scripts both understand it. The reader accepts both forms.

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
/// Separates class and method in a test's name.
const SEPARATOR: &str = "#";
