//! A project with equally named classes in two modules, with different code on the same lines.

use std::path::Path;

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

/// Ranks lines as JSON, with the first suspects of each group.
fn ranked(fixture: &Fixture) -> Value {
    let mut rank = Dist::find().command(&["rank", "--json", "--level", "line", "-r", "ochiai+trace"]);
    let ranked = run(&mut rank, &fixture.folder);
    ranked.expect_code(0);
    serde_json::from_str(&ranked.stdout).expect("a report in JSON")
}

/// The group of a failing test.
#[track_caller]
fn group<'a>(report: &'a Value, method: &str) -> &'a Value {
    let groups = report["groups"].as_array().expect("groups");
    let of_test = |group: &&Value| {
        group["failing"].as_array().is_some_and(|tests| tests.len() == 1 && tests[0]["method"] == method)
    };
    groups.iter().find(of_test).unwrap_or_else(|| panic!("{method} has no group of its own: {report:#}"))
}

/// A suspicious line: its module, its number, its source, and the tests that ran it.
#[track_caller]
fn is_first(group: &Value, module: &str, line: u32, counts: (u32, u32)) {
    let first = &group["suspects"][0];
    let folder = first["module"].as_str().expect("the module is named");
    assert_eq!(Path::new(folder).file_name().and_then(|name| name.to_str()), Some(module), "{group:#}");
    assert_eq!(first["line"], line, "{group:#}");
    assert_eq!(first["source"], format!("{module}/src/main/java/org/example/Same.java"));
    assert_eq!(first["source_doubt"], Value::Null);
    assert_eq!((&first["ef"], &first["ep"]), (&counts.0.into(), &counts.1.into()), "{group:#}");
}

#[test]
fn each_modules_class_has_its_own_lines_and_its_own_source() {
    // From folders of classes, and from the module's jar, which has the same bytes.
    for phase in ["test", "verify"] {
        let fixture =
            Fixture::copy_as("two-modules", env!("CARGO_TARGET_TMPDIR"), &format!("two-modules-{phase}"));
        let mut build = Dist::find().command(&[
            "run",
            "--",
            "mvn",
            "-B",
            "-ntp",
            "-Dmaven.test.failure.ignore=true",
            phase,
        ]);
        maven(&mut build, &fixture.folder).expect_code(0);

        let report = ranked(&fixture);
        let of_mb = group(&report, "below");
        // The throwing line: no other test ran it, though one ran line 9 of the other module's class.
        is_first(of_mb, "mb", 9, (1, 0));
        assert!(
            of_mb["thrown_at"]["module"].as_str().is_some_and(|module| module.ends_with("/mb")),
            "{of_mb:#}"
        );
        // The other failure is in the first module's class, whose own passing test also ran that line.
        let of_mc = group(&report, "usesBelow");
        let same =
            of_mc["suspects"].as_array().expect("suspects").iter().filter(|suspect| suspect["ef"] == 1);
        let same: Vec<_> = same.filter(|suspect| suspect["class"] == "org.example.Same").collect();
        for suspect in &same {
            assert!(suspect["module"].as_str().is_some_and(|module| module.ends_with("/ma")), "{suspect:#}");
            assert_eq!(suspect["source"], "ma/src/main/java/org/example/Same.java");
        }
        assert_eq!(same.len(), 2, "lines 8 and 9: {of_mc:#}");

        let doctor = run(Dist::find().command(&["doctor"]).env_remove("JAVA_HOME"), &fixture.folder);
        assert!(doctor.stdout.starts_with("nothing is wrong"), "{}", doctor.stdout);
    }
}
