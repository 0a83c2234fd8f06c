//! The last change of each suspect.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use faultline_files::{limits, regular};
use faultline_vcs_history::{BString, Checkout, LastChanges, Part, State, Tracing, last, methods};

use crate::places::enclosing;

/// Time limit for reading a history. Short, because the last change only accompanies the answer.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The location of a suspect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its source file.
    pub file: PathBuf,
    /// Whether the file was modified after the run, so that line numbers may have shifted.
    pub is_newer: bool,
    /// The method's name in its class file.
    pub method: String,
    /// The simple name of its class, as in the class file: `Outer$Inner`.
    pub class: String,
    /// Its most suspicious line, from 1.
    pub line: u32,
    /// All its recorded lines, from 1; they represent the method if it cannot be located in the source.
    pub lines: Vec<u32>,
}

/// Finds the last change of each place: of the method around its line in a Java source, else of its recorded
/// lines. `None` if the file is in no repository, is ignored or untracked, is older than the available
/// history, or if the history cannot be read. The result also says whether time ran out for some places, and
/// whether a partial clone lacks objects.
/// Cost: as [`faultline_vcs_history::last`], once per repository.
pub fn changes(places: &[Place]) -> LastChanges {
    let mut found = vec![None; places.len()];
    let (mut is_late, mut is_partial) = (false, false);
    let mut checkouts = Checkouts::default();
    for (at, place) in places.iter().enumerate() {
        checkouts.take(at, place);
    }
    for asked in checkouts.asked.into_values() {
        let Ok(answers) = last(asked.checkout.folder(), &asked.tracing, &asked.parts) else { continue };
        is_late |= answers.is_late;
        is_partial |= answers.is_partial;
        for (at, answer) in asked.places.into_iter().zip(answers.changes) {
            found[at] = answer;
        }
    }
    LastChanges { changes: found, is_late, is_partial }
}

/// The places to look up in each repository.
#[derive(Default)]
struct Checkouts {
    /// Keyed by the root of the working tree.
    asked: BTreeMap<PathBuf, Asked>,
    /// The root of the working tree for each source folder; `None` outside repositories.
    around: HashMap<PathBuf, Option<PathBuf>>,
    files: HashMap<PathBuf, Option<Source>>,
}

struct Asked {
    checkout: Checkout,
    tracing: Tracing,
    parts: Vec<Part>,
    /// The place of each part.
    places: Vec<usize>,
}

/// A source file in a repository.
#[derive(Clone)]
struct Source {
    root: PathBuf,
    path: BString,
    methods: Vec<(String, Range<u32>)>,
    /// Number of lines.
    rows: u32,
}

impl Checkouts {
    fn take(&mut self, at: usize, place: &Place) {
        let Ok(file) = dunce::canonicalize(&place.file) else { return };
        if !self.files.contains_key(&file) {
            let source = self.source(&file);
            self.files.insert(file.clone(), source);
        }
        let source = self.files.get(&file).cloned().flatten();
        let Some(source) = source else { return };
        let (Some((name, rows)), Some(asked)) = (rows(&source, place), self.asked.get_mut(&source.root))
        else {
            return;
        };
        asked.parts.push(Part { path: source.path, rows, method: name, lines: Vec::new() });
        asked.places.push(at);
    }

    fn source(&mut self, file: &Path) -> Option<Source> {
        let root = self.root(file.parent()?)?;
        let asked = self.asked.get_mut(&root)?;
        let path = asked.checkout.path_of(file)?;
        let content = regular::read(file, limits::SOURCE).ok()?;
        match asked.checkout.state(&path, &content).ok()? {
            State::Foreign => return None,
            State::Untouched => {}
            State::Touched => drop(asked.tracing.uncommitted.insert(path.clone(), content.clone())),
        }
        let rows = content.split(|&byte| byte == b'\n').count() as u32;
        let methods = if path.ends_with(b".java") { methods(&content) } else { Vec::new() };
        Some(Source { root, path, methods, rows })
    }

    fn root(&mut self, folder: &Path) -> Option<PathBuf> {
        if let Some(known) = self.around.get(folder) {
            return known.clone();
        }
        let checkout = Checkout::around(folder).ok().flatten();
        let root = checkout.map(|checkout| {
            let root = checkout.folder().to_owned();
            let tracing = Tracing { patience: PATIENCE, ..Tracing::default() };
            let (parts, places) = (Vec::new(), Vec::new());
            self.asked.entry(root.clone()).or_insert(Asked { checkout, tracing, parts, places });
            root
        });
        self.around.insert(folder.to_owned(), root.clone());
        root
    }
}

/// The rows of a place, from 0, and the method's name if they are a method's. `None` if the source no longer
/// contains it.
fn rows(source: &Source, place: &Place) -> Option<(Option<String>, Range<u32>)> {
    let row = place.line.checked_sub(1)?;
    if source.methods.is_empty() {
        let lines = place.lines.iter().filter(|&&line| (1..=source.rows).contains(&line));
        let (first, last) = (lines.clone().min()?, lines.max()?);
        return Some((None, first - 1..*last));
    }
    let (name, rows) = enclosing(&source.methods, row);
    if !place.is_newer || name.is_some_and(|name| is_called(name, place)) {
        return (row < source.rows).then(|| (name.map(str::to_owned), rows));
    }
    let mut of_name = source.methods.iter().filter(|(name, _)| is_called(name, place));
    let (name, rows) = of_name.next()?;
    of_name.next().is_none().then(|| (Some(name.clone()), rows.clone()))
}

/// Whether a method of a source, `Outer.Inner.name(int)`, may be the one in the class file.
fn is_called(name: &str, place: &Place) -> bool {
    let bare = name.split('(').next().unwrap_or(name);
    let (class, method) = bare.rsplit_once('.').unwrap_or(("", bare));
    let simple = class.rsplit('.').next().unwrap_or(class);
    let called = match place.method.strip_prefix("lambda$") {
        Some(rest) => rest.rsplit_once('$').map_or(rest, |(of, _)| of),
        None => &place.method,
    };
    let is_method = if called == "<init>" || called == "new" { method == simple } else { method == called };
    is_method && class == place.class.replace('$', ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Source {
        let methods = [("A.m(int)", 2..5), ("A.m()", 6..8), ("A.A(int)", 9..11), ("A.B.n()", 12..14)];
        let methods = methods.map(|(name, rows)| (name.to_owned(), rows)).to_vec();
        Source { root: PathBuf::new(), path: "A.java".into(), methods, rows: 20 }
    }

    fn place(class: &str, method: &str, line: u32, is_newer: bool) -> Place {
        let (class, method) = (class.to_owned(), method.to_owned());
        Place { file: PathBuf::new(), is_newer, method, class, line, lines: vec![line, line + 2] }
    }

    fn found(place: &Place) -> Option<(Option<String>, Range<u32>)> {
        rows(&source(), place)
    }

    #[test]
    fn a_place_is_the_method_around_its_line() {
        let named = |name: &str, rows| Some((Some(name.to_owned()), rows));
        assert_eq!(found(&place("A", "m", 4, false)), named("A.m(int)", 2..5));
        // A field initialiser is outside any method.
        assert_eq!(found(&place("A", "<init>", 16, false)), Some((None, 15..16)));
        assert_eq!(found(&place("A", "m", 0, false)), None);
        assert_eq!(found(&place("A", "m", 21, false)), None);
    }

    #[test]
    fn in_a_newer_source_it_is_the_method_of_its_name_and_of_two_none() {
        let name = |class: &str, method: &str, line| found(&place(class, method, line, true))?.0;
        assert_eq!(name("A", "m", 7).as_deref(), Some("A.m()"), "what stands there is called so");
        assert_eq!(name("A$B", "n", 4).as_deref(), Some("A.B.n()"));
        assert_eq!(name("A", "<init>", 4).as_deref(), Some("A.A(int)"));
        assert_eq!(name("A$B", "lambda$n$0", 4).as_deref(), Some("A.B.n()"));
        assert_eq!((name("A", "m", 13), name("A", "n", 4), name("A", "gone", 4)), (None, None, None));
    }

    #[test]
    fn where_no_method_is_made_out_it_is_its_recorded_lines() {
        let kotlin = Source { methods: Vec::new(), ..source() };
        assert_eq!(rows(&kotlin, &place("AKt", "m", 4, false)), Some((None, 3..6)));
        // Kotlin numbers the lines of inlined code past the end of the file.
        assert_eq!(rows(&kotlin, &place("AKt", "m", 19, false)), Some((None, 18..19)));
        assert_eq!(rows(&kotlin, &place("AKt", "m", 30, false)), None);
    }
}
