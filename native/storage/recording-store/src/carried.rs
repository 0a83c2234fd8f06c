//! Rows of tests that were left out of a run because nothing had changed for them: carried over from the recordings
//! of the run before.
//!
//! A test that was left out ran methods that are as they were, in classes that may have changed elsewhere. So lines of
//! such a class are those of its new version, the k-th line of a method in place of its k-th line.

use std::collections::{BTreeMap, HashMap, HashSet};

use faultline_class_file::stem;
use faultline_files::{limits, path_of, regular};
use faultline_spectrum::{
    Charge, ClassFile, Coverage, CoverageBuilder, ElementOwner, ElementTable, Elements, Fnv, RecordedClass,
    RecordedDetails, RecordedTest, Recording,
};

/// The rows of `wanted` tests of an earlier recording, as a recording of its own, with lines as in the recordings `now`;
/// `None` if it has no such test. Lines of a class that has changed and that no JVM of the run has loaded are left out:
/// no failing test runs them. Cost: O(recording), and reads the class files of such classes.
pub fn carried(
    earlier: &Recording,
    now: &[Recording],
    wanted: impl Fn(&RecordedTest) -> bool,
) -> Option<Recording> {
    let mut tests: Vec<RecordedTest> = earlier.tests.iter().filter(|test| wanted(test)).cloned().collect();
    if tests.is_empty() {
        return None;
    }
    let classes = Classes::of(earlier, now);
    for test in &mut tests {
        test.coverage = classes.coverage(&test.coverage);
    }
    let rows: HashSet<u32> = tests.iter().map(|test| test.sequence).collect();
    let charges: Vec<Charge> =
        earlier.charges.iter().filter(|charge| rows.contains(&charge.test)).cloned().collect();
    let charged: HashSet<u32> = charges.iter().flat_map(|charge| charge.fixtures.iter().copied()).collect();
    let fixtures = earlier.fixtures.iter().filter(|fixture| charged.contains(&fixture.id)).cloned();
    let fixtures = fixtures.map(|mut fixture| {
        fixture.coverage = classes.coverage(&fixture.coverage);
        fixture
    });
    let initialisers = earlier.initialisers.iter().filter(|(class, _)| classes.has(*class));
    let count = tests.len() as u64;
    Some(Recording {
        origin: earlier.origin.clone(),
        classes: classes.files(earlier),
        fixtures: fixtures.collect(),
        initialisers: initialisers.map(|(class, coverage)| (*class, classes.coverage(coverage))).collect(),
        details: classes.details(earlier),
        partly: earlier.partly.iter().filter(|partly| classes.is_same(partly.class)).copied().collect(),
        sizes: earlier.sizes.iter().filter(|sizes| classes.is_same(sizes.class)).cloned().collect(),
        launch: earlier.launch.clone(),
        loaded: earlier.loaded.clone(),
        elements: elements(&earlier.elements, &classes, &rows, &charged),
        counts: vec![(Recording::CARRIED.to_owned(), count)],
        sealed: true,
        charges,
        tests,
        ..Recording::default()
    })
}

/// The outcomes of conditions and calls in classes that are as they were.
fn elements(of: &Elements, classes: &Classes<'_>, rows: &HashSet<u32>, fixtures: &HashSet<u32>) -> Elements {
    let tables: Vec<ElementTable> =
        of.tables.iter().filter(|table| classes.is_same(table.class)).cloned().collect();
    let known: HashSet<u32> = tables.iter().map(|table| table.id).collect();
    let mut elements = Elements { tables, ..Elements::default() };
    for hits in &of.hits {
        let is_carried = match hits.owner {
            ElementOwner::Test(test) => rows.contains(&test),
            ElementOwner::Initialiser(class) => classes.has(class),
            ElementOwner::Fixture(fixture) => fixtures.contains(&fixture),
        };
        if is_carried {
            let mut hits = hits.clone();
            hits.coverage = only(&hits.coverage, &known);
            elements.hits.push(hits);
        }
    }
    for path in of.paths.iter().filter(|path| rows.contains(&path.test)) {
        let mut path = path.clone();
        path.steps.retain(|(table, _)| known.contains(table));
        elements.paths.push(path);
    }
    elements
}

/// What a coverage says of some tables.
fn only(coverage: &Coverage, known: &HashSet<u32>) -> Coverage {
    let mut builder = CoverageBuilder::default();
    for (table, words) in coverage.classes().filter(|(table, _)| known.contains(table)) {
        builder.class(table, words);
    }
    builder.to_coverage()
}

/// What became of the classes of a recording, by their numbers.
struct Classes<'a>(BTreeMap<u32, Fate<'a>>);

/// What became of a class.
enum Fate<'a> {
    /// It is as it was.
    Same,
    /// It has changed: its new version, what that version's recording says of it, and its slot for each of the earlier
    /// version's slots, if there is one.
    Changed(&'a RecordedClass, Option<&'a RecordedDetails>, Vec<Option<u32>>),
    /// It has changed, and no JVM has loaded it since, or it is gone.
    Unknown,
}

impl<'a> Classes<'a> {
    fn of(earlier: &Recording, now: &'a [Recording]) -> Self {
        let mut by_name = HashMap::<&str, Vec<(&'a Recording, &'a RecordedClass)>>::new();
        for recording in now {
            for class in &recording.classes {
                by_name.entry(&class.name).or_default().push((recording, class));
            }
        }
        let fate = |class: &RecordedClass| {
            let versions = by_name.get(class.name.as_str()).map_or(&[][..], Vec::as_slice);
            let is_same = |other: &ClassFile| other.hash == class.hash && other.slots == class.slots;
            if versions.iter().any(|(_, other)| is_same(other)) || versions.is_empty() && is_as_it_was(class)
            {
                return Fate::Same;
            }
            let beside = versions.iter().find(|(_, other)| other.location == class.location);
            match beside.or(versions.first()) {
                Some((recording, new)) => {
                    let details = recording.details.iter().find(|details| details.class == new.id);
                    Fate::Changed(new, details, slots(class, new))
                }
                None => Fate::Unknown,
            }
        };
        Self(earlier.classes.iter().map(|class| (class.id, fate(class))).collect())
    }

    fn is_same(&self, class: u32) -> bool {
        matches!(self.0.get(&class), Some(Fate::Same))
    }

    fn has(&self, class: u32) -> bool {
        !matches!(self.0.get(&class), None | Some(Fate::Unknown))
    }

    /// The classes in their new versions, under their numbers.
    fn files(&self, earlier: &Recording) -> Vec<RecordedClass> {
        let version = |class: &RecordedClass| match &self.0[&class.id] {
            Fate::Same => Some(class.clone()),
            Fate::Changed(new, ..) => Some(RecordedClass { id: class.id, file: new.file.clone() }),
            Fate::Unknown => None,
        };
        earlier.classes.iter().filter_map(version).collect()
    }

    fn details(&self, earlier: &Recording) -> Vec<RecordedDetails> {
        let same = earlier.details.iter().filter(|details| self.is_same(details.class)).cloned();
        let changed = self.0.iter().filter_map(|(class, fate)| match fate {
            Fate::Changed(_, Some(details), _) => {
                Some(RecordedDetails { class: *class, details: details.details.clone() })
            }
            _ => None,
        });
        same.chain(changed).collect()
    }

    fn coverage(&self, of: &Coverage) -> Coverage {
        let mut builder = CoverageBuilder::default();
        for (class, words) in of.classes() {
            match self.0.get(&class) {
                Some(Fate::Same) => builder.class(class, words),
                Some(Fate::Changed(new, _, slots)) => {
                    let mut bits = vec![0_u64; new.slots.len().div_ceil(64)];
                    let set = (0..slots.len())
                        .filter(|at| words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1));
                    for slot in set.filter_map(|at| slots[at]) {
                        bits[slot as usize / 64] |= 1 << (slot % 64);
                    }
                    builder.class(class, &bits);
                }
                None | Some(Fate::Unknown) => {}
            }
        }
        builder.to_coverage()
    }
}

/// Whether a class that no JVM of the run has loaded has the class file that it had. A class in an archive counts as the
/// same: if its bytes had changed, all tests that run it would have run.
fn is_as_it_was(class: &ClassFile) -> bool {
    let folder = path_of(&class.location);
    if class.location.is_empty() || !folder.is_dir() {
        return folder.exists();
    }
    let file = folder.join(format!("{}.class", class.name.replace('.', "/")));
    regular::read(&file, limits::CLASS).is_ok_and(|bytes| Fnv::of(&bytes) == class.hash)
}

/// For each slot of a class the slot of the same line in a new version, where its method has as many lines as before.
fn slots(old: &ClassFile, new: &ClassFile) -> Vec<Option<u32>> {
    let (before, after) = (members(old), members(new));
    let mut slots = vec![None; old.slots.len()];
    for (key, methods) in &before {
        let Some(others) = after.get(key).filter(|others| others.len() == methods.len()) else { continue };
        for (from, to) in methods.iter().zip(others) {
            if from.len() == to.len() {
                for (from, to) in from.iter().zip(to) {
                    slots[*from as usize] = Some(*to);
                }
            }
        }
    }
    slots
}

/// The slots of each method, by name and descriptor. Methods that the compiler numbers share a name, in their order.
fn members(class: &ClassFile) -> BTreeMap<(&str, &str), Vec<Vec<u32>>> {
    let mut of_methods = vec![Vec::new(); class.methods.len()];
    for (slot, (method, _)) in (0..).zip(&class.slots) {
        if let Some(slots) = of_methods.get_mut(*method as usize) {
            slots.push(slot);
        }
    }
    let mut members = BTreeMap::<_, Vec<(u64, Vec<u32>)>>::new();
    for (method, slots) in class.methods.iter().zip(of_methods) {
        let name = stem(&method.name).unwrap_or(&method.name);
        let number = method.name[name.len()..].parse().unwrap_or(0);
        members.entry((name, method.descriptor.as_str())).or_default().push((number, slots));
    }
    let ordered = |mut methods: Vec<(u64, Vec<u32>)>| {
        methods.sort_by_key(|(number, _)| *number);
        methods.into_iter().map(|(_, slots)| slots).collect()
    };
    members.into_iter().map(|(key, methods)| (key, ordered(methods))).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use faultline_spectrum::{Outcome, RecordedMethod};

    use super::*;

    fn file(name: &str, hash: u64, methods: &[(&str, &[u32])]) -> ClassFile {
        let mut file = ClassFile { name: name.into(), hash, ..ClassFile::default() };
        for (at, (method, lines)) in (0..).zip(methods) {
            file.methods.push(RecordedMethod { name: (*method).into(), descriptor: "()V".into() });
            file.slots.extend(lines.iter().map(|line| (at, *line)));
        }
        file
    }

    fn covered(classes: &[(u32, u64)]) -> Coverage {
        let mut builder = CoverageBuilder::default();
        for (class, bits) in classes {
            builder.class(*class, &[*bits]);
        }
        builder.to_coverage()
    }

    fn test(sequence: u32, id: &str, coverage: Coverage) -> RecordedTest {
        RecordedTest {
            sequence,
            unique_id: id.into(),
            class: "ATest".into(),
            method: id.into(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 1,
            overlapped: false,
            failure: None,
            coverage,
        }
    }

    fn recording(classes: Vec<(u32, ClassFile)>, tests: Vec<RecordedTest>) -> Recording {
        let classes = classes.into_iter().map(|(id, file)| RecordedClass::new(id, file)).collect();
        Recording { classes, tests, ..Recording::default() }
    }

    /// The lines of a class that a row has, with the names of their methods.
    fn lines(recording: &Recording, class: &str) -> Vec<(String, u32)> {
        let class = recording.classes.iter().find(|of| of.name == class).expect("a class");
        let slots = recording.tests[0].coverage.slots().filter(|(of, _)| *of == class.id);
        let line = |(_, slot): (u32, u32)| class.slots[slot as usize];
        slots.map(line).map(|(method, line)| (class.methods[method as usize].name.clone(), line)).collect()
    }

    #[test]
    fn lines_of_a_changed_class_are_those_of_its_new_version() {
        let old = file("A", 1, &[("a", &[3, 4]), ("b", &[7, 8, 9]), ("lambda$b$0", &[8])]);
        let new =
            file("A", 2, &[("a", &[3]), ("b", &[10, 11, 14]), ("lambda$b$1", &[11]), ("lambda$a$0", &[3])]);
        let earlier = recording(vec![(5, old)], vec![test(0, "t", covered(&[(5, 0b10_1100)]))]);
        let now = [recording(vec![(2, new)], Vec::new())];
        let carried = carried(&earlier, &now, |_| true).expect("a row");
        let expected = [("b", 10), ("b", 11), ("lambda$b$1", 11)].map(|(name, line)| (name.to_owned(), line));
        assert_eq!(lines(&carried, "A"), expected);
        assert_eq!(carried.classes[0].hash, 2);
        assert!(carried.is_carried() && carried.sealed);
    }

    #[test]
    fn a_method_of_which_the_lines_are_more_has_none() {
        let old = file("A", 1, &[("a", &[3, 4]), ("b", &[7])]);
        let new = file("A", 2, &[("a", &[3, 4, 5]), ("b", &[8])]);
        let earlier = recording(vec![(0, old)], vec![test(0, "t", covered(&[(0, 0b111)]))]);
        let carried = carried(&earlier, &[recording(vec![(0, new)], Vec::new())], |_| true).expect("a row");
        assert_eq!(lines(&carried, "A"), [("b".to_owned(), 8)]);
    }

    #[test]
    fn only_wanted_tests_are_carried_with_their_fixtures_alone() {
        let mut earlier = recording(
            vec![(0, file("A", 1, &[("a", &[3])]))],
            vec![test(0, "x", covered(&[(0, 1)])), test(1, "y", covered(&[(0, 1)]))],
        );
        earlier.charges = vec![Charge { test: 0, fixtures: vec![0] }, Charge { test: 1, fixtures: vec![1] }];
        let now = [recording(vec![(0, file("A", 1, &[("a", &[3])]))], Vec::new())];
        let some = carried(&earlier, &now, |test| test.unique_id == "y").expect("a row");
        assert_eq!(some.tests, [test(1, "y", covered(&[(0, 1)]))]);
        assert_eq!(some.charges, [Charge { test: 1, fixtures: vec![1] }]);
        assert_eq!(carried(&earlier, &now, |_| false), None);
    }

    #[test]
    fn a_class_that_no_jvm_has_loaded_is_compared_with_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("A.class"), b"bytes").expect("a file");
        fs::write(folder.path().join("B.class"), b"bytes").expect("a file");
        let at = |mut file: ClassFile| {
            file.location = folder.path().display().to_string();
            file
        };
        let same = at(file("A", Fnv::of(b"bytes"), &[("a", &[3])]));
        let changed = at(file("B", Fnv::of(b"other"), &[("b", &[4])]));
        let earlier =
            recording(vec![(0, same), (1, changed)], vec![test(0, "t", covered(&[(0, 1), (1, 1)]))]);
        let carried = carried(&earlier, &[], |_| true).expect("a row");
        assert_eq!(carried.classes.iter().map(|class| &*class.name).collect::<Vec<_>>(), ["A"]);
        assert_eq!(carried.tests[0].coverage, covered(&[(0, 1)]));
    }
}
