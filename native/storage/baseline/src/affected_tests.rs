//! Tests of what concerns which test.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::affected::{Affected, Change, Why, between, has_parameters};
use crate::class_path::Inputs;
use crate::model::{Baseline, ClassState, Input, MethodState, Passed, Run, TestState};

fn class(methods: &[(&str, u64)]) -> ClassState {
    let method = |(name, hash): &(&str, u64)| MethodState {
        name: (*name).to_owned(),
        descriptor: "()V".to_owned(),
        hash: *hash,
        lines: Vec::new(),
    };
    ClassState {
        name: "a.A".to_owned(),
        methods: methods.iter().map(method).collect(),
        ..ClassState::default()
    }
}

/// What has changed, for tests that together run the methods in these places.
fn change(then: &ClassState, now: &ClassState, run: &[usize]) -> Change {
    let keys = run.iter().map(|at| (&*then.methods[*at].name, &*then.methods[*at].descriptor));
    between(then, now, Some(&keys.collect()))
}

fn of_all(method: &str) -> Change {
    Change { all: Some(Why::Changed("a.A".to_owned(), method.to_owned())), methods: HashSet::new() }
}

fn of_some(methods: &[u32]) -> Change {
    Change { all: None, methods: methods.iter().copied().collect() }
}

#[test]
fn a_changed_method_concerns_the_tests_that_run_it_and_one_that_nobody_runs_all_tests() {
    let (then, now) = (class(&[("a", 1), ("b", 2)]), class(&[("a", 1), ("b", 3)]));
    assert_eq!(change(&then, &then.clone(), &[0, 1]), of_some(&[]));
    assert_eq!(change(&then, &now, &[0, 1]), of_some(&[1]));
    assert_eq!(change(&then, &now, &[0]), of_all("b"));
}

#[test]
fn methods_that_come_and_go_concern_all_tests() {
    let (one, two) = (class(&[("a", 1)]), class(&[("b", 2), ("a", 1)]));
    assert_eq!(change(&one, &two, &[0]), of_all("b"));
    assert_eq!(change(&two, &one, &[0, 1]), of_all("b"));
}

#[test]
fn the_number_of_a_lambda_does_not_count() {
    let then = class(&[("a", 1), ("lambda$a$0", 7), ("lambda$b$1", 8)]);
    let moved = class(&[("a", 1), ("lambda$a$1", 7), ("lambda$b$2", 8)]);
    assert_eq!(change(&then, &moved, &[0, 1, 2]), of_some(&[]));
    let other = class(&[("a", 1), ("lambda$a$1", 7), ("lambda$b$2", 9)]);
    assert_eq!(change(&then, &other, &[0, 1, 2]), of_some(&[2]));
}

#[test]
fn the_shape_concerns_all_tests_as_does_a_class_known_as_a_whole() {
    let then = class(&[("a", 1)]);
    let shaped = ClassState { shape: 1, ..then.clone() };
    assert_eq!(change(&then, &shaped, &[0]), of_all(""));
    let whole = ClassState { is_whole: true, ..then.clone() };
    assert_eq!(change(&whole, &whole.clone(), &[0]), of_some(&[]));
    for (then, now) in [(&whole, &then), (&whole, &ClassState { shape: 1, ..whole.clone() })] {
        assert_eq!(change(then, now, &[0]), of_all(""));
    }
}

/// A folder of the class path with a resource, and a test that needs nothing else.
struct Project {
    root: tempfile::TempDir,
    baseline: Baseline,
}

impl Project {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(root.path().join("target/classes")).expect("folders");
        let project = Self { root, baseline: Baseline::default() };
        project.write("target/classes/text.properties", "a=b");
        project.write("pom.xml", "<project/>");
        let inputs = project.now();
        let run = Run { started_ns: 5, tests: 1, inputs, ..Run::default() };
        let passed = Some(Passed::default());
        let test = TestState { seen_ns: 5, code: Arc::new([]), passed, ..TestState::default() };
        let tests = BTreeMap::from([("test".to_owned(), test)]);
        Self { baseline: Baseline { runs: vec![run], classes: Vec::new(), tests }, ..project }
    }

    fn places(&self) -> Vec<PathBuf> {
        vec![self.root.path().join("target/classes")]
    }

    fn now(&self) -> Vec<Input> {
        let java = ["a VM 17, Main"];
        let places = self.places();
        Inputs::read(&places, &HashSet::new(), self.root.path(), &java, |_| false).of_run(|_| false)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.root.path().join(path), text).expect("a file");
    }

    fn why(&self, java: &str) -> Option<Why> {
        Affected::of(&self.baseline, &self.places(), self.root.path(), java).why("test")
    }
}

#[test]
fn what_tests_may_read_concerns_all_of_them() {
    let project = Project::new();
    assert_eq!(project.why("a VM 17"), None);
    let input = |name: &str| Some(Why::Input(name.to_owned()));
    assert_eq!(project.why("a VM 21"), input("a VM 21"));
    project.write("target/classes/text.properties", "a=c");
    assert_eq!(project.why("a VM 17"), input("target/classes/text.properties"));
    project.write("target/classes/text.properties", "a=b");
    project.write("pom.xml", "<project></project>");
    assert_eq!(project.why("a VM 17"), input("pom.xml"));
    project.write("pom.xml", "<project/>");
    project.write("target/classes/new.properties", "");
    assert_eq!(project.why("a VM 17"), input("target/classes/new.properties"));
    fs::remove_file(project.root.path().join("target/classes/new.properties")).expect("a file");
    fs::remove_file(project.root.path().join("target/classes/text.properties")).expect("a file");
    assert_eq!(project.why("a VM 17"), input("target/classes/text.properties"), "it is gone");
}

/// An interface `a.Slow` without methods, as a category of JUnit 4.
fn marker(flags: u16) -> Vec<u8> {
    let mut bytes = b"\xca\xfe\xba\xbe\0\0\0\x34\0\x05".to_vec();
    for (name, class) in [("a/Slow", 1), ("java/lang/Object", 3)] {
        bytes.extend([1, 0, u8::try_from(name.len()).expect("a short name")]);
        bytes.extend(name.bytes());
        bytes.extend([7, 0, class]);
    }
    bytes.extend(flags.to_be_bytes());
    bytes.extend([0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

/// The baseline has the marker as the code of a test that names it, and no coverage of it.
#[test]
fn a_type_without_code_that_tests_name_is_no_change_while_it_stays_the_same() {
    let mut project = Project::new();
    let file = project.root.path().join("target/classes/a/Slow.class");
    fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
    fs::write(&file, marker(0x601)).expect("a file");
    project.baseline.runs[0].inputs = project.now();
    project.baseline.classes = vec![ClassState { name: "a.Slow".to_owned(), ..ClassState::default() }];
    assert_eq!(project.why("a VM 17"), None);
    fs::write(&file, marker(0x600)).expect("a file");
    let types = "target/classes: types without code".to_owned();
    assert_eq!(project.why("a VM 17"), Some(Why::Input(types)));
}

#[test]
fn a_test_that_did_not_pass_when_it_last_ran_or_is_not_known_runs() {
    let mut project = Project::new();
    assert_eq!(
        Affected::of(&project.baseline, &[], project.root.path(), "a VM 17").why("other"),
        Some(Why::NeverPassed)
    );
    project.baseline.tests.get_mut("test").expect("it is there").seen_ns = 6;
    assert_eq!(project.why("a VM 17"), Some(Why::FailedLast));
}

#[test]
fn a_class_that_is_nowhere_concerns_the_tests_that_ran_it() {
    let mut project = Project::new();
    project.baseline.classes = vec![class(&[("a", 1)])];
    let passed = Passed { ran: vec![(0, vec![0])], ..Passed::default() };
    project.baseline.tests.get_mut("test").expect("it is there").passed = Some(passed);
    assert_eq!(project.why("a VM 17"), Some(Why::Missing("a.A".to_owned())));
}

#[test]
fn parameters_show_in_the_ids_of_testng() {
    assert_eq!(["org.x.A.a[1]", "org.x.A.a#2"].map(has_parameters), [true; 2]);
    let vintage = "[engine:junit-vintage]/[runner:org.x.ATest]/[test:a%5B0%5D(org.x.ATest)]";
    let without =
        ["a[0](A)", "a#2(A)", "org.x.A.a", vintage, "[engine:junit-jupiter]/[class:A]/[method:a(int[])]"];
    assert_eq!(without.map(has_parameters), [false; 5]);
}
