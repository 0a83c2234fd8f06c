//! Words at the prompt of Windows.

/// In quotes where something would split it or stand for something else. Quotes themselves, which no path has, go.
pub fn word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-._/\\+@:".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    // Behind a backslash the closing quote would be one of the word.
    let text = word.replace('"', "");
    let end = text.len() - text.trim_end_matches('\\').len();
    format!("\"{text}{}\"", "\\".repeat(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_prompt_would_split_is_quoted() {
        assert_eq!(word(r"C:\jdk\a.jar"), r"C:\jdk\a.jar");
        assert_eq!(word(r"C:\a b\c;d"), "\"C:\\a b\\c;d\"");
        assert_eq!(word("Foo$Bar&x"), "\"Foo$Bar&x\"");
        assert_eq!(word("a b\\"), "\"a b\\\\\"");
        assert_eq!((word(""), word("a\"b c")), ("\"\"".to_owned(), "\"ab c\"".to_owned()));
    }
}
