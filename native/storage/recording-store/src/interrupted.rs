//! Tests that were running when their JVM was ended: they probably hung, and can be analysed.

use std::path::Path;

use faultline_messages::names;
use faultline_messages::words::{counted, number, shell_word};
use faultline_spectrum::{Recording, Test};

use crate::find::DEFAULT_FOLDER;

/// Maximum number of tests named in a command.
const NAMED: usize = 3;

/// The distinct names of a spectrum's interrupted tests.
pub fn of_tests(tests: &[Test]) -> Vec<String> {
    distinct(tests.iter().filter(|test| test.is_interrupted()).map(names::test))
}

/// The distinct names of interrupted tests in recordings.
pub fn of_recordings(recordings: &[Recording]) -> Vec<String> {
    let tests = recordings.iter().flat_map(|recording| &recording.tests);
    distinct(tests.filter(|test| test.is_interrupted()).map(names::test))
}

/// `1 test was running when the JVM was ended: faultline rank --failing 'a.B#m'`; `None` if there are none.
/// `dir` is the recordings' folder, unless rank finds it by itself.
pub fn offer(tests: &[String], dir: Option<&Path>) -> Option<String> {
    let (named, more) = tests.split_at(tests.len().min(NAMED));
    if named.is_empty() {
        return None;
    }
    let dir = dir.filter(|dir| *dir != Path::new(DEFAULT_FOLDER));
    let dir = dir.map_or(String::new(), |dir| format!(" {}", shell_word(&dir.display().to_string())));
    let failing: Vec<_> = named.iter().map(|name| format!(" --failing {}", shell_word(name))).collect();
    let more = if more.is_empty() { String::new() } else { format!(" (and {} more)", number(more.len())) };
    let were = if tests.len() == 1 { "was" } else { "were" };
    Some(format!(
        "{} {were} running when the JVM was ended: faultline rank{dir}{}{more}",
        counted(tests.len(), "test"),
        failing.concat()
    ))
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut distinct = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_tests_as_a_shell_takes_them_and_the_folder_where_it_is_not_the_usual() {
        let names = |count: usize| (0..count).map(|n| format!("a.B#m{n}(int)[1]")).collect::<Vec<_>>();
        assert_eq!(offer(&[], None), None);
        assert_eq!(
            offer(&["a.B#m".to_owned()], Some(Path::new(".faultline"))).unwrap(),
            "1 test was running when the JVM was ended: faultline rank --failing 'a.B#m'"
        );
        assert_eq!(
            offer(&names(1), Some(Path::new("my out"))).unwrap(),
            "1 test was running when the JVM was ended: faultline rank 'my out' --failing 'a.B#m0(int)[1]'"
        );
        let four = offer(&names(4), None).unwrap();
        assert!(
            four.starts_with("4 tests were running") && four.ends_with("'a.B#m2(int)[1]' (and 1 more)"),
            "{four}"
        );
    }
}
