//! Maps labelled variants beside recordings to a spectrum.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};
use faultline_flt::{Folders, NoteKind, recordings_in};
use faultline_messages::words::counted;
use faultline_recording_store::amplified;
use faultline_sbfl::Variant;
use faultline_spectrum::{
    ElementId, MethodId, Outcome, Policies, Recording, Spectrum, Test, TestId, test_paths,
};

use crate::kept::{self, Kept};
use crate::method_of;
use crate::words::Label;

/// The content of a folder.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Its table.
    pub kept: Vec<Kept>,
    /// The coverage of the variants.
    pub recordings: Vec<Recording>,
}

/// The variants of a spectrum's tests and classes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matched {
    /// The variants in the order of the tables, for rankings.
    pub variants: Vec<Variant>,
    /// Their rows in the tables.
    pub kept: Vec<Kept>,
    /// The conditions of each variant, by execution, in the numbering of [`test_paths`] for its folder; empty if not recorded.
    pub paths: Vec<Vec<Vec<u32>>>,
    /// The conditions of each variant's failing test, which ran in the same JVM.
    pub paths_of: Vec<Vec<Vec<u32>>>,
    /// Number of variants that ran classes with other lines than in the spectrum.
    pub changed: usize,
    /// Number of variants whose test did not fail there, or without a row.
    pub unknown: usize,
}

/// Reads the results beside recordings. Returns them with notes, as sentences; problems are not errors, because rankings work without
/// them, and having none is usual.
pub fn beside(recordings: &[PathBuf]) -> (Vec<Found>, Vec<String>) {
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    for folder in amplified::folders(recordings) {
        let of_folder = read_folder(&folder, &mut notes);
        if !of_folder.kept.is_empty() {
            found.push(of_folder);
        }
    }
    (found, notes)
}

/// Reads the results in a folder; empty if there are none. Adds notes about problems.
pub fn read_folder(folder: &Path, notes: &mut Vec<String>) -> Found {
    let table = folder.join(kept::FILE);
    let Ok(text) = regular::read_to_string(&table, limits::RESULTS) else { return Found::default() };
    let mut found = Found::default();
    match kept::parse(&text) {
        Ok((kept, note)) => {
            found.kept = kept;
            notes.extend(note.map(|note| format!("{}: {note}", table.display())));
        }
        Err(why) => {
            notes.push(format!("{} is left out: {why}; run faultline amplify again", table.display()));
            return found;
        }
    }
    let mut folders = Folders::default();
    for file in recordings_in(folder).unwrap_or_default() {
        match folders.read(&file) {
            Ok((recording, of_file)) => {
                found.recordings.push(recording);
                // A JVM that ended early has no seal, which loses no rows.
                let told = of_file
                    .iter()
                    .filter(|note| !matches!(note.kind, NoteKind::Empty | NoteKind::TornTail { .. }));
                notes.extend(told.map(ToString::to_string));
            }
            Err(error) => notes.push(error.to_string()),
        }
    }
    found
}

impl Matched {
    /// Maps results to a spectrum. A variant counts if its failing test failed there, and every class that it ran has the same bytes or
    /// the same lines there, or is absent: a tool may have instrumented the class files for one of the two runs. Adds notes about unused variants.
    pub fn of(found: &[Found], spectrum: &Spectrum, policies: Policies, notes: &mut Vec<String>) -> Self {
        let mut matched = Self::default();
        let places = Places::of(spectrum);
        for of_folder in found {
            match Spectrum::merge(&of_folder.recordings, policies) {
                Ok(rows) => matched.add(&of_folder.kept, &rows, &paths(&of_folder.recordings), &places),
                Err(error) => notes.push(format!("variants of failing tests are left out: {error}")),
            }
        }
        if matched.changed > 0 {
            notes.push(format!(
                "{} of failing tests {} left out: classes have changed since; run faultline amplify again",
                counted(matched.changed, "variant"),
                if matched.changed == 1 { "is" } else { "are" }
            ));
        }
        matched
    }

    /// The variants of one failing test.
    #[must_use]
    pub fn only(&self, test: TestId) -> Self {
        let places: Vec<usize> =
            (0..self.variants.len()).filter(|&at| self.variants[at].of == test).collect();
        Self {
            variants: places.iter().map(|&at| self.variants[at].clone()).collect(),
            kept: places.iter().map(|&at| self.kept[at].clone()).collect(),
            paths: places.iter().map(|&at| self.paths[at].clone()).collect(),
            paths_of: places.iter().map(|&at| self.paths_of[at].clone()).collect(),
            changed: self.changed,
            unknown: self.unknown,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    fn add(&mut self, kept: &[Kept], rows: &Spectrum, paths: &Paths<'_>, places: &Places<'_>) {
        let alike = places.alike(rows);
        let columns: Vec<Column> =
            (0..rows.elements.len()).map(|at| places.column(rows, ElementId::new(at), &alike)).collect();
        let mut of_method: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
        for (row, test) in rows.tests.iter().enumerate() {
            of_method.entry((&test.class, method_of(&test.method))).or_default().push(row);
        }
        for one in kept {
            let executed = of_method.get(&(one.class.as_str(), one.method.as_str()));
            let (Some(executed), Some(&of)) = (executed, places.failing.get(one.test.as_str())) else {
                self.unknown += 1;
                continue;
            };
            let mut elements = BTreeSet::new();
            let mut has_changed = false;
            for &row in executed {
                for column in rows.coverage.ones(row) {
                    match columns[column] {
                        Column::Known(element) => _ = elements.insert(element),
                        Column::Changed => has_changed = true,
                        Column::Unknown => {}
                    }
                }
            }
            if has_changed {
                self.changed += 1;
                continue;
            }
            self.variants.push(Variant {
                of,
                fails: one.label == Label::Fails,
                probability: one.probability,
                elements: elements.into_iter().collect(),
            });
            self.kept.push(one.clone());
            let path = |method: &str| paths.get(&(one.class.as_str(), method)).cloned().unwrap_or_default();
            self.paths.push(path(&one.method));
            self.paths_of.push(path(method_of(&places.tests[of.index()].method)));
        }
    }
}

/// The conditions of each execution of a method, by class and name.
type Paths<'r> = HashMap<(&'r str, &'r str), Vec<Vec<u32>>>;

fn paths(recordings: &[Recording]) -> Paths<'_> {
    let mut paths = Paths::new();
    for path in test_paths(recordings) {
        paths.entry((&path.test.class, method_of(&path.test.method))).or_default().push(path.steps);
    }
    paths
}

/// The meaning of a column of variants in a spectrum.
#[derive(Clone, Copy, Debug)]
enum Column {
    Known(ElementId),
    /// Its class has other lines there.
    Changed,
    /// Its class is absent.
    Unknown,
}

/// The lines of a class, by method.
type Lines<'s> = BTreeSet<(&'s str, &'s str, u32)>;

/// The lines of each class, by its name and hash.
fn lines(spectrum: &Spectrum) -> BTreeMap<(&str, u64), Lines<'_>> {
    let mut lines: BTreeMap<(&str, u64), Lines<'_>> = BTreeMap::new();
    for (at, element) in spectrum.elements.iter().enumerate() {
        let id = ElementId::new(at);
        let (class, method) = (spectrum.class_of(id), spectrum.method_of(id));
        let of_class = lines.entry((&class.name, class.hash)).or_default();
        of_class.insert((&method.name, &method.descriptor, element.line));
    }
    lines
}

/// Looks up classes by name and hash, elements by method and line, failing tests by id.
struct Places<'s> {
    names: HashSet<&'s str>,
    methods: HashMap<(&'s str, u64, &'s str, &'s str), MethodId>,
    elements: HashMap<(MethodId, u32), ElementId>,
    hashes: HashSet<(&'s str, u64)>,
    lines: BTreeMap<(&'s str, u64), Lines<'s>>,
    failing: HashMap<&'s str, TestId>,
    tests: &'s [Test],
}

impl<'s> Places<'s> {
    fn of(spectrum: &'s Spectrum) -> Self {
        let class = |id: usize| &spectrum.classes[spectrum.methods[id].class.index()];
        let methods = spectrum.methods.iter().enumerate().map(|(id, method)| {
            let class = class(id);
            (
                (class.name.as_str(), class.hash, method.name.as_str(), method.descriptor.as_str()),
                MethodId::new(id),
            )
        });
        let elements = spectrum.elements.iter().enumerate();
        let mut failing = HashMap::new();
        for test in spectrum.tests_with(Outcome::Failed) {
            failing.entry(spectrum.tests[test.index()].unique_id.as_str()).or_insert(test);
        }
        Self {
            names: spectrum.classes.iter().map(|class| class.name.as_str()).collect(),
            hashes: spectrum.classes.iter().map(|class| (class.name.as_str(), class.hash)).collect(),
            lines: lines(spectrum),
            methods: methods.collect(),
            elements: elements
                .map(|(id, element)| ((element.method, element.line), ElementId::new(id)))
                .collect(),
            failing,
            tests: &spectrum.tests,
        }
    }

    /// Classes of variants with other bytes and the same lines as here: their hashes here.
    fn alike(&self, rows: &Spectrum) -> HashMap<(String, u64), u64> {
        let others = lines(rows).into_iter().filter(|(class, _)| !self.hashes.contains(class));
        let known = others.filter_map(|((name, hash), of_rows)| {
            let mut here = self.lines.range((name, 0)..=(name, u64::MAX));
            let (&(_, same), _) = here.find(|(_, lines)| **lines == of_rows)?;
            Some(((name.to_owned(), hash), same))
        });
        known.collect()
    }

    fn column(&self, rows: &Spectrum, element: ElementId, alike: &HashMap<(String, u64), u64>) -> Column {
        let (class, method) = (rows.class_of(element), rows.method_of(element));
        if !self.names.contains(class.name.as_str()) {
            return Column::Unknown;
        }
        let hash = if self.hashes.contains(&(class.name.as_str(), class.hash)) {
            class.hash
        } else if let Some(&same) = alike.get(&(class.name.clone(), class.hash)) {
            same
        } else {
            return Column::Changed;
        };
        let key = (class.name.as_str(), hash, method.name.as_str(), method.descriptor.as_str());
        let method = self.methods.get(&key);
        let line = rows.elements[element.index()].line;
        let known = method.and_then(|method| self.elements.get(&(*method, line)));
        known.map_or(Column::Unknown, |&element| Column::Known(element))
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{
        ClassFile, CoverageBuilder, Failure, Origin, RecordedClass, RecordedMethod, RecordedTest,
    };

    use super::*;
    use crate::words::{By, Kind};

    /// A recording of a failing test of `a.T` that runs the first line of `a.B`.
    fn recorded(nonce: u64, method: &str, hash: u64, lines: &[u32]) -> Recording {
        let class = ClassFile {
            name: "a.B".into(),
            source_file: Some("B.java".into()),
            hash,
            location: String::new(),
            methods: vec![RecordedMethod { name: "foo".into(), descriptor: "()V".into() }],
            slots: lines.iter().map(|&line| (0, line)).collect(),
        };
        let mut coverage = CoverageBuilder::default();
        coverage.class(0, &[1]);
        let test = RecordedTest {
            sequence: 0,
            unique_id: format!("a.T#{method}"),
            class: "a.T".into(),
            method: method.into(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 1,
            overlapped: false,
            failure: Some(Failure { exception: "a.Oops".into(), ..Failure::default() }),
            coverage: coverage.to_coverage(),
        };
        Recording {
            origin: Origin { nonce, ..Origin::default() },
            classes: vec![RecordedClass::new(0, class)],
            tests: vec![test],
            sealed: true,
            ..Recording::default()
        }
    }

    fn matched(hash: u64, lines: &[u32]) -> Matched {
        let merged = Spectrum::merge(&[recorded(1, "fails", 7, &[12, 13])], Policies::default());
        let kept = Kept {
            test: "a.T#fails".into(),
            class: "a.T".into(),
            method: "grown".into(),
            label: Label::Passes,
            by: By::Split,
            probability: 1.0,
            kind: Kind::Split,
            edits: String::new(),
            lines: String::new(),
            hash: 0,
            inputs: None,
        };
        let found = Found { kept: vec![kept], recordings: vec![recorded(2, "grown", hash, lines)] };
        Matched::of(&[found], &merged.unwrap(), Policies::default(), &mut Vec::new())
    }

    #[test]
    fn a_class_with_other_bytes_and_the_same_lines_is_the_same() {
        for hash in [7, 8] {
            let matched = matched(hash, &[12, 13]);
            assert_eq!((matched.variants.len(), matched.changed), (1, 0), "hash {hash}");
            assert_eq!(matched.variants[0].elements.len(), 1, "hash {hash}");
        }
    }

    #[test]
    fn a_class_with_other_lines_has_changed() {
        for lines in [&[12, 14][..], &[12], &[12, 13, 14]] {
            let matched = matched(8, lines);
            assert_eq!((matched.variants.len(), matched.changed), (0, 1), "{lines:?}");
        }
    }
}
