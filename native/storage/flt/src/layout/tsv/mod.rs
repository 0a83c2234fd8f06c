//! The tsv layout: tab-separated UTF-8 text without headers.
//!
//! - `elements.tsv`: class, method name with descriptor, line; the row is the element's index.
//! - `tests.tsv`: `class::method`, `passed` or `failed`, covered elements separated by spaces.
//! - `failures.tsv` (optional): test, exception class, position in the stack trace from 0, class, method,
//!   line. Frames of the JDK and of test frameworks are left out, but the other frames keep their positions.
//!   An unknown line is -1, as in Java; other tools leave it empty, which is read as -1.
//! - `faulty-methods.tsv` (optional): methods that a fix changed, one per row.
//!
//! In memory, an omitted frame is a frame with an empty class. Positions are thus preserved, and writing what
//! was read gives the same bytes, except for empty lines.

mod read;
mod write;

pub(super) use read::import;
pub use read::{TsvFiles, import_tsv};
pub(super) use write::export;

pub(super) const ELEMENTS: &str = "elements.tsv";
const TESTS: &str = "tests.tsv";
const FAILURES: &str = "failures.tsv";
const FAULTY_METHODS: &str = "faulty-methods.tsv";
/// Separates class and method in a test's name.
const SEPARATOR: &str = "::";
