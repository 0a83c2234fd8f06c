//! Expectations in the fixtures' sources: `// covered by: adds, sums*`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A line of a source: path below the source root, and line number from 1.
pub type Place = (String, u32);

/// Roots of main sources, by language.
const ROOTS: [&str; 4] = ["src/main/java", "src/main/kotlin", "src/main/groovy", "src/main/scala"];

const EXTENSIONS: [&str; 4] = ["java", "kt", "groovy", "scala"];

const MARK: &str = "// covered by: ";

/// The rows that must cover each line; a line without a marker must not be covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markers {
    /// Names or patterns (`*` at the end) of rows, by line.
    pub lines: BTreeMap<Place, Vec<String>>,
}

impl Markers {
    /// Collects the markers in sources below the [`ROOTS`] of a folder. Panics: the sources cannot be read.
    pub fn of_sources(folder: &Path) -> Self {
        let mut markers = Self::default();
        markers.search(folder);
        markers
    }

    fn search(&mut self, folder: &Path) {
        if ROOTS.iter().any(|root| folder.ends_with(root)) {
            return self.read(folder, folder);
        }
        for path in children(folder) {
            if path.is_dir() && !path.ends_with("target") {
                self.search(&path);
            }
        }
    }

    fn read(&mut self, root: &Path, folder: &Path) {
        for path in children(folder) {
            if path.is_dir() {
                self.read(root, &path);
            } else if path.extension().is_some_and(|e| EXTENSIONS.iter().any(|&known| e == known)) {
                let source = path.strip_prefix(root).expect("found below the root");
                let text = fs::read_to_string(&path).expect("a source can be read");
                self.source(&source.to_string_lossy(), &text);
            }
        }
    }

    fn source(&mut self, path: &str, text: &str) {
        for (line, code) in (1..).zip(text.lines()) {
            if let Some((_, names)) = code.split_once(MARK) {
                let names = names.split(',').map(|name| name.trim().to_owned()).collect();
                self.lines.insert((path.to_owned(), line), names);
            }
        }
    }

    /// Returns the rows that must cover each line, with patterns expanded. Errors: a sentence for a pattern that matches no row, most
    /// likely a typing mistake.
    pub fn resolve(&self, rows: &BTreeSet<String>) -> Result<BTreeMap<Place, BTreeSet<String>>, String> {
        let mut resolved = BTreeMap::new();
        for (place, patterns) in &self.lines {
            let names: &mut BTreeSet<String> = resolved.entry(place.clone()).or_default();
            for pattern in patterns {
                let before = names.len();
                names.extend(rows.iter().filter(|row| matches(pattern, row)).cloned());
                if names.len() == before {
                    return Err(format!("{}:{}: no further row is named {pattern}", place.0, place.1));
                }
            }
        }
        Ok(resolved)
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

fn children(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|e| e.expect("a folder can be listed").path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Markers {
        let mut markers = Markers::default();
        markers.source("a/B.java", text);
        markers
    }

    fn names(of: &[&str]) -> BTreeSet<String> {
        of.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_marker_names_its_line_and_its_rows() {
        let markers = of("class B {\n  int f() { return 1; } // covered by: one, two*\n}\n");
        assert_eq!(markers.lines[&("a/B.java".to_owned(), 2)], ["one", "two*"]);
        assert_eq!(markers.lines.len(), 1);
    }

    #[test]
    fn a_star_stands_for_every_row_that_starts_so() {
        let resolved = of("x // covered by: one, two*").resolve(&names(&["one", "two1", "two2", "three"]));
        let expected = names(&["one", "two1", "two2"]);
        assert_eq!(resolved, Ok(BTreeMap::from([(("a/B.java".to_owned(), 1), expected)])));
    }

    #[test]
    fn a_name_that_no_row_has_is_an_error() {
        assert!(of("x // covered by: won").resolve(&names(&["one"])).is_err());
    }
}
