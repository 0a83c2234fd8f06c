//! Bit counting, packing and transpose: the hot loops under the coverage matrix.
//!
//! Every kernel is written once, over plain `u64` words and in a shape that the compiler
//! vectorises, and compiled for several CPU levels; the best one that this CPU has is chosen
//! at run time ([`Level`]). [`plain`] holds a twin of each kernel that is too simple to be
//! wrong; the tests compare the two at every level that the machine has.
//!
//! `unsafe` appears here only to call a function compiled for features that were detected
//! and to name SSE2, which every x86-64 has.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
// Inlining into functions with more target features is how a body is compiled for them.
#![expect(clippy::inline_always, reason = "see the dispatch in level.rs")]

mod columns;
mod count;
mod level;
mod pack;
pub mod plain;
mod sets;
mod spread;
mod standings;
mod sums;
mod transpose;

pub use columns::{column_counts, column_counts_at};
pub use count::{and_count, and_count_at, count, count_at};
pub use level::Level;
pub use pack::{is_zero64, pack_and_clear, pack64, take_blocks};
pub use sets::{
    and_all, and_all_at, count_planes, count_planes_at, or_and, or_and_at, weigh, weigh_at, weigh_wide,
    weigh_wide_at,
};
pub use standings::{Shift, Standing, precision_bounds, precision_bounds_at};
pub use sums::{
    add_all, add_all_at, add_pairs, add_pairs_at, add_scaled, add_scaled_at, add_scaled_small,
    add_scaled_small_at, take_all, take_all_at, widen_all, widen_all_at,
};
pub use transpose::{transpose, transpose_at, transpose_within, transpose_within_at, transpose64};
