//! `faultline doctor`, and the last line of `run`, on real builds and JVMs with defects (`tests/builds.rs` runs it on healthy builds).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::{Dist, Finished, Fixture, maven, run};

/// A copy of the plain fixture with its libraries, compiled by Maven.
fn project(name: &str) -> PathBuf {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("doctor-{name}"));
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    fixture.folder
}

fn javac(folder: &Path, arguments: &[&str]) {
    let class_path = ["-cp", "target/classes:target/libraries/*"];
    run(Command::new("javac").args(class_path).args(arguments), folder).expect_code(0);
}

const MAIN: &str = "src/main/java/org/example/Greeter.java";
const TEST: &str = "src/test/java/org/example/GreeterTest.java";

/// Records the fixture's tests by plain `java`; returns the last line of `run`.
fn record(folder: &Path, options: &[&str], class_path: &str) -> String {
    let mut command = Dist::find().command(&["run"]);
    command.args(options).args(["--", "java", "-cp", class_path]);
    command.args(["org.junit.runner.JUnitCore", "org.example.GreeterTest"]);
    last_line(&run(&mut command, folder))
}

/// The last line of `run`, without color codes that Maven may leave.
fn last_line(finished: &Finished) -> String {
    let line = finished.stderr.lines().last().unwrap_or_default();
    let start = line.find("faultline: ").unwrap_or_else(|| panic!("{}", finished.stderr));
    line[start..].to_owned()
}

const USUAL: &str = "target/classes:target/test-classes:target/libraries/*";

/// The codes and evidence found by the doctor, and its exit code.
fn doctor(folder: &Path) -> (Vec<(String, String)>, Option<i32>) {
    let finished = run(Dist::find().command(&["doctor", "--json"]).env_remove("JAVA_HOME"), folder);
    let value: serde_json::Value = serde_json::from_str(&finished.stdout).expect("JSON");
    let findings = value["findings"].as_array().expect("findings").iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let found = findings.map(|finding| (text(&finding["code"]), finding["evidence"].to_string())).collect();
    (found, finished.code)
}

#[track_caller]
fn finds(folder: &Path, code: &str, evidence: &str) {
    let (found, _) = doctor(folder);
    assert!(found.iter().any(|(c, e)| c == code && e.contains(evidence)), "{code} in {found:?}");
}

#[test]
fn a_healthy_recording_has_no_finding() {
    let folder = project("healthy");
    let line = record(&folder, &[], USUAL);
    assert!(line.ends_with("next: faultline rank"), "{line}");
    assert_eq!(doctor(&folder), (Vec::new(), Some(0)));
}

#[test]
fn classes_that_were_compiled_without_line_numbers_are_named() {
    let folder = project("bare");
    javac(&folder, &["-g:none", "-d", "target/classes", MAIN]);
    let line = record(&folder, &[], USUAL);
    assert!(line.contains("no class was in scope") && line.contains("javac -g"), "{line}");
    finds(&folder, "no-line-numbers", "org.example.Greeter");
    finds(&folder, "no-classes", "");
}

#[test]
fn a_scope_that_holds_nothing_or_only_the_tests_is_found() {
    let folder = project("scope");
    let line = record(&folder, &["--include", "org.nowhere.*"], USUAL);
    assert!(line.contains("no class matches --include"), "{line}");
    finds(&folder, "no-classes", "");

    fs::create_dir_all(folder.join("mixed")).expect("a folder can be made");
    javac(&folder, &["-g", "-d", "mixed", TEST]);
    record(&folder, &["--include", "org.example.GreeterTest"], &format!("mixed:{USUAL}"));
    finds(&folder, "test-classes-only", "org.example.GreeterTest");
}

#[test]
fn a_recording_of_an_older_build_is_stale_and_two_builds_in_one_are_told() {
    let folder = project("stale");
    record(&folder, &[], USUAL);
    let source = fs::read_to_string(folder.join(MAIN)).expect("a source can be read");
    fs::write(folder.join(MAIN), format!("\n\n{source}")).expect("a source can be written");
    javac(&folder, &["-g", "-d", "target/classes", MAIN]);
    finds(&folder, "stale-recording", "org.example.Greeter: ");
    assert_eq!(doctor(&folder).1, Some(1));

    record(&folder, &["--append"], USUAL);
    finds(&folder, "several-versions", "org.example.Greeter: 2 versions");
    // The newer recording is up to date, but the older one is still stale.
    finds(&folder, "stale-recording", "org.example.Greeter: ");
    record(&folder, &[], USUAL);
    assert_eq!(doctor(&folder), (Vec::new(), Some(0)));
}

#[test]
fn sources_that_lie_elsewhere_are_missed() {
    let folder = project("sources");
    record(&folder, &[], USUAL);
    // Another folder of the module would be found.
    let elsewhere = folder.with_file_name("sources-elsewhere");
    let _ = fs::remove_dir_all(&elsewhere);
    fs::rename(folder.join("src"), elsewhere).expect("a folder can be renamed");
    finds(&folder, "sources-not-found", "org/example/Greeter.java");
}

#[test]
fn a_mavenrc_that_drops_the_agent_is_named_by_run_and_by_the_doctor() {
    let folder = project("mavenrc");
    // Maven's script reads the file there; the JVM's home comes from the system, so its repository is unchanged.
    fs::write(folder.join(".mavenrc"), "MAVEN_OPTS=-Xmx512m\n").expect("a file can be written");
    let mut command = Dist::find().command(&["run", "--", "mvn", "-B", "-ntp", "-q", "test"]);
    let line = last_line(&maven(command.env("HOME", &folder), &folder));
    assert!(line.contains(".mavenrc sets MAVEN_OPTS") && line.contains("MAVEN_SKIP_RC=1"), "{line}");
    let finished = run(Dist::find().command(&["doctor"]).env("HOME", &folder), &folder);
    finished.expect_code(1);
    assert!(finished.stdout.contains("error mavenrc-overrides"), "{}", finished.stdout);
}

#[test]
fn tests_that_ran_without_the_agent_have_reports_and_no_rows() {
    let folder = project("script");
    // A custom script that overwrites the build tool's variable.
    fs::write(folder.join("test.sh"), "MAVEN_OPTS=-Xmx512m mvn -B -ntp test\n")
        .expect("a file can be written");
    let mut command = Dist::find().command(&["run", "--", "sh", "test.sh"]);
    let line = last_line(&maven(&mut command, &folder));
    assert!(line.contains("the build reports 2 tests, but no JVM had the agent"), "{line}");
    assert!(line.contains("--attach env"), "{line}");
    finds(&folder, "agent-dropped", "surefire-reports");

    // As the printed line suggests.
    let mut command = Dist::find().command(&["run", "--attach", "env", "--", "sh", "test.sh"]);
    let line = last_line(&maven(&mut command, &folder));
    assert!(line.starts_with("faultline: 2 tests"), "{line}");
}
