//! Fitness of generated tests.
//!
//! A search that generates tests for a failing one needs three things: the classes to look at ([`Plan::classes`]), the
//! fitness of a candidate given the kept tests ([`Session::fitness`]), and whether to keep the best one
//! ([`Session::accept`]). A [`Plan`] is a recorded spectrum with its failing test and a metric. With the lines that the
//! search can see it becomes a [`Session`] ([`Plan::observe`]). A similarity to the failing test, of conditions or inputs,
//! can replace the metric ([`Plan::compare`]). Rows are over lines; [`Hits`] converts probe data to rows, including static
//! initialisers.
//!
//! ```no_run
//! use std::path::Path;
//! use faultline_search_fitness::{Plan, Probe, Query};
//!
//! let query = Query { spectrum: Path::new(".faultline"), failing: &[], metric: "ddu", model: None };
//! let plan = Plan::open(&query)?;
//! let probes = [Probe { class: "org.x.Foo", method: "bar", descriptor: "()V", line: 12 }];
//! let (mut session, bits) = plan.observe(&probes)?;
//! let mut row = vec![0; session.stride()];
//! if let Some(bit) = bits[0] {
//!     row[bit as usize / 64] |= 1 << (bit % 64);
//! }
//! println!("{} {:?}", session.score(&row), session.accept(&row, "org.x.Foo 1"));
//! # Ok::<(), faultline_search_fitness::FitnessError>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod error;
mod hits;
mod kept;
mod load;
mod metric;
mod near;
mod plan;
mod scene;
mod session;

pub use error::FitnessError;
pub use hits::Hits;
pub use kept::Joining;
pub use metric::find_metric;
pub use near::{Compared, Conditions};
pub use plan::{Plan, Query};
pub use scene::Probe;
pub use session::{Candidate, Session, Standing};
