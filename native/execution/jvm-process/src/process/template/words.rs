//! Commands as lists of words, without a shell.

use super::characters::looks_like_script;
use super::names::{Name, names_in, replaced};
use super::reader::reader;
use super::{Misplaced, read_by};

/// The words of a command; every known placeholder is an argument or a part of one.
#[derive(Clone, Debug)]
pub struct Words {
    words: Vec<String>,
    known: &'static [&'static str],
}

impl Words {
    /// Parses a command with these placeholders; other names in braces are kept. Errors: a placeholder's
    /// value would be read as code.
    pub fn of(words: Vec<String>, known: &'static [&'static str]) -> Result<Self, Misplaced> {
        for (at, word) in words.iter().enumerate() {
            let names = known_in(word, known);
            let Some(first) = names.first() else { continue };
            if let Some(program) = reader(&words, at) {
                return Err(Misplaced::new(first.name, read_by(&program)));
            }
            if looks_like_script(&replaced(word, &names, |_| String::new())) {
                return Err(Misplaced::new(first.name, "in a text that looks like a script"));
            }
        }
        Ok(Self { words, known })
    }

    /// Whether a placeholder occurs.
    pub fn has(&self, name: &str) -> bool {
        self.words.iter().any(|word| known_in(word, self.known).iter().any(|of| of.name == name))
    }

    /// The words.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// A word with its placeholders replaced by values.
    pub fn filled(&self, word: &str, value: impl Fn(&str) -> String) -> String {
        replaced(word, &known_in(word, self.known), value)
    }
}

fn known_in<'w>(word: &'w str, known: &[&str]) -> Vec<Name<'w>> {
    names_in(word).filter(|name| known.contains(&name.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> Result<Words, Misplaced> {
        Words::of(words.iter().map(|&word| word.to_owned()).collect(), &["tests"])
    }

    #[test]
    fn a_value_is_an_argument_or_a_part_of_one() {
        for words in [
            &["mvn", "-q", "test", "-Dtest={tests}"][..],
            &["./gradlew", "--tests={tests}"],
            &["sh", "-c", "mvn test -Dtest=\"$1\"", "sh", "{tests}"],
            &["awk", "{print $1}", "{tests}"],
            &["sh", "-c", "echo {unknown}"],
        ] {
            assert!(of(words).is_ok(), "{words:?}");
        }
    }

    #[test]
    fn a_value_is_no_part_of_a_script() {
        let place = |words: &[&str]| of(words).unwrap_err().place;
        assert_eq!(place(&["sh", "-c", "mvn -Dtest={tests}"]), "in what sh reads as a script");
        assert_eq!(place(&["unknown", "--run", "mvn -Dtest={tests}"]), "in a text that looks like a script");
        assert_eq!(place(&["unknown", "--run", "x;{tests}"]), "in a text that looks like a script");
        assert_eq!(place(&["make", "TESTS={tests}"]), "behind make, which pastes it into lines for a shell");
    }

    #[test]
    fn a_value_is_taken_as_it_is() {
        let words = of(&["mvn", "-Dtest={tests}"]).unwrap();
        let value = "$(a) {tests} 'b' \n";
        assert_eq!(words.filled(&words.words()[1], |_| value.to_owned()), format!("-Dtest={value}"));
        assert!(words.has("tests"));
    }
}
