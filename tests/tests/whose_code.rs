//! Whose code recorded classes are, in layouts of many build tools: classes of tests and of libraries are no suspects, and a source is that
//! of the class that ran (`docs/doctor.md`).

use std::fs;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::{Value, json};

const LIBRARIES: &str = "libraries/*";
const TEST: &str = "src/test/java/org/example/GreeterTest.java";
const HELPER: &str = "package org.example;\n\npublic class Helper {\n    static String you() {\n        return \"you\";\n    }\n}\n";

/// A project with compiled classes in `main` and `tests`, and JUnit in `libraries`.
fn compiled(name: &str) -> Fixture {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("whose-{name}"));
    let write = |path: &str, text: &str| fs::write(fixture.folder.join(path), text).expect("a source");
    write("src/test/java/org/example/Helper.java", HELPER);
    write(TEST, &fixture.text(TEST).replace("greet(\"you\")", "greet(Helper.you())"));
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    for (from, to) in [("classes", "main"), ("test-classes", "tests"), ("libraries", "libraries")] {
        fs::rename(fixture.folder.join("target").join(from), fixture.folder.join(to))
            .expect("a folder moves");
    }
    fs::remove_dir_all(fixture.folder.join("target")).expect("a folder can be removed");
    fixture
}

fn moved(fixture: &Fixture, from: &str, to: &str) {
    let to = fixture.folder.join(to);
    fs::create_dir_all(to.parent().expect("a parent")).expect("folders");
    fs::rename(fixture.folder.join(from), to).expect("a folder moves");
}

/// Runs the test with a class path; the names of the recorded classes, with slashes, and what the doctor says.
#[track_caller]
fn recorded(fixture: &Fixture, class_path: &str, options: &[&str]) -> (Vec<String>, String) {
    recorded_of("org.example.GreeterTest", fixture, class_path, options)
}

/// Like [`recorded`], for another test class.
#[track_caller]
fn recorded_of(test: &str, fixture: &Fixture, class_path: &str, options: &[&str]) -> (Vec<String>, String) {
    let mut command = Dist::find().command(&["run"]);
    command.args(options).args(["--", "java", "-cp", class_path, "org.junit.runner.JUnitCore", test]);
    run(&mut command, &fixture.folder).expect_code(1);
    let out = fixture.folder.join("coverage");
    let _ = fs::remove_dir_all(&out);
    let mut export = Dist::find().command(&["export", "--format", "jacoco", "--out"]);
    run(export.arg(&out), &fixture.folder).expect_code(0);
    let text = fs::read_to_string(out.join("jacoco.xml")).expect("a report");
    let names = text.split("<class name=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let doctor = run(&mut Dist::find().command(&["doctor"]), &fixture.folder);
    (names.map(str::to_owned).collect(), doctor.stdout)
}

#[test]
fn classes_of_tests_are_known_in_folders_of_any_name() {
    let fixture = compiled("folders");
    let mut tests = "tests".to_owned();
    for folder in [
        "build/classes/java/functional",
        "build/classes/java/testIntegration",
        "build/classes/kotlin/jvm/test",
        "build/kotlin-tmp/kotlin-classes/debugUnitTest",
        "build/testcases",
        "build-tests",
        "target/it-classes",
        "out/greeter/test/compile.dest/classes",
    ] {
        moved(&fixture, &tests, folder);
        folder.clone_into(&mut tests);
        let (names, doctor) = recorded(&fixture, &format!("main:{tests}:{LIBRARIES}"), &[]);
        assert_eq!(names, ["org/example/Greeter"], "{folder}");
        assert!(doctor.contains("classes-of-tests"), "{folder}: {doctor}");
    }
}

#[test]
fn one_folder_for_all_classes_is_split_by_the_folders_of_sources() {
    let fixture = compiled("one-folder");
    for class in ["GreeterTest.class", "Helper.class"] {
        moved(&fixture, &format!("tests/org/example/{class}"), &format!("main/org/example/{class}"));
    }
    moved(&fixture, "main", "bin");
    let names = recorded(&fixture, &format!("bin:{LIBRARIES}"), &[]).0;
    assert_eq!(names, ["org/example/Greeter"], "src/main and src/test");
    for class in ["GreeterTest.java", "Helper.java"] {
        moved(
            &fixture,
            &format!("src/test/java/org/example/{class}"),
            &format!("src/main/java/org/example/{class}"),
        );
    }
    let names = recorded(&fixture, &format!("bin:{LIBRARIES}"), &[]).0;
    assert_eq!(names, ["org/example/Greeter", "org/example/Helper"], "one folder for all sources");
}

/// A source set of Gradle's, whose name says nothing of tests and whose helpers are many.
#[test]
fn what_tests_use_is_theirs_in_a_set_of_sources_beside_the_code() {
    let fixture = compiled("set");
    let folder = "src/contract/java/org/example";
    moved(&fixture, "src/test/java", "src/contract/java");
    let write = |name: &str, text: &str| {
        fs::write(fixture.folder.join(folder).join(name), text).expect("a source");
    };
    for (helper, next) in [("One", "Two.you()"), ("Two", "Three.you()"), ("Three", "Helper.you()")] {
        let text = HELPER.replace("Helper", helper).replace("\"you\"", next);
        write(&format!("{helper}.java"), &text);
    }
    let test = fixture.text(&format!("{folder}/GreeterTest.java"));
    write("GreeterTest.java", &test.replace("Helper.you()", "One.you()"));
    let sources = ["GreeterTest", "Helper", "One", "Two", "Three"];
    let mut javac = Command::new("javac");
    javac.args(["-g", "-cp", &format!("main:{LIBRARIES}"), "-d", "build/classes/java/contract"]);
    javac.args(sources.map(|name| format!("{folder}/{name}.java")));
    run(&mut javac, &fixture.folder).expect_code(0);
    let path = format!("main:build/classes/java/contract:{LIBRARIES}");
    let (names, doctor) = recorded(&fixture, &path, &[]);
    assert_eq!(names, ["org/example/Greeter"]);
    assert!(doctor.contains("build/classes/java/contract: 5 classes"), "{doctor}");
}

const CART: &str = "package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class Cart {
    int total(int price, int count) {
        if (count > 10) {
            return price;
        }
        return price * count;
    }

    public static class Tests {
        @Test
        public void few() {
            assertEquals(6, new Cart().total(2, 3));
        }

        @Test
        public void many() {
            assertEquals(22, new Cart().total(2, 11));
        }
    }
}
";

#[test]
fn a_class_in_which_its_tests_are_nested_is_a_suspect() {
    let fixture = compiled("nested");
    let source = "src/main/java/org/example/Cart.java";
    fs::write(fixture.folder.join(source), CART).expect("a source");
    let mut javac = Command::new("javac");
    javac.args(["-g", "-cp", LIBRARIES, "-d", "main", source]);
    run(&mut javac, &fixture.folder).expect_code(0);
    let path = format!("main:{LIBRARIES}");
    let (names, doctor) = recorded_of("org.example.Cart$Tests", &fixture, &path, &[]);
    assert_eq!(names, ["org/example/Cart"]);
    assert!(doctor.starts_with("note classes-of-tests") && doctor.contains("/main: 1 class"), "{doctor}");
    let ranked = run(&mut Dist::find().command(&["rank", "--level", "line"]), &fixture.folder).stdout;
    assert!(ranked.contains("Cart.total   Cart.java:10 "), "{ranked}");
}

#[test]
fn archives_without_sources_are_libraries_unless_they_are_asked_for() {
    let fixture = compiled("archives");
    let jar = |archive: &str, folder: &str| {
        let folder = fixture.folder.join(folder);
        let archive = fixture.folder.join(archive);
        fs::create_dir_all(archive.parent().expect("a parent")).expect("folders");
        let mut jar = Command::new("jar");
        run(jar.arg("cf").arg(archive).arg("-C").arg(&folder).arg("."), &fixture.folder).expect_code(0);
    };
    // The helper is in a library of its own, without a source; the code that is tested comes from an archive too.
    moved(&fixture, "tests/org/example/Helper.class", "helper/org/example/Helper.class");
    fs::remove_file(fixture.folder.join("src/test/java/org/example/Helper.java")).expect("a source");
    jar("lib/helper.jar", "helper");
    jar("build/libs/greeter.jar", "main");
    moved(&fixture, "tests", "build/checks");
    let path = format!("build/libs/greeter.jar:build/checks:lib/helper.jar:{LIBRARIES}");
    let (names, doctor) = recorded(&fixture, &path, &[]);
    assert_eq!(names, ["org/example/Greeter"]);
    assert!(
        doctor.contains("classes-of-libraries") && doctor.contains("lib/helper.jar: 1 class"),
        "{doctor}"
    );
    let names = recorded(&fixture, &path, &["--include", "org.example.Helper"]).0;
    assert_eq!(names, ["org/example/Helper"]);
}

#[test]
fn the_source_of_a_multi_release_class_is_that_of_its_version() {
    let fixture = compiled("versions");
    let old = fixture.text("src/main/java/org/example/Greeter.java");
    let other_lines = old.replacen("class Greeter {", "class Greeter {\n\n", 1).replacen(
        "    public",
        "    /** Since 11. */\n    static final int VERSION = 11;\n\n    public",
        1,
    );
    moved(&fixture, "tests", "target/test-classes");
    let javac =
        |arguments: &[&str]| run(Command::new("javac").args(arguments), &fixture.folder).expect_code(0);
    let source = "src/main/java11/org/example/Greeter.java";
    for (name, text) in [("other lines", other_lines), ("the same lines", old.replace("hello", "hullo"))] {
        let file = fixture.folder.join(source);
        fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
        fs::write(file, text).expect("a source");
        javac(&["-g", "-d", "main/META-INF/versions/11", source]);
        fs::write(fixture.folder.join("manifest"), "Multi-Release: true\n").expect("a manifest");
        let archive = "target/greeter-1.jar";
        run(Command::new("jar").args(["cfm", archive, "manifest", "-C", "main", "."]), &fixture.folder)
            .expect_code(0);
        recorded(&fixture, &format!("{archive}:target/test-classes:{LIBRARIES}"), &[]);
        let ranked = run(&mut Dist::find().command(&["rank"]), &fixture.folder).stdout;
        assert!(ranked.contains(&format!("{source}:")), "{name}: {ranked}");
        assert!(!ranked.contains("perhaps"), "{name}: {ranked}");
    }
}

/// A module beside the folder of the build, as in a flat layout (`<module>../core</module>`) and in an included build.
#[test]
fn outputs_of_a_build_that_lie_beside_the_project_are_named() {
    let fixture = compiled("beside");
    moved(&fixture, "main", "core/target/classes");
    moved(&fixture, "tests", "core/target/test-classes");
    let app = Fixture { folder: fixture.folder.join("app") };
    fs::create_dir_all(&app.folder).expect("a folder");
    let path = format!("../core/target/test-classes:../core/target/classes:../{LIBRARIES}");
    let mut command = Dist::find().command(&["run", "--", "java", "-cp", &path]);
    command.args(["org.junit.runner.JUnitCore", "org.example.GreeterTest"]);
    run(&mut command, &app.folder).expect_code(1);
    let doctor = run(&mut Dist::find().command(&["doctor", "--json"]), &app.folder).stdout;
    let doctor: Value = serde_json::from_str(&doctor).expect("JSON");
    let findings = doctor["findings"].as_array().expect("findings");
    let outside = findings.iter().find(|finding| finding["code"] == "code-outside").expect("it is named");
    let place = fixture.folder.join("core/target/classes");
    assert_eq!(outside["evidence"], json!([place.display().to_string()]), "{outside:#}");
    let mend = outside["mend"].as_str().expect("a remedy");
    assert!(mend.contains(&format!("from {}, which", fixture.folder.display())), "{mend}");
    assert!(mend.contains("mvn -f app test"), "{mend}");
}

/// As after `mvn install`, in a build of one module alone.
#[test]
fn a_module_that_comes_as_a_snapshot_from_a_local_repository_is_the_projects() {
    let fixture = compiled("snapshot");
    let archive = fixture.folder.with_file_name(
        "whose-repository/io/faultline/builds/plain-java/1-SNAPSHOT/plain-java-1-SNAPSHOT.jar",
    );
    fs::create_dir_all(archive.parent().expect("a parent")).expect("folders");
    let mut jar = Command::new("jar");
    run(jar.arg("cf").arg(&archive).args(["-C", "main", "."]), &fixture.folder).expect_code(0);
    moved(&fixture, "tests", "target/test-classes");
    let path = format!("target/test-classes:{}:{LIBRARIES}", archive.display());
    assert_eq!(recorded(&fixture, &path, &[]).0, ["org/example/Greeter"]);
    let ranked = run(&mut Dist::find().command(&["rank"]), &fixture.folder).stdout;
    assert!(ranked.contains("src/main/java/org/example/Greeter.java:"), "{ranked}");
}

/// `jlink` copies the module into the image, whose classes have no file.
#[test]
fn a_module_in_a_runtime_image_is_the_projects() {
    let fixture = compiled("image");
    let write = |path: &str, text: &str| {
        let file = fixture.folder.join(path);
        fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
        fs::write(file, text).expect("a source");
    };
    write("src/main/java/module-info.java", "module greeter {\n    exports org.example;\n}\n");
    let test = fixture
        .text(TEST)
        .replace("Helper.you()", "\"you\"")
        .replace("package org.example;", "package check;");
    write(
        "src/test/java/check/GreeterTest.java",
        &test.replacen("import", "import org.example.Greeter;\nimport", 1),
    );
    let program = |name: &str, arguments: &[&str]| {
        run(Command::new(name).args(arguments), &fixture.folder).expect_code(0);
    };
    program(
        "javac",
        &["-g", "-d", "main", "src/main/java/module-info.java", "src/main/java/org/example/Greeter.java"],
    );
    let path = format!("main:{LIBRARIES}");
    program(
        "javac",
        &["-g", "-cp", &path, "-d", "target/test-classes", "src/test/java/check/GreeterTest.java"],
    );
    let modules = "greeter,java.instrument,java.management";
    program("jlink", &["--module-path", "main", "--add-modules", modules, "--output", "image"]);
    let java = fixture.folder.join("image/bin/java").display().to_string();
    let path = format!("target/test-classes:{LIBRARIES}");
    let mut command = Dist::find().command(&["run", "--", &java, "--add-modules", "greeter", "-cp", &path]);
    run(command.args(["org.junit.runner.JUnitCore", "check.GreeterTest"]), &fixture.folder).expect_code(1);
    let ranked = run(&mut Dist::find().command(&["rank"]), &fixture.folder).stdout;
    assert!(ranked.contains("src/main/java/org/example/Greeter.java:"), "{ranked}");
}

/// The run began in a module, and its project is the folder above.
#[test]
fn the_folder_that_a_run_was_given_is_the_projects_for_all_readers() {
    let fixture = compiled("given-root");
    moved(&fixture, "main", "core/target/classes");
    moved(&fixture, "src/main", "core/src/main");
    moved(&fixture, "tests", "app/target/test-classes");
    moved(&fixture, "src/test", "app/src/test");
    let app = Fixture { folder: fixture.folder.join("app") };
    fs::write(app.folder.join("pom.xml"), "<project/>").expect("a build file");
    let path = format!("target/test-classes:../core/target/classes:../{LIBRARIES}");
    let record = |options: &[&str]| {
        let mut command = Dist::find().command(&["run"]);
        command.args(options).args(["--", "java", "-cp", &path]);
        command.args(["org.junit.runner.JUnitCore", "org.example.GreeterTest"]);
        run(&mut command, &app.folder).expect_code(1);
        run(&mut Dist::find().command(&["rank"]), &app.folder)
    };
    let ranked = record(&["--root", ".."]);
    assert!(ranked.stdout.contains("../core/src/main/java/org/example/Greeter.java:"), "{}", ranked.stdout);
    assert!(
        ranked.stdout.contains("failed at src/test/java/org/example/GreeterTest.java:"),
        "{}",
        ranked.stdout
    );
    assert!(!ranked.stderr.contains("cannot be suspected"), "{}", ranked.stderr);
    let doctor = run(&mut Dist::find().command(&["doctor"]), &app.folder).stdout;
    assert!(!doctor.contains("code-outside") && !doctor.contains("sources-not-found"), "{doctor}");
    let without = record(&[]);
    let place = fixture.folder.join("core/target/classes");
    let said = format!("what failing tests ran in {} cannot be suspected", place.display());
    assert!(without.stderr.contains(&said), "{}", without.stderr);
}
