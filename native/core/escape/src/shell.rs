//! Words of a shell command line, for copying from a terminal.

use std::fmt::Write as _;

use crate::hidden;
use crate::terminal::begins_command;

/// Quotes a word if necessary. Words with hidden characters become `$'a\x1b'`, which bash, zsh, ksh and the shell of POSIX 2024
/// support.
pub fn word(word: &str) -> String {
    if !hidden::is_plain(word) || word.contains("##") {
        return escaped(word);
    }
    if !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-._/+@:,%=".contains(c)) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn escaped(word: &str) -> String {
    let mut out = String::from("$'");
    let mut rest = word;
    for (c, is_hidden) in hidden::marked(word) {
        if is_hidden || begins_command(rest) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\x{byte:02x}");
            }
        } else {
            out.extend(matches!(c, '\'' | '\\').then_some('\\'));
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    out + "'"
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;
    use crate::hostile::{hostile, is_clean};

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(word("a/b-1.flt"), "a/b-1.flt");
        assert_eq!(word("my out's"), r"'my out'\''s'");
        assert_eq!(word(""), "''");
        assert_eq!(word("a\u{1b}\n\\'"), r"$'a\x1b\x0a\\\''");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn bash_reads_the_word_back(text in hostile().prop_map(|text| text.replace('\0', ""))) {
            let word = word(&text);
            prop_assert!(is_clean(&word) && !word.contains("##["), "{word:?}");
            let script = format!("printf %s {word}");
            let output = Command::new("bash").args(["-c", &script]).env("LC_ALL", "C").output().unwrap();
            prop_assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
        }
    }
}
