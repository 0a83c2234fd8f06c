//! `faultline report` and `faultline diff` on made-up recordings: of none, of thousands, of names that are markup.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faultline_spectrum::{Outcome, Recording};
use serde_json::{Value, json};

use crate::schema::violations;
use crate::support::{Scratch, class, one_failure, recording, test, thrown, two_causes};

fn recorded(name: &str, recording: &Recording) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.record("1-a", recording);
    scratch
}

/// The files of a report by their paths below its folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
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

/// The report of a recording, which holds together.
fn reported(scratch: &Scratch, arguments: &[&str]) -> BTreeMap<String, String> {
    scratch.run(&[&["report"], arguments].concat()).ok();
    let files = files(&scratch.path("faultline-report"));
    let is_page = |path: &str| Path::new(path).extension().is_some_and(|ending| ending == "html");
    for (path, text) in files.iter().filter(|(path, _)| is_page(path)) {
        holds_together(&files, path, text);
    }
    files
}

/// The values of an attribute.
fn values<'t>(text: &'t str, attribute: &str) -> Vec<&'t str> {
    let start = format!(" {attribute}=\"");
    text.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// What must hold for each page: its links lead somewhere, its ids are its own, nothing that a policy refuses.
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
    for page in ["map.html", "neighbours.html", "neighbours/1.html", "source/1.html", "assets/report.css"] {
        assert!(files.contains_key(page), "{page}");
    }
    let source = &files["source/1.html"];
    assert!(source.contains("&lt;b&gt;") && !source.contains("<b>"), "{source}");
    assert!(source.contains("<li class=\"s9 best\" id=\"L12\">"), "{source}");
    let data = data(&files, "source/1.js");
    let set = &data["sets"][usize::try_from(data["lines"]["12"].as_u64().unwrap()).unwrap()];
    assert_eq!(set["counts"], json!([[0, 1, 0, 0, 3]]), "ef, ep, nf, np");
    let set = &data["sets"][usize::try_from(data["lines"]["10"].as_u64().unwrap()).unwrap()];
    assert_eq!(set["counts"], json!([[0, 1, 2, 0, 1]]));
    assert_eq!(data["lines"]["10"], data["lines"]["11"], "the same tests run them");
    // A second report replaces the first.
    reported(&scratch, &["--failing", "FooTest#parsesTwo"]);
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
fn without_a_failing_test_or_any_test_it_is_a_sentence_and_nothing_is_written() {
    let mut green = one_failure();
    green.tests.remove(2);
    let scratch = recorded("report-green", &green);
    let error = scratch.run(&["report"]).error(3);
    assert!(error.contains("none of the 4 tests in ") && error.contains("nothing is suspicious"), "{error}");
    assert!(!scratch.path("faultline-report").exists());

    green.tests.clear();
    let scratch = recorded("report-empty", &green);
    let done = scratch.run(&["report"]);
    assert!(matches!(done.code, Some(1 | 3)) && !done.err.is_empty(), "{done:?}");
    assert!(!scratch.path("faultline-report").exists());

    let scratch = Scratch::new("report-nothing");
    assert!(scratch.run(&["report"]).error(1).contains("record one first"));
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let scratch = recorded("report-refused", &one_failure());
    scratch.file("mine/notes.txt", "mine");
    let error = scratch.run(&["report", "--out", "mine"]).error(2);
    assert!(error.contains("mine holds files that are no report"), "{error}");
    assert_eq!(fs::read_dir(scratch.path("mine")).unwrap().count(), 1);
}

/// Thousands of failing tests, of so many causes, with names that are markup.
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
        assert!(bytes < 3_000_000, "{name}: {bytes} bytes");
        let data = data(&files, "source/1.js");
        assert_eq!(
            data["sets"][0]["more_failing"],
            10_000 - 40,
            "{name}: some are named, the others counted"
        );
    }
}

#[test]
fn two_tests_are_compared_by_the_lines_that_only_one_of_them_runs() {
    let scratch = recorded("diff", &one_failure());
    let value: Value =
        serde_json::from_str(&scratch.run(&["diff", "FooTest#parsesTwo", "--json"]).ok()).unwrap();
    let schema = serde_json::from_str(include_str!("../../../docs/json-schema/diff.schema.json")).unwrap();
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
    assert!(scratch.run(&["diff", ".faultline"]).error(2).contains("which test?"));
    assert!(scratch.run(&["diff", "FooTest"]).error(2).contains("means several tests"));
    assert!(scratch.run(&["diff", "a", "b", "c"]).error(2).contains("two tests are compared"));
}
