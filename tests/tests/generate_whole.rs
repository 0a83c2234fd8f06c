//! `faultline generate` from a failing build to labelled tests, with EvoSuite from Maven Central.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_flt::read_dir;
use faultline_spectrum::{InitialiserPolicy, Spectrum};
use faultline_tests::{Dist, Fixture, Matrix, maven, run};
use serde_json::Value;

/// A short search even on a busy machine: few and small rounds.
const QUICK: [&str; 5] =
    ["--", "-Dpopulation=6", "-Dfitness_round_evals=10", "-Dassertion_timeout=5", "-Dminimization_timeout=5"];

#[test]
fn tests_are_generated_for_a_real_fault_and_labelled_by_the_fixed_release() {
    let dist = Dist::find();
    let fixture = Fixture::copy_as("faults/csv-169", env!("CARGO_TARGET_TMPDIR"), "generate/csv-169");
    let folder = &fixture.folder;
    let mut record =
        dist.command(&["run", "--", "mvn", "-B", "-ntp", "-Dtest=Csv169Test,CSVRecordTest", "test"]);
    maven(&mut record, folder).expect_code(1);
    let fixed = release(folder, "1.3");

    let arguments = ["generate", "--fetch", "--json", "--budget", "12s", "--jobs", "1"];
    let mut generate = dist.command(&arguments);
    generate
        .args(["--classes", "org.apache.commons.csv.CSVFormat"])
        .arg("--oracle-cp")
        .arg(&fixed)
        .args(QUICK);
    let finished = maven(&mut generate, folder);
    if finished.stderr.contains("Maven did not fetch org.evosuite") {
        eprintln!("skipped: Maven does not supply EvoSuite");
        return;
    }
    finished.expect_code(0);
    let report: Value = serde_json::from_str(&finished.stdout).expect("the report is JSON");

    let tests = report["tests"].as_u64().expect("a number");
    assert!(tests > 0, "{report:#}");
    let class = &report["classes"][0];
    let source = fs::read_to_string(class["file"].as_str().expect("a path")).expect("the suite was written");
    assert!(source.contains("led by Faultline's metric belief"), "{source}");
    assert!(source.contains("to explain Csv169Test#theNullStringIsCaseSensitive"), "{source}");
    let groups = &report["groups"];
    assert_eq!(groups["before"], 1);
    assert!(groups["after"].as_u64() > Some(1), "the tests tell lines apart: {groups}");

    // Every test ran on this release and on the fixed one, and is a row over the same lines.
    let labels = &report["labels"];
    let count = |name: &str| labels[name].as_u64().expect("a number");
    assert_eq!(count("passed") + count("failed") + count("skipped"), tests, "{labels}");
    assert!(count("passed") > 0, "most of what the library does was right: {labels}");
    let labelled = Path::new(labels["file"].as_str().expect("a path"));
    fs::create_dir_all(folder.join("labelled")).expect("a folder can be made");
    fs::copy(labelled, folder.join("labelled/1.flt")).expect("a file can be copied");
    let rows = Matrix::read(&folder.join("labelled")).rows;
    assert_eq!(rows.len() as u64, tests);
    let covers = |path: &str| rows.iter().any(|row| row.lines.iter().any(|(file, _)| file.ends_with(path)));
    assert!(covers("csv/CSVFormat.java"), "rows have the lines of the class");

    // Labels are added to the recording, whose classes are still the only ones.
    let classes = |folders: &[PathBuf]| {
        let parts = folders.iter().flat_map(|folder| read_dir(folder).expect("recordings").0);
        let merged = Spectrum::merge(&parts.collect::<Vec<_>>(), InitialiserPolicy::All);
        merged.expect("they fit together").classes.len()
    };
    let recorded = fixture.recordings();
    assert_eq!(classes(std::slice::from_ref(&recorded)), classes(&[recorded, folder.join("labelled")]));
    let mut rank = dist.command(&["rank", ".faultline"]);
    run(rank.arg(labelled), folder).expect_code(0);
}

/// The jar of a release of the library.
fn release(folder: &Path, version: &str) -> PathBuf {
    let mut copy = Command::new("mvn");
    copy.args(["-B", "-ntp", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"]);
    copy.arg(format!("-Dartifact=org.apache.commons:commons-csv:{version}")).arg("-DoutputDirectory=fixed");
    maven(&mut copy, folder).expect_code(0);
    folder.join(format!("fixed/commons-csv-{version}.jar"))
}
