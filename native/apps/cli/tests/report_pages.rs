//! The pages of `faultline report` besides their links: what a failing test said and where, what has changed, pages of tests, names to
//! search, links into editors and to the web.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::baseline::branch_and_main;
use crate::rank_screen::project;
use crate::report::{files, reported};
use crate::repository::{Commits, git};
use crate::support::Scratch;

const SOURCE: &str = "src/main/java/org/example/text/Parser.java";

/// The links of a kind, without markup.
fn links(text: &str) -> Vec<String> {
    let links = text.split("<a class=\"editor\" href=\"").skip(1);
    links.filter_map(|rest| Some(rest.split('"').next()?.replace("&amp;", "&"))).collect()
}

/// A project whose test said this, with a source that has all recorded lines.
fn sourced(name: &str, message: &str) -> Scratch {
    let scratch = project(name, message);
    let source = scratch.path(SOURCE);
    let text = fs::read_to_string(&source).unwrap();
    fs::write(&source, text + &"\n".repeat(20)).unwrap();
    age(&source);
    scratch
}

/// Makes a file older than the recorded run.
fn age(file: &Path) {
    let file = File::options().write(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_mins(2)).unwrap();
}

/// The pages of a report with options.
fn pages(scratch: &Scratch, options: &[&str]) -> BTreeMap<String, String> {
    scratch.run(&[&["report", "--out", "pages"], options].concat()).ok();
    files(&scratch.path("pages"))
}

#[test]
fn what_the_test_said_and_its_failing_line_stand_beside_the_suspect_with_its_reason() {
    let scratch = sourced("pages-message", "the depth ==&gt; expected: &lt;2&gt; but was: &lt;1&gt;");
    let files = reported(&scratch, &[]);
    for page in ["index.html", "test/1.html"] {
        let text = &files[page];
        assert!(text.contains("<p class=\"said\">the depth</p>"), "{page}: {text}");
        assert!(text.contains("<dt>expected</dt><dd class=\"pass\"><code>2</code>"), "{page}");
        assert!(text.contains("<dt>actual</dt><dd class=\"fail\"><code>1</code>"), "{page}");
    }
    let start = &files["index.html"];
    let next = start.split("<ol class=\"next\"").nth(1).expect("other suspects");
    assert!(next.contains("%</b>") && next.contains("<p class=\"why\">"), "{next}");
    assert!(files["tests.html"].contains("the depth: expected 2, actual 1"), "{}", files["tests.html"]);
    assert!(!start.contains("class=\"editor\""), "no link leaves the report unless that is asked for");
}

#[test]
fn each_test_has_a_page_with_its_outcome_what_it_ran_and_the_tests_like_it() {
    let scratch = sourced("pages-tests", "too deep");
    let files = reported(&scratch, &[]);
    let tests = files.keys().filter(|path| path.starts_with("test/")).count();
    assert_eq!(tests, 5, "one for each test");
    let failed = &files["test/1.html"];
    assert!(failed.contains("<span class=\"outcome failed\">failed</span>"), "{failed}");
    assert!(
        failed.contains("href=\"../index.html#g1\"") && failed.contains("../neighbours/1.html"),
        "{failed}"
    );
    let near = failed.split("<ul class=\"near\">").nth(1).and_then(|near| near.split("</ul>").next());
    assert!(near.is_some_and(|near| near.contains(" %</b>") && near.contains("href=\"../test/")), "{near:?}");
    let ran = failed.split("id=\"ran\"").nth(1).expect("what it ran");
    assert!(
        ran.contains("href=\"../source/1.html#L") && ran.contains("charAt"),
        "the line with its source: {ran}"
    );
    assert!(files["tests.html"].contains("Each test has a page"), "{}", files["tests.html"]);
    let passed =
        files.values().find(|text| text.contains("<span class=\"outcome passed\">passed</span></p>"));
    assert!(!files["test/2.html"].contains("The failure"), "{passed:?}");
}

#[test]
fn names_that_the_search_finds_lead_to_their_pages() {
    let scratch = sourced("pages-search", "too deep");
    let files = reported(&scratch, &[]);
    let text = files["assets/search.js"].strip_prefix("var faultlineSearch = ").expect("names");
    let index: Value = serde_json::from_str(text.trim_end().trim_end_matches(';')).expect("JSON");
    for (kind, name, folder) in
        [("tests", "FooTest#parsesTwo", "test/"), ("methods", "Parser.parse", "source/")]
    {
        let entries = index[kind].as_array().expect("a list");
        for entry in entries {
            let url = entry[1].as_str().expect("a page");
            let file = url.split('#').next().unwrap_or_default();
            assert!(url.is_empty() || files.contains_key(file), "{entry} leads nowhere");
        }
        let found = entries.iter().find(|entry| entry[0].as_str().is_some_and(|text| text.starts_with(name)));
        assert!(
            found.is_some_and(|entry| entry[1].as_str().is_some_and(|url| url.starts_with(folder))),
            "{entries:?}"
        );
    }
    assert_eq!(index["left_out"], serde_json::json!([0, 0]));
}

#[test]
fn a_suspect_that_has_changed_since_the_test_passed_says_so() {
    let (scratch, main) = branch_and_main("pages-changed");
    let says = "changed since FooTest#fails passed";
    let with = pages(&scratch, &["--baseline", &main]);
    assert!(
        with["index.html"].contains(says) && with["index.html"].contains("last passed"),
        "{}",
        with["index.html"]
    );
    let without = pages(&scratch, &[]);
    assert!(!without["index.html"].contains(says), "no baseline, no change");
}

#[test]
fn an_editor_is_linked_with_the_absolute_path_and_only_safe_addresses_are_taken() {
    let scratch = sourced("pages editor&", "too deep");
    let whole =
        fs::canonicalize(&scratch.0).unwrap().display().to_string().replace(' ', "%20").replace('&', "%26");
    let of = |editor: &str| links(&pages(&scratch, &["--editor", editor])["index.html"]);
    let found = of("vscode");
    assert!(found.contains(&format!("vscode://file{whole}/{SOURCE}:12")), "{found:?}");
    assert!(
        found.contains(&format!("vscode://file{whole}/src/test/java/org/example/FooTest.java:5")),
        "{found:?}"
    );
    let found = of("idea");
    assert!(found.contains(&format!("idea://open?file={whole}/{SOURCE}&line=12")), "{found:?}");
    let found = of("https://git.example.org/o/r/src/{file}#L{line}");
    assert!(found.contains(&format!("https://git.example.org/o/r/src/{SOURCE}#L12")), "{found:?}");
    let source = &pages(&scratch, &["--editor", "idea"])["source/1.html"];
    assert!(source.contains("&amp;line={line}\" data-editor-label=\"open in IDEA\""), "{source}");

    for editor in
        ["javascript:alert('{path}{line}')", "data:text/html,{path}{line}", "emacs", "https://x/{column}"]
    {
        let refused = scratch.run(&["report", "--out", "refused", "--editor", editor]);
        assert_ne!(refused.code, Some(0), "{editor}");
        assert!(refused.err.contains("--editor"), "{}", refused.err);
        assert!(!scratch.path("refused").exists(), "{editor}");
    }
}

/// A project whose source is committed, with the remote `origin`.
fn committed(name: &str, origin: &str) -> Scratch {
    let scratch = sourced(name, "too deep");
    let text = fs::read_to_string(scratch.path(SOURCE)).unwrap();
    Commits::default().commit(1, "a@b", "Begin").file(SOURCE, &text).import(&scratch.0);
    age(&scratch.path(SOURCE));
    git(&scratch.0, &["reset", "-q"], "");
    git(&scratch.0, &["remote", "add", "origin", origin], "");
    scratch
}

/// Changes a file before the recorded run.
fn change(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    fs::write(file, text.replace("// A comment.", "// Another one.")).unwrap();
    age(file);
}

#[test]
fn the_web_page_of_a_committed_line_is_linked_and_the_password_of_the_remote_is_nowhere() {
    let scratch = committed("pages-web", "https://me:s3cret@github.com/owner/name.git");
    let web = pages(&scratch, &["--editor", "web"]);
    let found = links(&web["index.html"]);
    let is_line = |url: &&String| {
        url.starts_with("https://github.com/owner/name/blob/") && url.ends_with(&format!("/{SOURCE}#L12"))
    };
    assert!(found.iter().any(|url| is_line(&url)), "{found:?}");
    assert!(found.iter().all(|url| !url.contains("FooTest")), "it is not committed: {found:?}");
    assert!(web.values().all(|text| !text.contains("s3cret")));

    change(&scratch.path(SOURCE));
    let found = links(&pages(&scratch, &["--editor", "web"])["index.html"]);
    assert_eq!(found, [""; 0], "its lines are not the committed ones");
}

#[test]
fn a_remote_without_known_pages_is_a_sentence_without_its_password() {
    for (origin, says) in [
        ("https://me:s3cret@git.example.org/o/r.git", "the web pages of git.example.org are not known"),
        ("/srv/s3cret/r.git", "is not a repository on a host with web pages"),
    ] {
        let scratch = committed("pages-unknown", origin);
        let refused = scratch.run(&["report", "--editor", "web"]);
        assert_ne!(refused.code, Some(0), "{origin}");
        assert!(refused.err.contains(says) && !refused.err.contains("s3cret"), "{}", refused.err);
        assert!(!scratch.path("faultline-report").exists());
    }
}
