//! Counts, suspiciousness formulas, and rankings with tie policies.
//!
//! The way of a number: a [`Selection`] says which rows count; [`Counts`] of each element
//! follow; a [`Formula`] of the registry scores them; a [`Ranker`] joins elements to lines,
//! methods or classes, sorts, and states ties.
//!
//! ```
//! # use faultline_spectrum::Spectrum;
//! # use faultline_scoring::{Formula, Level, RankQuery, ScoringError, Selection, Ties, rank};
//! # fn suspects(spectrum: &Spectrum) -> Result<(), ScoringError> {
//! let query = RankQuery {
//!     selection: Selection::all(spectrum),
//!     formula: Formula::find("ochiai")?,
//!     level: Level::Method,
//!     ties: Ties::Max,
//! };
//! for suspect in rank(spectrum, &query)?.entries.iter().take(20) {
//!     println!("{} {:.3}", suspect.rank, suspect.score);
//! }
//! # Ok(())
//! # }
//! ```

mod counts;
mod error;
mod failure_groups;
mod formula;
mod lines;
mod near;
mod ranking;
mod registry;
mod selection;
mod test_names;
mod ties;

pub use counts::{Counts, count_elements};
pub use error::ScoringError;
pub use failure_groups::{FailureGroup, ThrowSite, failure_groups};
pub use formula::{Formula, RankGroup};
pub use near::nearest as nearest_names;
pub use ranking::{Level, RankQuery, Ranked, Ranker, Ranking, Suspect, rank};
pub use registry::FORMULAS;
pub use selection::Selection;
pub use test_names::{display_name, failing_tests, tests_named};
pub use ties::{Place, TIE_TOLERANCE, Ties, finite, places};
