//! Bit counting, packing and transpose: the hot loops on coverage matrices.
//!
//! Every kernel is written once, over `u64` words in a form that the compiler vectorises, and compiled for several CPU levels; the
//! best available level is chosen at run time ([`Level`]). [`plain`] has a naive implementation of each kernel; tests compare the two
//! at every level of the machine.
//!
//! `unsafe` is only used to call functions compiled for detected features, and to use SSE2, which every x86-64 has.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
// Bodies are compiled for more target features by inlining.
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
