//! Tests that EvoSuite generated, in a build beside tests that people wrote.

use std::process::Command;

use faultline_flt::read_dir;
use faultline_spectrum::{InitialiserPolicy, Spectrum};
use faultline_tests::{Dist, Fixture, Report, maven};

const WRITTEN: &str = "org.x.FareTest";
const GENERATED: &str = "org.x.Fare_ESTest";

#[test]
fn generated_tests_and_written_ones_share_columns_and_are_ranked_together() {
    let dist = Dist::find();
    let fixture = Fixture::copy("generated", env!("CARGO_TARGET_TMPDIR"));
    let mut record = dist.command(&["run", "--", "mvn", "-B", "-ntp"]);
    record.arg(format!("-Devosuite.agent={}", dist.evosuite_agent().display())).arg("test");
    maven(&mut record, &fixture.folder).expect_code(1);

    let (recordings, notes) = read_dir(&fixture.recordings()).expect("recordings");
    assert!(notes.is_empty(), "{notes:?}");
    let spectrum = Spectrum::merge(&recordings, InitialiserPolicy::All).expect("they fit together");
    let classes: Vec<&str> = spectrum.classes.iter().map(|class| class.name.as_str()).collect();
    assert_eq!(classes, ["org.x.Fare"], "there is one version of the class");
    assert_eq!(spectrum.tests.len(), 2 + 5);

    // The constructor, both branches' beginnings, a lambda, and a static initialiser with state.
    let written = row(&spectrum, WRITTEN, "whoIsFourteenPaysAll");
    assert_eq!(written, [9, 10, 14, 15, 18, 19, 23, 24, 25, 31, 32, 33, 37, 38]);
    assert_eq!(row(&spectrum, GENERATED, "test3"), written);
    // EvoSuite empties the static list after each test: that is no test's doing.
    assert_eq!(row(&spectrum, GENERATED, "test4"), [9, 10, 47]);

    // The ranking uses all of them.
    let failing =
        ["--failing", "org.x.FareTest#whoIsFourteenPaysAll", "--failing", "org.x.Fare_ESTest#test3"];

    let report = Report::of(&dist, &fixture, &failing);

    let group = report.only_group();
    assert_eq!(group.failing.len(), 2);
    let place = |method: &str| {
        let suspect = group.suspects.iter().find(|s| s.method.as_deref() == Some(method));
        suspect.map(|s| (s.rank_min, s.rank_max)).expect(method)
    };
    // By the written tests alone all six are at places 1 to 6: both run the same lines. The
    // generated tests of an adult and of a constructor that throws tell them apart.
    assert_eq!(place("forAge"), (1.0, 3.0));
    assert_eq!(place("full"), (4.0, 4.0));
    assert_eq!(place("<init>"), (5.0, 5.0));
    assert_eq!(place("<clinit>"), (6.0, 6.0));
}

/// By the recipe of docs/evosuite.md, with few rounds in place of the whole minutes.
#[test]
fn evosuites_maven_plugin_searches_by_a_metric() {
    let dist = Dist::find();
    let fixture = Fixture::copy_as("generated", env!("CARGO_TARGET_TMPDIR"), "generated-by-plugin");
    let folder = &fixture.folder;
    let agent = dist.evosuite_agent();
    let agent = agent.display();
    for file in ["Fare_ESTest.java", "Fare_ESTest_scaffolding.java"] {
        std::fs::remove_file(folder.join("src/test/java/org/x").join(file)).expect("the fixture has it");
    }
    let mut record = dist.command(&["run", "--", "mvn", "-B", "-ntp"]);
    maven(record.arg(format!("-Devosuite.agent={agent}")).arg("test"), folder).expect_code(1);

    let with_agent = |arguments: &[&str]| {
        let mut build = Command::new("mvn");
        build.args(["-B", "-ntp"]).args(arguments).env("JAVA_TOOL_OPTIONS", format!("-javaagent:{agent}"));
        maven(&mut build, folder).expect_code(0);
    };
    let plugin = |goal: &str| format!("org.evosuite.plugins:evosuite-maven-plugin:1.0.6:{goal}");
    let metric = format!(
        "-DextraArgs= -Dfitness=eap -Dfitness_spectrum={} -Dfitness_round_evals=10 -Dfitness_rounds=3 \
         -Dpopulation=6 -Dassertion_timeout=5 -Dminimization_timeout=5",
        fixture.recordings().display()
    );
    with_agent(&["compile", &plugin("generate"), "-Dcores=1", "-DtimeInMinutesPerClass=2", &metric]);
    with_agent(&[&plugin("export"), "-DtargetFolder=src/test/java"]);

    let suite = fixture.text("src/test/java/org/x/Fare_ESTest.java");
    assert!(suite.contains("led by Faultline's metric eap"), "{suite}");
    assert!(suite.contains("to explain org.x.FareTest#whoIsFourteenPaysAll"), "{suite}");
}

/// The lines of a test, in order.
#[track_caller]
fn row(spectrum: &Spectrum, class: &str, method: &str) -> Vec<u32> {
    let test = spectrum.tests.iter().position(|test| test.class == class && test.method == method);
    let test = test.unwrap_or_else(|| panic!("{class}#{method} has no row"));
    let ones = spectrum.coverage.ones(test);
    let mut lines: Vec<u32> = ones.map(|element| spectrum.elements[element].line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}
