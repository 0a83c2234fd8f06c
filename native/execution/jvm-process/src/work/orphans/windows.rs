//! There are none: a job ends with the program that created it.

/// Kills the processes with this variable. Returns their number.
pub fn end(_: &str) -> usize {
    0
}
