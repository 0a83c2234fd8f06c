//! Finds the source of a test.

use std::path::{Path, PathBuf};

use faultline_recording_store::sources::{Roots, Sources};
use faultline_spectrum::{Class, Test};

/// Folders of test sources in a module.
const TEST_FOLDERS: [&str; 7] = [
    "src/test/java",
    "src/test/kotlin",
    "src/test/groovy",
    "src/test/scala",
    "src/test",
    "test",
    "evosuite-tests",
];

/// Looks up the source locations of tests.
#[derive(Debug)]
pub struct Places(Sources);

impl Places {
    /// Searches the folders `given`, then the test source folders below each of `bases`, then the folders
    /// where sources of classes are found.
    pub fn new(given: &[PathBuf], bases: &[&Path]) -> Self {
        let of_tests = bases.iter().flat_map(|base| TEST_FOLDERS.iter().map(|folder| base.join(folder)));
        let folders: Vec<PathBuf> = given.iter().cloned().chain(of_tests).collect();
        let base = bases.first().copied().unwrap_or(Path::new("."));
        // Conventional folders are not named by the user, so links in them must not lead outside.
        let named: Vec<PathBuf> =
            given.iter().cloned().chain(bases.iter().map(|&base| base.to_owned())).collect();
        Self(Sources::within(Roots::new(base, &[], &named), &folders, base, None))
    }

    /// `src/test/java/org/x/FooTest.java:12`, without the line if the method is not found, such as an
    /// inherited one. `None` if the file is not found.
    pub fn of(&mut self, test: &Test) -> Option<String> {
        if test.class.is_empty() {
            return None;
        }
        let outermost = test.class.split('$').next().unwrap_or_default();
        let simple = outermost.rsplit('.').next().unwrap_or_default();
        [None, Some("kt"), Some("groovy"), Some("scala")].into_iter().find_map(|ending| {
            let class = Class {
                name: test.class.clone(),
                source_file: ending.map(|ending| format!("{simple}.{ending}")),
                hash: 0,
                location: String::new(),
            };
            let file = self.0.of(&class)?;
            let path = file.path.display();
            Some(match declaration(&file.lines, &test.method) {
                Some(line) => format!("{path}:{line}"),
                None => path.to_string(),
            })
        })
    }
}

/// The line, from 1, that probably declares a method: its name before a parenthesis and after a type or a
/// keyword, not after a dot.
fn declaration(lines: &[String], method: &str) -> Option<usize> {
    // In parameterised tests a suffix follows the name: `adds(int)[2]`.
    let end = method.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(method.len());
    let name = &method[..end];
    if name.is_empty() {
        return None;
    }
    (1..).zip(lines).find(|(_, line)| declares(line, name)).map(|(number, _)| number)
}

fn declares(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (&line[..at], line[at + name.len()..].trim_start());
        let type_before = before.trim_end();
        let last_word = type_before.rsplit(|c: char| !is_part(c)).next().unwrap_or_default();
        after.starts_with('(')
            && before.ends_with(char::is_whitespace)
            && type_before.ends_with(|c: char| is_part(c) || c == '>' || c == ']')
            && !matches!(last_word, "return" | "new" | "else" | "throw")
            && !line.trim_start().starts_with(['*', '/'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_told_from_a_call() {
        let text = "class T {\n  // void adds() is below\n  int x = adds();\n  Object y() { return adds (); }\n  \
                    this.adds();\n  @Test public void adds(int a) {\n  void addsMore() {}";
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(declaration(&lines, "adds"), Some(6));
        assert_eq!(declaration(&lines, "adds(int)[2]"), Some(6));
        assert_eq!(declaration(&lines, "addsMore"), Some(7));
        assert_eq!(declaration(&lines, "add"), None);
        assert_eq!(declaration(&lines, ""), None);
        assert_eq!(declaration(&["fun adds() = 1".to_owned()], "adds"), Some(1));
    }
}
