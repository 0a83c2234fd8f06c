//! Condition paths of tests, with numbers that are comparable between JVMs.

use std::collections::HashMap;

use crate::jvm::by_jvm;
use crate::outcomes::digest;
use crate::{RecordedTest, Recording, Site};

/// The condition path of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPath<'r> {
    /// The test.
    pub test: &'r RecordedTest,
    /// Each outcome of a condition or switch, in the order of first occurrence.
    pub steps: Vec<u32>,
}

/// Assigns numbers to outcomes of conditions. A number identifies one outcome of one condition in one version
/// of a class, in all JVMs, and regardless of whether outcomes of calls were recorded too.
#[derive(Clone, Debug, Default)]
pub struct ConditionNumbers {
    /// The number of a class's first outcome, by class name and a hash of its bytes and conditions.
    firsts: HashMap<(String, u64), u32>,
    next: u32,
}

impl ConditionNumbers {
    /// The number of each outcome of the given sites of a class, in order; `None` for outcomes of calls.
    ///
    /// Shape: one entry per outcome.
    pub fn of_class(&mut self, name: &str, hash: u64, sites: &[Site]) -> Vec<Option<u32>> {
        let conditions: Vec<Site> = sites.iter().filter(|site| !site.kind.is_call()).cloned().collect();
        let first = self.firsts.entry((name.to_owned(), hash ^ digest(&conditions))).or_insert(self.next);
        let mut number = *first;
        let mut numbers = Vec::new();
        for site in sites {
            for _ in 0..site.outcomes() {
                numbers.push((!site.kind.is_call()).then_some(number));
                number += u32::from(!site.kind.is_call());
            }
        }
        self.next = self.next.max(number);
        numbers
    }

    /// As [`test_paths`], with these numbers.
    pub fn paths<'r>(&mut self, recordings: &'r [Recording]) -> Vec<TestPath<'r>> {
        by_jvm(recordings).iter().flat_map(|jvm| self.of_jvm(jvm)).collect()
    }

    fn of_jvm<'r>(&mut self, jvm: &[&'r Recording]) -> Vec<TestPath<'r>> {
        let classes: HashMap<u32, (&str, u64)> = jvm
            .iter()
            .flat_map(|recording| &recording.classes)
            .map(|class| (class.id, (class.name.as_str(), class.hash)))
            .collect();
        let tables = || jvm.iter().flat_map(|recording| &recording.elements.tables);
        if !tables().any(|table| table.sites.iter().any(|site| !site.kind.is_call())) {
            return Vec::new();
        }
        let known: HashMap<u32, Vec<Option<u32>>> = tables()
            .filter_map(|table| {
                let &(name, hash) = classes.get(&table.class)?;
                Some((table.id, self.of_class(name, hash, &table.sites)))
            })
            .collect();
        let paths: HashMap<u32, &[(u32, u32)]> = jvm
            .iter()
            .flat_map(|recording| &recording.elements.paths)
            .map(|path| (path.test, path.steps.as_slice()))
            .collect();
        let number = |&(table, slot): &(u32, u32)| *known.get(&table)?.get(slot as usize)?;
        let tests = jvm.iter().flat_map(|recording| &recording.tests);
        tests
            .map(|test| {
                let steps = paths.get(&test.sequence).copied().unwrap_or_default();
                TestPath { test, steps: steps.iter().filter_map(number).collect() }
            })
            .collect()
    }
}

/// The condition paths of tests in recordings with conditions; the path of a test without conditions is
/// empty.
///
/// Shape: in one call, a number identifies one outcome of one condition in one version of a class across all
/// recordings. Tests are in the order of JVMs and files. Cost: O(steps + conditions).
pub fn test_paths(recordings: &[Recording]) -> Vec<TestPath<'_>> {
    ConditionNumbers::default().paths(recordings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ClassFile, ConditionPath, Coverage, ElementTable, Elements, Origin, Outcome, RecordedClass, SiteKind,
    };

    /// A JVM in which the class has number `id` and two conditions.
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
            classes: vec![RecordedClass::new(
                id,
                ClassFile {
                    name: "a.B".into(),
                    source_file: None,
                    hash,
                    location: String::new(),
                    methods: Vec::new(),
                    slots: Vec::new(),
                },
            )],
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
        let expected = [("0", vec![1, 2]), ("1", vec![]), ("0", vec![2, 0]), ("0", vec![5])];
        assert_eq!(steps(&recordings), expected.map(|(id, steps)| (id.to_owned(), steps)));
    }

    #[test]
    fn calls_that_were_recorded_beside_them_change_no_number() {
        let mut calls = recording(2, 5, 77, &[(0, &[2, 6])]);
        let call = Site { kind: SiteKind::Boolean, ..calls.elements.tables[0].sites[0].clone() };
        calls.elements.tables[0].sites.insert(1, call);
        let recordings = [recording(1, 5, 77, &[(0, &[1, 2, 3])]), calls];
        // Slot 2 belongs to the call; slot 6 is the last outcome of the second condition.
        let expected = [("0", vec![1, 2, 3]), ("0", vec![3])];
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
