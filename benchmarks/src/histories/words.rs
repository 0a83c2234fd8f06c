//! Tells by its message whether a commit may mend a fault.

use faultline_vcs_history::speaks_of_a_fix;

/// What people complain of, as the beginning of a word.
const COMPLAINTS: [&str; 27] = [
    "avoid",
    "broke",
    "correct",
    "corrupt",
    "crash",
    "deadlock",
    "endless",
    "error",
    "exception",
    "fail",
    "handle",
    "hang",
    "incorrect",
    "infinite",
    "invalid",
    "issue",
    "leak",
    "miss",
    "npe",
    "nullpointer",
    "overflow",
    "prevent",
    "regress",
    "should",
    "throw",
    "unexpected",
    "wrong",
];

/// Work on a project that mends no behaviour, as the beginning of a word in the subject.
const CHORES: [&str; 20] = [
    "bump",
    "checkstyle",
    "clean",
    "dependabot",
    "deprecat",
    "deps",
    "format",
    "improve",
    "introduce",
    "javadoc",
    "license",
    "optimi",
    "perf",
    "pmd",
    "polish",
    "refactor",
    "rename",
    "sonar",
    "spotbugs",
    "typo",
];

/// Whether a message speaks of a fault, and its subject not of a chore or of something new.
///
/// Generous on purpose: tests decide later, and a commit that is left out here is lost.
pub fn may_mend(subject: &str, body: &str) -> bool {
    let is_chore = words(subject).any(|word| begins(&word, &CHORES)) || adds(subject);
    let speaks = speaks_of_a_fix(subject.as_bytes())
        || speaks_of_a_fix(body.as_bytes())
        || words(subject).chain(words(body)).any(|word| begins(&word, &COMPLAINTS))
        || names_an_issue(subject);
    speaks && !is_chore
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn begins(word: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| word.starts_with(beginning))
}

/// `Add support for ...`, `Added method ...`.
fn adds(subject: &str) -> bool {
    let words: Vec<String> = words(subject).collect();
    let is_new = |two: &[String]| {
        two[0].starts_with("add") && ["support", "new", "method", "option", "feature"].contains(&&*two[1])
            || two[0] == "support" && two[1] == "for"
    };
    words.windows(2).any(is_new)
}

/// `#12` or `TEXT-12`.
fn names_an_issue(subject: &str) -> bool {
    let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let by_number = subject.split('#').skip(1).any(digit);
    let by_key = subject.split('-').zip(subject.split('-').skip(1)).any(|(before, after)| {
        let letters = before.chars().rev().take_while(char::is_ascii_uppercase).count();
        letters >= 2 && digit(after)
    });
    by_number || by_key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_fixes_are_told_from_chores_and_features() {
        for subject in [
            "Fix the off-by-one in Parser",
            "TEXT-212: surrogates are cut",
            "Empty input no longer throws (#17)",
            "Handle null keys",
        ] {
            assert!(may_mend(subject, ""), "{subject}");
        }
        assert!(may_mend("Numbers again", "This was wrong for -0.0."));
        for subject in [
            "Fix typo",
            "Bump junit from 5.9 to 5.10 (#31)",
            "CSV-12: Add support for missing values",
            "Refactor error handling",
            "Second try",
        ] {
            assert!(!may_mend(subject, ""), "{subject}");
        }
    }
}
