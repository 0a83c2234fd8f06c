//! Code of the project that a recording cannot see is named by the ranking, if the failing tests ran it or may have run it
//! (`docs/ranking.md`).

use std::fs;
use std::path::Path;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::{Value, json};

const TEST: &str = "src/test/java/org/example/GreeterTest.java";

/// Recompiled without line numbers.
const BARE: [(&str, &str); 4] = [
    ("Voice", "public class Voice { public static String loud(String name) { return name.toUpperCase(); } }"),
    ("Idle", "public class Idle { public static String loud(String name) { return name.toUpperCase(); } }"),
    ("Colour", "public enum Colour { RED, GREEN }"),
    ("Marked", "public interface Marked { int LIMIT = Integer.parseInt(\"7\"); }"),
];

/// A method with so many bytes that not even one probe fits.
fn large() -> String {
    let body = "x++; ".repeat(21_844);
    format!("package org.example;\npublic class Large {{ static int big(int x) {{ {body}return x; }} }}\n")
}

/// A project whose passing test calls `Idle` and whose failing test runs `expression`.
fn project(name: &str, expression: &str) -> Fixture {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("unseen-{name}"));
    let write = |path: &str, text: &str| {
        let path = fixture.folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a source");
    };
    for (class, text) in BARE {
        write(
            &format!("src/main/java/org/example/bare/{class}.java"),
            &format!("package org.example.bare;\n{text}\n"),
        );
    }
    write("src/main/java/org/example/Large.java", &large());
    let test = fixture.text(TEST);
    let test = test.replace("greet(\"you\")", "greet(org.example.bare.Idle.loud(\"you\").toLowerCase())");
    write(TEST, &test.replace("greet(\"\")", &format!("greet(\"\" + {expression})")));
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    let mut compiler = Command::new("javac");
    compiler.args(["-g:none", "-d", "target/classes"]);
    compiler.args(BARE.map(|(class, _)| format!("src/main/java/org/example/bare/{class}.java")));
    run(&mut compiler, &fixture.folder).expect_code(0);
    fixture
}

/// Records the tests; what the ranking says is unseen, on its page and as JSON.
fn ranked(fixture: &Fixture) -> (String, Value) {
    let mut command = Dist::find().command(&["run", "--", "java", "-cp"]);
    command.args(["target/classes:target/test-classes:target/libraries/*", "org.junit.runner.JUnitCore"]);
    run(command.arg("org.example.GreeterTest"), &fixture.folder).expect_code(1);
    let page = run(&mut Dist::find().command(&["rank", "--width", "300"]), &fixture.folder);
    page.expect_code(0);
    let json = run(&mut Dist::find().command(&["rank", "--json"]), &fixture.folder);
    let report: Value = serde_json::from_str(&json.stdout).expect("JSON");
    (page.stdout, report["unseen"].clone())
}

fn is_there(folder: &Path, class: &str) -> bool {
    folder.join("target/classes/org/example/bare").join(class).is_file()
}

#[test]
fn a_class_without_lines_is_named_if_the_failing_test_ran_it() {
    let fixture = project("ran", "org.example.bare.Voice.loud(\"\")");
    assert!(is_there(&fixture.folder, "Voice.class"));
    let (page, unseen) = ranked(&fixture);
    let says = "1 of the 2 classes that the failing test ran has no line numbers, so nothing in it can be suspected: \
                org.example.bare.Voice. `faultline doctor` says how to fix it";
    assert!(page.lines().take(4).any(|line| line == says), "{page}");
    let class = json!({"class": "org.example.bare.Voice", "reason": "no line numbers", "ran": true});
    assert_eq!(unseen, json!({"says": [says], "ran": 1, "of": 2, "classes": [class]}));
}

#[test]
fn enums_and_interfaces_in_which_nobody_wrote_a_method_and_classes_that_only_others_ran_are_not_named() {
    let expression =
        "(org.example.bare.Colour.RED.ordinal() + org.example.bare.Marked.LIMIT > 0 ? \"\" : \"x\")";
    let (page, unseen) = ranked(&project("nothing", expression));
    assert_eq!(unseen, Value::Null);
    assert!(!page.contains("suspected"), "{page}");
}

#[test]
fn a_class_that_has_no_room_for_probes_is_named_as_one_that_may_have_run() {
    let (page, unseen) = ranked(&project("large", "(Large.big(1) > 0 ? \"\" : \"x\")"));
    let says = "1 class could not be recorded (method too large), so nothing in it can be suspected, and whether the \
                failing test ran it is not known: org.example.Large. `faultline doctor` says how to fix it";
    assert!(page.contains(says), "{page}");
    let class = json!({"class": "org.example.Large", "reason": "method too large", "ran": null});
    assert_eq!(unseen, json!({"says": [says], "ran": 0, "of": 1, "classes": [class]}));
}

/// Mocking tools and detectors of blocking calls do so.
#[test]
fn a_class_whose_probes_an_agent_removed_that_attached_later_is_named() {
    let page = ranked_beside("unseen-attached", LATE);
    assert!(page.contains("another agent removed its probes"), "{page}");
    assert!(page.contains("org.example.Greeter"), "{page}");
}

/// A tool for mocks undoes its changes so.
#[test]
fn a_class_that_an_agent_gave_its_probes_back_is_not_missing() {
    let back =
        LATE.replace("instrumentation.retransformClasses(Class.forName(\"org.example.Greeter\"));", BACK);
    let own = "Files.readAllBytes(Paths.get(\"target/classes/org/example/Greeter.class\"))";
    let page = ranked_beside("unseen-given-back", &back.replace(own, "seen(bytes)"));
    assert!(page.contains("Greeter.greet"), "{page}");
    assert!(!page.contains("instrumented") && !page.contains("probes"), "{page}");
}

/// What `rank` says of a build whose tests attach this agent to their JVM.
fn ranked_beside(name: &str, agent: &str) -> String {
    let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), name);
    let write = |path: &str, text: &str| fs::write(fixture.folder.join(path), text).expect("a file");
    write("src/test/java/org/example/Late.java", agent);
    let attach = "    @org.junit.BeforeClass\n    public static void attach() throws Exception {\n        \
                  new Greeter().greet(\"before\");\n        Late.attach();\n    }\n\n    @Test";
    write(TEST, &fixture.text(TEST).replacen("    @Test", attach, 1));
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    let can = "Can-Retransform-Classes: true\nCan-Redefine-Classes: true\n";
    write("manifest", &format!("Agent-Class: org.example.Late\n{can}"));
    let mut jar = Command::new("jar");
    jar.args(["cfm", "late.jar", "manifest", "-C", "target/test-classes", "org/example/Late.class"]);
    run(&mut jar, &fixture.folder).expect_code(0);
    let mut command =
        Dist::find().command(&["run", "--", "java", "-Djdk.attach.allowAttachSelf=true", "-cp"]);
    command.args(["target/classes:target/test-classes:target/libraries/*", "org.junit.runner.JUnitCore"]);
    run(command.arg("org.example.GreeterTest"), &fixture.folder).expect_code(1);
    run(&mut Dist::find().command(&["rank", "--width", "300"]), &fixture.folder).stdout
}

/// Gives the class the bytes again that it has now.
const BACK: &str = "Class<?> greeter = Class.forName(\"org.example.Greeter\");
        instrumentation.retransformClasses(greeter);
        instrumentation.redefineClasses(new java.lang.instrument.ClassDefinition(greeter, seen));";

/// An agent that attaches to its own JVM and gives a class its file's bytes again.
const LATE: &str = r#"package org.example;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.security.ProtectionDomain;

public class Late implements ClassFileTransformer {
    private static byte[] seen;

    private static byte[] seen(byte[] bytes) throws java.io.IOException {
        seen = bytes;
        return null;
    }

    public static void agentmain(String options, Instrumentation instrumentation) throws Exception {
        instrumentation.addTransformer(new Late(), true);
        instrumentation.retransformClasses(Class.forName("org.example.Greeter"));
    }

    static void attach() throws Exception {
        String process = java.lang.management.ManagementFactory.getRuntimeMXBean().getName().split("@")[0];
        Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine");
        Object attached = machine.getMethod("attach", String.class).invoke(null, process);
        machine.getMethod("loadAgent", String.class).invoke(attached, "late.jar");
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] bytes) {
        try {
            return name.equals("org/example/Greeter")
                    ? Files.readAllBytes(Paths.get("target/classes/org/example/Greeter.class"))
                    : null;
        } catch (java.io.IOException unreadable) {
            return null;
        }
    }
}
"#;
