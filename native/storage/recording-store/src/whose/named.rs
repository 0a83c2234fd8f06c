//! Names of folders in which people keep tests and what only tests use.

use std::path::Path;

/// Words of such names.
const WORDS: [&str; 18] = [
    "test",
    "spec",
    "it",
    "integration",
    "functional",
    "acceptance",
    "e2e",
    "fixture",
    "mock",
    "stub",
    "fake",
    "bdd",
    "cucumber",
    "spock",
    "smoke",
    "qa",
    "tck",
    "jmh",
];
/// Words that begin or end with `test` and speak of something else.
const OTHERS: [&str; 10] = [
    "attest",
    "contest",
    "fastest",
    "greatest",
    "latest",
    "protest",
    "testament",
    "testate",
    "testify",
    "testimonial",
];

/// Whether one of the last folders of a path is named for tests, as `src/testIntegration/java` and `javatests` are.
pub fn says_tests(path: &Path) -> bool {
    let folders = path.components().rev().take(3).map(|folder| folder.as_os_str().to_string_lossy());
    folders.flat_map(|folder| words(&folder)).any(|word| is_of_tests(word.trim_end_matches('s')))
}

/// Whether a folder of sources is the only one of its module, whose name stands above it: `it-tools/src`.
pub fn is_of_module(root: &Path) -> bool {
    root.file_name().is_some_and(|name| ["src", "source", "sources"].iter().any(|usual| name == *usual))
}

/// Whether a folder of sources is a set of its module beside the module's `main`: `src/contract/java`.
pub fn is_set_beside_main(root: &Path) -> bool {
    let set = root.parent();
    let main = set.and_then(Path::parent).map(|sets| sets.join("main"));
    main.is_some_and(|main| set.is_some_and(|set| set != main) && main.is_dir())
}

/// Words in the names of classes that only tests use.
const OF_HELPERS: [&str; 7] = ["test", "testing", "fixture", "mock", "stub", "fake", "dummy"];

/// Whether a class is named as what only tests use: `FakeClock`, `CartFixtures`.
pub fn is_helper(class: &str) -> bool {
    words(class).iter().any(|word| OF_HELPERS.contains(&word.trim_end_matches('s')))
}

/// Whether a class is named as tests are: `CartTests`, `CartSpec`.
pub fn says_tests_of(class: &str) -> bool {
    words(class).iter().any(|word| is_of_tests(word.trim_end_matches('s')))
}

fn is_of_tests(word: &str) -> bool {
    WORDS.contains(&word) || (word.starts_with("test") || word.ends_with("test")) && !OTHERS.contains(&word)
}

/// The words of a name, in lower case: `test`, `integration` of `testIntegration`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            words.last_mut().expect("there is one").extend(letter.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_tests_are_known_by_a_word_of_their_name() {
        for tests in [
            "src/test/java",
            "core/src/testlib/java",
            "javatests",
            "src/fixtures/java",
            "qa",
            "src/jmh/java",
            "src/unittests",
        ] {
            assert!(says_tests(Path::new(tests)), "{tests}");
        }
        for others in ["src/main/java", "contests/src", "latest/src", "src/attest/java", "src/item/java"] {
            assert!(!says_tests(Path::new(others)), "{others}");
        }
    }
}
