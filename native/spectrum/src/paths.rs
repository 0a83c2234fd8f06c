//! Conditions of tests in the order in which they first came about, in numbers that compare.

use std::collections::HashMap;

use crate::jvm::by_jvm;
use crate::outcomes::digest;
use crate::{RecordedTest, Recording, SiteKind};

/// The conditions of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPath<'r> {
    /// The test.
    pub test: &'r RecordedTest,
    /// Each outcome of a condition or switch where it first came about.
    pub steps: Vec<u32>,
}

/// The conditions of the tests of recordings in which conditions were recorded; of a test that decided nothing there are none.
///
/// Shape: one number stands for one outcome of one condition of one class's bytes in all recordings of the call. Tests stand in
/// the order of JVMs and files. Cost: O(steps).
pub fn test_paths(recordings: &[Recording]) -> Vec<TestPath<'_>> {
    let mut numbers = HashMap::new();
    by_jvm(recordings).iter().flat_map(|jvm| of_jvm(jvm, &mut numbers)).collect()
}

/// A class by name and by its bytes with the sites in it, and a slot of these.
type Step<'r> = (&'r str, u64, u32);

fn of_jvm<'r>(jvm: &[&'r Recording], numbers: &mut HashMap<Step<'r>, u32>) -> Vec<TestPath<'r>> {
    let classes: HashMap<u32, (&str, u64)> = jvm
        .iter()
        .flat_map(|recording| &recording.classes)
        .map(|class| (class.id, (class.name.as_str(), class.hash)))
        .collect();
    let tables = || jvm.iter().flat_map(|recording| &recording.elements.tables);
    let is_condition = |kind: SiteKind| !kind.is_call();
    if !tables().any(|table| table.sites.iter().any(|site| is_condition(site.kind))) {
        return Vec::new();
    }
    let known: HashMap<u32, (&str, u64)> = tables()
        .filter_map(|table| {
            let &(name, hash) = classes.get(&table.class)?;
            Some((table.id, (name, hash ^ digest(&table.sites))))
        })
        .collect();
    let paths: HashMap<u32, &[(u32, u32)]> = jvm
        .iter()
        .flat_map(|recording| &recording.elements.paths)
        .map(|path| (path.test, path.steps.as_slice()))
        .collect();
    let mut number = |&(table, slot): &(u32, u32)| {
        let &(name, hash) = known.get(&table)?;
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        Some(*numbers.entry((name, hash, slot)).or_insert(next))
    };
    let tests = jvm.iter().flat_map(|recording| &recording.tests);
    tests
        .map(|test| {
            let steps = paths.get(&test.sequence).copied().unwrap_or_default();
            TestPath { test, steps: steps.iter().filter_map(&mut number).collect() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConditionPath, Coverage, ElementTable, Elements, Origin, Outcome, RecordedClass, Site};

    /// A JVM that gave its class of two conditions other numbers than another one did.
    fn recording(started_ns: u64, id: u32, hash: u64, paths: &[(u32, &[u32])]) -> Recording {
        let site = |line| Site {
            method: 0,
            line,
            kind: SiteKind::Condition,
            name: "== 0".into(),
            cases: Vec::new(),
        };
        let test = |&(sequence, _): &(u32, &[u32])| RecordedTest {
            sequence,
            unique_id: sequence.to_string(),
            class: "a.T".into(),
            method: "m".into(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
            coverage: Coverage::default(),
        };
        let path = |&(test, slots): &(u32, &[u32])| ConditionPath {
            test,
            steps: slots.iter().map(|&slot| (id + 1, slot)).collect(),
        };
        Recording {
            origin: Origin { started_ns, ..Origin::default() },
            classes: vec![RecordedClass {
                id,
                name: "a.B".into(),
                source_file: None,
                hash,
                location: String::new(),
                methods: Vec::new(),
                slots: Vec::new(),
            }],
            tests: paths.iter().map(test).collect(),
            elements: Elements {
                tables: vec![ElementTable { id: id + 1, class: id, sites: vec![site(3), site(4)] }],
                paths: paths.iter().filter(|(_, slots)| !slots.is_empty()).map(path).collect(),
                ..Elements::default()
            },
            ..Recording::default()
        }
    }

    fn steps(recordings: &[Recording]) -> Vec<(String, Vec<u32>)> {
        test_paths(recordings).into_iter().map(|path| (path.test.unique_id.clone(), path.steps)).collect()
    }

    #[test]
    fn an_outcome_has_one_number_in_all_jvms_and_classes_with_other_bytes_others() {
        let recordings = [
            recording(1, 5, 77, &[(0, &[1, 2]), (1, &[])]),
            recording(2, 9, 77, &[(0, &[2, 0])]),
            recording(3, 5, 78, &[(0, &[1])]),
        ];
        let expected = [("0", vec![0, 1]), ("1", vec![]), ("0", vec![1, 2]), ("0", vec![3])];
        assert_eq!(steps(&recordings), expected.map(|(id, steps)| (id.to_owned(), steps)));
    }

    #[test]
    fn without_conditions_no_test_has_a_path() {
        let mut bare = recording(1, 5, 77, &[(0, &[1])]);
        bare.elements = Elements::default();
        assert_eq!(steps(&[bare]), []);
        let mut calls = recording(1, 5, 77, &[(0, &[])]);
        calls.elements.tables[0].sites.iter_mut().for_each(|site| site.kind = SiteKind::Boolean);
        assert_eq!(steps(&[calls]), []);
    }
}
