//! Measures how well tests distinguish faults, and chooses tests to add.
//!
//! A [`Metric`] scores a candidate test given the tests chosen so far ([`State`]); some also value a whole suite. Its type
//! states whether larger or smaller values are better ([`Direction`]). [`METRICS`] lists all by name ([`AnyMetric::find`]);
//! [`Selector`] and [`select`] choose tests greedily.
//!
//! Metrics build on ambiguity groups ([`Partition`]): sets of elements covered by the same tests, found by exact refinement,
//! never by a hash.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod ambiguity;
mod any;
mod bits;
mod blocks;
mod columns;
mod direction;
mod effect;
mod error;
mod field;
mod ietcr;
mod labelling;
mod lazy;
mod likeness;
mod metric;
pub mod metrics;
mod partition;
mod pool;
mod registry;
mod select;
pub mod similarity;
mod suite;
mod suspects;
mod universe;
mod weighted;

pub use any::{AnyMetric, AnyState};
pub use columns::{Columns, Prepared};
pub use direction::{Better, Direction, Larger, Smaller, TIE_TOLERANCE};
pub use effect::Effect;
pub use error::DiagnosabilityError;
pub use ietcr::{Ietcr, bounded_dstar, ietcr, ietcr_with};
pub use labelling::{Answer, Labelling, Offer};
pub use metric::{Known, Metric, Pick, Relation, State, Verdict};
pub use partition::{Group, Partition, Touch};
pub use pool::Pool;
pub use registry::{METRICS, MetricEntry};
pub use select::{Labels, SelectQuery, Selector, Step, select, suite_value};
pub use suite::SuiteMeasures;
pub use universe::Universe;
