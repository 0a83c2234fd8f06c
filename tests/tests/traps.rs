//! Every row of `docs/maintaining.md` names an existing test.

use std::fs;
use std::path::{Path, PathBuf};

use faultline_tests::section::section_in;

/// A row of the document: a problem, and the tests in its last cell.
struct Row {
    wrong: String,
    named: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The section on traps.
fn document() -> String {
    let page = fs::read_to_string(root().join("docs/maintaining.md")).expect("the document is there");
    section_in(&page, "## Traps and their tests\n").to_owned()
}

/// The rows of all tables, without headings and separators.
fn rows(document: &str) -> Vec<Row> {
    let lines: Vec<_> = document.lines().collect();
    let is_rule = |line: &&str| line.starts_with("|--");
    let body = |at: &usize| {
        let heading = lines.get(at + 1).is_some_and(is_rule);
        lines[*at].starts_with('|') && !is_rule(&lines[*at]) && !heading
    };
    (0..lines.len())
        .filter(body)
        .map(|at| {
            let cells: Vec<_> = lines[at].trim_matches('|').split(" | ").map(str::trim).collect();
            assert_eq!(cells.len(), 3, "a row has three cells: {}", lines[at]);
            let named = cells[2].split('`').skip(1).step_by(2).map(str::to_owned).collect();
            Row { wrong: cells[0].to_owned(), named }
        })
        .collect()
}

/// Whether a text of that kind has a test of that name, rather than a function or a mention.
fn holds(extension: &str, text: &str, name: &str) -> bool {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let marked = |at: usize, marks: &[&str]| {
        // Attributes and annotations are directly above, preceded by a blank line or a brace.
        let mut above =
            lines[..at].iter().rev().take_while(|line| !line.is_empty() && !line.starts_with('}'));
        above.any(|line| marks.iter().any(|mark| line.starts_with(mark)))
    };
    lines.iter().enumerate().any(|(at, line)| match extension {
        "rs" => {
            // `builds!` creates a test for each line `name: "folder",`.
            let made = line.strip_prefix(name).is_some_and(|rest| rest.starts_with(": \""));
            let written = line.strip_prefix("fn ").and_then(|rest| rest.strip_prefix(name));
            let written = written.is_some_and(|rest| rest.starts_with('('));
            made && text.contains("macro_rules!") || written && marked(at, &["#[test]"])
        }
        "java" => {
            let declared = line.contains(&format!(" {name}(")) && line.ends_with('{');
            declared && marked(at, &["@Test", "@TestFactory", "@ParameterizedTest"])
        }
        _ => false,
    })
}

/// The problem with an item of a row, as a sentence.
fn complaint(named: &str) -> Option<String> {
    let (path, test) = named.split_once("::").map_or((named, None), |(path, test)| (path, Some(test)));
    let file = root().join(path);
    if !file.is_file() {
        return Some(format!("there is no file {path}"));
    }
    let test = test?;
    let text = fs::read_to_string(&file).expect("a source can be read");
    let extension = file.extension().and_then(|e| e.to_str()).unwrap_or_default();
    (!holds(extension, &text, test)).then(|| format!("{path} has no test {test}"))
}

#[test]
fn every_row_names_a_test_that_exists() {
    let document = document();
    let rows = rows(&document);
    assert!(rows.len() >= 60, "only {} rows were read", rows.len());
    let mut complaints = Vec::new();
    for row in &rows {
        if !row.named.iter().any(|named| named.contains("::")) {
            complaints.push(format!("no test: {}", row.wrong));
        }
        complaints.extend(row.named.iter().filter_map(|named| complaint(named)));
    }
    assert_eq!(complaints, [""; 0]);
}

#[test]
fn every_row_is_in_one_table_of_the_document() {
    let document = document();
    let parts: Vec<_> = document.split("\n### ").skip(1).collect();
    let sizes: Vec<_> = parts.iter().map(|part| rows(part).len()).collect();
    // Defects, reports, traps, others, and the list of impossible problems.
    assert_eq!(sizes.len(), 5, "{sizes:?}");
    assert!(sizes[0] >= 8 && sizes[1] >= 24 && sizes[2] >= 21 && sizes[4] == 0, "{sizes:?}");
    assert_eq!(sizes.iter().sum::<usize>(), rows(&document).len());
}

#[test]
fn a_test_that_does_not_exist_is_noticed() {
    let this = "tests/tests/traps.rs";
    assert_eq!(complaint(&format!("{this}::a_test_that_does_not_exist_is_noticed")), None);
    assert!(complaint(&format!("{this}::holds")).is_some(), "a function is no test");
    assert!(complaint(&format!("{this}::a_test_that_does_not")).is_some(), "part of a name");
    assert!(complaint("tests/tests/nowhere.rs::a_test").is_some());
    assert!(complaint("tests/targets/nowhere.java").is_some());
    assert_eq!(complaint("tests/tests/builds.rs::a_build_of_two_modules"), None);
    assert!(complaint("tests/tests/builds.rs::a_build").is_some());
    let java = "class A {\n    /** Why. */\n    @Test\n    void works() throws Exception {\n    }\n\n    void not() {\n    }\n}";
    assert!(holds("java", java, "works") && !holds("java", java, "not") && !holds("java", java, "work"));
}

#[test]
fn a_row_without_a_test_is_noticed() {
    let document =
        "| a | b | c |\n|---|---|---|\n| wrong | GZoltar | soon |\n| worse | - | `a.rs::b`, `c` |\n";
    let rows = rows(document);
    let named: Vec<_> = rows.iter().map(|row| (row.wrong.as_str(), row.named.len())).collect();
    assert_eq!(named, [("wrong", 0), ("worse", 2)]);
}
