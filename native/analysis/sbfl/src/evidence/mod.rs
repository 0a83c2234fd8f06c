//! Evidence against methods, kind by kind, and the ranking that weighs it.
//!
//! A method is a *candidate* when a failing test runs a line of it. Each [`Kind`] of evidence is a number for each candidate;
//! the score of a method is the sum of its evidence by [`Weights`], and a product of powers where it is multiplied with
//! others: `exp(sum)`. [`LineKind`] is evidence about a line against the others of its method. [`Told`] is what one failing test tells, [`Evidence`] what several tell together.

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
pub use line::{LineKind, LineRow, Tested, line_rows};
pub use methods::Methods;
pub use stated::Stated;
pub use told::{Evidence, Told};
pub use weights::{SURE, Weights, probabilities};
