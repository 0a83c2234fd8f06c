//! What a JVM runs that a test starts is in that test's row where it is asked for.

use std::fs;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

const SERVER: &str = "package org.example;

public class Server {
    public static void main(String[] words) {
        System.exit(wrong(words.length));
    }

    static int wrong(int count) {
        return count + 1;
    }
}
";

/// One test starts a JVM and fails, another one, of the same class, starts none.
const TEST: &str = r#"package org.example;

import org.junit.Assert;
import org.junit.Test;

public class GreeterTest {
    @Test
    public void starts() throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        Process server = new ProcessBuilder(java, "-cp", "main", "org.example.Server").inheritIO().start();
        Assert.assertEquals(0, server.waitFor());
    }

    @Test
    public void greets() {
        Assert.assertNotNull(Greeter.class);
    }
}
"#;

#[test]
fn a_test_has_the_lines_of_a_jvm_that_it_started_where_they_are_asked_for() {
    let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), "started-jvms");
    for (name, text) in
        [("main/java/org/example/Server", SERVER), ("test/java/org/example/GreeterTest", TEST)]
    {
        fs::write(fixture.folder.join(format!("src/{name}.java")), text).expect("a source");
    }
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    fs::rename(fixture.folder.join("target/classes"), fixture.folder.join("main")).expect("a folder moves");
    let mut command = Dist::find().command(&["run", "--", "java", "-cp"]);
    command.args(["main:target/test-classes:target/libraries/*", "org.junit.runner.JUnitCore"]);
    run(command.arg("org.example.GreeterTest"), &fixture.folder).expect_code(1);

    let ranked = |options: &[&str]| -> Vec<String> {
        let mut command = Dist::find().command(&["rank", "--json", "--level", "method"]);
        let done = run(command.args(options), &fixture.folder);
        let value: Value = serde_json::from_str(&done.stdout).expect("JSON");
        let groups = value["groups"].as_array().expect("groups");
        let suspects = groups.iter().flat_map(|group| group["suspects"].as_array().expect("suspects"));
        let ran = suspects.filter(|suspect| suspect["ef"] == 1);
        ran.map(|suspect| suspect["method"].as_str().expect("a method").to_owned()).collect()
    };
    assert_eq!(ranked(&[]), [""; 0]);
    let mut names = ranked(&["--started-jvms", "test"]);
    names.sort();
    assert_eq!(names, ["main", "wrong"]);

    let doctor = run(&mut Dist::find().command(&["doctor"]), &fixture.folder).stdout;
    assert!(doctor.contains("--started-jvms test"), "{doctor}");
}
