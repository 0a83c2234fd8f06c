//! Recognises fixes by their commit messages.

/// Words that mark a commit as a fix, also inside other words.
const WORDS: [&[u8]; 7] = [b"fix", b"bug", b"defect", b"patch", b"corrigido", b"close", b"resolve"];

/// Whether a commit message contains one of `fix`, `bug`, `defect`, `patch`, `corrigido`, `close` and `resolve`, in
/// any case.
///
/// Parts of words count, as in `prefix` or `dispatch`. Source: Schwa; the endings in its pattern have no effect.
pub fn speaks_of_a_fix(message: &[u8]) -> bool {
    // Fast path: most letters begin none of the words.
    let may_begin = |letter: u8| matches!(letter | 0x20, b'b' | b'c' | b'd' | b'f' | b'p' | b'r');
    let begins = |at: usize| {
        let rest = &message[at..];
        WORDS.iter().any(|word| rest.get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word)))
    };
    (0..message.len()).any(|at| may_begin(message[at]) && begins(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_fixes_are_found_in_either_case_and_inside_other_words() {
        let fixes = [
            "Fixes LANG-747",
            "a BUG",
            "Corrigidos",
            "a defect",
            "Patch it",
            "CLOSE",
            "javadoc\n\nresolved",
            "prefix",
            "Dispatch",
            "enclosed",
            "fix",
        ];
        assert!(fixes.iter().all(|message| speaks_of_a_fix(message.as_bytes())));
        let others = ["LANG-747", "", "bu g", "f\u{131}x", "Add a test"];
        assert!(!others.iter().any(|message| speaks_of_a_fix(message.as_bytes())));
    }
}
