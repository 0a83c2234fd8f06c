//! Version history: reads a repository's commits and what they changed ([`mine`]), and weighs
//! them into defect scores ([`Schwa`]).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod behind;
mod bisection;
mod cache;
mod changed;
mod code;
mod commit;
mod deadline;
mod edits;
mod error;
mod evidence;
mod fix;
mod fonte;
mod head;
mod last;
mod mine;
mod opened;
mod past;
mod plain;
mod predictor;
mod recorded;
mod renames;
mod schwa;
mod similarity;
mod snapshot;
mod sources;
mod table;
mod trace;
mod tree;
mod units;
mod untouched;
mod walk;
mod web_pages;

pub use gix::bstr::BString;

pub use bisection::{Bisection, Next, Verdict};
pub use cache::rewritten;
pub use code::Code;
pub use commit::{Change, Commit, History, UnitEvents};
pub use edits::changed_lines;
pub use error::HistoryError;
pub use evidence::Evidence;
pub use fix::speaks_of_a_fix;
pub use fonte::{Suspicious, Voting};
pub use head::head;
pub use last::{LastChange, LastChanges, last};
pub use mine::{Mining, mine};
pub use past::Past;
pub use predictor::Predictor;
pub use schwa::{Schwa, Score, Scores, UnitScore};
pub use snapshot::{Snapshot, methods};
pub use sources::{Source, sources};
pub use table::Events;
pub use trace::{Node, Origin, Part, Signed, Trace, Tracing, signed, trace};
pub use units::{UnitEvent, UnitKind, UnitName};
pub use untouched::{Checkout, State};
pub use web_pages::{UnknownPages, WebPages};
