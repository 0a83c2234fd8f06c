//! `faultline doctor` on minimal recordings: one for each finding.

use crate::support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::schema::violations;
use faultline_flt::{Seal, Writer};
use faultline_spectrum::{
    Charge, Launch, Moment, Outcome, PartlyRecorded, RecordedClass, RecordedFixture, RecordedTest, Recording,
    Refusal,
};
use serde_json::Value;
use support::{Done, Scratch, class, one_failure, recording, test};

/// The doctor, isolated from the user's Java and Maven settings.
fn doctor(scratch: &Scratch, arguments: &[&str]) -> Command {
    let mut command = scratch.faultline(&["doctor"]);
    command.args(arguments).env("HOME", &scratch.0).env_remove("JAVA_HOME").env_remove("MAVEN_SKIP_RC");
    command
}

/// The findings as JSON, validated against the schema.
fn examine(command: &mut Command) -> Value {
    let done = Done::of(&command.arg("--json").output().unwrap());
    let value: Value = serde_json::from_str(&done.out).unwrap_or_else(|e| panic!("{e}: {done:?}"));
    let schema =
        serde_json::from_str(include_str!("../../../../docs/json-schema/doctor.schema.json")).unwrap();
    let found = violations(&schema, &value);
    assert!(found.is_empty(), "{found:#?}\n{}", done.out);
    let wrong = value["errors"].as_u64().unwrap() > 0;
    assert_eq!(
        done.code,
        Some(i32::from(wrong)),
        "the exit code says whether there is an error: {}",
        done.out
    );
    value
}

fn findings(scratch: &Scratch) -> Value {
    examine(&mut doctor(scratch, &[]))
}

/// The finding with this code: (severity, sentence, evidence, mend).
#[track_caller]
fn found(value: &Value, code: &str) -> (String, String, String, String) {
    let all = value["findings"].as_array().unwrap();
    let one =
        all.iter().find(|finding| finding["code"] == code).unwrap_or_else(|| panic!("no {code}: {value:#}"));
    let text = |name: &str| one[name].as_str().unwrap().to_owned();
    let evidence: Vec<_> = one["evidence"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(!text("sentence").is_empty() && !text("mend").is_empty());
    (text("severity"), text("sentence"), evidence.join("\n"), text("mend"))
}

fn codes(value: &Value) -> Vec<&str> {
    value["findings"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

/// A healthy recording with sources, so that the only problems are those a test adds.
fn healthy(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.file("src/main/java/org/example/text/Parser.java", "class Parser {}");
    scratch.file("src/main/java/org/example/text/Lexer.java", "class Lexer {}");
    scratch.record("1-a", &one_failure());
    scratch
}

fn foo() -> RecordedClass {
    class(0, "org.example.Foo", &[("a", "()V")], &[(0, 1)])
}

fn of(scratch: &Scratch, classes: Vec<RecordedClass>, tests: Vec<RecordedTest>) -> Value {
    scratch.record("1-a", &recording(classes, tests));
    findings(scratch)
}

#[test]
fn a_recording_with_rows_lines_and_sources_has_no_finding() {
    let scratch = healthy("healthy");
    let value = findings(&scratch);
    assert_eq!(codes(&value), Vec::<&str>::new());
    assert_eq!((&value["files"], &value["tests"]), (&1.into(), &5.into()));
    let text = doctor(&scratch, &[]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&text.stdout), "nothing is wrong: 1 recording, 5 tests\n");
}

#[test]
fn without_any_recording_it_says_how_to_make_one() {
    let scratch = Scratch::new("none");
    let (severity, sentence, _, mend) = found(&findings(&scratch), "no-recording");
    assert_eq!(severity, "error");
    assert!(sentence.contains("there is no recording in or above"), "{sentence}");
    assert!(mend.contains("faultline run -- mvn test"), "{mend}");
    scratch.file("build.gradle", "");
    assert!(found(&findings(&scratch), "no-recording").3.contains("--rerun-tasks"));
}

#[test]
fn of_a_folder_with_recordings_and_a_faultline_it_looks_at_those_that_rank_reads() {
    let scratch = healthy("both");
    let own = recording(vec![foo()], vec![test(0, "a", Outcome::Failed, &[(0, &[0])])]);
    support::write_recording(&scratch.path("own.flt"), &own);
    assert_eq!(examine(&mut doctor(&scratch, &["."]))["tests"], 1);
    assert_eq!(examine(&mut doctor(&scratch, &[".faultline"]))["tests"], 5);
    let ranked = scratch.run(&["rank", "."]).ok();
    assert!(ranked.contains("Foo.a") && !ranked.contains("Parser"), "{ranked}");
}

#[test]
fn text_names_code_evidence_and_mend() {
    let scratch = Scratch::new("text");
    let mut bare = test(0, "a", Outcome::Failed, &[]);
    bare.class = "org.example.FooTest".to_owned();
    scratch.record("1-a", &recording(vec![foo()], vec![bare]));
    let done = Done::of(&doctor(&scratch, &["--width", "72"]).output().unwrap());
    assert_eq!(done.code, Some(1));
    for expected in
        ["error no-coverage\n", "    org.example.FooTest#a\n", "  To mend: ", "error and ", "1 recording"]
    {
        assert!(done.out.contains(expected), "{expected} in {}", done.out);
    }
    assert!(done.out.lines().all(|line| line.chars().count() <= 72), "{}", done.out);
}

#[test]
fn a_file_or_folder_that_does_not_exist_is_misuse() {
    let scratch = Scratch::new("misuse");
    let done = Done::of(&doctor(&scratch, &["nowhere"]).output().unwrap());
    assert!(done.error(2).contains("nowhere does not exist"));
    let done = Done::of(&doctor(&scratch, &["--source", "nowhere"]).output().unwrap());
    assert!(done.error(2).contains("--source nowhere"));
}

#[test]
fn a_mavenrc_that_sets_maven_opts_is_named() {
    let scratch = Scratch::new("mavenrc");
    scratch.file("pom.xml", "<project/>");
    scratch.file(".mavenrc", "MAVEN_OPTS=-Xmx1g\n");
    let (_, sentence, _, mend) = found(&findings(&scratch), "mavenrc-overrides");
    assert!(sentence.contains(".mavenrc sets MAVEN_OPTS"), "{sentence}");
    assert!(mend.contains("MAVEN_SKIP_RC=1"), "{mend}");
    let skipped = examine(doctor(&scratch, &[]).env("MAVEN_SKIP_RC", "1"));
    assert!(!codes(&skipped).contains(&"mavenrc-overrides"));
}

#[test]
fn reports_of_tests_that_ran_while_nothing_was_recorded_mean_that_the_agent_was_dropped() {
    let scratch = Scratch::new("dropped");
    fs::create_dir_all(scratch.path(".faultline")).unwrap();
    scratch.file(
        "pom.xml",
        "<project><build><configuration><jvm>/opt/own.sh</jvm></configuration></build></project>",
    );
    report(&scratch, "org.x.FooTest", &["a", "b"], "");
    let (severity, sentence, evidence, mend) = found(&findings(&scratch), "agent-dropped");
    assert_eq!(severity, "error");
    assert!(sentence.contains("2 tests"), "{sentence}");
    assert!(
        evidence.contains("<jvm>/opt/own.sh</jvm>") && evidence.contains("surefire-reports"),
        "{evidence}"
    );
    assert!(mend.contains("--attach env"), "{mend}");
}

#[test]
fn an_arg_line_that_forgets_our_plugins_property_is_named_with_its_pom() {
    let scratch = healthy("argline");
    let plugin = "<artifactId>faultline-maven-plugin</artifactId>";
    scratch.file("pom.xml", &format!("<project>{plugin}<modules><module>core</module></modules></project>"));
    scratch.file("core/pom.xml", "<project><argLine>-Xmx1g</argLine></project>");
    let (severity, _, evidence, mend) = found(&findings(&scratch), "arg-line-drops-agent");
    assert_eq!(severity, "warning", "the rows are there");
    assert!(evidence.contains("core/pom.xml: <argLine>-Xmx1g</argLine>"), "{evidence}");
    assert!(mend.contains("@{argLine}"), "{mend}");
    fs::remove_file(scratch.path(".faultline/1-a.flt")).unwrap();
    assert_eq!(found(&findings(&scratch), "arg-line-drops-agent").0, "error");
    scratch.file("core/pom.xml", "<project><argLine>@{argLine} -Xmx1g</argLine></project>");
    assert!(!codes(&findings(&scratch)).contains(&"arg-line-drops-agent"));
}

#[test]
fn a_java_that_takes_no_agent_is_told_by_its_release_file() {
    let scratch = Scratch::new("java");
    let release = |text: &str| {
        scratch.file("jdk/release", text);
        examine(doctor(&scratch, &[]).env("JAVA_HOME", scratch.path("jdk")))
    };
    let old = release("JAVA_VERSION=\"1.7.0_80\"\nOS_NAME=\"Linux\"\nOS_ARCH=\"amd64\"\n");
    assert!(found(&old, "java-too-old").1.contains("version 1.7.0_80"));
    let image = release("JAVA_VERSION=\"17.0.9\"\nMODULES=\"java.base java.logging\"\n");
    assert!(found(&image, "java-without-instrument").3.contains("--add-modules java.instrument"));
    let foreign = release("JAVA_VERSION=\"17.0.9\"\nOS_NAME=\"Linux\"\nOS_ARCH=\"s390x\"\n");
    assert!(found(&foreign, "unsupported-platform").1.contains("Linux on s390x"));
    let fine = release("JAVA_VERSION=\"17.0.9\"\nMODULES=\"java.base java.instrument\"\nOS_NAME=\"Linux\"\n");
    assert_eq!(codes(&fine), ["no-recording"]);
}

#[test]
fn the_java_of_a_command_is_looked_at_without_running_it() {
    let scratch = Scratch::new("command");
    scratch.file("image/release", "JAVA_VERSION=\"21\"\nMODULES=\"java.base\"\n");
    let java = scratch.file("image/bin/java", "#!/bin/sh\ntouch ran\n");
    let value = examine(&mut doctor_of(&scratch, &[java.to_str().unwrap(), "-cp", "x", "Main"]));
    assert!(found(&value, "java-without-instrument").1.contains("image"));
    assert!(!scratch.path("ran").exists());
}

#[test]
fn a_system_class_loader_that_takes_no_agent_is_named() {
    let scratch = Scratch::new("loader");
    let java = scratch.file("jdk/bin/java", "#!/bin/sh\ntouch ran\n");
    let java = java.to_str().unwrap();
    let own =
        examine(&mut doctor_of(&scratch, &[java, "-Djava.system.class.loader=a.Own", "-cp", "x", "Main"]));
    assert!(found(&own, "jvm-takes-no-agent").1.contains("a.Own"));
    let argument = examine(&mut doctor_of(&scratch, &[java, "Main", "-Djava.system.class.loader=a.Own"]));
    assert_eq!(codes(&argument), ["no-recording"]);
}

/// The doctor with a command after `--`; `--json` must precede it.
fn doctor_of(scratch: &Scratch, command: &[&str]) -> Command {
    // `examine` appends --json, which after `--` would belong to the command.
    let mut shell = Command::new("sh");
    let words: Vec<_> = command.iter().map(|word| format!("'{word}'")).collect();
    let program = env!("CARGO_BIN_EXE_faultline");
    shell.arg("-c").arg(format!("exec '{program}' doctor \"$0\" -- {}", words.join(" ")));
    shell.current_dir(&scratch.0).env("HOME", &scratch.0);
    shell
}

#[test]
fn the_java_of_the_reports_tells_why_it_had_no_agent() {
    let scratch = Scratch::new("reported");
    fs::create_dir_all(scratch.path(".faultline")).unwrap();
    scratch.file("pom.xml", "<project/>");
    let property = r#"<properties><property name="java.version" value="1.6.0_45"/></properties>"#;
    report(&scratch, "org.x.FooTest", &["a"], property);
    assert!(found(&findings(&scratch), "java-too-old").1.contains("1.6.0_45"));
}

#[test]
fn classes_without_a_test_and_tests_without_a_class_are_told_apart() {
    let scratch = Scratch::new("halves");
    assert!(found(&of(&scratch, vec![foo()], vec![]), "no-tests").1.contains("1 class was loaded"));
    let value = of(&scratch, vec![], vec![test(0, "a", Outcome::Passed, &[])]);
    assert!(found(&value, "no-classes").3.contains("--include"));
    scratch.record("1-a", &recording(vec![], vec![]));
    let mut refused = recording(vec![], vec![test(0, "a", Outcome::Passed, &[])]);
    refused.refusals.push(Refusal { class: "org.x.Bare".to_owned(), reason: "no line numbers".to_owned() });
    scratch.record("1-a", &refused);
    assert!(found(&findings(&scratch), "no-classes").3.contains("javac -g"));
}

#[test]
fn a_scope_of_test_classes_only_is_an_error() {
    let scratch = Scratch::new("test classes");
    let tests = class(0, "org.example.FooTest$Inner", &[("a", "()V")], &[(0, 1)]);
    let value = of(&scratch, vec![tests], vec![test(0, "a", Outcome::Failed, &[(0, &[0])])]);
    let (severity, _, evidence, _) = found(&value, "test-classes-only");
    assert_eq!((severity.as_str(), evidence.as_str()), ("error", "org.example.FooTest"));
}

#[test]
fn recorded_classes_that_are_not_the_projects_are_named() {
    let scratch = Scratch::new("others");
    scratch.file("src/org/example/Foo.java", "package org.example;");
    let located = |id, name: &str, place: &str| {
        let mut class = class(id, name, &[("a", "()V")], &[(0, 1)]);
        class.location = scratch.path(place).display().to_string();
        class
    };
    let classes = vec![
        located(0, "org.example.Foo", "classes"),
        located(1, "org.example.FooTest", "checks"),
        located(2, "org.other.Library", "lib/library-1.jar"),
        located(3, "org.example.FooMapper", "classes"),
    ];
    scratch.file("generated/org/example/FooMapper.java", "@Generated(\"mapper\") class FooMapper {}");
    let hits = [(0, &[0][..]), (1, &[0]), (2, &[0]), (3, &[0])];
    let value = of(&scratch, classes, vec![test(0, "a", Outcome::Failed, &hits)]);
    for (code, place) in [
        ("classes-of-tests", "checks"),
        ("classes-of-libraries", "lib/library-1.jar"),
        ("classes-generated", "classes"),
    ] {
        let (severity, sentence, evidence, _) = found(&value, code);
        assert_eq!(severity, "note");
        assert!(sentence.starts_with("1 class left out"), "{sentence}");
        assert_eq!(evidence, format!("{}: 1 class", scratch.path(place).display()));
    }
    let ranked = scratch.run(&["rank"]).ok();
    assert!(
        ["FooTest.a", "Library", "FooMapper"].iter().all(|other| !ranked.contains(other))
            && ranked.contains("Foo.a"),
        "{ranked}"
    );
}

#[test]
fn a_row_whose_lines_a_fixture_ran_is_not_without_lines() {
    let scratch = Scratch::new("fixture rows");
    let run = one_failure();
    let bare = test(run.tests.len() as u32, "onlyReadsWhatTheFixtureMade", Outcome::Passed, &[]);
    let fixture = |moment| RecordedFixture {
        id: 0,
        moment,
        unique_id: "fixture".into(),
        class: String::new(),
        method: String::new(),
        coverage: run.tests[0].coverage.clone(),
    };
    let charge = Charge { test: bare.sequence, fixtures: vec![0] };
    let mut found = Vec::new();
    for (name, moment, charges) in [
        ("before", Moment::Before, vec![charge.clone()]),
        ("another's", Moment::Before, vec![]),
        ("after", Moment::After, vec![charge]),
    ] {
        let mut run = run.clone();
        run.fixtures = vec![fixture(moment)];
        run.charges = charges;
        run.tests.push(bare.clone());
        scratch.record("1-a", &run);
        found.push((name, codes(&findings(&scratch)).contains(&"rows-without-lines")));
    }
    assert_eq!(found, [("before", false), ("another's", true), ("after", true)]);
}

#[test]
fn rows_without_lines_are_an_error_only_when_all_are() {
    let scratch = Scratch::new("bare rows");
    let row = |n, covered| test(n, ["a", "b", "c"][n as usize], Outcome::Failed, covered);
    let none = of(&scratch, vec![foo()], vec![row(0, &[]), row(1, &[])]);
    assert_eq!(found(&none, "no-coverage").0, "error");
    let most = of(&scratch, vec![foo()], vec![row(0, &[]), row(1, &[(0, &[0])])]);
    assert_eq!(found(&most, "rows-without-lines").0, "warning");
    let few = of(&scratch, vec![foo()], vec![row(0, &[]), row(1, &[(0, &[0])]), row(2, &[(0, &[0])])]);
    let (severity, sentence, evidence, _) = found(&few, "rows-without-lines");
    assert_eq!((severity.as_str(), evidence.as_str()), ("note", "org.example.FooTest#a"));
    assert_eq!(sentence, "1 of 3 tests cover no line");
}

/// A Surefire report written now, with the failure of `one_failure`.
fn report(scratch: &Scratch, class: &str, cases: &[&str], more: &str) {
    let mut all = String::new();
    for name in cases {
        let failure = if *name == "parsesTwo" { "<failure/>" } else { "" };
        _ = write!(all, r#"<testcase classname="{class}" name="{name}">{failure}</testcase>"#);
    }
    scratch.file(
        &format!("target/surefire-reports/TEST-{class}.xml"),
        &format!("<testsuite>{more}{all}</testsuite>"),
    );
}

fn started_now(mut recording: Recording) -> Recording {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    recording.origin.started_ns = now.as_nanos() as u64;
    recording
}

#[test]
fn reported_tests_without_a_row_are_named_and_rows_without_a_report_too() {
    let scratch = healthy("reports");
    scratch.record("1-a", &started_now(one_failure()));
    let reported = ["parsesNothing", "parsesOne", "parsesTwo", "lexes", "forgets", "misses(int)[1]"];
    report(&scratch, "org.example.FooTest", &reported, "");
    report(&scratch, "org.example.BarTest", &["a", "b"], "");
    let (severity, sentence, evidence, _) = found(&findings(&scratch), "tests-without-rows");
    assert_eq!(
        (severity.as_str(), sentence.as_str()),
        ("error", "the build reports 3 tests that have no row")
    );
    assert!(evidence.contains("org.example.BarTest: none of 2 tests"), "{evidence}");
    assert!(evidence.contains("org.example.FooTest: 1 of 6 tests (forgets, misses(int)[1])"), "{evidence}");

    report(&scratch, "org.example.FooTest", &reported[..4], "");
    fs::remove_file(scratch.path("target/surefire-reports/TEST-org.example.BarTest.xml")).unwrap();
    assert_eq!(codes(&findings(&scratch)), Vec::<&str>::new());

    report(&scratch, "org.example.FooTest", &["parsesNothing", "parsesOne", "lexes"], "");
    let (severity, sentence, ..) = found(&findings(&scratch), "other-outcomes");
    let expected = "org.example.FooTest has 1 failed row where the build reports 0 failures";
    assert_eq!((severity.as_str(), sentence.as_str()), ("warning", expected));

    fs::remove_file(scratch.path("target/surefire-reports/TEST-org.example.FooTest.xml")).unwrap();
    report(&scratch, "org.example.BarTest", &[], "");
    assert!(found(&findings(&scratch), "rows-without-tests").2.contains("org.example.FooTest"));
}

#[test]
fn reports_of_gradle_and_failsafe_are_read_and_old_ones_are_not() {
    let scratch = healthy("gradle");
    scratch.record("1-a", &started_now(one_failure()));
    let suite = r#"<testsuite><testcase classname="org.x.ATest" name="a()"/></testsuite>"#;
    for folder in ["core/build/test-results/test", "it/target/failsafe-reports"] {
        let file = scratch.file(&format!("{folder}/TEST-org.x.ATest.xml"), suite);
        assert!(found(&findings(&scratch), "tests-without-rows").2.contains("org.x.ATest"), "{folder}");
        age(&file);
        assert!(!codes(&findings(&scratch)).contains(&"tests-without-rows"), "{folder}");
    }
}

/// Writes rows of (class, method) into a recording that starts now.
fn rows_of(scratch: &Scratch, rows: &[(&str, &str)]) {
    let mut recording = one_failure();
    let model = recording.tests[1].clone();
    recording.tests = (0..)
        .zip(rows)
        .map(|(sequence, (class, method))| RecordedTest {
            sequence,
            unique_id: format!("[engine:x]/[class:{class}]/[method:{method}()]/[n:{sequence}]"),
            class: (*class).to_owned(),
            method: (*method).to_owned(),
            ..model.clone()
        })
        .collect();
    scratch.record("1-a", &started_now(recording));
}

/// Sentence and evidence of the first finding about reported tests.
fn about_reports(scratch: &Scratch) -> Option<(String, String)> {
    let value = findings(scratch);
    let codes = codes(&value);
    let code = codes.iter().find(|code| ["tests-without-rows", "rows-without-tests"].contains(code))?;
    let (_, sentence, evidence, _) = found(&value, code);
    Some((sentence, evidence))
}

#[test]
fn a_test_that_is_reported_twice_is_one() {
    let scratch = healthy("twice");
    rows_of(&scratch, &[("z.CatTest", "slow")]);
    report(&scratch, "z.CatTest", &["slow", "slow"], "");
    assert_eq!(about_reports(&scratch), None, "JUnit 4 with two errors");
    report(&scratch, "z.CatTest", &["slow", "slow", "quick"], "");
    let (sentence, evidence) = about_reports(&scratch).unwrap();
    assert_eq!(sentence, "the build reports 1 test that has no row");
    assert_eq!(evidence, "z.CatTest: 1 of 2 tests (quick)");
}

#[test]
fn invocations_of_classes_simple_names_and_nested_classes_are_those_of_the_rows() {
    let scratch = healthy("called");
    rows_of(
        &scratch,
        &[("z.PcTest", "pc"), ("z.PcTest", "pc"), ("s.SSpec", "a"), ("s.SSpec", "b"), ("z.Out$In", "x")],
    );
    let cases = [
        ("z.PcTest[1]", "pc"),
        ("z.PcTest[2]", "pc"),
        ("SSpec", "shown a"),
        ("SSpec", "shown b"),
        ("z.Out", "x"),
    ];
    for (class, name) in cases {
        let file = format!("target/surefire-reports/TEST-{class}-{}.xml", name.replace(' ', ""));
        scratch
            .file(&file, &format!(r#"<testsuite><testcase classname="{class}" name="{name}"/></testsuite>"#));
    }
    assert_eq!(about_reports(&scratch), None);
    report(&scratch, "SSpec", &["shown a", "shown b", "shown c"], "");
    assert_eq!(about_reports(&scratch).unwrap().0, "the build reports 1 test that has no row");
}

#[test]
fn what_is_reported_under_phrases_is_missed_only_where_no_row_is_left_over() {
    let scratch = healthy("phrases");
    rows_of(&scratch, &[("k.KSpec", ""), ("k.KSpec", ""), ("k.KSpec", "")]);
    report(&scratch, "k.KSpec", &[""], "");
    report(&scratch, "in a context", &["one", "two"], "");
    assert_eq!(about_reports(&scratch), None);
    report(&scratch, "in a context", &["one", "two", "three"], "");
    let (sentence, evidence) = about_reports(&scratch).unwrap();
    assert_eq!(sentence, "the build reports 1 test that has no row");
    assert_eq!(evidence, r#"under "in a context": 1 of 3 tests"#);
}

#[test]
fn tests_that_are_reported_under_their_suite_have_their_rows() {
    let scratch = healthy("suites");
    let mut recording = one_failure();
    for (suite, test) in recording.tests.iter_mut().enumerate() {
        test.unique_id =
            format!("[engine:junit-platform-suite]/[suite:x.AllSuite]/[engine:y]/[test:{suite}]");
    }
    scratch.record("1-a", &started_now(recording));
    report(&scratch, "x.AllSuite", &["a", "b"], "");
    assert_eq!(about_reports(&scratch), None);
    report(&scratch, "x.OtherSuite", &["a", "b"], "");
    assert_eq!(about_reports(&scratch).unwrap().1, "x.OtherSuite: none of 2 tests");
}

#[test]
fn reports_of_a_run_just_before_are_not_of_this_one() {
    let scratch = healthy("before");
    report(&scratch, "x.EarlierTest", &["a", "b"], "");
    std::thread::sleep(std::time::Duration::from_millis(200));
    scratch.record("1-a", &started_now(one_failure()));
    assert_eq!(about_reports(&scratch), None);
}

/// Sets a file's time back by an hour.
fn age(file: &Path) {
    let hour = std::time::Duration::from_hours(1);
    fs::File::options().write(true).open(file).unwrap().set_modified(SystemTime::now() - hour).unwrap();
}

#[test]
fn overlapping_rows_unsealed_and_torn_files_are_warnings() {
    let scratch = healthy("warnings");
    let mut open = one_failure();
    open.sealed = false;
    open.tests[0].overlapped = true;
    let path = scratch.record("1-a", &open);
    let value = findings(&scratch);
    assert!(found(&value, "overlapping-tests").2.contains("parsesNothing"));
    assert!(found(&value, "unsealed").2.contains("the last test that ended is org.example.FooTest#ignored"));

    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
    let (severity, sentence, _, _) = found(&findings(&scratch), "torn-file");
    assert_eq!(severity, "warning");
    assert!(sentence.contains("1-a.flt: ends inside the record"), "{sentence}");
}

#[test]
fn files_that_cannot_be_read_say_what_to_do() {
    let scratch = healthy("unreadable");
    scratch.file(".faultline/2-b.flt", "not ours at all, but long enough to be told apart");
    let (severity, sentence, _, mend) = found(&findings(&scratch), "unreadable-file");
    assert_eq!((severity.as_str(), mend.as_str()), ("error", "leave it out"));
    assert!(sentence.ends_with("is not a Faultline recording"), "{sentence}");

    let mut newer = fs::read(scratch.path(".faultline/1-a.flt")).unwrap();
    newer[8] = 9;
    let sum = crc32(&newer[..12]);
    newer[12..16].copy_from_slice(&sum.to_le_bytes());
    fs::write(scratch.path(".faultline/2-b.flt"), newer).unwrap();
    let (_, sentence, _, mend) = found(&findings(&scratch), "unreadable-file");
    assert!(sentence.contains("format version 9."), "{sentence}");
    assert_eq!(mend, "update Faultline");
}

/// CRC-32 as defined in `docs/file-format.md`.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}

#[test]
fn recordings_that_contradict_each_other_do_not_fit() {
    let scratch = healthy("contradiction");
    // One JVM cannot assign the same number to two classes.
    let mut other = one_failure();
    other.classes[0].name = "org.example.text.Other".to_owned();
    scratch.record("2-b", &other);
    assert_eq!(found(&findings(&scratch), "does-not-fit").0, "error");
}

#[test]
fn what_the_recorder_wrote_down_is_told_and_counters_are_notes() {
    let scratch = healthy("troubles");
    let write = |counters: &[(&str, u64)], messages: &[&str]| {
        let mut open = one_failure();
        open.sealed = false;
        let file = fs::File::create(scratch.path(".faultline/1-a.flt")).unwrap();
        let mut writer = Writer::new(file, &open.origin).unwrap();
        writer.recording(&open).unwrap();
        writer.seal(&Seal { counters, messages }).unwrap();
        findings(&scratch)
    };
    let full =
        write(&[("internal errors", 1)], &["recording stopped when /p could not be written: No space left"]);
    let all: BTreeMap<_, _> = full["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["mend"].to_string(), &one["code"]))
        .collect();
    assert!(
        all.iter().any(|(mend, code)| mend.contains("make room") && **code == "recorder-trouble"),
        "{full:#}"
    );
    let threads = write(&[("hits of threads without a test", 7)], &[]);
    assert!(found(&threads, "lines-of-no-test").2.contains("7 hits of threads"));
    let named = write(&[], &["thread pool-1 ran 3 lines that belong to no test"]);
    assert!(found(&named, "lines-of-no-test").2.contains("thread pool-1"));
}

#[test]
fn a_test_that_the_recorder_saw_and_wrote_no_row_for_is_an_error() {
    let scratch = healthy("miscounted");
    let mut counted = one_failure();
    let mut count = |name: &str, value| counted.counts.push((name.to_owned(), value));
    count("tests announced by the platform", 24);
    count("tests announced by the platform that got a row", 17);
    count("tests announced by the platform inside tests", 5);
    scratch.record("1-a", &counted);
    let (severity, _, evidence, _) = found(&findings(&scratch), "rows-miscounted");
    assert_eq!(severity, "error");
    assert!(evidence.contains("announced 24 tests, 5 inside other tests"), "{evidence}");
}

#[test]
fn refused_classes_are_told_by_reason() {
    let scratch = healthy("refused");
    let mut refused = one_failure();
    for (class, reason) in
        [("org.x.A", "no line numbers"), ("org.x.B", "method too large"), ("org.x.C", "method too large")]
    {
        refused.refusals.push(Refusal { class: class.to_owned(), reason: reason.to_owned() });
    }
    scratch.record("1-a", &refused);
    let value = findings(&scratch);
    let (_, sentence, evidence, mend) = found(&value, "no-line-numbers");
    assert_eq!((sentence.as_str(), evidence.as_str()), ("1 class not recorded: no line numbers", "org.x.A"));
    assert!(mend.contains("javac -g"));
    let (_, sentence, evidence, _) = found(&value, "not-instrumented");
    assert_eq!(sentence, "2 classes not recorded (2 method too large)");
    assert!(evidence.contains("org.x.B: method too large"), "{evidence}");
}

#[test]
fn methods_of_which_lines_are_lost_are_told_with_their_number() {
    let scratch = healthy("partly");
    let mut partly = one_failure();
    let (id, name) = (partly.classes[0].id, partly.classes[0].name.clone());
    let method = partly.classes[0].methods[0].name.clone();
    partly.partly.push(PartlyRecorded { class: id, method: 0, lines: 9_000 });
    scratch.record("1-a", &partly);
    let (_, sentence, evidence, _) = found(&findings(&scratch), "partly-recorded");
    assert_eq!(sentence, "9,000 lines of 1 large method not recorded");
    assert_eq!(evidence, format!("{name}#{method}: 9,000 lines"));
}

#[test]
fn classes_that_are_made_at_run_time_are_not_to_be_compiled_with_line_numbers() {
    let scratch = healthy("made");
    let mut refused = one_failure();
    let made = [
        "org.x.A$HibernateProxy$f3",
        "org.x.B$$EnhancerBySpringCGLIB$$1",
        "org.x.C$MockitoMock$9",
        "org.x.$Proxy12",
    ];
    for class in made.into_iter().chain(["org.x.Bare"]) {
        refused.refusals.push(Refusal { class: class.to_owned(), reason: "no line numbers".to_owned() });
    }
    scratch.record("1-a", &refused);
    let (_, sentence, evidence, _) = found(&findings(&scratch), "no-line-numbers");
    assert_eq!(
        (sentence.as_str(), evidence.as_str()),
        ("1 class not recorded: no line numbers", "org.x.Bare")
    );
    // The build created other classes, but none with this name.
    scratch.file("core/target/classes/org/x/Other.class", "");
    assert!(!codes(&findings(&scratch)).contains(&"no-line-numbers"));
    scratch.file("core/target/classes/org/x/Bare.class", "");
    assert_eq!(found(&findings(&scratch), "no-line-numbers").2, "org.x.Bare");
}

#[test]
fn test_tasks_of_gradle_that_were_up_to_date_are_told() {
    let scratch = healthy("up to date");
    scratch.file("settings.gradle", "");
    scratch.record("1-a", &started_now(one_failure()));
    let report = |time: &str, class: &str| {
        format!(
            "<testsuite name=\"{class}\" timestamp=\"{time}\"><testcase classname=\"{class}\" name=\"a\"/></testsuite>"
        )
    };
    // A build cache writes files anew with their old content.
    let cached = report("2020-02-03T04:05:06", "org.x.CachedTest");
    scratch.file("core/build/test-results/test/TEST-org.x.CachedTest.xml", &cached);
    let old = report("2020-02-03T04:05:06.789Z", "org.x.OldTest");
    age(&scratch.file("app/build/test-results/test/TEST-org.x.OldTest.xml", &old));
    let other = report("2020-02-03T04:05:06", "org.x.SlowIT");
    age(&scratch.file("app/build/test-results/slow/TEST-org.x.SlowIT.xml", &other));
    // The task was not requested, or always runs again.
    let with = |command: &[&str]| examine(&mut doctor_of(&scratch, command));
    for command in [&["gradle", "other"][..], &["gradle", "test", "--rerun-tasks"]] {
        assert!(!codes(&with(command)).contains(&"tests-up-to-date"), "{command:?}");
    }
    let value = with(&["gradle", "test"]);
    let (severity, sentence, evidence, mend) = found(&value, "tests-up-to-date");
    assert_eq!(severity, "warning");
    assert_eq!(sentence, "2 test tasks were up to date and are not in this recording: add --rerun-tasks");
    assert_eq!(evidence, "app/build/test-results/test\ncore/build/test-results/test");
    assert!(mend.contains("--rerun-tasks"), "{mend}");
    assert!(!codes(&value).contains(&"tests-without-rows"), "they are none of this run's");
    assert!(found(&with(&["gradle", "build"]), "tests-up-to-date").1.starts_with("3 test tasks"));
}

#[test]
fn a_test_that_was_running_when_its_jvm_was_ended_is_offered_to_rank() {
    let scratch = healthy("hung");
    let mut hung = one_failure();
    hung.tests[2].outcome = Outcome::Aborted;
    hung.tests[2].failure.as_mut().unwrap().exception = "java.lang.Shutdown".to_owned();
    scratch.record("1-a", &hung);
    let (severity, sentence, ..) = found(&findings(&scratch), "no-failing-test");
    assert_eq!(severity, "note");
    assert_eq!(
        sentence,
        "no test failed; 1 test was running when the JVM was ended: \
         faultline rank --failing 'org.example.FooTest#parsesTwo'"
    );
}

#[test]
fn classes_of_one_name_in_two_modules_are_no_versions_of_each_other() {
    let scratch = healthy("modules");
    let mut two = one_failure();
    two.classes[0].location = "/p/ma/target/classes".to_owned();
    let mut other = two.clone();
    other.origin.nonce = 9;
    other.classes[0].hash = 77;
    other.classes[0].location = "/p/mb/target/classes".to_owned();
    scratch.record("1-a", &two);
    scratch.record("2-b", &other);
    assert!(!codes(&findings(&scratch)).contains(&"several-versions"));
    other.classes[0].location = "/p/ma/target/ma-1.jar".to_owned();
    scratch.record("2-b", &other);
    assert_eq!(found(&findings(&scratch), "several-versions").0, "warning");
}

#[test]
fn several_versions_of_a_class_are_named_with_their_places() {
    let scratch = healthy("versions");
    let mut other = one_failure();
    other.origin.nonce = 9;
    other.classes[0].hash = 77;
    other.classes[0].location = "/p/old.jar".to_owned();
    scratch.record("2-b", &other);
    let (severity, _, evidence, _) = found(&findings(&scratch), "several-versions");
    assert_eq!(severity, "warning");
    assert!(evidence.contains("org.example.text.Parser: 2 versions, from /p/old.jar"), "{evidence}");
}

#[test]
fn sources_that_are_missing_or_changed_are_named() {
    let scratch = healthy("sources");
    fs::rename(scratch.path("src/main/java"), scratch.path(".elsewhere")).unwrap();
    let value = findings(&scratch);
    let (_, sentence, evidence, mend) = found(&value, "sources-not-found");
    assert!(sentence.starts_with("2 of 2 sources not found"), "{sentence}");
    assert!(evidence.contains("org/example/text/Parser.java") && mend.contains("--source DIR"), "{evidence}");
    assert_eq!(codes(&examine(&mut doctor(&scratch, &["--source", ".elsewhere"]))), Vec::<&str>::new());

    age(&scratch.path(".faultline/1-a.flt"));
    let value = examine(&mut doctor(&scratch, &["--source", ".elsewhere"]));
    assert!(found(&value, "sources-changed").1.starts_with("2 sources changed"));
}

#[test]
fn class_files_that_changed_since_make_a_recording_stale() {
    let scratch = healthy("stale");
    let file = scratch.file("target/classes/org/example/text/Parser.class", "another build");
    let mut recorded = started_now(one_failure());
    recorded.origin.started_ns -= 1_000_000_000;
    recorded.classes[0].location = scratch.path("target/classes").display().to_string();
    scratch.record("1-a", &recorded);
    let (severity, sentence, evidence, _) = found(&findings(&scratch), "stale-recording");
    assert_eq!(severity, "error");
    assert!(sentence.starts_with("1 of 1 class changed"), "{sentence}");
    assert!(evidence.contains("org.example.text.Parser: "), "{evidence}");

    // A class file older than the recording was changed by another agent; one with the same bytes was only
    // touched.
    age(&file);
    assert_eq!(codes(&findings(&scratch)), Vec::<&str>::new());
    scratch.file("target/classes/org/example/text/Parser.class", "a");
    recorded.classes[0].hash = 0xaf63_dc4c_8601_ec8c;
    scratch.record("1-a", &recorded);
    assert_eq!(codes(&findings(&scratch)), Vec::<&str>::new());
}

#[test]
fn tests_of_a_program_beside_those_of_the_test_task_are_noted() {
    let scratch = healthy("programs");
    let mut program = recording(vec![foo()], vec![test(0, "a", Outcome::Passed, &[(0, &[0])])]);
    program.origin.description = "a VM 17, org.example.Main\t.\t\t\t\tprogram".into();
    scratch.record("2-b", &program);
    let (severity, sentence, _, mend) = found(&findings(&scratch), "tests-of-programs");
    assert_eq!(severity, "note");
    assert_eq!(
        sentence,
        "1 test of org.example.Main, which the build ran as a program, is no row beside those of its test JVMs"
    );
    assert!(mend.contains("--started-jvms rows"), "{mend}");
}

#[test]
fn a_green_recording_is_no_error() {
    let scratch = healthy("green");
    let mut green = one_failure();
    green.tests.remove(2);
    scratch.record("1-a", &green);
    assert_eq!(found(&findings(&scratch), "no-failing-test").0, "note");
}

/// A library, a folder of resources, the tests themselves and what is below the project are none of these.
#[test]
fn outputs_of_builds_outside_of_the_project_are_named() {
    let (scratch, beside) = (healthy("outside"), Scratch::new("outside-core"));
    for file in [
        "core/target/classes/a/A.class",
        "core/target/test-classes/a/ATest.class",
        "core/build/libs/core.jar",
        "lib/other.jar",
        "data/x",
    ] {
        beside.file(file, "");
    }
    scratch.file("target/classes/a/B.class", "");
    let mut recorded = one_failure();
    let there = |path: &str| beside.path(path);
    let class_path = [
        scratch.path("target/classes"),
        there("core/target/classes"),
        there("core/target/test-classes"),
        there("core/build/libs/core.jar"),
        there("lib/other.jar"),
        there("data"),
        there("gone/target/classes"),
    ];
    let class_path = std::env::join_paths(class_path).unwrap().into_string().unwrap();
    recorded.launch = Some(Launch { class_path, ..Launch::default() });
    scratch.record("1-a", &recorded);
    let (severity, sentence, evidence, _) = found(&findings(&scratch), "code-outside");
    assert_eq!(severity, "warning");
    assert!(sentence.starts_with("2 "), "{sentence}");
    let evidence: Vec<&str> = evidence.lines().collect();
    let [archive, folder] = evidence[..] else { panic!("{evidence:?}") };
    assert!(
        archive.ends_with("core/build/libs/core.jar") && folder.ends_with("core/target/classes"),
        "{evidence:?}"
    );
}

#[test]
fn every_code_of_the_schema_has_a_test_here_and_a_row_in_the_document() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../docs/json-schema/doctor.schema.json")).unwrap();
    let document = include_str!("../../../../docs/doctor.md");
    let tests = include_str!("doctor.rs");
    for code in schema["$defs"]["finding"]["properties"]["code"]["enum"].as_array().unwrap() {
        let code = code.as_str().unwrap();
        assert!(document.contains(&format!("| `{code}` |")), "docs/doctor.md has no row for {code}");
        assert!(tests.contains(&format!("\"{code}\"")), "no test here produces {code}");
    }
}
