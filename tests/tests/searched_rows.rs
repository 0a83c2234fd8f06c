//! The coverage of tests during a search equals that of the written tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_flt::{read, read_dir};
use faultline_spectrum::{ElementId, FixturePolicy, InitialiserPolicy, Policies, Recording, Spectrum};
use faultline_tests::{Dist, EVOSUITE_SHA256, Fixture, expect_sha256, maven, run};

const TARGET: &str = "org.x.Chain";
const EVOSUITE: &str = "evosuite-master-1.0.6.jar";

/// Class, method with its descriptor, line.
type Line = (String, String, u32);

/// Covers static initialisers of superclasses, of a class with a read field and of a failing one, and `else if` where a variable's
/// scope ends with its branch.
#[test]
fn a_kept_tests_row_in_the_search_is_its_recorded_row() {
    let dist = Dist::find();
    let fixture = Fixture::copy("searched", env!("CARGO_TARGET_TMPDIR"));
    let folder = &fixture.folder;
    maven(&mut record(&dist), folder).expect_code(1);
    let Some(evosuite) = evosuite(folder) else {
        eprintln!("skipped: Maven does not supply EvoSuite");
        return;
    };
    let kept = folder.join("kept.flt");
    run(&mut search(&dist, &fixture, &evosuite, &kept), folder).expect_code(0);

    std::fs::remove_file(folder.join("src/test/java/org/x/ChainTest.java")).expect("the fixture has it");
    std::fs::remove_dir_all(fixture.recordings()).expect("there is a recording");
    maven(&mut record(&dist), folder).expect_code(0);

    let (recording, notes) = read(&kept).expect("the search wrote it");
    assert!(notes.is_empty(), "{notes:?}");
    let search = merged(&[recording]);
    let in_sight: BTreeSet<Line> = (0..search.elements.len()).map(|element| line(&search, element)).collect();
    let mut wanted = rows(&search, &in_sight, "org.x.Chain round");
    let written = merged(&read_dir(&fixture.recordings()).expect("recordings").0);
    let mut recorded = rows(&written, &in_sight, "org.x.Chain_ESTest");
    assert!(wanted.len() >= 3, "{wanted:?}");
    wanted.sort();
    recorded.sort();
    assert_eq!(recorded.len(), wanted.len(), "a row for each test that was kept");
    for (recorded, wanted) in recorded.iter().zip(&wanted) {
        let differ: Vec<&Line> = recorded.symmetric_difference(wanted).collect();
        assert!(differ.is_empty(), "{differ:?} are in one of {recorded:?} and {wanted:?}");
    }

    // Not vacuous: each of these lines is in some row, but not in all.
    for (class, method) in [("Limits", "<clinit>"), ("Broken", "value"), ("Chain", "careful")] {
        let has = |row: &&BTreeSet<Line>| {
            row.iter().any(|line| line.0 == format!("org.x.{class}") && line.1.starts_with(method))
        };
        let count = wanted.iter().filter(has).count();
        assert!(count > 0, "no row has {class}.{method}: {wanted:?}");
    }
    let base = ("org.x.Base".to_owned(), "<clinit>()V".to_owned(), 11);
    assert!(wanted.iter().all(|row| row.contains(&base)), "all touch a subclass: {wanted:?}");
}

fn record(dist: &Dist) -> Command {
    let mut record = dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]);
    record.arg(format!("-Devosuite.agent={}", dist.evosuite_agent().display()));
    record
}

/// EvoSuite from Maven Central, if available.
fn evosuite(folder: &Path) -> Option<PathBuf> {
    let mut copy = Command::new("mvn");
    copy.args(["-B", "-ntp", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"]);
    copy.args(["-Dartifact=org.evosuite:evosuite-master:1.0.6", "-DoutputDirectory=evosuite"]);
    maven(&mut copy, folder);
    let jar = Some(folder.join("evosuite").join(EVOSUITE)).filter(|jar| jar.is_file())?;
    expect_sha256(&jar, EVOSUITE_SHA256);
    Some(jar)
}

/// Limited by evaluations, because the machine may be busy.
fn search(dist: &Dist, fixture: &Fixture, evosuite: &Path, kept: &Path) -> Command {
    let folder = &fixture.folder;
    let mut java = Command::new("java");
    java.arg(format!("-javaagent:{}", dist.evosuite_agent().display())).arg("-jar").arg(evosuite);
    java.args(["-class", TARGET, "-seed", "1", "-criterion", "LINE", "-projectCP"]);
    java.arg(folder.join("target/classes"));
    java.arg("-base_dir").arg(folder);
    java.arg(format!("-Dtest_dir={}", folder.join("src/test/java").display()));
    java.args(["-Dfitness=eap", "-Dfitness_round_evals=100", "-Dfitness_rounds=6"]);
    java.arg(format!("-Dfitness_spectrum={}", fixture.recordings().display()));
    java.arg(format!("-Dfitness_export={}", kept.display()));
    java.args([
        "-Dassertions=false",
        "-Djunit_check=false",
        "-Dminimization_timeout=60",
        "-Dshow_progress=false",
    ]);
    java.args(["-Dstopping_condition=MaxFitnessEvaluations", "-Dsearch_budget=300"]);
    java
}

/// Drops the fixture in which a suite of EvoSuite initialises all of its classes, because it is not part of any test.
fn merged(recordings: &[Recording]) -> Spectrum {
    let policies = Policies { initialisers: InitialiserPolicy::All, fixtures: FixturePolicy::Exclude };
    Spectrum::merge(recordings, policies).expect("they fit together")
}

fn line(spectrum: &Spectrum, element: usize) -> Line {
    let element = ElementId::new(element);
    let method = spectrum.method_of(element);
    let name = format!("{}{}", method.name, method.descriptor);
    (spectrum.class_of(element).name.clone(), name, spectrum.elements[element.index()].line)
}

/// The lines in sight that each test of a class covers.
fn rows(spectrum: &Spectrum, in_sight: &BTreeSet<Line>, class: &str) -> Vec<BTreeSet<Line>> {
    let of_class = (0..spectrum.tests.len()).filter(|&test| spectrum.tests[test].class == class);
    let lines = |test| spectrum.coverage.ones(test).map(|element| line(spectrum, element));
    of_class.map(|test| lines(test).filter(|line| in_sight.contains(line)).collect()).collect()
}
