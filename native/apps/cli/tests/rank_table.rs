//! The tables of `faultline rank --scores`, and what its pages share.

use crate::support;

use faultline_spectrum::Outcome;
use support::{
    Scratch, assert_snapshot, class, many_causes, one_failure, recording, test, thrown, two_causes,
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

fn project(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.file("src/main/java/org/example/text/Parser.java", PARSER);
    scratch.record("1-a", &one_failure());
    // Older than the recording; otherwise the page would say that it changed since the run.
    let old = std::time::SystemTime::now() - std::time::Duration::from_mins(1);
    let source =
        std::fs::File::options().write(true).open(scratch.path("src/main/java/org/example/text/Parser.java"));
    source.unwrap().set_modified(old).unwrap();
    scratch
}

#[test]
fn the_table_fits_sixty_eighty_and_a_hundred_and_twenty_columns() {
    let scratch = project("widths");
    for width in [60, 80, 120] {
        let shown = scratch.run(&["rank", "--scores", "--width", &width.to_string()]).ok();
        for line in shown.lines() {
            assert!(line.width() <= width, "{} > {width}: {line}", line.width());
        }
        assert_snapshot(&format!("methods-{width}"), &shown);
    }
}

#[test]
fn in_a_file_names_are_whole_sentences_end_at_a_hundred_columns_and_nothing_has_colours() {
    let scratch = project("plain");
    let shown = scratch.run(&["rank", "--scores"]).ok();
    assert!(!shown.contains('\u{1b}') && !shown.contains('…'), "{shown}");
    assert!(
        scratch.run(&["rank", "--scores", "--width", "100"]).ok().contains('…'),
        "something is wider than that"
    );
    // Sentences still wrap at a hundred columns.
    let is_prose = |line: &&str| line.starts_with("Most likely") || line.starts_with("what the failing");
    assert_eq!(shown.lines().filter(is_prose).count(), 2, "{shown}");
}

#[test]
fn lines_and_classes_are_ranked_too() {
    let scratch = project("levels");
    assert_snapshot("lines-100", &scratch.run(&["rank", "--scores", "--level", "line"]).ok());
    assert_snapshot("classes-100", &scratch.run(&["rank", "--scores", "--level", "class"]).ok());
}

#[test]
fn the_output_names_the_ranking_and_the_tie_policy() {
    let scratch = project("policy");
    let shown = scratch.run(&["rank", "-r", "dstar", "--ties", "average"]).ok();
    assert!(shown.contains("by DStar, ties rank at their mean (average)"), "{shown}");
    assert!(shown.contains("inf"), "the perfect suspect's score: {shown}");
}

#[test]
fn the_output_shows_what_each_part_of_a_ranking_contributed() {
    let scratch = project("parts");
    let shown = scratch.run(&["rank", "--ranking", "ochiai+size+trace+name", "--width", "120"]).ok();
    assert!(shown.contains("by Ochiai+size+trace+name, ties rank last (max)"), "{shown}");
    // The failing test ran three lines of Parser.parse, which is on top of the stack.
    let parse = shown.lines().find(|line| line.contains("Parser.parse  ")).unwrap();
    let numbers: Vec<&str> = parse.split_whitespace().take(5).collect();
    assert_eq!(numbers, ["1", "4.1712", "1.0000", "1.39", "3.00"]);
    let alone = scratch.run(&["rank", "-r", "ochiai"]).ok();
    assert!(!alone.contains("base") && !alone.contains("trace"), "{alone}");
}

#[test]
fn a_methods_evidence_is_explained_kind_by_kind() {
    let scratch = project("explained");
    let shown = scratch.run(&["rank", "--explain", "Parser.parse", "--width", "120"]).ok();
    assert!(shown.starts_with("Parser.parse(String, int): place 1 of "), "{shown}");
    for kind in ["base", "size", "words", "explicit", "few", "constructor"] {
        assert!(shown.lines().any(|line| line.starts_with(kind)), "{kind}: {shown}");
    }
    // The product of the factors is the score.
    let factors = shown.lines().filter(|line| line.contains("  x ")).map(|line| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        cells[2].parse::<f64>().unwrap()
    });
    let product: f64 = factors.product();
    let score: f64 = shown.split("score ").nth(1).unwrap().split(',').next().unwrap().trim().parse().unwrap();
    assert!((product / score - 1.0).abs() < 0.05, "{product} {shown}");
    for name in ["org.example.text.Parser#parse", "parse(String,int)"] {
        assert_eq!(scratch.run(&["rank", "--explain", name, "--width", "120"]).ok(), shown, "{name}");
    }
    let unknown = scratch.run(&["rank", "--explain", "Parser.pars"]);
    assert!(
        unknown.error(2).contains("no failing test runs a method \"Parser.pars\"; the first it may be: ")
    );
    let lines = scratch.run(&["rank", "--explain", "Parser.parse", "--level", "line"]);
    assert!(lines.error(2).contains("--explain is about methods"));
}

#[test]
fn the_posterior_is_shown_in_percent() {
    let scratch = project("posterior");
    let shown = scratch.run(&["rank", "-r", "posterior"]).ok();
    assert!(shown.contains("chance") && shown.contains(" %  "), "{shown}");
}

#[test]
fn cloning_is_suggested_for_what_it_improves_where_few_tests_failed() {
    let scratch = Scratch::new("hint");
    let suite = |passing: u32| {
        let failed = test(0, "f", Outcome::Failed, &[(0, &[0])]);
        let passed = (1..=passing).map(|at| test(at, &format!("p{at}"), Outcome::Passed, &[(0, &[0])]));
        let tests = std::iter::once(failed).chain(passed).collect();
        recording(vec![class(0, "org.x.Foo", &[("a", "()V")], &[(0, 1)])], tests)
    };
    scratch.record("1-a", &suite(10));
    let hint =
        |arguments: &[&str]| scratch.run(&[&["rank"], arguments].concat()).ok().contains("+clone counts");
    assert!(hint(&["-r", "ochiai"]) && hint(&["-r", "jaccard"]));
    assert!(!hint(&[]), "evidence is no formula");
    for other in [["-r", "tarantula"], ["-r", "cohen"], ["-r", "posterior"]] {
        assert!(!hint(&other), "{other:?}");
    }
    assert!(!hint(&["-r", "ochiai+clone"]));
    scratch.record("1-a", &suite(9));
    assert!(!hint(&["-r", "ochiai"]));
}

#[test]
fn colours_are_there_when_asked_for_and_change_no_text() {
    let scratch = project("colours");
    let plain = scratch.run(&["rank", "--color", "never"]).ok();
    let colored = scratch.run(&["rank", "--color", "always"]).ok();
    assert!(colored.contains("\u{1b}["));
    let mut stripped = String::new();
    let mut in_escape = false;
    for c in colored.chars() {
        match c {
            '\u{1b}' => in_escape = true,
            'm' if in_escape => in_escape = false,
            c if !in_escape => stripped.push(c),
            _ => {}
        }
    }
    assert_eq!(stripped, plain);
}

#[test]
fn several_causes_are_ranked_group_by_group() {
    let scratch = Scratch::new("groups");
    scratch.record("1-a", &two_causes());
    let shown = scratch.run(&["rank", "--scores"]).ok();
    assert_snapshot("groups-100", &shown);
    let (first, second) = shown.split_once("Group 2 of 2").unwrap();
    assert!(first.contains("2 failing tests, java.lang.Error at Alpha.a:1"), "{first}");
    assert!(!second.contains("Alpha.a "), "the other group's suspect is none of this one's: {second}");
}

#[test]
fn that_sources_are_shown_of_the_first_groups_only_is_said_where_there_are_more() {
    let said = "Sources are shown of the first 5 groups only; --failing picks a test of another";
    let shown = |name: &str, groups: u32, has_source: bool| {
        let scratch = Scratch::new(name);
        scratch.record("1-a", &many_causes(groups));
        if has_source {
            scratch.file("src/main/java/org/example/Many.java", &"    int x = 1;\n".repeat(9));
        }
        scratch.run(&["rank", "--scores"]).ok()
    };
    let six = shown("six-groups", 6, true);
    assert_eq!((six.matches("int x").count() > 0, six.matches(said).count()), (true, 1), "{six}");
    for other in [shown("five-groups", 5, true), shown("no-source", 6, false)] {
        assert!(!other.contains("Sources are shown"), "{other}");
    }
}

#[test]
fn failing_picks_the_tests_to_explain_by_any_of_their_names() {
    let scratch = Scratch::new("failing");
    scratch.record("1-a", &two_causes());
    for name in [
        "org.example.FooTest#beta",
        "org.example.FooTest::beta",
        "FooTest#beta",
        "[engine:made-up]/[method:beta]",
    ] {
        let shown = scratch.run(&["rank", "--failing", name]).ok();
        assert!(shown.contains("1 failing test, x.Other at Beta.b:2"), "{name}: {shown}");
        assert!(shown.contains("2 other failing tests left out"), "{name}: {shown}");
        assert!(!shown.contains("Group"), "{name}: {shown}");
    }
    let both = scratch.run(&["rank", "-f", "FooTest#beta", "-f", "FooTest#alpha"]).ok();
    assert!(both.contains("\n2 failing tests\n"), "no common cause: {both}");
}

#[test]
fn unknown_names_are_errors_with_near_ones() {
    let scratch = Scratch::new("unknown");
    scratch.record("1-a", &two_causes());
    let error = scratch.run(&["rank", "--failing", "FooTest#betta"]).error(1);
    assert!(error.contains("did you mean FooTest#beta"), "{error}");
    let error = scratch.run(&["rank", "--failing", "FooTest#fine"]).error(1);
    assert!(error.contains("did not fail (it passed)"), "{error}");
    let error = scratch.run(&["rank", "--ranking", "ochia"]).error(2);
    assert!(
        error.contains("did you mean Ochiai or Ochiai2?") && error.contains("faultline formulas"),
        "{error}"
    );
    assert_eq!(scratch.run(&["rank", "--level", "package"]).code, Some(2));
    assert!(
        scratch.run(&["rank", "--source", "nowhere"]).error(2).contains("--source nowhere is not a folder")
    );
}

#[test]
fn without_a_failing_test_there_is_one_sentence_and_an_exit_code_of_its_own() {
    let scratch = Scratch::new("green");
    let passed = recording(
        vec![class(0, "org.x.Foo", &[("a", "()V")], &[(0, 1)])],
        vec![test(0, "a", Outcome::Passed, &[(0, &[0])])],
    );
    scratch.record("1-a", &passed);
    // Build plugins recognise a green run by this exit code.
    let error = scratch.run(&["rank"]).error(3);
    assert!(
        error.contains("none of the 1 test in ") && error.contains(".faultline/1-a.flt failed"),
        "{error}"
    );
    assert!(error.contains("faultline run"), "{error}");
    assert!(scratch.run(&["rank", "--json"]).error(3).contains("none of the 1 test"));
}

#[test]
fn without_a_recording_the_error_says_how_to_make_one() {
    let scratch = Scratch::new("empty");
    assert!(scratch.run(&["rank"]).error(1).contains("faultline run -- mvn test"));
    assert!(scratch.run(&["rank", "nowhere"]).error(1).contains("nowhere does not exist"));
    std::fs::create_dir(scratch.path(".faultline")).unwrap();
    assert!(scratch.run(&["rank"]).error(1).contains("holds no recording"));
    assert!(scratch.run(&["rank", "."]).error(1).contains("holds no recording"));
}

#[test]
fn a_foreign_or_damaged_file_is_named() {
    let scratch = Scratch::new("damaged");
    scratch.file("notes.txt", "something else entirely");
    assert!(scratch.run(&["rank", "notes.txt"]).error(1).contains("notes.txt is not a Faultline recording"));
    let path = scratch.record("1-a", &one_failure());
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    std::fs::write(&path, bytes).unwrap();
    assert!(scratch.run(&["rank"]).error(1).contains("1-a.flt: the record at byte "));
}

#[test]
fn recordings_are_found_from_a_folder_below_and_by_name() {
    let scratch = project("places");
    scratch.file("pom.xml", "<project/>");
    let here = scratch.run(&["rank", "--json"]).ok();
    std::fs::create_dir_all(scratch.path("core/src")).unwrap();
    let mut below = scratch.faultline(&["rank", "--json"]);
    let below = support::Done::of(&below.current_dir(scratch.path("core/src")).output().unwrap()).ok();
    assert!(below.contains("\"Parser\"") || below.contains("Parser.java"), "{below}");
    for input in [".", ".faultline", ".faultline/1-a.flt"] {
        assert_eq!(scratch.run(&["rank", "--json", input]).ok(), here, "{input}");
    }
    assert_eq!(
        scratch.run(&["rank", "--json", ".", ".faultline"]).ok(),
        here,
        "a file named twice counts once"
    );
}

#[test]
fn sources_are_looked_for_where_the_user_says_and_changes_are_told() {
    let scratch = Scratch::new("sources");
    scratch.record("1-a", &one_failure());
    let without = scratch.run(&["rank"]).ok();
    assert!(without.contains("The source of org/example/text/Parser.java was not found"), "{without}");
    scratch.file("elsewhere/org/example/text/Parser.java", PARSER);
    let soon = std::time::SystemTime::now() + std::time::Duration::from_mins(1);
    let source =
        std::fs::File::options().write(true).open(scratch.path("elsewhere/org/example/text/Parser.java"));
    source.unwrap().set_modified(soon).unwrap();
    let with = scratch.run(&["rank", "--scores", "--source", "elsewhere"]).ok();
    assert!(with.contains("> 12  1.00"), "{with}");
    assert!(with.contains("elsewhere/org/example/text/Parser.java:12  changed since the run"), "{with}");
}

#[test]
fn top_limits_the_table_and_zero_shows_all() {
    let scratch = project("top");
    let rows = |shown: &str| {
        shown.lines().filter(|line| line.contains("org/example/text/") && !line.contains("  src/")).count()
    };
    assert_eq!(rows(&scratch.run(&["rank", "--scores", "--top", "1", "--width", "120"]).ok()), 1);
    assert!(
        scratch
            .run(&["rank", "--scores", "--top", "1"])
            .ok()
            .contains("… 4 more of 5 methods; --top 0 shows all")
    );
    assert_eq!(
        rows(&scratch.run(&["rank", "--scores", "--top", "0", "--width", "120"]).ok()),
        4,
        "what no failing test executed is no suspect"
    );
}

#[test]
fn names_from_a_recording_cannot_steer_the_terminal() {
    let scratch = Scratch::new("steering");
    let mut recording = two_causes();
    recording.tests[0].method = "a\u{1b}[2Jb\nc".to_owned();
    recording.classes[0].name = "org.example.Al\u{7}pha".to_owned();
    scratch.record("1-a", &recording);
    let shown = scratch.run(&["rank", "--color", "never"]).ok();
    assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{shown:?}");
    assert!(shown.contains(r"a\u{1b}[2Jb\nc"), "{shown}");
}

#[test]
fn a_torn_recording_is_ranked_with_a_note() {
    let scratch = project("torn");
    let path = scratch.path(".faultline/1-a.flt");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
    let done = scratch.run(&["rank"]);
    assert!(
        done.err.starts_with("faultline: note: ") && done.err.contains("ends inside the record"),
        "{}",
        done.err
    );
    assert!(done.ok().contains("Parser.parse"));
}

/// Modules `ma` and `mb` each have a class `x.Same` on the same lines; the test of `mb` fails.
fn two_modules(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let module = |module: &str, nonce: u64, outcome| {
        scratch.file(&format!("{module}/pom.xml"), "<project/>");
        let source =
            format!("package x;\nclass Same {{\n    void f() {{ {module}(); }}\n    void g() {{}}\n}}\n");
        scratch.file(&format!("{module}/src/main/java/x/Same.java"), &source);
        let mut same = class(0, "x.Same", &[("f", "()V"), ("g", "()V")], &[(0, 3), (1, 4)]);
        same.hash = nonce;
        same.location = scratch.path(&format!("{module}/target/classes")).display().to_string();
        let run = test(0, "runs", outcome, &[(0, &[0])]);
        let run =
            if outcome == Outcome::Failed { thrown(run, "java.lang.Error", "x.Same", "f", 3) } else { run };
        let mut recording = recording(vec![same], vec![run]);
        recording.origin.nonce = nonce;
        recording.origin.description = format!("made up\t{module}");
        scratch.record(module, &recording);
    };
    module("ma", 1, Outcome::Passed);
    module("mb", 2, Outcome::Failed);
    scratch
}

#[test]
fn classes_of_one_name_in_two_modules_are_two_files_with_the_source_of_each() {
    let scratch = two_modules("two modules");
    for level in ["method", "line", "class"] {
        let sources = ["--source", "ma/src/main/java", "--source", "mb/src/main/java"];
        for given in [&[][..], &sources] {
            let command = [&["rank", "--level", level], given].concat();
            let shown = scratch.run(&command).ok();
            assert!(shown.contains("java.lang.Error at Same.f:3 (mb)"), "{shown}");
            assert!(shown.contains("mb: Same.java:3"), "{shown}");
            assert!(shown.contains("mb/src/main/java/x/Same.java:3"), "{shown}");
            assert!(shown.contains("void f() { mb(); }"), "{shown}");
            assert!(!shown.contains("ma: ") && !shown.contains("ma/src"), "no test of it failed: {shown}");
            assert!(shown.contains("2 tests: 1 passed, 1 failed; 2 classes, 4 lines"), "{shown}");
        }
    }
    // The other module's test did not run this line.
    let json: serde_json::Value =
        serde_json::from_str(&scratch.run(&["rank", "--level", "line", "--json"]).ok()).unwrap();
    let group = &json["groups"][0];
    assert_eq!(group["thrown_at"]["module"].as_str(), Some(&*scratch.path("mb").display().to_string()));
    let first = &group["suspects"][0];
    assert_eq!((&first["ef"], &first["ep"], &first["np"]), (&1.into(), &0.into(), &1.into()));
    assert_eq!(first["module"].as_str(), Some(&*scratch.path("mb").display().to_string()));
    assert_eq!(first["source"], "mb/src/main/java/x/Same.java");
    assert_eq!(group["ranked"], 4);
}

#[test]
fn a_test_that_hung_is_offered_and_ranked_like_a_failing_one() {
    let scratch = project("hung");
    let mut hung = one_failure();
    hung.tests[2].outcome = Outcome::Aborted;
    hung.tests[2].failure.as_mut().unwrap().exception = "java.lang.Shutdown".to_owned();
    scratch.record("1-a", &hung);
    let error = scratch.run(&["rank"]).error(3);
    let offer =
        "1 test was running when the JVM was ended: faultline rank --failing 'org.example.FooTest#parsesTwo'";
    assert!(error.ends_with(offer), "{error}");
    let shown = scratch.run(&["rank", "--failing", "org.example.FooTest#parsesTwo"]).ok();
    assert!(shown.contains("1 unfinished test, at Parser.parse:12 when the JVM was ended"), "{shown}");
    assert!(shown.contains("Parser.parse ") && shown.contains("  > 12  "), "{shown}");
    assert_eq!(scratch.run(&["rank", "--failing", "FooTest#parsesOne"]).code, Some(3), "it passed");
}

#[test]
fn hints_and_places_are_never_cut() {
    let scratch = Scratch::new("cuts");
    let mut recording = one_failure();
    recording.classes[0].source_file = Some("LongNameOfASourceFile.java".to_owned());
    scratch.record("1-a", &recording);
    for width in ["60", "80", "120"] {
        let shown = scratch.run(&["rank", "--scores", "--width", width]).ok();
        assert!(shown.contains("LongNameOfASourceFile.java:12"), "{shown}");
        let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("was not found; name its folder with --source"), "{shown}");
    }
    recording.tests[2].coverage = faultline_spectrum::Coverage::default();
    scratch.record("1-a", &recording);
    let shown = scratch.run(&["rank", "--width", "60"]).ok();
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("executed no recorded method; record more with --include"), "{shown}");
}
