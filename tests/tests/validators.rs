//! Validates exported files with other programs: `JaCoCo`'s DTD, its report of the same tests and lcov's tools for exported coverage,
//! actionlint for the workflow. Validators missing on this machine are skipped with a message; `.ci/run` installs them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::{Dist, Finished, Fixture, expect_sha256, maven, run};

const CLASS_PATH: &str = "target/classes:target/test-classes:target/libraries/*";

/// The artefact with the DTD of `JaCoCo`'s reports.
const JACOCO_REPORT: &str = "org.jacoco:org.jacoco.report:0.8.12";
const JACOCO_REPORT_SHA256: &str = "f9c79ad66a66a0337c57849ad1287a2ab23b9b232d35314443e5ec49e6e3d20f";
const JACOCO_DTD: &str = "org/jacoco/report/xml/report.dtd";

/// `JaCoCo`'s Maven plugin, in the version compared in docs/ci.md.
const JACOCO_PLUGIN: &str = "org.jacoco:jacoco-maven-plugin:0.8.13";

/// The last version that Debian's Go can build.
const ACTIONLINT: &str = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.3";

fn is_there(program: &str, package: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: no {program} on this machine (Debian's package {package}; .ci/run installs it)");
    }
    found
}

/// A folder with a recorded build; one of its lines ran in no test.
fn recorded(name: &str) -> PathBuf {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("valid-{name}"));
    let greeter = fixture.folder.join("src/main/java/org/example/Greeter.java");
    let text = fs::read_to_string(&greeter).expect("a source");
    let end = text.rfind('}').expect("the end of the class");
    let text = format!("{}    void rest() {{\n        greet(\"\");\n    }}\n}}\n", &text[..end]);
    fs::write(&greeter, text).expect("a source");
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    let mut command = Dist::find().command(&["run", "--", "java", "-cp", CLASS_PATH]);
    let classes = ["org.junit.runner.JUnitCore", "org.example.GreeterTest"];
    run(command.args(classes), &fixture.folder).expect_code(1);
    fixture.folder
}

fn exported(folder: &Path, format: &str, name: &str) -> String {
    let mut export = Dist::find().command(&["export", "--format", format, "--out", name]);
    run(&mut export, folder).expect_code(0);
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn xmllint(file: &Path, dtd: &Path) -> Finished {
    let mut command = Command::new("xmllint");
    run(
        command.args(["--noout", "--nonet", "--dtdvalid"]).args([dtd, file]),
        file.parent().expect("a folder"),
    )
}

#[test]
fn jacoco_s_own_dtd_takes_the_report() {
    if !is_there("xmllint", "libxml2-utils") {
        return;
    }
    let folder = recorded("jacoco");
    exported(&folder, "jacoco", "jacoco.xml");
    let artifact = format!("-Dartifact={JACOCO_REPORT}");
    let fetch = [
        "-B",
        "-ntp",
        "-q",
        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
        &artifact,
        "-DoutputDirectory=jar",
    ];
    maven(Command::new("mvn").args(fetch), &folder).expect_code(0);
    let jar = fs::read_dir(folder.join("jar")).expect("a jar").next().expect("a jar").expect("a jar").path();
    expect_sha256(&jar, JACOCO_REPORT_SHA256);
    run(Command::new("jar").arg("xf").arg(jar).arg(JACOCO_DTD), &folder).expect_code(0);
    let [report, dtd] = ["jacoco.xml", JACOCO_DTD].map(|name| folder.join(name));
    xmllint(&report, &dtd).expect_code(0);
    // The validator does detect errors.
    let spoiled = fs::read_to_string(&report).expect("a report").replacen("<sourcefile", "<file", 1);
    fs::write(&report, spoiled.replacen("</sourcefile", "</file", 1)).expect("a file");
    assert_ne!(xmllint(&report, &dtd).code, Some(0));
}

/// Which lines of which file ran, according to a report in `JaCoCo`'s XML.
fn lines_of(xml: &str) -> BTreeMap<(String, u32), bool> {
    // Its own reports begin with a DTD.
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    let document = roxmltree::Document::parse_with_options(xml, options).expect("XML");
    let mut lines = BTreeMap::new();
    for line in document.descendants().filter(|node| node.has_tag_name("line")) {
        let number =
            |name: &str| line.attribute(name).and_then(|value| value.parse::<u32>().ok()).expect(name);
        let file = line.parent().and_then(|file| file.attribute("name")).expect("a source file");
        lines.insert((file.to_owned(), number("nr")), number("ci") > 0);
    }
    lines
}

#[test]
fn jacoco_s_own_report_of_the_same_tests_says_the_same_of_every_line() {
    let fixture = Fixture::copy_as("faults/csv-169", env!("CARGO_TARGET_TMPDIR"), "valid-beside-jacoco");
    let mut recorded = Dist::find().command(&["run", "--", "mvn", "-B", "-ntp", "-q", "test"]);
    maven(&mut recorded, &fixture.folder).expect_code(1);
    let ours = lines_of(&exported(&fixture.folder, "jacoco", "ours.xml"));
    let goal = |name: &str| format!("{JACOCO_PLUGIN}:{name}");
    let mut theirs = Command::new("mvn");
    theirs.args([
        "-B",
        "-ntp",
        "-q",
        "-Dmaven.test.failure.ignore",
        &goal("prepare-agent"),
        "test",
        &goal("report"),
    ]);
    maven(&mut theirs, &fixture.folder).expect_code(0);
    let theirs = lines_of(&fixture.text("target/site/jacoco/jacoco.xml"));

    let different: Vec<_> =
        ours.iter().filter(|(at, ran)| theirs.get(at).is_some_and(|theirs| theirs != *ran)).collect();
    assert!(different.is_empty(), "{different:?}");
    let of_both = ours.keys().filter(|at| theirs.contains_key(at)).count();
    assert_eq!(of_both, 722, "of {} and {} lines", ours.len(), theirs.len());
    let alone: BTreeSet<_> = theirs.keys().filter(|at| !ours.contains_key(at)).collect();
    assert!(alone.is_empty(), "{alone:?}");
    // Lines filtered by JaCoCo: docs/ci.md.
    assert_eq!(ours.len() - of_both, 2);
}

#[test]
fn lcov_s_own_tools_count_the_lines_and_draw_their_pages() {
    if !is_there("lcov", "lcov") {
        return;
    }
    let folder = recorded("lcov");
    let text = exported(&folder, "lcov", "coverage.info");
    let lines = text.lines().filter(|line| line.starts_with("DA:"));
    let (missed, hit): (Vec<_>, Vec<_>) = lines.partition(|line| line.ends_with(",0"));
    assert!(!missed.is_empty() && !hit.is_empty(), "{text}");
    let summary = run(Command::new("lcov").args(["--summary", "coverage.info"]), &folder);
    summary.expect_code(0);
    let counts = format!("({} of {} lines)", hit.len(), hit.len() + missed.len());
    let said = format!("{}{}", summary.stdout, summary.stderr);
    assert!(said.contains(&counts), "{counts}\n{said}");
    let pages = run(Command::new("genhtml").args(["coverage.info", "--output-directory", "pages"]), &folder);
    pages.expect_code(0);
    assert!(!pages.stderr.contains("WARNING"), "{}", pages.stderr);
    assert!(folder.join("pages/index.html").is_file());
}

#[test]
fn actionlint_has_nothing_to_say_of_the_workflow() {
    if Command::new("go").arg("version").output().is_err() {
        eprintln!("skipped: no go on this machine (Debian's package golang-go; .ci/run installs it)");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("actionlint");
    fs::create_dir_all(&folder).expect("a folder");
    let mut install = Command::new("timeout");
    run(install.args(["300", "go", "install", ACTIONLINT]).env("GOBIN", &folder), &folder).expect_code(0);
    let lint = |path: &Path| run(Command::new(folder.join("actionlint")).arg("-no-color").arg(path), &folder);
    let workflow = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows/ci.yml");
    lint(&workflow).expect_code(0);
    let spoiled = folder.join("spoiled.yml");
    let text = fs::read_to_string(&workflow).expect("a workflow");
    fs::write(&spoiled, text.replacen("runs-on:", "runs-at:", 1)).expect("a file");
    assert_ne!(lint(&spoiled).code, Some(0));
}
