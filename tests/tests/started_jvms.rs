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

    let page = run(&mut Dist::find().command(&["rank", "--width", "300"]), &fixture.folder).stdout;
    let says = "1 class ran in a JVM that the failing test started, so its lines are in no row: org.example.Server. \
                `--started-jvms test` adds them";
    assert!(page.lines().any(|line| line == says), "{page}");

    let doctor = run(&mut Dist::find().command(&["doctor"]), &fixture.folder).stdout;
    assert!(doctor.contains("--started-jvms test"), "{doctor}");
}

/// As `exec-maven-plugin` starts one.
const PROGRAM: &str = "package org.example;

public class Program {
    public static void main(String[] words) {
        org.junit.runner.JUnitCore.runClasses(GreeterTest.class);
    }
}
";

const POM: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.faultline.builds</groupId>
  <artifactId>program-of-a-plugin</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>8</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope></dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.0</version></plugin>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.5.6</version>
        <configuration><skip>${skipSurefire}</skip></configuration>
      </plugin>
      <plugin>
        <artifactId>maven-antrun-plugin</artifactId>
        <version>3.1.0</version>
        <executions>
          <execution>
            <phase>process-test-classes</phase>
            <goals><goal>run</goal></goals>
            <configuration>
              <target>
                <property name="path" refid="maven.test.classpath"/>
                <java classname="org.example.Program" fork="true" classpath="${path}"/>
              </target>
            </configuration>
          </execution>
        </executions>
      </plugin>
    </plugins>
  </build>
</project>
"#;

#[test]
fn tests_that_a_program_of_a_maven_plugin_runs_are_rows_only_where_no_test_jvm_has_some() {
    let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), "program-of-a-plugin");
    let write = |path: &str, text: &str| fs::write(fixture.folder.join(path), text).expect("a file");
    write("pom.xml", POM);
    write("src/test/java/org/example/Program.java", PROGRAM);
    let recorded = |skipped: &str| -> String {
        let skip = format!("-DskipSurefire={skipped}");
        let command = ["run", "--", "mvn", "-B", "-ntp", "-Dmaven.test.failure.ignore=true", &skip, "test"];
        maven(&mut Dist::find().command(&command), &fixture.folder).stderr
    };
    let beside = recorded("false");
    assert!(beside.contains("faultline: 2 tests ("), "{beside}");
    assert!(beside.contains("2 tests of org.example.Program, which the build ran as a program"), "{beside}");
    let alone = recorded("true");
    assert!(alone.contains("faultline: 2 tests (") && !alone.contains("as a program"), "{alone}");
}

/// In Maven's own JVM, where Surefire may run tests of the build as well.
const EXEC: &str = r"<plugin>
        <groupId>org.codehaus.mojo</groupId>
        <artifactId>exec-maven-plugin</artifactId>
        <version>3.5.0</version>
        <executions>
          <execution>
            <phase>process-test-classes</phase>
            <goals><goal>java</goal></goals>
            <configuration><mainClass>org.example.Program</mainClass><classpathScope>test</classpathScope></configuration>
          </execution>
        </executions>
      </plugin>
    </plugins>";

#[test]
fn tests_that_a_program_in_mavens_jvm_runs_are_rows_only_where_the_build_has_no_others() {
    let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), "program-in-maven");
    let write = |path: &str, text: &str| fs::write(fixture.folder.join(path), text).expect("a file");
    let start = POM.find("      <plugin>\n        <artifactId>maven-antrun").expect("a plugin");
    let end = POM.find("    </plugins>").expect("the last plugin");
    let pom = format!("{}      {EXEC}{}", &POM[..start], &POM[end + "    </plugins>".len()..]);
    let fork = "<configuration><skip>${skipSurefire}</skip><forkCount>${forks}</forkCount></configuration>";
    write("pom.xml", &pom.replace("<configuration><skip>${skipSurefire}</skip></configuration>", fork));
    // A class of its own: two loaders may have one of the same name.
    let test = fixture.text("src/test/java/org/example/GreeterTest.java");
    write("src/test/java/org/example/Sample.java", &test.replace("class GreeterTest", "class Sample"));
    write("src/test/java/org/example/Program.java", &PROGRAM.replace("GreeterTest", "Sample"));
    let recorded = |skipped: &str, forks: &str| -> String {
        let skip = format!("-DskipSurefire={skipped}");
        let forks = format!("-Dforks={forks}");
        let command =
            ["run", "--", "mvn", "-B", "-ntp", "-Dmaven.test.failure.ignore=true", &skip, &forks, "test"];
        maven(&mut Dist::find().command(&command), &fixture.folder).stderr
    };
    for forks in ["1", "0"] {
        let beside = recorded("false", forks);
        assert!(beside.contains("faultline: 2 tests ("), "{beside}");
        assert!(beside.contains("2 tests of exec:java, which the build ran as a program"), "{beside}");
    }
    let alone = recorded("true", "1");
    assert!(alone.contains("faultline: 2 tests (") && !alone.contains("as a program"), "{alone}");
}
