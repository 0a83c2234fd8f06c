//! Characters with a meaning in shells.

/// Whether a word contains blanks, quotes or characters of shells, so that a program may read it as a script.
pub fn looks_like_script(word: &str) -> bool {
    word.contains(|c: char| c.is_whitespace() || c.is_control() || "'\"`;|&<>()$".contains(c))
}
