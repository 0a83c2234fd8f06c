//! Evidence against methods, kind by kind, and the ranking that weighs it.
//!
//! A method is a *candidate* when a failing test runs a line of it. Each [`Kind`] of evidence is a number for each candidate;
//! the score of a method is the sum of its evidence by [`Weights`], and a product of powers where it is multiplied with
//! others: `exp(sum)`. [`Told`] is what one failing test tells, [`Evidence`] what several tell together.

mod few;
mod frames;
mod kind;
mod known;
mod methods;
mod packages;
mod told;
mod weights;
mod words;

pub use kind::Kind;
pub use known::Known;
pub use methods::Methods;
pub use told::{Evidence, Told};
pub use weights::{SURE, Weights, probabilities};
