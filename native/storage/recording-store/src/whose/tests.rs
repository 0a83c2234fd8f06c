use std::fs;
use std::path::PathBuf;

use faultline_spectrum::{
    ClassDetails, ClassFile, CoverageBuilder, IN_MEMORY, Origin, Outcome, RecordedDetails, RecordedMethod,
    RecordedTest,
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
        let file = self.base().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "package app;\n").unwrap();
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
    // A module is something to be tested, whatever its name.
    assert_eq!(with("test-support/build/classes/java/main", "test-support/src/main/java"), 2);
    assert_eq!(with("app/build/classes/java/demo", "app/src/demo/java"), 2);
    assert_eq!(with("tests/classes", "tests/src/java"), 2);
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
    for (location, generated) in [
        ("target/classes", "target/generated-sources/annotations"),
        ("build/classes/java/main", "build/generated/sources/annotationProcessor/java/main"),
        ("bin", ".apt_generated"),
        ("out", "out"),
        ("build/libs/app-1.jar", "build/generated/sources/annotationProcessor/java/main"),
    ] {
        let project = Project::new()
            .source("src/main/java/app/Mapper.java")
            .source(&format!("{generated}/app/Grammar.java"))
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
