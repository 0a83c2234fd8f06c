//! Evidence against methods, kind by kind, and the ranking that weighs it.
//!
//! A method is a *candidate* if a failing test runs one of its lines. Each [`Kind`] of evidence is a number for each
//! candidate. A method's score is the exponential of its evidence weighted by [`Weights`]. [`LineKind`] is evidence about a
//! line relative to the others of its method. [`Told`] is the evidence from one failing test, [`Evidence`] that from
//! several.

mod few;
mod frames;
mod kind;
mod known;
mod line;
mod methods;
mod packages;
mod stated;
mod told;
mod weights;
mod words;

pub use kind::Kind;
pub use known::Known;
pub use line::{LineKind, LineRow, Tested, alone, is_whole, line_rows};
pub use methods::Methods;
pub use stated::Stated;
pub use told::{Evidence, Told};
pub use weights::{ALONE, SURE, Weights, probabilities};
