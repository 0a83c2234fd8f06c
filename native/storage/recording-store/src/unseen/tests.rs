use std::fs;

use faultline_spectrum::{
    Background, Charge, Coverage, CoverageBuilder, Moment, Origin, Outcome, PartlyRecorded, Policies,
    RecordedClass, RecordedFixture, RecordedMethod, RecordedTest, Refusal, Spectrum,
};
use tempfile::TempDir;

use super::*;

/// A project with a class `app.Seen` (number 1, one line) and `app.Bare` (number 2, no lines), and one JVM.
struct Project {
    folder: TempDir,
    recording: Recording,
}

impl Project {
    fn new() -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap(), recording: Recording::default() };
        project.class("app.Seen", &[(0, 5)]).class("app.Bare", &[])
    }

    /// Adds a class that lies in the folder `classes`.
    fn class(self, name: &str, slots: &[(u32, u32)]) -> Self {
        let file = self.folder.path().join("classes").join(format!("{}.class", name.replace('.', "/")));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
        self.class_without_file(name, slots)
    }

    fn class_without_file(mut self, name: &str, slots: &[(u32, u32)]) -> Self {
        let method = |name: &str| RecordedMethod { name: name.into(), descriptor: "()V".into() };
        self.recording.classes.push(RecordedClass::new(
            self.recording.classes.len() as u32 + 1,
            ClassFile {
                name: name.into(),
                location: self.folder.path().join("classes").to_string_lossy().into_owned(),
                methods: vec![method("m"), method("n")],
                slots: slots.to_vec(),
                ..ClassFile::default()
            },
        ));
        self
    }

    /// Adds a test of `app.SomeTest` that touched these classes.
    fn test(mut self, touched: &[u32]) -> Self {
        self.recording.tests.push(RecordedTest {
            sequence: self.recording.tests.len() as u32,
            unique_id: format!("{}", self.recording.tests.len()),
            class: "app.SomeTest".into(),
            method: "t".into(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
            coverage: touching(touched),
        });
        self
    }

    fn refusal(mut self, class: &str, reason: &str) -> Self {
        self.recording.refusals.push(Refusal { class: class.into(), reason: reason.into() });
        self
    }

    fn taken(&mut self) -> Vec<UnseenClass> {
        let recordings = std::slice::from_mut(&mut self.recording);
        take_out(recordings, &LeftOut::default(), self.folder.path(), false)
    }

    /// The unseen classes, each with the rows of the first three that it concerns; `?` where that is not certain.
    fn unseen(mut self) -> Vec<String> {
        self.taken().iter().map(words).collect()
    }
}

fn words(class: &UnseenClass) -> String {
    let rows: Vec<usize> = (0..3).filter(|&row| class.concerns(&[TestId::new(row)])).collect();
    let sure = if class.is_certain { "" } else { "?" };
    let methods =
        if class.methods.is_empty() { String::new() } else { format!("#{}", class.methods.join("#")) };
    format!("{}{methods}{sure} {rows:?}: {}", class.class, class.reason)
}

fn touching(classes: &[u32]) -> Coverage {
    let mut coverage = CoverageBuilder::default();
    for &class in classes {
        coverage.class(class, &[u64::from(class == 1)]);
    }
    coverage.to_coverage()
}

#[test]
fn a_class_without_lines_is_known_by_the_tests_that_ran_it() {
    let project = Project::new().refusal("app.Bare", NO_LINES);
    assert_eq!(project.test(&[1]).test(&[1, 2]).unseen(), ["app.Bare [1]: no line numbers"]);
}

#[test]
fn a_class_without_lines_that_no_test_ran_is_not_missed() {
    assert_eq!(Project::new().refusal("app.Bare", NO_LINES).test(&[1]).unseen(), [""; 0]);
}

#[test]
fn classes_without_lines_are_not_in_the_spectrum() {
    let mut project = Project::new().test(&[1, 2]);
    project.taken();
    let spectrum = Spectrum::merge(std::slice::from_ref(&project.recording), Policies::default()).unwrap();
    assert_eq!(spectrum.classes.iter().map(|class| class.name.as_str()).collect::<Vec<_>>(), ["app.Seen"]);
    assert_eq!(project.recording.tests[0].coverage, touching(&[1]));
}

#[test]
fn what_ran_in_a_fixture_ran_for_the_tests_that_had_it() {
    let mut project = Project::new().test(&[1]).test(&[1]);
    project.recording.fixtures.push(RecordedFixture {
        id: 7,
        moment: Moment::Before,
        unique_id: String::new(),
        class: "app.SomeTest".into(),
        method: String::new(),
        coverage: touching(&[2]),
    });
    project.recording.charges.push(Charge { test: 1, fixtures: vec![7] });
    assert_eq!(project.unseen(), ["app.Bare [1]: no line numbers"]);
}

#[test]
fn what_ran_in_a_static_initialiser_may_have_run_for_each_test() {
    let mut project = Project::new().test(&[1]).test(&[1]);
    project.recording.initialisers.push((1, touching(&[2])));
    assert_eq!(project.unseen(), ["app.Bare? [0, 1]: no line numbers"]);
}

#[test]
fn classes_made_at_run_time_are_not_missed() {
    let project = Project::new()
        .class("app.Seen$$EnhancerByCGLIB$$1", &[])
        .class_without_file("app.Accessor1", &[])
        .refusal("app.Other$MockitoMock$12", NO_LINES);
    assert_eq!(project.test(&[1, 3, 4]).unseen(), [""; 0]);
}

#[test]
fn methods_beyond_the_last_line_are_named_for_the_tests_that_ran_their_class() {
    let mut project = Project::new().test(&[1]).test(&[]);
    project.recording.partly.push(PartlyRecorded { class: 1, method: 1, lines: 0 });
    project.recording.partly.push(PartlyRecorded { class: 1, method: 0, lines: 8 });
    assert_eq!(project.unseen(), ["app.Seen#n? [0]: no line numbers"]);
}

#[test]
fn a_class_that_could_not_be_instrumented_may_have_run_in_each_test_of_its_jvm() {
    let mut project = Project::new().refusal("app.Big", "method too large").test(&[1]);
    let elsewhere = Recording {
        origin: Origin { pid: 1, ..Origin::default() },
        tests: project.recording.tests.clone(),
        ..Recording::default()
    };
    project.recording.tests[0].coverage = Coverage::default();
    let recordings = &mut [project.recording, Recording { tests: vec![], ..Recording::default() }, elsewhere];
    recordings[2].tests[0].coverage = Coverage::default();
    let found = take_out(recordings, &LeftOut::default(), project.folder.path(), false);
    assert_eq!(found.iter().map(words).collect::<Vec<_>>(), ["app.Big? [0]: method too large"]);
}

#[test]
fn refused_classes_of_others_and_of_tests_are_not_missed() {
    let project = Project::new()
        .refusal("org.library.Big", "method too large")
        .refusal("app.SomeTest$Helper", "method too large");
    assert_eq!(project.test(&[1]).unseen(), [""; 0]);
}

#[test]
fn a_refused_class_of_another_package_is_the_projects_if_its_source_or_the_user_says_so() {
    let project = Project::new().refusal("gen.Parser", "constant pool full").test(&[1]);
    let source = project.folder.path().join("src/gen/Parser.java");
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    fs::write(source, "").unwrap();
    assert_eq!(project.unseen(), ["gen.Parser? [0]: constant pool full"]);

    let mut asked = Project::new().refusal("gen.Parser", "constant pool full").test(&[1]);
    asked.recording.origin.description = format!("JVM\t.\t{}", Origin::ASKED);
    assert_eq!(asked.unseen(), ["gen.Parser? [0]: constant pool full"]);
}

#[test]
fn rows_are_joined() {
    assert_eq!(joined(vec![4..6, 0..1, 1..2, 5..9]), [0..2, 4..9]);
}

#[test]
fn classes_that_ran_in_a_jvm_that_a_test_started_are_unseen_unless_they_are_charged_to_it() {
    let mut starting = Project::new().test(&[1]).test(&[1]).recording;
    starting.classes.truncate(1);
    let mut started = Project::new().recording;
    started.origin = Origin { pid: 2, description: "a VM, a.Main\t.\t\t1".to_owned(), ..Origin::default() };
    let mut coverage = CoverageBuilder::default();
    coverage.class(1, &[1]);
    let coverage = coverage.to_coverage();
    started.background.push(Background { thread: "all threads of a.Main".into(), coverage });
    let folder = tempfile::tempdir().unwrap();
    let with = |with_started| {
        let mut recordings = [starting.clone(), started.clone()];
        take_out(&mut recordings, &LeftOut::default(), folder.path(), with_started)
    };
    let found = with(false);
    let [class] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (class.class.as_str(), class.reason.as_str(), class.is_certain),
        ("app.Seen", IN_STARTED_JVM, true)
    );
    assert!(class.concerns(&[TestId::new(1)]) && !class.concerns(&[TestId::new(0)]), "{found:?}");
    assert_eq!(with(true), []);
}
