//! Runs a few cells of the compatibility table, and checks that the document matches the table.

use std::process::Command;

use faultline_tests::compatibility::{CHECKS, Document, Jvm, Line, Outcome, Project, Table};
use faultline_tests::{Dist, ExpectedBuild, Fixture, Markers, Matrix, maven, run};

/// Builds a framework's fixture, and runs it with its own runner and with a Surefire.
#[track_caller]
fn agrees(folder: &str, surefire: bool) {
    let table = Table::read();
    let lines = table.lines();
    let of_folder = |line: &&Line<'_>| line.framework.folder == folder && line.framework.release == 8;
    let plain = lines.iter().filter(of_folder).rfind(|line| line.runner.to_string().starts_with("plain"));
    let plain = plain.expect("every framework has a plain runner");
    let scratch = env!("CARGO_TARGET_TMPDIR");
    let project = Project::build(plain.framework, plain.version, scratch).expect("the fixture compiles");
    let by_surefire =
        lines.iter().filter(of_folder).rfind(|line| line.runner.to_string().starts_with("Surefire"));
    for line in [Some(plain), by_surefire.filter(|_| surefire)].into_iter().flatten() {
        let outcome = project.run(line, &Jvm::in_use(), &Dist::find());
        assert!(matches!(outcome, Outcome::Agrees { rows: 6.., .. }), "{}: {outcome}", Document::key(line));
    }
}

#[test]
fn junit_4_agrees_by_its_own_runner_and_by_the_newest_surefire() {
    agrees("junit4", true);
}

#[test]
fn jupiter_agrees_by_the_console() {
    agrees("jupiter", false);
}

#[test]
fn testng_agrees_by_its_own_runner() {
    agrees("testng", false);
}

/// Surefire 3.6 discovers TestNG's tests by a dry run, which reports each without running it.
#[test]
fn testng_agrees_by_the_newest_surefire() {
    let table = Table::read();
    let lines = table.lines();
    let newest = |line: &&Line<'_>| {
        line.framework.folder == "testng" && line.runner.to_string().starts_with("Surefire 3.6")
    };
    let line = lines.iter().rfind(newest).expect("the table has TestNG by Surefire 3.6");
    let project = Project::build(line.framework, line.version, env!("CARGO_TARGET_TMPDIR"))
        .expect("the fixture compiles");
    let outcome = project.run(line, &Jvm::in_use(), &Dist::find());
    assert!(matches!(outcome, Outcome::Agrees { rows: 6, .. }), "{}: {outcome}", Document::key(line));
}

#[test]
fn a_linked_image_without_agents_runs_its_tests_as_ever() {
    let check = CHECKS.iter().find(|check| check.what.contains("without it")).expect("there is such a check");
    let scratch = format!("{}/image", env!("CARGO_TARGET_TMPDIR"));
    let outcome = (check.run)(&Table::read(), &scratch, &Dist::find());
    assert!(!matches!(outcome, Outcome::Differs(_)), "{outcome}");
}

#[test]
fn the_document_has_every_row_of_the_table_and_nothing_differs() {
    let document = include_str!("../../docs/compatibility.md");
    let table = Table::read();
    let lines = table.lines();
    for line in &lines {
        let row = document.lines().find(|row| row.starts_with(&Document::key(line)));
        let row = row.unwrap_or_else(|| {
            panic!("docs/compatibility.md has no row {}: run it again", Document::key(line))
        });
        assert_eq!(row.matches('|').count(), 4 + table.java.len(), "{row}");
        assert!(row.contains(" rows, "), "nothing was tried: {row}");
    }
    for check in CHECKS {
        assert!(document.contains(&format!("| {} |", check.what)), "{}", check.what);
    }
    let is_run =
        |row: &&str| [" plain `java` |", " | Surefire ", " | Failsafe "].iter().any(|by| row.contains(by));
    let runs = document.lines().filter(|row| row.starts_with("| ")).filter(is_run).count();
    assert_eq!(runs, lines.len(), "the document has rows that cells.toml does not have");
    let differ: Vec<_> = document.lines().filter(|row| row.contains("**differs**")).collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

/// Signatures cover class files, which the agent does not change: it changes classes while they load.
#[test]
fn classes_of_a_signed_jar_are_recorded() {
    let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), "signed-jar");
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    let tool = |name: &str, arguments: &[&str]| {
        let program = Jvm::in_use().home().join("bin").join(name);
        run(Command::new(program).args(arguments), &fixture.folder).expect_code(0);
    };
    let store = ["-keystore", "keys", "-storepass", "secret"];
    let key = ["-genkeypair", "-alias", "us", "-keyalg", "EC", "-dname", "CN=us", "-keypass", "secret"];
    tool("keytool", &[&key[..], &store].concat());
    // All classes of a package must have the same signer, including the tests.
    for (jar, classes) in [("app.jar", "target/classes"), ("app-tests.jar", "target/test-classes")] {
        tool("jar", &["cf", jar, "-C", classes, "."]);
        tool("jarsigner", &[&store[..], &[jar, "us"]].concat());
        tool("jarsigner", &["-verify", "-strict", "-keystore", "keys", "-storepass", "secret", jar]);
    }

    let mut expected: ExpectedBuild =
        toml::from_str(&fixture.text("expected.toml")).expect("the fixture is well-formed");
    for word in &mut expected.command {
        *word = word.replace("target/classes:target/test-classes:", "app.jar:app-tests.jar:");
    }
    let mut command = Dist::find().command(&["run", "--"]);
    run(command.args(&expected.command), &fixture.folder).expect_code(expected.exit);
    let differences =
        Matrix::read(&fixture.recordings()).differences(&expected, &Markers::of_sources(&fixture.folder));
    assert!(differences.is_empty(), "{differences}");
}
