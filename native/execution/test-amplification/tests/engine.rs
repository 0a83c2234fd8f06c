//! Whole amplifications with stubs in place of JVMs: what is run, labelled, left out, kept and found again.

mod support;

use std::fs;
use std::time::{Duration, Instant};

use faultline_jvm_process::tools::kotlin::{Compiler, Version};
use faultline_recording_store::find::files_of;
use faultline_recording_store::load::load;
use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec, Selection, Ties};
use faultline_spectrum::Policies;
use faultline_test_amplification::choose::Choice;
use faultline_test_amplification::destination::Destination;
use faultline_test_amplification::plan::Plan;
use faultline_test_amplification::report::{Ended, Report};
use faultline_test_amplification::request::{Oracle, Request};
use faultline_variant_evidence::matched::{Matched, beside};
use faultline_variant_evidence::words::{By, Kind, Label, Why};
use support::{Project, stub};

fn counts(report: &Report, by: By) -> (usize, usize) {
    report.labels().get(&by).copied().unwrap_or_default()
}

fn reason(report: &Report, why: Why) -> usize {
    report.reasons.get(&why).copied().unwrap_or_default()
}

#[test]
fn variants_are_labelled_by_their_assertions_and_by_the_exception() {
    let project = Project::new("");
    let report = project.amplified(&project.request());
    assert_eq!((report.end, report.variants()), (Ended::Done, 15));
    // Splits are 0 to 2, edits 3 to 14; even numbers pass.
    assert_eq!(counts(&report, By::Split), (2, 1));
    assert_eq!(counts(&report, By::Exception), (6, 6));
    assert_eq!(reason(&report, Why::NotCompiled), 5);
    assert!(
        report.kept.iter().all(|kept| kept.probability.to_bits()
            == if kept.by == By::Exception { 0.96_f64 } else { 1.0 }.to_bits())
    );
    let started = project.started();
    assert_eq!(started.len(), 3, "{started:#?}");
    assert!(started[1].contains("-javaagent:") && !started[2].contains("-javaagent:"), "{started:#?}");
    assert!(started[1].contains("include=org.x.Foo,exclude=org.x.FooTest"), "{}", started[1]);
}

#[test]
fn what_is_found_lies_beside_the_recording_and_changes_its_ranking() {
    let project = Project::new("");
    let report = project.amplified(&project.request());
    let files = files_of(&project.path(".faultline")).expect("recordings");
    assert_eq!(files.len(), 1, "variants are no recordings of the project");
    let loaded = load(&[project.path(".faultline")]).expect("a spectrum");
    let (found, notes) = beside(&files);
    assert!(notes.is_empty(), "{notes:?}");
    let mut notes = Vec::new();
    let matched = Matched::of(&found, &loaded.spectrum, Policies::default(), &mut notes);
    assert_eq!((&matched, notes), (&report.matched, Vec::new()));
    assert_eq!(matched.variants.len(), 15);

    let spec: RankingSpec = "ochiai".parse().expect("a ranking");
    let rank = |spec| {
        let selection = Selection::all(&loaded.spectrum);
        let query = RankQuery { selection, ranking: spec, level: Level::Method, ties: Ties::Max };
        Ranker::new(&loaded.spectrum).with_amplified(&matched.variants).rank(&query).expect("a ranking")
    };
    // Only the failing test executes both methods; passing variants execute the first one.
    let (before, after) = (rank(spec), rank(spec.with_amplified()));
    assert_eq!((before.entries[0].rank_min, before.entries[0].rank_max), (1, 2));
    assert_eq!((after.entries[0].rank_min, after.entries[0].rank_max), (1, 1));
    let first = loaded.spectrum.elements[after.entries[0].element.index()];
    assert!(first.line > 4, "{first:?}");
}

#[test]
fn variants_that_say_nothing_are_left_out_each_with_why() {
    let project = Project::new("unstable 4\nlinkage 5\nother 7\ntimeout 8\nhang 11");
    let report = project.amplified(&project.request());
    for why in [Why::Unstable, Why::Linkage, Why::OtherException, Why::TimedOut, Why::NotRun] {
        assert_eq!(reason(&report, why), 1, "{why:?} of {:?}", report.reasons);
    }
    assert_eq!(counts(&report, By::Exception), (4, 3));
    assert!(report.kept.iter().all(|kept| !kept.method.ends_with("_11")));
    // The variant that ended the JVM did not affect the others.
    assert_eq!(report.matched.variants.len(), report.kept.len());
}

#[test]
fn an_assertion_that_means_something_else_alone_labels_nothing() {
    let project = Project::new("needs 1");
    let report = project.amplified(&project.request());
    assert_eq!((counts(&report, By::Split), reason(&report, Why::Depends)), ((2, 0), 1));
}

#[test]
fn a_slice_is_certain_where_it_ends_as_its_assertion_or_its_exception_does_in_the_whole_test() {
    let project = Project::new("slice 0\nslice 1\nslice 2\nneeds 2\nslice 4\nslice 5\nslice 7\nother 7");
    let report = project.amplified(&project.request());
    let slices: Vec<(&str, Label, By)> = report
        .kept
        .iter()
        .filter(|kept| kept.kind == Kind::Slice)
        .map(|kept| (kept.method.rsplit_once('_').expect("a number").1, kept.label, kept.by))
        .collect();
    let expected =
        [("0", Label::Passes, By::Split), ("1", Label::Fails, By::Split), ("5", Label::Fails, By::Split)];
    assert_eq!(slices, expected);
    // The second assertion needs others; a slice of the throwing statement that passes, or ends differently,
    // has no label.
    assert_eq!(reason(&report, Why::Depends), 3);
}

#[test]
fn an_assertion_labels_splits_and_edits_of_which_all_assertions_hold_or_that_are_refused() {
    let project = Project::new("asserts\nother 7\nother 8");
    let report = project.amplified(&project.request());
    assert_eq!((counts(&report, By::Split), report.variants()), ((2, 1), 15));
    assert_eq!((counts(&report, By::Expectation), counts(&report, By::Thrown)), ((5, 0), (2, 0)));
    assert_eq!(reason(&report, Why::DoesNotHold), 5);
    let single = Project::new("asserts\nsplits 0");
    let single = single.amplified(&single.request());
    assert_eq!((counts(&single, By::Split), counts(&single, By::Expectation)), ((0, 0), (6, 0)));
    let project = Project::new("asserts\nsplits 0\nedits 0");
    let report = project.amplified(&project.request());
    assert!(report.kept.is_empty() && project.started().len() == 1);
    assert!(report.left_out[0].why.contains("--oracle-cp"), "{:?}", report.left_out);
    // Failing tests exist, but there is nothing to choose from.
    assert_eq!(report.notes, Vec::<String>::new());
    assert!(!project.path(".faultline/amplified/variants.tsv").exists());
}

#[test]
fn right_classes_label_what_the_test_itself_cannot() {
    let project = Project::new("asserts");
    let request = Request { oracle: Oracle::ClassPath(vec![project.path("right.jar")]), ..project.request() };
    let report = project.amplified(&request);
    assert_eq!((counts(&report, By::Oracle), counts(&report, By::Split)), ((6, 6), (2, 1)));
    let started = project.started();
    assert_eq!(started.len(), 5, "{started:#?}");
    let on_right = |line: &String| line.contains("right.jar") && !line.contains("/main");
    assert!(started[1..3].iter().all(on_right) && !started[3..].iter().any(on_right), "{started:#?}");
}

/// A failing test in Kotlin, ended by an exception.
const IN_KOTLIN: &str = "package org.x\n\nimport org.junit.Assert.assertEquals\n\nclass FooTest {\n    @Test fun fails() {\n        val foo = \
                         Foo(\"abc\", 3)\n        assertEquals(1, foo.run(\"x\"))\n        assertEquals(2, foo.run(\"y\"))\n    }\n}\n";

fn compiler(project: &Project) -> Compiler {
    Compiler { jars: vec![project.path("kotlin-compiler.jar")], version: Version::of("2.1.21") }
}

#[test]
fn a_test_in_kotlin_is_found_by_its_class_file_and_what_compiles_of_it_is_run_and_labelled() {
    let project = Project::in_kotlin(IN_KOTLIN);
    let request =
        Request { kotlin: Some(compiler(&project)), variants: 20, slices: true, ..project.request() };
    let report = project.amplified(&request);
    let asked = fs::read_to_string(project.path("compile.tsv")).expect("a request");
    let of = |key: &str| asked.lines().filter(|line| line.split('\t').next() == Some(key)).count();
    // A whole test, two splits, and more edits than requested.
    assert_eq!((of("pieces"), of("wanted"), of("compiler")), (2, 1, 1));
    assert!(of("function") > 23 && asked.contains("wanted\t0\t20\n"), "{asked}");
    for words in
        ["fun fails_faultline_1()", "Observed.see(foo.run(", "argument\t17\n", "argument\t-Xfriend-paths="]
    {
        assert!(asked.contains(words), "no {words} in {asked}");
    }
    assert_eq!((report.variants(), reason(&report, Why::NotCompiled)), (of("function") - 2, 1));
    let (passing, failing) = counts(&report, By::Exception);
    assert!(passing > 5 && failing > 5, "{:?}", report.labels());
    assert!(report.kept.iter().all(|kept| kept.inputs.is_some()));
    assert!(
        report.notes.iter().any(|note| note == "slices are not cut from tests in Kotlin"),
        "{:?}",
        report.notes
    );
}

#[test]
fn a_test_in_kotlin_that_cannot_be_edited_is_named_with_why() {
    for (text, why) in [
        (IN_KOTLIN.replace("fun fails", "fun other"), "its class does not declare it"),
        (IN_KOTLIN.replace("foo.run(\"y\")", "foo run run ("), "it has Kotlin that faultline cannot read"),
    ] {
        let project = Project::in_kotlin(&text);
        let report = project.amplified(&Request { kotlin: Some(compiler(&project)), ..project.request() });
        assert!(report.kept.is_empty() && project.started().is_empty(), "{:?}", report.labels());
        let said = &report.left_out[0].why;
        assert!(said.starts_with(&format!("gives no variants: {why}")), "{said}");
    }
}

#[test]
fn a_test_that_does_not_fail_again_is_no_ground_to_grow_from() {
    let project = Project::new("passes");
    let report = project.amplified(&project.request());
    assert!(report.kept.is_empty());
    assert_eq!(report.left_out[0].why, "does not fail when it is run again alone");
    let project = Project::new("nothing");
    let report = project.amplified(&project.request());
    assert!(report.left_out[0].why.starts_with("gives no variants: no variant of the test compiles"));
}

#[test]
fn the_budget_ends_it_and_what_ran_counts() {
    let project = Project::new("slow 300");
    let started = Instant::now();
    let request = Request { budget: Duration::from_secs(2), ..project.request() };
    let report = project.amplified(&request);
    // Each JVM has some seconds to exit by itself.
    assert!(started.elapsed() < Duration::from_secs(12), "{:?}", started.elapsed());
    assert_eq!(report.kept.len() + report.reasons.values().sum::<usize>() - 5 + lost(&report), 15);
}

/// Variants of tests that were not run again in time.
fn lost(report: &Report) -> usize {
    if report.left_out.is_empty() { 0 } else { 15 }
}

#[test]
fn a_class_that_has_changed_since_takes_its_variants_with_it() {
    let project = Project::new("");
    project.amplified(&project.request());
    let files = files_of(&project.path(".faultline")).expect("recordings");
    let mut loaded = load(&[project.path(".faultline")]).expect("a spectrum");
    loaded.spectrum.classes[0].hash += 1;
    loaded.spectrum.elements[0].line += 1000;
    let (found, mut notes) = beside(&files);
    let matched = Matched::of(&found, &loaded.spectrum, Policies::default(), &mut notes);
    assert!(matched.is_empty() && matched.changed == 15);
    assert!(
        notes[0].starts_with("15 variants of failing tests are left out: classes have changed"),
        "{notes:?}"
    );
    let stub = stub::foo();
    loaded.spectrum.classes[0].name = format!("{}Else", stub.name);
    let matched = Matched::of(&found, &loaded.spectrum, Policies::default(), &mut Vec::new());
    assert!(
        matched.variants.iter().all(|variant| variant.elements.is_empty()),
        "what is not there is not run"
    );
}

#[test]
fn a_new_run_takes_the_place_of_an_earlier_one_and_one_without_labels_does_not() {
    let project = Project::new("");
    let table = project.path(".faultline/amplified/variants.tsv");
    project.amplified(&project.request());
    let first = fs::read_to_string(&table).expect("a table");
    fs::write(project.path("world"), "edits 2").expect("a file");
    project.amplified(&project.request());
    let second = fs::read_to_string(&table).expect("a table");
    assert_eq!((first.lines().count(), second.lines().count()), (16, 6));
    fs::write(project.path("world"), "nothing").expect("a file");
    project.amplified(&project.request());
    assert_eq!(fs::read_to_string(&table).expect("a table"), second);
    assert!(!project.path(".faultline/amplified/.run").exists());
}

#[test]
fn the_variants_that_tell_most_are_written_under_names_of_their_own() {
    let project = Project::new("");
    let out = project.path("out");
    let request = Request {
        write: Some(Destination { folder: out.clone(), below: "".into() }),
        most: Some(4),
        ..project.request()
    };
    let report = project.amplified(&request);
    assert_eq!((report.tests_written, report.written.len()), (4, 1));
    let text = fs::read_to_string(out.join("org/x/FooTestAmplified.java")).expect("a file");
    let (text, last) = text.trim_end().rsplit_once('\n').expect("two lines");
    assert!(last.starts_with("// Written by faultline amplify"), "{last}");
    assert_eq!(text.lines().count(), 4, "{text}");
    let passing = text.lines().filter(|line| line.contains(&format!("\t{}\t", Label::Passes.word())));
    assert_eq!(passing.count(), 4, "passing variants come first:\n{text}");
    assert!(text.lines().all(|line| line.contains("\tfails_")), "{text}");
}

#[test]
fn conditions_are_recorded_where_the_choice_needs_them_and_without_any_all_is_kept() {
    let project = Project::new("");
    let report = project.amplified(&project.request());
    assert_eq!((report.choice, report.chosen.len()), (Choice::Eap, report.kept.len()));
    let elements = |request: &Request| request.elements().join(",");
    assert_eq!(elements(&project.request()), "");
    let near = Request { choose: Choice::Paths, ..project.request() };
    assert_eq!(elements(&near), "branches");
    assert_eq!(elements(&Request { branches: true, ..project.request() }), "branches");
    let report = project.amplified(&near);
    let said =
        report.notes.iter().any(|note| note.starts_with("no variant was chosen: pcs looks at conditions"));
    assert!(said && report.chosen.is_empty() && !report.kept.is_empty(), "{:?}", report.notes);
}

#[test]
fn what_there_is_to_grow_from_is_said_before_anything_is_started() {
    let project = Project::new("");
    let unknown = Request { failing: vec!["Nothing#here".to_owned()], ..project.request() };
    assert!(Plan::of(&unknown).expect_err("unknown").to_string().contains("Nothing#here"));
    fs::remove_file(project.path("src/test/java/org/x/FooTest.java")).expect("it was there");
    let failure = Plan::of(&project.request()).expect_err("no source").to_string();
    assert!(
        failure.contains("org.x.FooTest#fails has no source in Java or Kotlin")
            && failure.contains("--source"),
        "{failure}"
    );
    assert!(project.started().is_empty());
}
