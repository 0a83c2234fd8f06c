//! How much of a list is shown.

/// How many entries `--top` asks for, of which so many are usual; 0 is all.
pub fn shown(top: Option<usize>, usual: usize) -> usize {
    match top.unwrap_or(usual) {
        0 => usize::MAX,
        top => top,
    }
}
