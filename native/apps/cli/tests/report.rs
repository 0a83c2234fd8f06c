//! `faultline report` and `faultline diff` on synthetic recordings: without failures, with thousands, with
//! markup in names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faultline_spectrum::{Outcome, Recording};
use serde_json::{Value, json};

use crate::schema::violations;
use crate::support::{Scratch, class, many_causes, one_failure, recording, test, thrown, two_causes};

fn recorded(name: &str, recording: &Recording) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.record("1-a", recording);
    scratch
}

/// The files of a report by relative path.
pub fn files(folder: &Path) -> BTreeMap<String, String> {
    let (mut files, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    files
}

/// The files of a recording's report, with every page checked.
pub fn reported(scratch: &Scratch, arguments: &[&str]) -> BTreeMap<String, String> {
    scratch.run(&[&["report"], arguments].concat()).ok();
    let files = files(&scratch.path("faultline-report"));
    for (path, text) in files.iter().filter(|(path, _)| is_page(path)) {
        holds_together(&files, path, text);
    }
    files
}

fn is_page(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "html")
}

/// The values of an attribute.
fn values<'t>(text: &'t str, attribute: &str) -> Vec<&'t str> {
    let start = format!(" {attribute}=\"");
    text.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Checks a page: links lead somewhere, ids are unique, nothing violates the content security policy.
fn holds_together(files: &BTreeMap<String, String>, path: &str, text: &str) {
    let ids = values(text, "id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{path}: ids are unique");
    assert!(text.contains("default-src 'none'"), "{path}");
    for refused in [" style=", "<style", "javascript:", " onclick", "http://", "https://", "<iframe"] {
        assert!(!text.contains(refused), "{path}: {refused}");
    }
    assert_eq!(
        text.matches("<script").count(),
        text.matches("<script src=").count(),
        "{path}: no script inside"
    );
    assert_eq!(text.matches("<h1").count(), 1, "{path}");
    for landmark in ["<main", "<nav", "<header", "<footer", " lang=\"en\"", "<title>"] {
        assert!(text.contains(landmark), "{path}: {landmark}");
    }
    let folder = PathBuf::from(path).parent().unwrap().to_owned();
    for link in [values(text, "href"), values(text, "src")].concat() {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = match (file, file.strip_prefix("../")) {
            ("", _) => path.to_owned(),
            (_, Some(above)) => above.to_owned(),
            _ => folder.join(file).to_string_lossy().into_owned(),
        };
        let target = files.get(&target).unwrap_or_else(|| panic!("{path}: {link} leads nowhere"));
        assert!(anchor.is_empty() || values(target, "id").contains(&anchor), "{path}: {link}");
    }
}

/// The data of a page.
fn data(files: &BTreeMap<String, String>, path: &str) -> Value {
    let text = files[path].strip_prefix("var faultlineData = ").unwrap();
    serde_json::from_str(text.trim_end().trim_end_matches(';')).unwrap()
}

#[test]
fn a_page_for_each_part_is_written_and_counts_are_those_of_the_ranking() {
    let scratch = recorded("report", &one_failure());
    scratch.file("src/main/java/org/example/text/Parser.java", &"    int x = 1; // <b>\n".repeat(30));
    let files = reported(&scratch, &[]);
    let start = &files["index.html"];
    assert!(start.contains("1 of 5 tests failed") && start.contains("Parser.<wbr>parse"), "{start}");
    for page in [
        "map.html",
        "neighbours.html",
        "neighbours/1.html",
        "suite.html",
        "source/1.html",
        "assets/report.css",
    ] {
        assert!(files.contains_key(page), "{page}");
    }
    let source = &files["source/1.html"];
    assert!(source.contains("&lt;b&gt;") && !source.contains("<b>"), "{source}");
    assert!(source.contains("<li class=\"s9 best\" id=\"L12\" aria-current=\"true\">"), "{source}");
    let data = data(&files, "source/1.js");
    let set = &data["sets"][usize::try_from(data["lines"]["12"].as_u64().unwrap()).unwrap()];
    assert_eq!(set["counts"], json!([[0, 1, 0, 0, 3]]), "ef, ep, nf, np");
    let set = &data["sets"][usize::try_from(data["lines"]["10"].as_u64().unwrap()).unwrap()];
    assert_eq!(set["counts"], json!([[0, 1, 2, 0, 1]]));
    assert_eq!(data["lines"]["10"], data["lines"]["11"], "the same tests run them");
    let map = &files["map.html"];
    let row = map.split("<th class=\"name\" scope=\"row\"><a href=\"source/1.html#L12\">Parser</a>").nth(1);
    let row = row.and_then(|row| row.split("</tr>").next()).expect("the picture of the map in words");
    assert!(row.contains("text") && row.contains("100 %") && row.contains("parse"), "{row}");
    // A second report replaces the first.
    reported(&scratch, &["--failing", "FooTest#parsesTwo"]);
}

#[test]
fn each_of_several_groups_of_failures_has_a_line_the_surest_first_and_one_group_no_heading() {
    let several = recorded("report-groups", &two_causes()).run(&["report"]).ok();
    let lines: Vec<&str> = several.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, "2 groups of failures:"), "{several}");
    assert!(lines[1].starts_with("  Group 2: Most likely Beta.b, line 2 (95 %)"), "{several}");
    assert!(lines[2].starts_with("  Group 1: Most likely Alpha.a, line 1 (95 %)"), "{several}");
    let one = recorded("report-group", &two_causes()).run(&["report", "--failing", "FooTest#beta"]).ok();
    assert!(one.starts_with("Most likely Beta.b, line 2 (") && one.lines().count() == 2, "{one}");
    let mut shared = two_causes();
    shared.classes.push(class(2, "org.example.Same", &[("x", "()V"), ("y", "()V")], &[(0, 1), (1, 2)]));
    let third = test(4, "third", Outcome::Failed, &[(2, &[0, 1])]);
    shared.tests.push(thrown(third, "x.Third", "org.example.FooTest", "third", 7));
    let shared = recorded("report-shared", &shared).run(&["report"]).ok();
    let last = shared.lines().nth(3);
    assert_eq!(last, Some("  Group 3: no suspect is alone in the first place"), "{shared}");
    let many = recorded("report-many", &many_causes(23)).run(&["report"]).ok();
    let lines: Vec<&str> = many.lines().collect();
    assert_eq!((lines.len(), lines[0]), (8, "23 groups of failures:"), "{many}");
    assert!(lines[1..6].iter().all(|line| line.contains(": Most likely Many.m")), "{many}");
    assert_eq!(lines[6], "  … and 18 more", "{many}");
}

#[test]
fn without_sources_pages_have_the_recorded_lines() {
    let scratch = recorded("report-bare", &two_causes());
    let files = reported(&scratch, &[]);
    assert!(files["index.html"].contains("2 groups of failures"));
    let source = &files["source/1.html"];
    assert!(source.contains("The source was not found") && source.contains("Alpha.a()"), "{source}");
}

#[test]
fn without_a_failing_test_pages_show_the_suite_and_a_sentence_says_that_nothing_is_suspicious() {
    let mut green = one_failure();
    green.tests.remove(2);
    let scratch = recorded("report-green", &green);
    let done = scratch.run(&["report"]);
    assert_eq!(done.code, Some(3), "{done:?}");
    assert!(done.out.starts_with("faultline-report/index.html ("), "{done:?}");
    assert_eq!(done.err.lines().count(), 1, "{done:?}");
    assert!(
        done.err.contains("none of the 4 tests in ") && done.err.contains("nothing is suspicious"),
        "{done:?}"
    );
    let files = files(&scratch.path("faultline-report"));
    for (path, text) in files.iter().filter(|(path, _)| is_page(path)) {
        holds_together(&files, path, text);
    }
    let start = &files["index.html"];
    assert!(
        start.contains("3 tests passed, none failed") && start.contains("nothing is suspicious"),
        "{start}"
    );
    assert!(!start.contains("ranked by") && !start.contains("next suspect"), "{start}");
    let map = &files["map.html"];
    assert!(map.contains("What was recorded") && !map.contains("suspicion, from little"), "{map}");
    assert!(map.contains("Parser") && map.contains("<path class=\"m4\""), "tests by classes: {map}");
    assert!(files["suite.html"].contains("How well the tests diagnose"));
    assert!(files["neighbours.html"].contains("nothing to compare"));
}

#[test]
fn without_any_test_it_is_a_sentence_and_nothing_is_written() {
    let mut green = one_failure();
    green.tests.clear();
    let scratch = recorded("report-empty", &green);
    let done = scratch.run(&["report"]);
    assert!(matches!(done.code, Some(1 | 3)) && !done.err.is_empty(), "{done:?}");
    assert!(!scratch.path("faultline-report").exists());

    let scratch = Scratch::new("report-nothing");
    assert!(scratch.run(&["report"]).error(1).contains("record one first"));
}

#[test]
fn a_ranking_writes_the_pages_as_well() {
    let scratch = recorded("report-rank", &one_failure());
    let done = scratch.run(&["rank", "--json", "--report"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    serde_json::from_str::<Value>(&done.out).expect("JSON and nothing else");
    assert!(done.err.contains("faultline: report: faultline-report/index.html ("), "{done:?}");
    let pages = files(&scratch.path("faultline-report"));
    scratch.run(&["rank", "--level", "line", "--report=other/pages", ".faultline"]).ok();
    assert!(pages == files(&scratch.path("other/pages")), "the same pages, whatever is ranked");
    assert!(pages == reported(&scratch, &[]), "as the command writes them");
    assert!(scratch.run(&["rank", "--report=.faultline"]).error(2).contains("which faultline did not make"));
}

#[test]
fn a_report_of_an_earlier_run_does_not_outlive_a_run_in_which_nothing_failed() {
    for command in ["report", "rank --report"] {
        let scratch = recorded("report-outdated", &one_failure());
        reported(&scratch, &[]);
        scratch.file("faultline-report/notes.txt", "mine");
        let mut green = one_failure();
        green.tests.remove(2);
        scratch.record("1-a", &green);
        let done = scratch.run(&command.split(' ').collect::<Vec<_>>());
        assert_eq!(done.code, Some(3), "{done:?}");
        let left = files(&scratch.path("faultline-report"));
        assert!(left["index.html"].contains("none failed"), "{command}");
        assert!(!left.keys().any(|path| path.starts_with("source")), "{command}");
        // Without tests there is nothing to show.
        green.tests.clear();
        scratch.record("1-a", &green);
        scratch.run(&command.split(' ').collect::<Vec<_>>());
        let left: Vec<String> = files(&scratch.path("faultline-report")).into_keys().collect();
        assert_eq!(left, ["notes.txt"], "{command}: what is not the report's stays");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_start_page_is_handed_to_the_desktop_where_that_is_asked_for() {
    let scratch = recorded("report-open", &one_failure());
    let opener = scratch.file("bin/xdg-open", "#!/bin/sh\necho \"$1\" > \"$OPENED\"\n");
    fs::set_permissions(opener, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let with = |path: &str| {
        let mut command = scratch.faultline(&["report", "--open"]);
        command.env("PATH", scratch.path(path)).env("OPENED", scratch.path("opened"));
        crate::support::Done::of(&command.output().unwrap())
    };
    with("bin").ok();
    let opened = fs::read_to_string(scratch.path("opened")).unwrap();
    let start = scratch.path("faultline-report/index.html").canonicalize().unwrap();
    assert_eq!(opened.trim_end(), start.to_str().unwrap());
    let nobody = with("none");
    assert_eq!(nobody.code, Some(1), "{nobody:?}");
    assert!(nobody.err.contains("xdg-open could not open the report; open /"), "{nobody:?}");
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let scratch = recorded("report-refused", &one_failure());
    scratch.file("mine/notes.txt", "mine");
    let error = scratch.run(&["report", "--out", "mine"]).error(2);
    assert!(error.contains("which faultline did not make, so nothing is written there"), "{error}");
    assert_eq!(fs::read_dir(scratch.path("mine")).unwrap().count(), 1);
}

/// A number of failing tests with a number of causes, and markup in names.
fn many(failing: u32, causes: u32) -> Recording {
    let parser = class(0, "org.example.Parser", &[("parse", "()V")], &[(0, 1), (0, 2), (0, 3)]);
    let fails = |at: u32| {
        let test =
            test(at, &format!("test{at}</script><img src=x>\u{202e}\"'"), Outcome::Failed, &[(0, &[0, 1])]);
        thrown(test, &format!("x.Error{}", at % causes), "org.example.Parser", "parse", 2)
    };
    let passes = test(failing, "fine", Outcome::Passed, &[(0, &[0, 2])]);
    recording(vec![parser], (0..failing).map(fails).chain([passes]).collect())
}

#[test]
fn ten_thousand_failing_tests_are_useful_pages_of_a_bounded_size() {
    for (name, causes, shown) in [("one", 1, 1), ("many", 400, 20)] {
        let scratch = recorded(&format!("report-{name}"), &many(10_000, causes));
        let files = reported(&scratch, &[]);
        let start = &files["index.html"];
        assert!(start.contains("10,000 of 10,001 tests failed"), "{name}");
        assert_eq!(start.matches("<section class=\"group\"").count(), shown, "{name}");
        assert_eq!(start.contains("380 smaller groups"), causes > 1, "{name}");
        assert!(!start.contains("<img") && start.contains("&lt;img"), "{name}");
        let bytes: usize = files.values().map(String::len).sum();
        assert!(bytes < 12_000_000, "{name}: {bytes} bytes");
        assert!(start.len() < 300_000, "{name}: {} bytes on the first page", start.len());
        assert_eq!(files.keys().filter(|path| path.starts_with("test/")).count(), 1_000, "{name}");
        assert!(files["tests.html"].contains("The first 1,000 of 10,000 failing tests have pages"), "{name}");
        let data = data(&files, "source/1.js");
        assert_eq!(
            data["sets"][0]["more_failing"],
            10_000 - 40,
            "{name}: some are named, the others counted"
        );
    }
}

#[test]
fn a_source_of_100_000_lines_is_on_pages_of_a_thousand_each_and_links_lead_to_the_right_one() {
    let slots = [(0, 10), (0, 54_321), (0, 54_322), (0, 99_999)];
    let parser = class(0, "org.example.Parser", &[("parse", "()V")], &slots);
    let fails = test(0, "fails", Outcome::Failed, &[(0, &[0, 1])]);
    let fails = thrown(fails, "x.Error", "org.example.Parser", "parse", 54_321);
    let passes = test(1, "passes", Outcome::Passed, &[(0, &[0, 2, 3])]);
    let scratch = recorded("report-long", &recording(vec![parser], vec![fails, passes]));
    let text = (1..=100_000).map(|line| format!("    call({line});")).collect::<Vec<_>>().join("\n");
    scratch.file("src/main/java/org/example/Parser.java", &text);
    let files = reported(&scratch, &[]);
    let pages: Vec<(&String, &String)> =
        files.iter().filter(|(path, _)| path.starts_with("source/") && is_page(path)).collect();
    assert!(pages.len() > 1 && pages.len() < 100, "{} pages", pages.len());
    for (path, page) in &pages {
        let lines = page.matches("<li class=").count();
        assert!((1..=1_000).contains(&lines), "{path}: {lines} lines");
    }
    let link =
        values(&files["index.html"], "href").into_iter().find(|link| link.ends_with("#L54321")).unwrap();
    let page = &files[link.split('#').next().unwrap()];
    assert!(page.contains("id=\"L54321\"") && page.contains("54321"), "{link}");
}

#[test]
fn what_mutants_say_is_a_bar_and_a_sentence() {
    let scratch = crate::mutants::with_results("report-mutants");
    let files = reported(&scratch, &[]);
    let start = &files["index.html"];
    assert!(start.contains("data-kind=\"mutants\""), "{start}");
    assert!(!start.contains("data-kind=\"grown tests\""), "there are none: {start}");
    let says = "<code>reset:20</code>: with <code>!=</code> for <code>==</code> the failing test passes and no other test breaks";
    assert!(start.contains(says), "{start}");
}

#[test]
fn grown_tests_are_a_bar_and_their_edits_are_said() {
    let scratch = crate::rank_amplified::with_variants("report-amplified");
    let files = reported(&scratch, &[]);
    let start = &files["index.html"];
    assert!(
        start.contains("data-kind=\"grown tests\"") && start.contains("of the grown tests that fail run it"),
        "{start}"
    );
    assert!(
        start.contains("1 variant of the failing test that leaves out <code>reset</code> passes, 1 fails"),
        "{start}"
    );
}

#[test]
fn obfuscated_names_without_sources_or_lines_are_told_apart() {
    let short = |id, name: &str, slots: &[(u32, u32)]| {
        let mut class = class(id, name, &[("a", "()V"), ("a", "(I)V"), ("b", "(La/a;)La/b;")], slots);
        class.source_file = (id == 0).then(|| "SourceFile".to_owned());
        class
    };
    let classes = vec![
        short(0, "a.a", &[(0, 1), (1, 1), (2, 2)]),
        // Its line numbers were stripped.
        short(1, "a.a$a", &[(0, 0), (1, 0)]),
        short(2, "b", &[(0, 7)]),
    ];
    let fails = test(0, "a", Outcome::Failed, &[(0, &[0, 1, 2]), (1, &[0, 1]), (2, &[0])]);
    let tests = vec![
        thrown(fails, "a.c", "a.a$a", "a", -1),
        test(1, "b", Outcome::Passed, &[(0, &[0]), (2, &[0])]),
        test(2, "c", Outcome::Passed, &[(0, &[2]), (1, &[1])]),
    ];
    let scratch = recorded("report-obfuscated", &recording(classes, tests));
    let files = reported(&scratch, &[]);
    let start = &files["index.html"];
    assert!(start.contains("1 of 3 tests failed"), "{start}");
    for name in ["a.<wbr>a<wbr>()", "a.<wbr>a<wbr>(int)"] {
        assert!(start.contains(name), "{name} in {start}");
    }
    let says_none = |text: &String| text.replace("Faultline 0", "").contains("line 0");
    assert!(!files.values().any(says_none), "no line has the number 0");
    assert!(!files.values().any(|text| text.contains("#L0\"")), "no link to a line that is none");
    assert!(files["map.html"].contains("(no package)"), "a class without a package");
}

#[test]
fn names_exceptions_and_sources_that_are_markup_stay_text() {
    const MARKUP: &str = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u{202e}&amp;'\"";
    let simple = format!("Parser{MARKUP}").replace('/', "");
    let mut parser =
        class(0, &format!("org.example.{simple}"), &[(MARKUP, "()V")], &[(0, 1), (0, 2), (0, 3), (0, 4)]);
    parser.source_file = Some("Parser.java".to_owned());
    let named = |sequence, name: &str, outcome, slots: &[u32]| {
        let mut test = test(sequence, name, outcome, &[(0, slots)]);
        test.class = format!("org.example.{MARKUP}Test");
        test.display = MARKUP.to_owned();
        test
    };
    let fails = named(0, &format!("fails{MARKUP}"), Outcome::Failed, &[0, 1, 3]);
    let fails = thrown(fails, &format!("x.{MARKUP}"), &parser.name.clone(), MARKUP, 2);
    let passes = named(1, &format!("passes{MARKUP}"), Outcome::Passed, &[0, 2]);
    let scratch = recorded("report-markup", &recording(vec![parser], vec![fails, passes]));
    let long = "x".repeat(10_000);
    let source = format!("{MARKUP}\n/* {MARKUP} */ \"{MARKUP}\\\"\n{long}\n");
    let path = scratch.file("src/main/java/org/example/Parser.java", "");
    fs::write(path, [source.as_bytes(), &[0xff, 0xfe, b'\n', 0xc3, b'\n', 0]].concat()).unwrap();
    let files = reported(&scratch, &[]);
    assert!(!files["source/1.html"].contains(&long[..400]), "a long line is cut");
    assert!(files["source/1.html"].contains('\u{fffd}'), "bytes that are no text are replaced");
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("assets")) {
        assert!(!text.contains('\u{202e}'), "{path}: a mark of direction acts on what follows it");
        if text.contains("<html") {
            for markup in ["<img", "<script>", "alert(1)</script>", "onerror=alert(1)>"] {
                assert!(!text.contains(markup), "{path}: {markup}");
            }
        }
    }
    for page in [
        "index.html",
        "tests.html",
        "test/1.html",
        "neighbours.html",
        "neighbours/1.html",
        "map.html",
        "suite.html",
        "source/1.html",
    ] {
        assert!(files[page].contains("&lt;img src=x"), "{page} shows it");
    }
}

#[test]
fn the_suite_is_diagnosed_and_pictures_of_ours_beside_the_recording_are_shown() {
    let scratch = recorded("report-suite", &one_failure());
    let ours = |title: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" data-faultline=\"budget\"><title>{title}</title></svg>\n"
        )
    };
    scratch.file("budget.svg", &ours("60 s for 2 classes"));
    scratch.file(".faultline/curve.svg", &ours("Learning &lt;b&gt;"));
    scratch.file("foreign.svg", &ours("x").replace("</svg>", "<script>1</script></svg>"));
    scratch.file("logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>A logo</title></svg>");
    let files = reported(&scratch, &[]);
    let page = &files["suite.html"];
    let value: Value = serde_json::from_str(&scratch.run(&["suite", "--json"]).ok()).unwrap();
    for measure in ["ddu", "density", "diversity", "uniqueness"] {
        let number = format!("<b>{:.4}</b>", value["suite"][measure].as_f64().unwrap());
        assert!(page.contains(&number), "{measure} {number} in {page}");
    }
    let text = scratch.run(&["suite", "--width", "2000"]).ok();
    let advice = text.lines().find(|line| line.trim().starts_with("To split:")).unwrap().trim();
    assert!(page.contains(&advice.replace('<', "&lt;").replace('>', "&gt;")), "{advice} in {page}");
    assert!(
        page.contains("alt=\"60 s for 2 classes\"") && page.contains("curve.svg: Learning &lt;b&gt;"),
        "{page}"
    );
    assert_eq!(values(page, "src").iter().filter(|src| src.starts_with("pictures/")).count(), 2);
    let pictures: Vec<&String> = files.keys().filter(|path| path.starts_with("pictures/")).collect();
    assert_eq!(pictures, ["pictures/1.svg", "pictures/2.svg"]);
    assert!(!page.contains("logo") && !page.contains("foreign"), "{page}");
}

#[test]
fn two_tests_are_compared_by_the_lines_that_only_one_of_them_runs() {
    let scratch = recorded("diff", &one_failure());
    let value: Value =
        serde_json::from_str(&scratch.run(&["diff", "FooTest#parsesTwo", "--json"]).ok()).unwrap();
    let schema = serde_json::from_str(include_str!("../../../../docs/json-schema/diff.schema.json")).unwrap();
    assert_eq!(violations(&schema, &value), Vec::<String>::new(), "{value}");
    let pair = &value["pairs"][0];
    assert_eq!(pair["other"]["method"], "parsesOne", "5 of 7 lines");
    assert_eq!((&pair["both"], &pair["only_test"], &pair["only_other"]), (&json!(5), &json!(1), &json!(1)));
    assert!((pair["likeness"].as_f64().unwrap() - 5.0 / 7.0).abs() < 1e-12);
    let methods: Vec<&Value> =
        pair["places"].as_array().unwrap().iter().map(|place| &place["method"]).collect();
    assert_eq!(methods, ["next", "parse"], "in the order of sources");
    assert_eq!((&pair["places"][1]["after"], &pair["places"][1]["only_test"]), (&json!(11), &json!([12])));

    let page = scratch.run(&["diff", "FooTest#parsesTwo", "FooTest#lexes", "--width", "70"]).ok();
    assert!(
        page.contains("- org.example.FooTest#parsesTwo (failed)\n+ org.example.FooTest#lexes (passed)"),
        "{page}"
    );
    let folder = scratch.run(&["diff", "FooTest#parsesTwo", ".faultline", "-n", "3"]).ok();
    assert_eq!(folder.matches("\n+ org.example.").count(), 3, "{folder}");

    assert!(scratch.run(&["diff", "nobody"]).error(1).contains("nobody"));
    assert!(scratch.run(&["diff", ".faultline"]).error(2).contains("no test is given"));
    assert!(scratch.run(&["diff", "FooTest"]).error(2).contains("means several tests"));
    assert!(scratch.run(&["diff", "a", "b", "c"]).error(2).contains("two tests are compared"));
}
