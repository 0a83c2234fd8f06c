//! The table in CONTRIBUTING.md, which says what each crate may depend on, against the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Layout = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// By folder of `native`: what the table says.
fn documented() -> Layout {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("it is there");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `native/"));
    rows.map(|row| {
        let (name, rest) = row.split_once('`').expect("a name ends with a backquote");
        let last = rest.trim_end_matches(['|', ' ']).rsplit('|').next().unwrap_or_default().trim();
        let named = last.split(", ").filter(|name| *name != "-").map(str::to_owned);
        (name.to_owned(), named.collect())
    })
    .collect()
}

/// By folder of `native`: what its manifest says.
fn declared() -> Layout {
    let folders = fs::read_dir(root().join("native")).expect("a folder").flatten().map(|entry| entry.path());
    let crates = folders.filter(|folder| folder.join("Cargo.toml").is_file());
    crates
        .map(|folder| {
            let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
            let manifest: toml::Table = text.parse().expect("a manifest is TOML");
            let named = manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten();
            let ours = named.filter_map(|(name, _)| name.strip_prefix("faultline-")).map(str::to_owned);
            (folder.file_name().unwrap_or_default().to_string_lossy().into_owned(), ours.collect())
        })
        .collect()
}

#[test]
fn the_table_of_crates_says_what_the_manifests_say() {
    let (documented, declared) = (documented(), declared());
    let names = |layout: &Layout| layout.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&documented), names(&declared), "folders of native in CONTRIBUTING.md and on disk");
    for (name, named) in &documented {
        assert_eq!(*named, declared[name], "what native/{name} may depend on, and what it does");
    }
}

/// What deletes or overwrites stands in native/files, or beside a reason: see clippy.toml.
#[test]
fn every_crate_asks_for_the_lint_of_calls_that_delete_and_overwrite() {
    for name in declared().into_keys().filter(|name| name != "files") {
        let source =
            |file: &str| fs::read_to_string(root().join("native").join(&name).join("src").join(file)).ok();
        let sources: Vec<String> = ["lib.rs", "main.rs"].into_iter().filter_map(source).collect();
        let asks = |text: &String| text.contains("clippy::disallowed_methods") && text.contains("not(test)");
        assert!(!sources.is_empty() && sources.iter().all(asks), "native/{name} does not ask for it");
    }
}

/// Names of test files below a folder `tests`, without their ending.
fn test_files(tests: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(tests).into_iter().flatten().flatten().map(|entry| entry.path());
    let sources = files.filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    sources.filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect()
}

/// `make check-rust` asks for the files of this crate by name, in the whole workspace: one of another crate with the same
/// name would be run twice, at the same time.
#[test]
fn a_test_file_of_this_crate_shares_its_name_with_none_of_another_crate() {
    let ours = test_files(&root().join("tests/tests"));
    assert!(ours.contains("layout"), "{ours:?}");
    let native = fs::read_dir(root().join("native")).expect("a folder").flatten().map(|entry| entry.path());
    for folder in native.chain([root().join("benchmarks")]) {
        let both: Vec<_> = ours.intersection(&test_files(&folder.join("tests"))).cloned().collect();
        assert!(both.is_empty(), "{}: {both:?}", folder.display());
    }
}

#[test]
fn the_test_files_that_the_makefile_names_are_there() {
    let text = fs::read_to_string(root().join("Makefile")).expect("it is there");
    let ours = test_files(&root().join("tests/tests"));
    for name in ["WHOLE_TIMED := ", "WHOLE_BUILDS := "] {
        let list = text.lines().find_map(|line| line.strip_prefix(name)).expect("a list of test files");
        for file in list.split_whitespace() {
            assert!(ours.contains(file), "{name}{file}");
        }
    }
}
