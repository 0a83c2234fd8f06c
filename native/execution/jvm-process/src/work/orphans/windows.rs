//! There are none: jobs end with the program that made them.

/// Ends the processes that have this variable. Gives how many these were.
pub fn end(_: &str) -> usize {
    0
}
