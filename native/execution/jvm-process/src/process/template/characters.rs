//! Characters that mean something to shells.

/// Whether a word is more than an argument: it has blanks, quotes or signs of a shell, so that some program may read it as a
/// script.
pub fn looks_like_script(word: &str) -> bool {
    word.contains(|c: char| c.is_whitespace() || c.is_control() || "'\"`;|&<>()$".contains(c))
}
