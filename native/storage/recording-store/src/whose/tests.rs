use std::fs;
use std::path::PathBuf;

use faultline_spectrum::{
    ClassDetails, ClassFile, CoverageBuilder, Failure, Frame, IN_MEMORY, Launch, Origin, Outcome,
    RecordedDetails, RecordedMethod, RecordedTest,
};
use tempfile::TempDir;

use super::*;

/// A project with sources, and a recording of one JVM.
struct Project {
    folder: TempDir,
    recording: Recording,
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("build.xml"), "").unwrap();
        Self { folder, recording: Recording::default() }
    }

    fn base(&self) -> PathBuf {
        dunce::canonicalize(self.folder.path()).unwrap()
    }

    fn source(self, path: &str) -> Self {
        self.text(path, "package app;\n")
    }

    fn text(self, path: &str, text: &str) -> Self {
        let file = self.base().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self
    }

    /// Adds a class; its number is its position from 1.
    fn class(mut self, location: &str, name: &str) -> Self {
        let location = self.base().join(location).to_string_lossy().into_owned();
        let file = format!("{}.java", ClassName(outermost(name)).simple());
        let method = RecordedMethod { name: "m".into(), descriptor: "()V".into() };
        self.recording.classes.push(RecordedClass::new(
            self.recording.classes.len() as u32 + 1,
            ClassFile {
                name: name.into(),
                source_file: Some(file),
                location,
                methods: vec![method],
                slots: vec![(0, 1)],
                ..ClassFile::default()
            },
        ));
        self
    }

    /// Adds a test that ran all classes.
    fn test(mut self, class: &str) -> Self {
        let mut coverage = CoverageBuilder::default();
        self.recording.classes.iter().for_each(|class| coverage.class(class.id, &[1]));
        self.recording.tests.push(RecordedTest {
            sequence: 0,
            unique_id: class.into(),
            class: class.into(),
            method: "t".into(),
            display: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
            coverage: coverage.to_coverage(),
        });
        self
    }

    /// The names of the classes that stay, and of those in the row of the first test.
    fn kept(mut self) -> (Vec<String>, usize) {
        let base = self.base();
        leave_out(std::slice::from_mut(&mut self.recording), &base);
        let rows = self.recording.tests.first().map_or(0, |test| test.coverage.classes().count());
        (self.recording.classes.iter().map(|class| class.name.clone()).collect(), rows)
    }
}

fn in_two_folders(output: &str, sources: &str) -> Project {
    Project::new()
        .source("src/main/java/app/Calc.java")
        .source(&format!("{sources}/app/CalcTest.java"))
        .source(&format!("{sources}/app/Helper.java"))
        .class("build/classes/java/main", "app.Calc")
        .class(output, "app.CalcTest")
        .class(output, "app.Helper")
        .test("app.CalcTest")
}

#[test]
fn a_folder_of_any_name_whose_classes_declare_tests_is_one_of_tests() {
    for (output, sources) in [
        ("build/classes/java/functional", "src/functional/java"),
        ("build/kotlin-tmp/kotlin-classes/debugUnitTest", "src/test/kotlin"),
        ("out/verify/classes", "verify"),
        ("target/it-classes", "nowhere/../elsewhere"),
    ] {
        assert_eq!(in_two_folders(output, sources).kept(), (vec!["app.Calc".to_owned()], 1), "{output}");
    }
}

/// Its lines are those of the project's inlined functions.
#[test]
fn a_test_that_has_only_inlined_lines_of_the_project_stays() {
    const MAP: &str = "SMAP\nCalcTest.java\nKotlin\n*S Kotlin\n*F\n+ 1 CalcTest.java\napp/CalcTest\n+ 2 Calc.java\n\
        app/Calc\n*L\n1#2:1\n*E\n";
    let mut project = Project::new()
        .source("src/main/java/app/Calc.java")
        .source("src/functional/java/app/CalcTest.java")
        .class("build/classes/java/main", "app.Calc")
        .class("build/classes/java/functional", "app.CalcTest")
        .test("app.CalcTest");
    let details = ClassDetails { debug: Some(MAP.into()), ..ClassDetails::default() };
    project.recording.details.push(RecordedDetails::new(2, details));
    assert_eq!(project.kept().0, ["app.Calc", "app.CalcTest"]);
}

/// Line 2 is the project's, line 3 a library's.
#[test]
fn of_a_test_with_lines_of_its_own_the_projects_inlined_lines_stay() {
    const MAP: &str = "SMAP\nCalcTest.java\nKotlin\n*S Kotlin\n*F\n+ 1 CalcTest.java\napp/CalcTest\n+ 2 Calc.java\n\
        app/Calc\n+ 3 Lists.kt\nkotlin/Lists\n*L\n1#1,1:1\n7#2:2\n9#3:3\n*E\n";
    let mut project = Project::new()
        .source("src/main/java/app/Calc.java")
        .source("src/functional/java/app/CalcTest.java")
        .class("build/classes/java/main", "app.Calc")
        .class("build/classes/java/functional", "app.CalcTest")
        .test("app.CalcTest");
    let class = &mut project.recording.classes[1];
    class.file = Arc::new(ClassFile { slots: vec![(0, 1), (0, 2), (0, 3)], ..(*class.file).clone() });
    let details = ClassDetails { debug: Some(MAP.into()), ..ClassDetails::default() };
    project.recording.details.push(RecordedDetails::new(2, details));
    let mut coverage = CoverageBuilder::default();
    coverage.class(2, &[0b011]);
    project.recording.tests[0].coverage = coverage.to_coverage();
    let base = project.base();
    leave_out(std::slice::from_mut(&mut project.recording), &base);
    assert_eq!(project.recording.classes[1].slots, [(0, 2)]);
    let ran: Vec<_> = project.recording.tests[0].coverage.slots().collect();
    assert_eq!(ran, [(2, 0)]);
}

#[test]
fn a_set_of_sources_named_for_tests_is_theirs_without_tests_of_its_own() {
    let with = |output: &str, sources: &str| {
        let project = Project::new()
            .source("app/src/main/java/app/Calc.java")
            .source(&format!("{sources}/app/CalcAssert.java"))
            .class("app/build/classes/java/main", "app.Calc")
            .class(output, "app.CalcAssert")
            .test("app.CalcTest");
        project.kept().0.len()
    };
    assert_eq!(with("app/build/classes/java/testSupport", "app/src/testSupport/java"), 1);
    assert_eq!(with("app/build/classes/java/fixtures", "app/src/fixtures/java"), 1);
    assert_eq!(with("app/build/libs/app-1.0-testlib.jar", "app/src/testlib/java"), 1);
    // A module is something to be tested, whatever its name.
    assert_eq!(with("test-support/build/classes/java/main", "test-support/src/main/java"), 2);
    assert_eq!(with("app/build/classes/java/demo", "app/src/demo/java"), 2);
    assert_eq!(with("tests/classes", "tests/src/java"), 2);
}

#[test]
fn of_two_folders_of_sources_in_an_output_of_tests_the_one_without_tests_is_theirs_if_it_is_named_so() {
    let output = "build/intermediates/javac/debugUnitTest/classes";
    let project = Project::new()
        .source("src/main/java/app/Calc.java")
        .source("src/testDebug/java/app/CalcTest.java")
        .source("src/sharedTest/java/app/Checks.java")
        .class("build/intermediates/javac/debug/classes", "app.Calc")
        .class(output, "app.CalcTest")
        .class(output, "app.Checks")
        .test("app.CalcTest");
    assert_eq!(project.kept().0, ["app.Calc"]);
}

/// As of Bazel.
#[test]
fn archives_of_a_folder_of_sources_named_for_tests_are_theirs() {
    let project = Project::new()
        .source("java/app/Calc.java")
        .source("javatests/app/testing/Checks.java")
        .class("bazel-bin/java/app/libcalc.jar", "app.Calc")
        .class("bazel-bin/javatests/app/testing/libtesting.jar", "app.testing.Checks")
        .test("app.CalcTest");
    assert_eq!(project.kept().0, ["app.Calc"]);
}

#[test]
fn a_module_whose_sources_import_test_frameworks_and_that_has_no_tests_is_what_only_tests_use() {
    let project = || {
        Project::new()
            .source("core/src/main/java/app/Calc.java")
            .source("core/src/test/java/app/CalcTest.java")
            .text(
                "support/src/main/java/app/Steps.java",
                "package app;\nimport static org.junit.Assert.assertEquals;\n",
            )
            .source("support/src/main/java/app/Checks.java")
            .class("core/target/classes", "app.Calc")
            .class("support/target/classes", "app.Steps")
            .class("support/target/classes", "app.Checks")
            .test("app.CalcTest")
    };
    assert_eq!(project().kept().0, ["app.Calc"]);
    let tested = project().source("support/src/test/java/app/StepsTest.java");
    assert_eq!(tested.kept().0.len(), 3, "it has tests of its own");
    let mut own = project();
    for name in ["A", "B", "C", "D", "E", "F", "G"] {
        let name = format!("Own{name}");
        own = own.source(&format!("support/src/main/java/app/{name}.java"));
        own = own.class("support/target/classes", &format!("app.{name}"));
    }
    assert_eq!(own.kept().0.len(), 10, "one class of many imports one");
    let mut alone = project();
    alone.recording.classes.remove(0);
    assert_eq!(alone.kept().0.len(), 2, "nothing else is there");
}

/// As with Surefire's `testClassesDirectory`, of a module of tests.
#[test]
fn what_the_build_tool_calls_its_output_of_tests_is_theirs_whatever_else_it_holds() {
    let project = |description: &str, path: &str| {
        let mut project = Project::new()
            .source("core/src/main/java/app/Calc.java")
            .source("qa/src/main/java/app/CalcTest.java")
            .class("core/target/classes", "app.Calc")
            .class("qa/target/classes", "app.CalcTest");
        for name in ["One", "Two", "Three", "Four", "Five"] {
            project = project.source(&format!("qa/src/main/java/app/{name}.java"));
            project = project.class("qa/target/classes", &format!("app.{name}"));
        }
        let at = |folder: &str| project.base().join(folder).to_string_lossy().into_owned();
        let class_path = std::env::join_paths([at(path), at("core/target/classes")]).unwrap();
        let launch = Launch { class_path: class_path.to_string_lossy().into_owned(), ..Launch::default() };
        project.recording.origin.description = description.replace("SCANNED", &at(path));
        project.recording.launch = Some(launch);
        project.test("app.CalcTest").kept().0
    };
    let surefire = "OpenJDK 64-Bit Server VM 17, /tmp/surefirebooter-20260101_3.jar\tqa";
    assert_eq!(project(surefire, "qa/target/classes"), ["app.Calc"]);
    assert_eq!(project(surefire, "elsewhere").len(), 6, "all but the class with the test");
    assert_eq!(project("a JVM, org.example.Main\tqa", "qa/target/classes").len(), 6);
    assert_eq!(project("a JVM, console.jar\tqa\t\t\tSCANNED", "qa/target/classes"), ["app.Calc"]);
}

#[test]
fn the_class_that_declares_a_failed_test_is_known_by_the_stack_trace() {
    let mut project = Project::new()
        .source("core/src/main/java/app/Calc.java")
        .source("contract/src/main/java/app/CalcContract.java")
        .class("core/target/classes", "app.Calc")
        .class("contract/target/classes", "app.CalcContract")
        .test("app.CalcTest");
    let frame = |class: &str, method: &str| Frame { class: class.into(), method: method.into(), line: 1 };
    let test = &mut project.recording.tests[0];
    test.outcome = Outcome::Failed;
    let frames = vec![
        frame("app.Calc", "abs"),
        frame("app.CalcContract", "t"),
        frame("java.lang.reflect.Method", "invoke"),
    ];
    test.failure = Some(Failure { exception: "x".into(), frames, thrown: None });
    assert_eq!(project.kept().0, ["app.Calc"]);
}

/// A module of contracts: its tests run as those of the classes that inherit them, in another module.
#[test]
fn helpers_beside_inherited_tests_are_tests() {
    let project = |helpers: &[&str]| {
        let mut project = Project::new()
            .source("core/src/main/java/app/Calc.java")
            .text("contract/src/main/java/app/CalcContract.java", "package app;\nimport org.junit.Test;\n")
            .class("core/target/classes", "app.Calc")
            .class("contract/target/classes", "app.CalcContract");
        for helper in helpers {
            project = project.source(&format!("contract/src/main/java/app/{helper}.java"));
            project = project.class("contract/target/classes", &format!("app.{helper}"));
        }
        let mut project = project.test("app.CalcTest");
        let test = &mut project.recording.tests[0];
        test.outcome = Outcome::Failed;
        let frames =
            [("app.Checks", "same"), ("app.CalcContract", "t"), ("java.lang.reflect.Method", "invoke")];
        let frames =
            frames.map(|(class, method)| Frame { class: class.into(), method: method.into(), line: 1 });
        test.failure = Some(Failure { exception: "x".into(), frames: frames.into(), thrown: None });
        project.kept().0
    };
    assert_eq!(project(&["Checks"]), ["app.Calc"], "by the share of classes with tests");
    assert_eq!(project(&["Checks", "Data", "More"]), ["app.Calc"], "by what the sources import");
    let product = ["Checks", "A", "B", "C", "D", "E", "F"];
    assert_eq!(project(&product).len(), 1 + product.len(), "one class of many declares tests");
}

/// A project whose scenarios run steps of `module`.
fn scenarios(module: &str) -> Project {
    Project::new()
        .source("shop/src/main/java/app/Calc.java")
        .text(
            &format!("{module}/src/main/java/app/Steps.java"),
            "package app;\nimport io.cucumber.java.en.*;\n",
        )
        .source(&format!("{module}/src/main/java/app/Basket.java"))
        .text(
            &format!("{module}/src/test/java/app/RunTest.java"),
            "package app;\nimport io.cucumber.junit.Cucumber;\n",
        )
        .class("shop/target/classes", "app.Calc")
        .class(&format!("{module}/target/classes"), "app.Steps")
        .class(&format!("{module}/target/classes"), "app.Basket")
        .test("shop")
}

#[test]
fn steps_of_scenarios_are_tests_wherever_they_lie() {
    assert_eq!(scenarios("acceptance").kept().0, ["app.Calc"], "a module named for tests");
    assert_eq!(scenarios("stories").kept().0, ["app.Calc", "app.Basket"], "another module");
    let mut library = scenarios("stories");
    let mut coverage = CoverageBuilder::default();
    coverage.class(2, &[1]);
    library.recording.tests[0].coverage = coverage.to_coverage();
    assert_eq!(library.kept().0.len(), 3, "a library of steps, which its scenarios run alone");
}

#[test]
fn what_a_tool_wrote_from_a_source_of_the_same_name_is_the_projects() {
    const WRITTEN: &str = "// Generated by delombok at Mon Nov 30\npackage app;\n";
    let with = |own: &str| {
        let project = Project::new()
            .source("src/main/java/app/Calc.java")
            .text("target/generated-sources/delombok/app/Order.java", WRITTEN)
            .source(own)
            .class("target/classes", "app.Calc")
            .class("target/classes", "app.Order")
            .test("app.CalcTest");
        project.kept().0.len()
    };
    assert_eq!(with("src/main/lombok/app/Order.java"), 2);
    assert_eq!(with("src/main/java/app/Other.java"), 1, "a person wrote none of this name");
    assert_eq!(with("src/test/resources/expected/app/Order.java"), 1, "the data of a test");
    assert_eq!(with("../elsewhere/src/main/java/app/Order.java"), 1, "another project's");
    assert_eq!(with("target/generated-sources/other/app/Order.java"), 1, "written by a tool as well");
}

#[test]
fn what_a_tool_wrote_and_says_so_at_its_head_is_left_out() {
    let project = Project::new()
        .source("src/main/java/app/Calc.java")
        .text(
            "target/generated-sources/antlr4/app/CalcParser.java",
            "// Generated from Calc.g4 by ANTLR 4\npackage app;\n",
        )
        .class("target/classes", "app.Calc")
        .class("target/classes", "app.CalcParser")
        .test("app.CalcTest");
    assert_eq!(project.kept().0, ["app.Calc"]);
}

#[test]
fn of_one_folder_for_all_classes_those_whose_sources_lie_beside_tests_are_tests() {
    let project = Project::new()
        .source("src/app/Calc.java")
        .source("src/app/Other.java")
        .source("checks/app/CalcTest.java")
        .source("checks/app/Helper.java")
        .class("bin", "app.Calc")
        .class("bin", "app.Other")
        .class("bin", "app.CalcTest")
        .class("bin", "app.CalcTest$Nested")
        .class("bin", "app.Helper")
        .test("app.CalcTest$Nested");
    assert_eq!(project.kept(), (vec!["app.Calc".to_owned(), "app.Other".to_owned()], 2));
}

#[test]
fn of_one_folder_for_all_sources_only_the_classes_with_tests_are_left_out() {
    let project = Project::new()
        .source("src/app/Calc.java")
        .source("src/app/CalcTest.java")
        .class("bin", "app.Calc")
        .class("bin", "app.CalcTest")
        .test("app.CalcTest");
    assert_eq!(project.kept(), (vec!["app.Calc".to_owned()], 1));
}

/// Sources that several projects share, and a link that leads back.
#[cfg(unix)]
#[test]
fn a_class_whose_source_lies_behind_a_link_is_no_librarys() {
    use std::os::unix::fs::symlink;
    let shared = tempfile::tempdir().unwrap();
    fs::create_dir_all(shared.path().join("src/org/shared")).unwrap();
    fs::write(shared.path().join("src/org/shared/Calc.java"), "package org.shared;").unwrap();
    let with = |link: &str| {
        let project = Project::new()
            .source("src/main/java/app/Main.java")
            .class("target/classes", "app.Main")
            .class("target/classes", "org.shared.Calc")
            .test("app.MainTest");
        symlink(shared.path().join("src"), project.base().join(link)).unwrap();
        symlink(project.base(), project.base().join("again")).unwrap();
        project.kept().0
    };
    assert_eq!(with("shared"), ["app.Main", "org.shared.Calc"]);
    assert_eq!(with("bazel-app"), ["app.Main"], "what a build tool fetched");
}

/// An extension of a test framework, with its tests in a module of their own.
#[test]
fn a_module_that_tests_run_alone_is_there_to_be_tested_although_it_imports_test_frameworks() {
    let with = |module: &str, runs: &[&str]| {
        let import = "package app;\nimport org.junit.jupiter.api.extension.Extension;\n";
        let mut project = Project::new()
            .source("core/src/main/java/app/Calc.java")
            .text(&format!("{module}/src/main/java/app/Retries.java"), import)
            .class("core/target/classes", "app.Calc")
            .class(&format!("{module}/target/classes"), "app.Retries")
            .test("app.RetriesTest")
            .test("app.OtherTest");
        for test in &mut project.recording.tests {
            let mut coverage = CoverageBuilder::default();
            let all = project.recording.classes.iter();
            all.filter(|class| runs.contains(&&*class.name)).for_each(|class| coverage.class(class.id, &[1]));
            test.coverage = coverage.to_coverage();
        }
        project.kept().0
    };
    assert_eq!(with("retries", &["app.Retries"]), ["app.Calc", "app.Retries"]);
    assert_eq!(with("retries", &["app.Retries", "app.Calc"]), ["app.Calc"], "it helps to test other code");
    assert_eq!(with("retries", &["app.Calc"]), ["app.Calc"]);
    assert_eq!(with("e2e-support", &["app.Retries"]), ["app.Calc"], "its name says what it is");
}

#[test]
fn a_module_that_holds_code_and_few_tests_keeps_its_code_beside_other_modules() {
    let mut project = Project::new().source("a/src/a/A.java").class("a/bin", "a.A");
    for name in ["One", "Two", "Three", "Four"] {
        project = project.source(&format!("b/src/b/{name}.java")).class("b/bin", &format!("b.{name}"));
    }
    let project = project.source("b/src/b/OneTest.java").class("b/bin", "b.OneTest").test("b.OneTest");
    let (kept, _) = project.kept();
    assert_eq!(kept, ["a.A", "b.One", "b.Two", "b.Three", "b.Four"]);
}

#[test]
fn archives_below_the_project_without_sources_there_are_libraries() {
    let project = Project::new()
        .source("src/app/Text.java")
        .source("core/src/main/java/org/own/core/Core.java")
        .class("build/classes", "app.Text")
        .class("lib/commons-lang3-3.14.0.jar", "org.apache.commons.lang3.StringUtils")
        .class("core/target/core-1.jar", "org.own.core.Core")
        .class("core/target/core-1.jar", "org.own.core.made.Generated")
        .class("core/target/core-1.jar", "org.shaded.Foreign")
        .class("core/target/core-1.jar", "org.own.core.thirdparty.text.Trim")
        .class("core/target/core-1.jar", "org.own.core.shaded.com.google.gson.Gson")
        .test("app.TextTest");
    assert_eq!(
        project.kept(),
        (vec!["app.Text".to_owned(), "org.own.core.Core".into(), "org.own.core.made.Generated".into()], 3)
    );
}

/// As by a build that unpacks what it ships, or minimises it.
#[test]
fn a_library_that_was_unpacked_beside_the_projects_classes_is_a_library() {
    for location in ["target/classes", "target/unpacked"] {
        let project = Project::new()
            .source("src/main/java/org/own/Text.java")
            .class("target/classes", "org.own.Text")
            .class("target/classes", "org.own.made.Generated")
            .class(location, "org.apache.commons.lang3.StringUtils")
            .test("org.own.TextTest");
        let (kept, _) = project.kept();
        assert_eq!(kept, ["org.own.Text", "org.own.made.Generated"], "{location}");
    }
}

/// Its source is a page, which may lie anywhere.
#[test]
fn a_class_translated_from_a_page_is_no_library() {
    const MAP: &str = "SMAP\nindex_jsp.java\nJSP\n*S JSP\n*F\n+ 0 index.jsp\nindex.jsp\n*L\n1:1\n*E\n";
    let mut project = Project::new()
        .source("src/main/java/org/own/Text.java")
        .class("target/classes", "org.own.Text")
        .class("target/pages", "org.apache.jsp.index_jsp")
        .test("org.own.TextTest");
    let map = || ClassDetails { debug: Some(MAP.into()), ..ClassDetails::default() };
    project.recording.details.push(RecordedDetails::new(2, map()));
    assert_eq!(project.kept().0, ["org.own.Text", "org.apache.jsp.index_jsp"]);
    let mut alone = Project::new()
        .class("target/work", "org.apache.jsp.index_jsp")
        .class("target/lib/server-9.jar", "org.apache.server.Server")
        .test("org.own.PageTest");
    alone.recording.details.push(RecordedDetails::new(1, map()));
    assert_eq!(alone.kept().0, ["org.apache.jsp.index_jsp"]);
}

#[test]
fn owners_under_one_roof_are_told_apart() {
    let project = Project::new()
        .source("src/main/java/org/apache/foo/Text.java")
        .class("target/classes", "org.apache.foo.Text")
        .class("target/classes", "org.apache.foo.made.Generated")
        .class("target/classes", "org.apache.commons.lang3.StringUtils")
        .test("org.apache.foo.TextTest");
    assert_eq!(project.kept().0, ["org.apache.foo.Text", "org.apache.foo.made.Generated"]);
}

/// An annotation processor writes `@Generated`, which the class file does not keep.
#[test]
fn what_a_tool_wrote_and_marked_in_the_source_is_left_out() {
    const MARKED: &str = "package app;\n@Generated(\"tool\")\npublic class MapperImpl {}\n";
    for (location, generated, unmarked) in [
        ("target/classes", "target/generated-sources/annotations", "target/generated-sources/antlr4"),
        (
            "build/classes/java/main",
            "build/generated/sources/annotationProcessor/java/main",
            "build/generated-src/antlr/main",
        ),
        ("bin", ".apt_generated", "generated"),
        ("out", "out", "out"),
        (
            "build/libs/app-1.jar",
            "build/generated/sources/annotationProcessor/java/main",
            "build/generated/own",
        ),
    ] {
        let project = Project::new()
            .source("src/main/java/app/Mapper.java")
            .source(&format!("{unmarked}/app/Grammar.java"))
            .source(&format!("{generated}/app/MapperImpl.java"))
            .class(location, "app.Mapper")
            .class(location, "app.MapperImpl")
            .class(location, "app.MapperImpl$Builder")
            .class(location, "app.Grammar")
            .test("app.MapperTest");
        fs::write(project.base().join(generated).join("app/MapperImpl.java"), MARKED).unwrap();
        assert_eq!(project.kept(), (vec!["app.Mapper".to_owned(), "app.Grammar".into()], 2), "{location}");
    }
}

#[test]
fn without_any_source_and_where_classes_were_asked_for_nothing_is_left_out() {
    let jar = "lib/commons-lang3-3.14.0.jar";
    let bare = Project::new().class(jar, "org.apache.commons.lang3.StringUtils").class("classes", "app.Text");
    assert_eq!(bare.kept().0.len(), 2);
    let mut asked =
        Project::new().source("src/app/Text.java").class("classes", "app.Text").class(jar, "org.x.Y");
    asked.recording.origin.description = format!("a JVM\t.\t{}", Origin::ASKED);
    assert_eq!(asked.kept().0.len(), 2);
}

#[test]
fn the_source_decides_whose_a_class_is_that_was_compiled_in_memory() {
    let mut project = Project::new()
        .source("src/main/java/app/Real.java")
        .source("src/main/java/app/Made.java")
        .source("src/test/resources/app/Case.java")
        .class("target/classes", "app.Real")
        .class("x", "app.Made")
        .class("x", "app.Made$Inner")
        .class("x", "app.Case")
        .class("x", "script.Unknown")
        .test("app.SomeTest");
    for class in &mut project.recording.classes[1..] {
        class.location = IN_MEMORY.into();
    }
    let names = ["app.Real", "app.Made", "app.Made$Inner"];
    assert_eq!(project.kept(), (names.map(str::to_owned).to_vec(), 3));
}

#[test]
fn without_any_source_nothing_is_known_of_classes_that_were_compiled_in_memory() {
    let mut project = Project::new().class("x", "app.Made").test("app.SomeTest");
    project.recording.classes[0].location = IN_MEMORY.into();
    assert_eq!(project.kept().0, ["app.Made"]);
}

/// Javac demands folders of packages only of sources that it searches for itself.
#[test]
fn a_java_source_is_found_by_its_package_in_any_folder() {
    let with = |package: &str| {
        let project = Project::new()
            .source("src/app/Calc.java")
            .text(
                "src/prices/Rate.java",
                &format!("/* words */\npackage {package}; // words\nclass Rate {{}}\n"),
            )
            .class("target/classes", "app.Calc")
            .class("target/classes", "shop.prices.Rate")
            .test("app.CalcTest");
        project.kept().0
    };
    assert_eq!(with("shop.prices"), ["app.Calc", "shop.prices.Rate"]);
    assert_eq!(with("shop.other"), ["app.Calc"], "a source of this name is of another package");
}

/// Modules that keep tests beside the code, in a project whose other modules their tests reach.
#[test]
fn code_beside_tests_that_are_named_after_it_is_the_projects() {
    let project = |scanned: &str, test: &str| {
        let test = |module: &str| format!("{module}.{test}");
        let mut project = Project::new();
        for module in ["core", "shop"] {
            project = project
                .source(&format!("{module}/{module}/Calc.java"))
                .source(&format!("{module}/{}.java", test(module).replace('.', "/")))
                .class(&format!("out/{module}"), &format!("{module}.Calc"))
                .class(&format!("out/{module}"), &test(module));
        }
        let folder = project.base().join(scanned).to_string_lossy().into_owned();
        project.recording.origin.description = format!("a JVM, console.jar\tshop\t\t\t{folder}");
        project.test(&test("core")).test(&test("shop")).kept().0
    };
    for scanned in ["nowhere", "out/shop"] {
        for test in ["CalcTest", "TestCalc", "CalcIT"] {
            assert_eq!(project(scanned, test), ["core.Calc", "shop.Calc"], "{scanned}, {test}");
        }
    }
    assert!(project("out/shop", "Checks").is_empty(), "only the build tool says it");
}

#[test]
fn an_output_of_tests_that_holds_the_code_as_well_is_split_by_the_folders_of_sources() {
    let mut project = Project::new()
        .source("src/app/Calc.java")
        .source("src/app/Other.java")
        .source("test/app/Checks.java")
        .source("test/app/Helper.java")
        .source("lib/src/lib/Lib.java")
        .class("out", "app.Calc")
        .class("out", "app.Other")
        .class("out", "app.Checks")
        .class("out", "app.Helper")
        .class("lib/out", "lib.Lib");
    let folder = project.base().join("out").to_string_lossy().into_owned();
    project.recording.origin.description = format!("a JVM, console.jar\tapp\t\t\t{folder}");
    assert_eq!(project.test("app.Checks").kept().0, ["app.Calc", "app.Other", "lib.Lib"]);
}

#[test]
fn in_one_folder_for_all_sources_those_that_import_test_frameworks_are_tests() {
    let project = Project::new()
        .source("src/app/Calc.java")
        .source("src/app/Other.java")
        .source("src/app/CalcTest.java")
        .text("src/app/Checks.java", "package app;\nimport static org.junit.Assert.*;\n")
        .class("bin", "app.Calc")
        .class("bin", "app.Other")
        .class("bin", "app.CalcTest")
        .class("bin", "app.Checks")
        .class("bin", "app.Checks$Inner")
        .test("app.CalcTest");
    assert_eq!(project.kept().0, ["app.Calc", "app.Other"]);
}

/// Few classes of test support import a test framework, but its module is named for tests.
#[test]
fn a_module_that_is_named_for_tests_and_has_none_is_what_only_tests_use() {
    let with = |module: &str, import: &str| {
        let mut project = Project::new()
            .source("core/src/main/java/app/Calc.java")
            .source("core/src/test/java/app/CalcTest.java")
            .class("core/target/classes", "app.Calc")
            .text(
                &format!("{module}/src/main/java/kit/Contract.java"),
                &format!("package kit;\nimport {import};\n"),
            )
            .class(&format!("{module}/target/classes"), "kit.Contract");
        for name in ["Verify", "Builder", "Clocks", "Db"] {
            project = project.source(&format!("{module}/src/main/java/kit/{name}.java"));
            project = project.class(&format!("{module}/target/classes"), &format!("kit.{name}"));
        }
        project.test("app.CalcTest").kept().0.len()
    };
    assert_eq!(with("testkit", "org.junit.jupiter.api.Test"), 1);
    assert_eq!(with("test-support", "java.util.List"), 6, "the name alone says nothing");
    assert_eq!(
        with("support", "org.junit.jupiter.api.Test"),
        6,
        "an application may have a class that imports one"
    );
}

/// Lombok 1.18.30: nothing in the class file marks what it added.
#[test]
fn members_that_lombok_added_without_a_mark_have_no_lines() {
    let with = |head: &str| {
        let text = format!(
            "package app;\n{head}\n@Data\npublic class Order {{\n private int cents = 1;\n int total() {{\n  return cents;\n }}\n}}\n"
        );
        let mut project = Project::new()
            .text("src/main/java/app/Order.java", &text)
            .class("target/classes", "app.Order")
            .test("app.OrderTest");
        let order = &mut project.recording.classes[0];
        order.methods = ["equals", "getCents", "total", "hashCode", "<init>"]
            .map(|name| RecordedMethod { name: name.into(), descriptor: "()V".into() })
            .into();
        order.slots = vec![(0, 3), (1, 5), (2, 7), (3, 3), (4, 3), (4, 5)];
        let mut coverage = CoverageBuilder::default();
        coverage.class(1, &[0b10_0101]);
        project.recording.tests[0].coverage = coverage.to_coverage();
        let base = project.base();
        leave_out(std::slice::from_mut(&mut project.recording), &base);
        let bits: Vec<u64> =
            project.recording.tests[0].coverage.classes().flat_map(|(_, bits)| bits.to_vec()).collect();
        (project.recording.classes[0].slots.clone(), bits)
    };
    assert_eq!(with("import lombok.Data;"), (vec![(2, 7), (4, 3), (4, 5)], vec![0b101]));
    assert_eq!(with("import own.Data;").0.len(), 6, "another's annotation");
}

const IMPORTS: &str = "package app;\nimport org.junit.Test;\nclass CalcTest { Data data; Calc calc; }\n";

/// Code and tests in one folder: what only tests name, and what nobody outside of the package can name, is theirs.
#[test]
fn in_one_folder_for_all_sources_what_only_tests_use_is_theirs() {
    let with = |data: &str, calc: &str, alone: bool| {
        let mut project = Project::new()
            .text("src/app/Calc.java", calc)
            .text("src/app/CalcTest.java", IMPORTS)
            .text("src/app/Data.java", data)
            .class("bin", "app.Calc")
            .class("bin", "app.CalcTest")
            .class("bin", "app.Data")
            .test("app.CalcTest");
        if alone {
            let mut coverage = CoverageBuilder::default();
            coverage.class(3, &[1]);
            project.recording.tests[0].coverage = coverage.to_coverage();
        }
        project.kept().0
    };
    let (hidden, open) = ("package app;\nfinal class Data {}\n", "package app;\npublic class Data {}\n");
    let calc = "package app;\npublic class Calc {}\n";
    assert_eq!(with(hidden, calc, false), ["app.Calc"]);
    assert_eq!(with(open, calc, false), ["app.Calc", "app.Data"], "others may use it");
    let uses = "package app;\npublic class Calc { Data data; }\n";
    assert_eq!(with(hidden, uses, false), ["app.Calc", "app.Data"], "the code uses it");
    assert_eq!(with(hidden, calc, true), ["app.Calc", "app.Data"], "tests run nothing else");
}

#[test]
fn in_one_folder_for_all_sources_names_tell_what_only_tests_use_and_what_they_test() {
    let with = |name: &str, public: &str| {
        let test = IMPORTS.replace("Data", name);
        let project = Project::new()
            .text("src/app/Calc.java", "package app;\npublic class Calc {}\n")
            .text("src/app/CalcTest.java", &test)
            .text(&format!("src/app/{name}.java"), &format!("package app;\n{public}class {name} {{}}\n"))
            .class("bin", "app.Calc")
            .class("bin", "app.CalcTest")
            .class("bin", &format!("app.{name}"))
            .class("bin", "app.PriceTest")
            .test("app.CalcTest")
            .test("app.PriceTest");
        project.kept().0.len()
    };
    assert_eq!(with("FakeClock", "public "), 1);
    assert_eq!(with("Clock", "public "), 2);
    assert_eq!(with("Price", ""), 2, "a test is named after it");
}

/// A test may extend what it tests.
#[test]
fn the_class_after_which_a_test_is_named_is_code_although_the_test_extends_it() {
    let with = |superclass: &str| {
        let mut project = Project::new()
            .source("src/app/Cart.java")
            .source("src/app/Base.java")
            .source("src/app/CartTest.java")
            .class("bin", "app.Cart")
            .class("bin", "app.Base")
            .class("bin", "app.CartTest")
            .test("app.CartTest");
        let details = ClassDetails { superclass: Some(superclass.into()), ..ClassDetails::default() };
        project.recording.details.push(RecordedDetails::new(3, details));
        project.kept().0
    };
    assert_eq!(with("app.Cart"), ["app.Cart", "app.Base"]);
    assert_eq!(with("app.Base"), ["app.Cart"]);
}

/// Modules of Mill, Ant and Eclipse have one folder `src`, below the name of the module.
#[test]
fn a_module_of_code_may_have_the_name_of_what_tests_use() {
    for module in ["it-tools", "mock-server", "spec"] {
        let project = Project::new()
            .source("core/src/app/Calc.java")
            .source("core/test/app/CalcTest.java")
            .text(&format!("{module}/src/desk/Desk.java"), "package desk;\n")
            .class("out/core", "app.Calc")
            .class("out/core-test", "app.CalcTest")
            .class(&format!("out/{module}"), "desk.Desk")
            .test("app.CalcTest");
        assert_eq!(project.kept().0, ["app.Calc", "desk.Desk"], "{module}");
    }
}

/// A library of assertions has test frameworks as its subject; a base class for others' tests may declare some.
#[test]
fn code_that_declares_a_test_is_the_projects_beside_tests_of_its_own_module() {
    let with = |tests: &str| {
        let mut project = Project::new()
            .text("src/main/java/app/Check.java", "package app;\nimport org.junit.Assert;\n")
            .text("src/main/java/app/BaseCase.java", "package app;\nimport org.junit.Test;\n")
            .source("src/main/java/app/Plain.java")
            .source(tests)
            .class("target/classes", "app.Check")
            .class("target/classes", "app.BaseCase")
            .class("target/classes", "app.Plain")
            .test("app.CheckTest");
        let frame = |class: &str, method: &str| Frame { class: class.into(), method: method.into(), line: 1 };
        let frames = vec![frame("app.BaseCase", "t"), frame("java.lang.reflect.Method", "invoke")];
        project.recording.tests[0].failure = Some(Failure { exception: "x".into(), frames, thrown: None });
        project.kept().0
    };
    assert_eq!(with("src/test/java/app/CheckTest.java").len(), 3);
    assert_eq!(with("../elsewhere/app/CheckTest.java"), ["app.Plain"], "another module's tests");
}

#[test]
fn what_an_annotation_processor_wrote_is_a_tools_without_a_mark() {
    for (output, folder, own, left) in [
        ("target/classes", "target/generated-sources/annotations", false, 1),
        ("build/classes/java/main", "build/generated/sources/annotationProcessor/java/main", false, 1),
        ("target/classes", "target/generated-sources/annotations", true, 2),
        ("target/classes", "target/generated-sources/openapi", false, 2),
    ] {
        let mut project = Project::new()
            .source("src/main/java/app/Calc.java")
            .source(&format!("{folder}/app/CalcBuilder.java"))
            .class(output, "app.Calc")
            .class(output, "app.CalcBuilder")
            .test("app.CalcTest");
        if own {
            project = project.source("src/main/java/app/CalcBuilder.java");
        }
        assert_eq!(project.kept().0.len(), left, "{folder}");
    }
}

/// A test may compare the project with a release of it.
#[test]
fn an_older_version_of_the_project_in_an_archive_is_a_library() {
    let with = |line: u32| {
        let text = "package app;\npublic class Calc {\n    int m() {\n        return 1;\n    }\n}\n";
        let mut project = Project::new()
            .text("src/main/java/app/Calc.java", text)
            .class("target/classes", "app.Calc")
            .class("compat/app-1.0.jar", "app.Calc")
            .class("compat/app-1.0.jar", "app.Gone")
            .test("app.CalcTest");
        for (at, line) in [(0, 4), (1, line)] {
            let class = &mut project.recording.classes[at];
            let file = ClassFile { slots: vec![(0, line)], hash: line.into(), ..(*class.file).clone() };
            class.file = Arc::new(file);
        }
        project.kept().0
    };
    assert_eq!(with(9), ["app.Calc"], "no line of the source");
    assert_eq!(with(4).len(), 3, "the same lines");
}

/// `ProGuard` and R8 write `SourceFile` into every class.
#[test]
fn a_name_that_an_obfuscator_gave_to_all_sources_is_none() {
    let with = |name: Option<&str>| {
        let mut project = Project::new()
            .source("src/main/java/app/Calc.java")
            .source("src/main/java/app/Other.java")
            .class("build/libs/app-small.jar", "app.Calc")
            .class("build/libs/app-small.jar", "app.Calc$Inner")
            .class("build/classes", "app.Other")
            .test("app.CalcTest");
        for class in &mut project.recording.classes[..2] {
            let source_file = name.map(str::to_owned);
            class.file = Arc::new(ClassFile { source_file, ..(*class.file).clone() });
        }
        let base = project.base();
        leave_out(std::slice::from_mut(&mut project.recording), &base);
        project.recording.classes.iter().map(|class| class.source_file.clone()).collect::<Vec<_>>()
    };
    let renamed = with(Some("SourceFile"));
    assert_eq!(renamed, [None, None, Some("Other.java".to_owned())]);
    assert_eq!(with(Some("r8-map-id-3f")), renamed);
    assert_eq!(with(Some("Gone.java")).len(), 1, "a library's");
}

/// Of a library for tests: the class is under test, the method is a test.
#[test]
fn a_test_that_a_class_of_the_project_declares_has_no_lines() {
    let mut project = Project::new()
        .source("src/main/java/app/BaseCase.java")
        .source("src/test/java/app/BaseCaseTest.java")
        .class("target/classes", "app.BaseCase")
        .test("app.BaseCaseTest");
    let methods = ["rows", "t"].map(|name| RecordedMethod { name: name.into(), descriptor: "()V".into() });
    let class = &mut project.recording.classes[0];
    let file =
        ClassFile { methods: methods.into(), slots: vec![(1, 7), (0, 3), (0, 4)], ..(*class.file).clone() };
    class.file = Arc::new(file);
    let mut coverage = CoverageBuilder::default();
    coverage.class(1, &[0b101]);
    project.recording.tests[0].coverage = coverage.to_coverage();
    let frame = |class: &str, method: &str| Frame { class: class.into(), method: method.into(), line: 7 };
    let frames = vec![frame("app.BaseCase", "t"), frame("java.lang.reflect.Method", "invoke")];
    project.recording.tests[0].failure = Some(Failure { exception: "x".into(), frames, thrown: None });
    let base = project.base();
    leave_out(std::slice::from_mut(&mut project.recording), &base);
    assert_eq!(project.recording.classes[0].slots, [(0, 3), (0, 4)]);
    let bits: Vec<u64> =
        project.recording.tests[0].coverage.classes().flat_map(|(_, bits)| bits.to_vec()).collect();
    assert_eq!(bits, [0b10]);
}

#[test]
fn a_set_of_sources_with_tests_beside_the_modules_main_is_theirs_whatever_its_name() {
    let with = |main: &str, set: &str, test: &str| {
        let mut project = Project::new()
            .source(&format!("src/{main}/java/app/Calc.java"))
            .source(&format!("src/{set}/java/app/{test}.java"))
            .class("build/one", "app.Calc")
            .class("build/two", &format!("app.{test}"));
        for helper in ["Steps", "Rig", "Probe", "World"] {
            project = project.source(&format!("src/{set}/java/app/{helper}.java"));
            project = project.class("build/two", &format!("app.{helper}"));
        }
        project.test(&format!("app.{test}")).kept().0.len()
    };
    assert_eq!(with("main", "contract", "Contract"), 1);
    assert_eq!(with("core", "contract", "Contract"), 5, "a set of code may hold a test");
    assert_eq!(with("core", "main", "Contract"), 5);
    assert_eq!(with("main", "contract", "RigTest"), 5, "it tests what is beside it");
}

#[test]
fn a_class_in_which_its_tests_are_nested_is_code() {
    let with = |nested: &str, id: &str| {
        let mut project = Project::new()
            .text("src/main/java/app/Cart.java", "package app;\nimport org.junit.Test;\n")
            .text("src/main/java/app/Price.java", "package app;\nclass Price {}\n")
            .class("target/classes", "app.Cart")
            .class("target/classes", "app.Price")
            .class("target/classes", &format!("app.Cart${nested}"))
            .test(&format!("app.Cart${nested}"));
        project.recording.tests[0].unique_id = id.into();
        project.kept().0
    };
    assert_eq!(with("Tests", "t(app.Cart$Tests)"), ["app.Cart", "app.Price"]);
    assert_eq!(
        with("CartTest", "[engine:junit-jupiter]/[class:app.Cart$CartTest]"),
        ["app.Cart", "app.Price"]
    );
    assert_eq!(with("Tests", "[engine:junit-jupiter]/[class:app.Cart]/[nested-class:Tests]"), ["app.Price"]);
    assert_eq!(with("WhenEmpty", "t(app.Cart$WhenEmpty)"), ["app.Price"]);
}

/// The run was of another test.
#[test]
fn a_class_whose_nested_tests_did_not_run_is_code() {
    const CART: &str = "package app;\nimport org.junit.Test;\npublic class Cart {\n    public static class Tests {\n    }\n}\n";
    let one_folder = Project::new()
        .text("src/app/Cart.java", CART)
        .text("src/app/Calc.java", "package app;\npublic class Calc {}\n")
        .text("src/app/ShopTest.java", "package app;\nimport org.junit.Test;\nclass ShopTest {}\n")
        .class("bin", "app.Cart")
        .class("bin", "app.Calc")
        .class("bin", "app.ShopTest")
        .test("app.ShopTest");
    assert_eq!(one_folder.kept().0, ["app.Cart", "app.Calc"]);
    let of_a_module = Project::new()
        .text("core/src/main/java/app/Cart.java", CART)
        .source("shop/src/main/java/app/Calc.java")
        .source("shop/src/test/java/app/ShopTest.java")
        .class("core/target/classes", "app.Cart")
        .class("shop/target/classes", "app.Calc")
        .test("app.ShopTest");
    assert_eq!(of_a_module.kept().0, ["app.Cart", "app.Calc"]);
    let not_run = Project::new()
        .text("src/app/Cart.java", CART)
        .source("src/app/Calc.java")
        .source("src/app/ShopTest.java")
        .class("bin", "app.Cart")
        .class("bin", "app.Cart$Tests")
        .class("bin", "app.Calc")
        .class("bin", "app.ShopTest")
        .test("app.ShopTest");
    assert_eq!(not_run.kept().0, ["app.Cart", "app.Calc"]);
}

/// A library in the project's packages, without a word that tells.
#[test]
fn what_an_archive_holds_in_a_package_without_sources_is_a_librarys() {
    let with = |package: &str| {
        let moved = format!("{package}.Str");
        Project::new()
            .text("src/main/java/org/own/app/Calc.java", "package org.own.app;\n")
            .class("build/libs/app.jar", "org.own.app.Calc")
            .class("build/libs/app.jar", &moved)
            .test("org.own.app.CalcTest")
            .kept()
            .0
            .len()
    };
    assert_eq!(with("org.own.lang3"), 1);
    assert_eq!(with("org.own.app"), 2, "its source may have been generated");
    assert_eq!(with("org.own.app.made"), 2, "below code of the project");
}
