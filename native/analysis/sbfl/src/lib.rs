//! Counts, suspiciousness formulas, and rankings with tie policies.
//!
//! Data flow: a [`Selection`] chooses the rows that count; they give [`Counts`] of each element; the base of a
//! [`RankingSpec`], a [`Formula`] of the registry or a [`Posterior`], scores the counts; a [`Ranker`] joins elements to
//! lines, methods or classes, multiplies the factors of size, stack trace, names and mutants ([`MutantEvidence`]), sorts,
//! and determines ties. Variants of failing tests ([`Variant`]) count beside the rows. [`MethodRanks`] ranks methods in a
//! search loop.
//!
//! ```
//! # use faultline_spectrum::Spectrum;
//! # use faultline_sbfl::{Level, RankQuery, ScoringError, Selection, Ties, rank};
//! # fn suspects(spectrum: &Spectrum) -> Result<(), ScoringError> {
//! let query = RankQuery {
//!     selection: Selection::all(spectrum),
//!     ranking: "ochiai+size+trace+name".parse()?,
//!     level: Level::Method,
//!     ties: Ties::Max,
//! };
//! for suspect in rank(spectrum, &query)?.entries.iter().take(20) {
//!     println!("{} {:.3}", suspect.rank, suspect.score);
//! }
//! # Ok(())
//! # }
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod amplified;
mod changed;
mod clues;
mod counts;
mod error;
pub mod evidence;
mod failure_groups;
mod formula;
mod level;
mod lines;
mod method_index;
mod method_ranks;
mod mutants;
mod names;
mod namesakes;
mod near;
mod order;
mod outcomes;
mod posterior;
mod radix;
mod ranker;
mod ranking;
mod registry;
mod scores;
mod selection;
mod spec;
mod test_names;
mod ties;
mod trace;

pub use amplified::{Variant, Weighed};
pub use changed::{ChangeEvidence, ChangeFactors};
pub use clues::Clues;
pub use counts::{Counts, SuiteCounts, clone_factor, count_elements, is_unbalanced};
pub use error::ScoringError;
pub use failure_groups::{FailureGroup, ThrowSite, failure_groups, grouped};
pub use formula::{Cloning, Formula, Parameter, RankGroup};
pub use level::Level;
pub use method_index::MethodIndex;
pub use method_ranks::{MethodRanks, MethodScore};
pub use mutants::{MutantEvidence, MutantScore, Telling};
pub use names::{NameIndex, NameMatch};
pub use near::nearest as nearest_names;
pub use outcomes::{BestOutcome, BestOutcomes};
pub use posterior::Posterior;
pub use ranker::{Ranker, rank};
pub use ranking::{RankQuery, Ranked, Ranking, Suspect};
pub use registry::FORMULAS;
pub use selection::Selection;
pub use spec::{
    AMPLIFIED_WEIGHT, Aggregate, Base, CHANGED_MOST, MUTANTS_WEIGHT, NAME_WEIGHT, RankingSpec, SIZE_EXPONENT,
    TRACE_WEIGHT,
};
pub use test_names::{display_name, failing_tests, fits, tests_named, tests_to_explain};
pub use ties::{Place, TIE_TOLERANCE, Ties, finite, places};
pub use trace::TraceFrames;
