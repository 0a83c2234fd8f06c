//! The option `--top`: how much of a list is shown.

/// Number of entries to show, given the default `usual`; 0 means all.
pub fn shown(top: Option<usize>, usual: usize) -> usize {
    match top.unwrap_or(usual) {
        0 => usize::MAX,
        top => top,
    }
}
