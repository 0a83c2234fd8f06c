//! The first screen of `faultline rank`: what failed and what it said, the suspects with chances, one source, one step.

use crate::support;

use std::fs::File;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use faultline_spectrum::{Launch, Outcome, Recording};
use serde_json::{Value, json};
use support::{
    Done, Scratch, assert_snapshot, class, many_causes, one_failure, recording, test, thrown, two_causes,
};
use unicode_width::UnicodeWidthStr;

const PARSER: &str = "\
package org.example.text;

/** Parses. */
final class Parser {

    private int depth;

    // A comment.
    void parse(String text, int from) {
        int at = from;
        if (text.charAt(at) == '(') {
            depth = descend(text.substring(at + 1), depth + 1, /* a long line that is cut */ Direction.FORWARD);
        }
    }
";
const FOO_TEST: &str = "\
package org.example;

class FooTest {
    @Test void parsesTwo() {
        assertEquals(2, new Parser().parse(\"((\", 0), \"the depth of two brackets, one inside the other, at the end\");
    }
}
";
const REPORT: &str = "target/surefire-reports/TEST-org.example.FooTest.xml";
const ILLEGAL_STATE: &str = "java.lang.IllegalStateException";

/// When the made-up run started: reports that a test writes are newer.
fn started() -> SystemTime {
    SystemTime::now() - Duration::from_mins(1)
}

fn set_time(scratch: &Scratch, file: &str, time: SystemTime) {
    File::options().write(true).open(scratch.path(file)).unwrap().set_modified(time).unwrap();
}

/// Records a run that started a minute ago.
fn record(scratch: &Scratch, mut recording: Recording) {
    let since = started().duration_since(UNIX_EPOCH).unwrap();
    recording.origin.started_ns = u64::try_from(since.as_nanos()).unwrap();
    scratch.record("1-a", &recording);
}

/// A report in which this test fails with this exception and this message, as XML writes it.
fn report(scratch: &Scratch, failures: &[(&str, &str, &str)]) {
    let case = |&(name, exception, message): &(&str, &str, &str)| {
        format!(
            "<testcase classname=\"org.example.FooTest\" name=\"{name}\">\
             <failure type=\"{exception}\" message=\"{message}\">a trace</failure></testcase>"
        )
    };
    let cases = failures.iter().map(case).collect::<Vec<_>>().join("\n");
    scratch.file(REPORT, &format!("<testsuite>\n{cases}\n</testsuite>"));
}

/// A project with sources older than the run, and with a report of the run.
pub fn project(name: &str, message: &str) -> Scratch {
    let scratch = Scratch::new(name);
    record(&scratch, one_failure());
    for (file, text) in [
        ("src/main/java/org/example/text/Parser.java", PARSER),
        ("src/test/java/org/example/FooTest.java", FOO_TEST),
    ] {
        scratch.file(file, text);
        set_time(&scratch, file, started() - Duration::from_mins(1));
    }
    report(&scratch, &[("parsesTwo", ILLEGAL_STATE, message)]);
    scratch
}

fn shown(scratch: &Scratch, arguments: &[&str]) -> String {
    scratch.run(&[&["rank"], arguments].concat()).ok()
}

fn json_of(scratch: &Scratch) -> Value {
    serde_json::from_str(&shown(scratch, &["--json"])).unwrap()
}

/// Checks that a screen has at most 40 lines, none wider than the terminal, and one next step at its end.
fn fits(shown: &str, width: usize) {
    assert!(shown.lines().count() <= 40, "{} lines: {shown}", shown.lines().count());
    for line in shown.lines() {
        assert!(line.width() <= width, "{} > {width}: {line}", line.width());
    }
    assert_eq!(shown.matches("Next: ").count(), 1, "{shown}");
}

#[test]
fn the_first_screen_fits_sixty_eighty_and_a_hundred_and_twenty_columns() {
    let scratch = project("screen", "the depth ==&gt; expected: &lt;2&gt; but was: &lt;1&gt;");
    for width in [60, 80, 120] {
        let shown = shown(&scratch, &["--width", &width.to_string()]);
        fits(&shown, width);
        assert_snapshot(&format!("screen-{width}"), &shown);
    }
}

#[test]
fn lines_and_classes_have_ranks_on_the_same_screen() {
    let scratch = project("screen-levels", "too deep");
    for level in ["line", "class"] {
        let shown = shown(&scratch, &["--level", level, "--width", "100"]);
        assert_snapshot(&format!("screen-{level}-100"), &shown);
        fits(&shown, 100);
    }
}

#[test]
fn several_groups_are_shown_the_surest_first() {
    let scratch = Scratch::new("screen-groups");
    record(&scratch, two_causes());
    report(
        &scratch,
        &[
            ("alphaAgain", "java.lang.Error", "expected:&lt;[a]&gt; but was:&lt;[b]&gt;"),
            ("beta", "x.Other", "no beta"),
        ],
    );
    let shown = shown(&scratch, &["--width", "100"]);
    fits(&shown, 100);
    assert_snapshot("screen-two-groups-100", &shown);
    let chances: Vec<u32> =
        shown.lines().filter_map(|line| line.trim_start().split_once(" %  ")?.0.parse().ok()).collect();
    assert_eq!(chances, [95, 95], "the second group is the surer one by less than one per cent");
    let (first, _) = shown.split_once("2 failing tests").unwrap();
    assert!(first.contains("no beta") && !first.contains("alpha"), "{first}");
    let (alone, others) = shown.split_once("alphaAgain").unwrap();
    assert!(others.contains("org.example.FooTest#alpha\n"), "the test with a message comes first: {alone}");
}

#[test]
fn one_three_and_forty_groups_take_at_most_forty_lines() {
    for groups in [1, 3, 40] {
        let scratch = Scratch::new("screen-many");
        record(&scratch, many_causes(groups));
        scratch.file("src/main/java/org/example/Many.java", &"    int x = 1;\n".repeat(50));
        set_time(&scratch, "src/main/java/org/example/Many.java", started() - Duration::from_mins(1));
        let message = "expected: &lt;1&gt; but was: &lt;2&gt;";
        let names: Vec<String> = (1..=groups).map(|at| format!("fails{at}")).collect();
        let failures: Vec<_> = names.iter().map(|name| (name.as_str(), "java.lang.Error", message)).collect();
        report(&scratch, &failures);
        for width in [40, 60, 80, 120] {
            fits(&shown(&scratch, &["--width", &width.to_string()]), width);
        }
        let shown = shown(&scratch, &["--width", "100"]);
        assert_snapshot(&format!("screen-{groups}-groups-100"), &shown);
        assert_eq!(shown.contains("more groups; --failing picks one"), groups == 40, "{shown}");
    }
}

#[test]
fn without_a_report_of_this_run_there_is_no_message() {
    let said = "  expected  2\n  actual    1\n";
    let scratch = project("screen-reports", "expected: &lt;2&gt; but was: &lt;1&gt;");
    assert!(shown(&scratch, &[]).contains(said));
    set_time(&scratch, REPORT, started() - Duration::from_secs(30));
    let old = shown(&scratch, &[]);
    assert!(
        !old.contains("expected") && old.contains(&format!("{ILLEGAL_STATE} at Parser.parse:12")),
        "{old}"
    );
    report(&scratch, &[("parsesTwo", "java.lang.AssertionError", "expected: &lt;2&gt; but was: &lt;1&gt;")]);
    assert!(!shown(&scratch, &[]).contains("expected"), "the report is of another failure");
    std::fs::remove_file(scratch.path(REPORT)).unwrap();
    assert!(!shown(&scratch, &[]).contains("expected"), "there is no report");
    scratch.file("build/test-results/test/TEST-org.example.FooTest.xml", "<testsuite");
    assert!(!shown(&scratch, &[]).contains("expected"), "the report is damaged");
}

#[test]
fn gradles_reports_are_read_as_well() {
    let scratch = project("screen-gradle", "");
    std::fs::remove_file(scratch.path(REPORT)).unwrap();
    let failure = format!("<failure type=\"{ILLEGAL_STATE}\" message=\"{ILLEGAL_STATE}: too deep\"/>");
    let case =
        format!("<testcase classname=\"org.example.FooTest\" name=\"parsesTwo()\">{failure}</testcase>");
    scratch.file(
        "build/test-results/test/TEST-org.example.FooTest.xml",
        &format!("<testsuite>{case}</testsuite>"),
    );
    let shown = shown(&scratch, &[]);
    assert!(shown.contains("\n  too deep\n"), "{shown}");
}

#[test]
fn a_message_takes_a_line_for_each_part_whatever_it_contains() {
    let says = |message: &str, width: usize| {
        let scratch = project("screen-said", message);
        let shown = shown(&scratch, &["--color", "never", "--width", &width.to_string()]);
        fits(&shown, width);
        assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{shown:?}");
        let (_, said) = shown.split_once("#parsesTwo\n").unwrap();
        said.split("  failed at ").next().unwrap().to_owned()
    };
    assert_eq!(says("first&#10;&#10;second&#10;third", 80), "  first …\n");
    assert_eq!(
        says("expected: &lt;a&#10;b&gt; but was: &lt;a&#9;b&gt;", 80),
        "  expected  a\\nb\n  actual    a\\tb\n"
    );
    assert_eq!(says("naïve – 数 \u{202e}x \u{9b}2J", 80), "  naïve – 数 \\u{202e}x \\u{9b}2J\n");
    assert_eq!(says("::error::x ##[error]y", 80), "  \\u{3a}:error::x \\u{23}#[error]y\n");
    let long = says(&format!("expected: &lt;{0}A&gt; but was: &lt;{0}B&gt;", "0123456789".repeat(20)), 60);
    assert_eq!(long, "  expected  …890123456789A\n  actual    …890123456789B\n");
    assert_eq!(
        says(&"数".repeat(100), 60).lines().next().unwrap().width(),
        59,
        "wide characters are not halved"
    );
    assert_eq!(says("", 80), "");
}

/// A method whose most suspicious line by coverage is 10, whose next line no failing test runs, and whose line 12 has
/// the same counts.
fn branch() -> Recording {
    let branching = class(0, "org.example.Foo", &[("bar", "()V")], &[(0, 10), (0, 11), (0, 12), (0, 13)]);
    let fails = test(0, "bar", Outcome::Failed, &[(0, &[0, 2, 3])]);
    let fails = thrown(fails, "java.lang.Error", "org.example.Foo", "bar", 13);
    let passing = [(1, &[0, 1][..]), (2, &[2][..]), (3, &[3][..]), (4, &[3][..])];
    let passing = passing.map(|(at, slots)| test(at, &format!("p{at}"), Outcome::Passed, &[(0, slots)]));
    recording(vec![branching], [fails].into_iter().chain(passing).collect())
}

#[test]
fn the_sentence_the_table_and_the_mark_name_the_line_that_ranks_first() {
    let scratch = Scratch::new("screen-line");
    record(&scratch, branch());
    scratch.file("src/main/java/org/example/Foo.java", &"    int x = 1;\n".repeat(20));
    let lines: Value = serde_json::from_str(&shown(&scratch, &["--level", "line", "--json"])).unwrap();
    assert_eq!(lines["groups"][0]["suspects"][0]["line"], json!(12));
    let value = json_of(&scratch);
    let first = &value["groups"][0]["suspects"][0];
    assert_eq!((&first["line"], &first["marked_line"]), (&json!(10), &json!(12)), "{first:#}");
    let shown = shown(&scratch, &[]);
    for part in ["Most likely Foo.bar, line 12 (", "Foo.java:12  ", "  > 12  int x"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(shown.matches("\n  > ").count(), 2, "one mark and its legend: {shown}");
    assert!(shown.contains("  > the most suspicious line of Foo.bar\n"), "{shown}");
}

#[test]
fn suspects_that_nothing_tells_apart_are_said_to_be_tied() {
    let scratch = Scratch::new("screen-ties");
    let alpha = class(0, "org.example.Alpha", &[("a", "()V"), ("b", "()V")], &[(0, 1), (1, 2)]);
    record(&scratch, recording(vec![alpha], vec![test(0, "x", Outcome::Failed, &[(0, &[0, 1])])]));
    let shown = shown(&scratch, &[]);
    assert!(shown.contains("  50 %  Alpha.a  Alpha.java:1  "), "{shown}");
    assert!(shown.contains("  50 %  Alpha.b  Alpha.java:2  same evidence as above\n"), "{shown}");
    assert!(!shown.contains("Most likely"), "none is first: {shown}");
}

#[test]
fn as_many_suspects_are_shown_as_make_eighty_per_cent_or_five_or_as_asked_for() {
    let names: Vec<String> = (0..9).map(|at| format!("m{at}")).collect();
    let methods: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "()V")).collect();
    let slots: Vec<(u32, u32)> = (0..9).map(|at| (at, at + 1)).collect();
    let all: Vec<u32> = (0..9).collect();
    let scratch = Scratch::new("screen-number");
    let many = class(0, "org.example.Many", &methods, &slots);
    record(&scratch, recording(vec![many], vec![test(0, "x", Outcome::Failed, &[(0, &all)])]));
    let rows = |arguments: &[&str]| shown(&scratch, arguments).matches("  Many.java:").count();
    assert_eq!((rows(&[]), rows(&["--top", "7"]), rows(&["--top", "0"])), (5, 7, 9));
    assert!(shown(&scratch, &[]).contains("… 4 more of 9 methods hold 44 %; --top 0 shows all"));
    let sure = Scratch::new("screen-sure");
    record(&sure, one_failure());
    assert_eq!(shown(&sure, &[]).matches("  Parser.java:").count(), 1, "the first has 92 %");
}

#[test]
fn the_next_step_is_mutate_where_tests_can_run_again_and_the_answer_is_not_sure() {
    let scratch = Scratch::new("screen-step");
    record(&scratch, Recording { launch: Some(Launch::default()), ..branch() });
    let next = |arguments: &[&str]| {
        let shown = shown(&scratch, arguments);
        shown.split("Next: `").nth(1).unwrap().split('`').next().unwrap().to_owned()
    };
    assert_eq!(next(&[]), "faultline diff 'org.example.FooTest#bar'", "one method is as good as certain");
    let alpha = class(0, "org.example.Alpha", &[("a", "()V"), ("b", "()V")], &[(0, 1), (1, 2)]);
    let tied = recording(vec![alpha], vec![test(0, "x", Outcome::Failed, &[(0, &[0, 1])])]);
    record(&scratch, tied.clone());
    assert_eq!(next(&[]), "faultline report --open", "nothing says how tests are started");
    record(&scratch, Recording { launch: Some(Launch::default()), ..tied });
    assert_eq!(next(&[]), "faultline mutate");
    assert_eq!(next(&[".faultline"]), "faultline mutate .faultline");
    let unseen = recording(Vec::new(), vec![test(0, "x", Outcome::Failed, &[])]);
    record(&scratch, unseen);
    assert_eq!(next(&[]), "faultline doctor");
}

#[test]
fn scores_are_shown_where_they_are_asked_for_or_a_formula_ranks() {
    let scratch = project("screen-scores", "too deep");
    let scores = |arguments: &[&str]| shown(&scratch, arguments).contains(" score ");
    assert!(!scores(&[]) && scores(&["--scores"]) && scores(&["--ranking", "ochiai"]));
    assert!(shown(&scratch, &["--scores"]).contains("  too deep\n"), "what the test said is there, too");
    assert_eq!(scratch.run(&["rank", "--scores", "--json"]).code, Some(2));
}

#[test]
fn json_has_the_chance_and_the_words_of_each_suspect_and_the_message_of_each_test() {
    let scratch = project("screen-json", "sum ==&gt; expected: &lt;2&gt; but was: &lt;1&gt;");
    let value = json_of(&scratch);
    let group = &value["groups"][0];
    let message = json!({"text": "sum ==> expected: <2> but was: <1>", "expected": "2", "actual": "1"});
    assert_eq!(group["failing"][0]["message"], message);
    let suspects = group["suspects"].as_array().unwrap();
    assert_eq!(suspects[0]["why"], json!("in the trace"));
    let chances: Vec<f64> = suspects.iter().filter_map(|suspect| suspect["chance"].as_f64()).collect();
    assert_eq!(chances.len(), 4, "one method runs in no failing test");
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9 && chances[0] > 0.9, "{chances:?}");
    std::fs::remove_file(scratch.path(REPORT)).unwrap();
    assert!(json_of(&scratch)["groups"][0]["failing"][0].get("message").is_none());
    let formula: Value = serde_json::from_str(&shown(&scratch, &["--json", "-r", "ochiai"])).unwrap();
    assert!(formula["groups"][0]["suspects"][0].get("chance").is_none());
}

/// Runs a build that leaves this recording and ends with 7; `on_ci`: on a build server.
fn build(scratch: &Scratch, of: Recording, options: &[&str], on_ci: bool) -> Done {
    record(scratch, of);
    std::fs::rename(scratch.path(".faultline/1-a.flt"), scratch.path("prepared.flt")).unwrap();
    let agent = scratch.file("faultline-agent.jar", "not a jar");
    let script = ["--", "sh", "-c", "cp prepared.flt .faultline/2-b.flt; exit 7"];
    let mut command = scratch.faultline(&[&["run"], options, &script].concat());
    command.env("FAULTLINE_AGENT", agent);
    if on_ci {
        command.env("CI", "true");
    }
    let done = Done::of(&command.output().unwrap());
    assert_eq!((done.code, done.out.as_str()), (Some(7), ""), "both are the command's: {done:?}");
    done
}

#[test]
fn a_red_run_ends_with_ten_lines_on_the_first_suspects_where_it_is_asked_for_or_on_a_build_server() {
    let scratch = project("run-rank", "the depth ==&gt; expected: &lt;2&gt; but was: &lt;1&gt;");
    let ranked = |options: &[&str], on_ci| {
        let done = build(&scratch, one_failure(), options, on_ci);
        let (_, page) = done.err.split_once("next: faultline rank\n").expect("the last line of a run");
        page.to_owned()
    };
    let page = ranked(&["--rank"], false);
    assert_snapshot("run-rank", &page);
    assert_eq!(ranked(&["--rank=always"], false), page);
    assert_eq!(ranked(&[], true), page);
    assert_eq!((ranked(&[], false).as_str(), ranked(&["--rank=never"], true).as_str()), ("", ""));
    let done = build(&scratch, many_causes(40), &["--rank"], false);
    let (_, page) = done.err.split_once("next: faultline rank\n").unwrap();
    assert!(
        page.lines().count() <= 10 && page.ends_with("… 39 more groups; --failing picks one\n"),
        "{page}"
    );
}

#[test]
fn a_green_run_is_not_ranked() {
    let scratch = Scratch::new("run-green");
    let mut green = one_failure();
    green.tests.remove(2);
    let done = build(&scratch, green, &["--rank"], true);
    assert!(done.err.ends_with("no test failed, so there is nothing to rank\n"), "{}", done.err);
}
