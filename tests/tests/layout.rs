//! Compares the table of allowed dependencies in CONTRIBUTING.md with the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates of this workspace that each crate depends on; the key is its folder below `native` (`core/files`).
type Layout = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Rows of CONTRIBUTING.md's table, in order: a crate and its allowed dependencies.
fn rows() -> Vec<(String, BTreeSet<String>)> {
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

/// Subfolders of a folder.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    entries.filter(|path| path.is_dir()).collect()
}

/// Crate folders: `native/<layer>/<crate>`.
fn crates() -> Vec<PathBuf> {
    folders(&root().join("native")).iter().flat_map(|layer| folders(layer)).collect()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The dependencies in the manifests.
fn declared() -> Layout {
    crates()
        .into_iter()
        .map(|folder| {
            let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
            let manifest: toml::Table = text.parse().expect("a manifest is TOML");
            let named = manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten();
            let ours = named.filter_map(|(name, _)| name.strip_prefix("faultline-")).map(str::to_owned);
            let layer = name(folder.parent().expect("a layer"));
            (format!("{layer}/{}", name(&folder)), ours.collect())
        })
        .collect()
}

#[test]
fn the_table_of_crates_says_what_the_manifests_say() {
    let (documented, declared): (Layout, _) = (rows().into_iter().collect(), declared());
    let names = |layout: &Layout| layout.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&documented), names(&declared), "crates in CONTRIBUTING.md and on disk");
    for (name, named) in &documented {
        assert_eq!(*named, declared[name], "what native/{name} may depend on, and what it depends on");
    }
}

#[test]
fn a_crate_is_called_as_its_folder() {
    for folder in crates() {
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = text.parse().expect("a manifest is TOML");
        let package = manifest["package"]["name"].as_str();
        assert_eq!(package, Some(&*format!("faultline-{}", name(&folder))), "{}", folder.display());
    }
}

/// The table lists the layers from bottom to top.
#[test]
fn no_crate_depends_on_a_layer_above_its_own() {
    let rows = rows();
    let layer = |name: &str| name.split_once('/').expect("layer/crate").0.to_owned();
    let mut layers: Vec<String> = rows.iter().map(|(name, _)| layer(name)).collect();
    layers.dedup();
    let distinct: BTreeSet<_> = layers.iter().collect();
    assert_eq!(distinct.len(), layers.len(), "the crates of a layer stand beside each other: {layers:?}");
    let height: BTreeMap<String, usize> = rows
        .iter()
        .map(|(name, _)| {
            let crate_name = name.split_once('/').expect("layer/crate").1.to_owned();
            (crate_name, layers.iter().position(|one| *one == layer(name)).expect("one of them"))
        })
        .collect();
    for (name, named) in declared() {
        let own = name.split_once('/').expect("layer/crate").1;
        for other in named {
            assert!(height[&other] <= height[own], "native/{name} depends on {other}, which is above it");
        }
    }
}

/// Deletes and overwrites are only in native/core/files, or justified: see clippy.toml.
#[test]
fn every_crate_asks_for_the_lint_of_calls_that_delete_and_overwrite() {
    for folder in crates().into_iter().filter(|folder| name(folder) != "files") {
        let source = |file: &str| fs::read_to_string(folder.join("src").join(file)).ok();
        let sources: Vec<String> = ["lib.rs", "main.rs"].into_iter().filter_map(source).collect();
        let asks = |text: &String| text.contains("clippy::disallowed_methods") && text.contains("not(test)");
        assert!(!sources.is_empty() && sources.iter().all(asks), "{} does not ask for it", folder.display());
    }
}

/// Names of test files below a folder `tests`, without extension.
fn test_files(tests: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(tests).into_iter().flatten().flatten().map(|entry| entry.path());
    let sources = files.filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    sources.filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect()
}

/// `make check-rust` runs the test files of this crate by name in the whole workspace: a file of the same name in another crate would
/// run twice, at the same time.
#[test]
fn a_test_file_of_this_crate_shares_its_name_with_none_of_another_crate() {
    let ours = test_files(&root().join("tests/tests"));
    assert!(ours.contains("layout"), "{ours:?}");
    for folder in crates().into_iter().chain([root().join("benchmarks")]) {
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

/// Packages of a lock file: the name and the names that it depends on.
fn locked(path: &Path) -> Layout {
    let text = fs::read_to_string(path).expect("a lock file");
    let lock: toml::Table = text.parse().expect("a lock file is TOML");
    let packages = lock["package"].as_array().expect("packages");
    let text = |value: &toml::Value| value.as_str().unwrap_or_default().to_owned();
    packages
        .iter()
        .map(|package| {
            let named = package.get("dependencies").and_then(toml::Value::as_array).into_iter().flatten();
            // A dependency is followed by its version where the lock file has several of them.
            let named = named.map(|entry| text(entry).split(' ').next().unwrap_or_default().to_owned());
            (text(&package["name"]), named.collect())
        })
        .collect()
}

/// The workspace of coverage-guided fuzzing is built by hand alone: nothing else would say that its lock file is behind.
#[test]
fn the_lock_file_of_fuzzing_knows_each_dependency_of_our_crates() {
    let lock = locked(&root().join("fuzz/Cargo.lock"));
    let mut compared = 0;
    for folder in crates() {
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = text.parse().expect("a manifest is TOML");
        let Some(known) = lock.get(&format!("faultline-{}", name(&folder))) else { continue };
        let wanted = manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten();
        let missing: Vec<_> =
            wanted.filter(|(name, _)| !known.contains(*name)).map(|(name, _)| name).collect();
        assert!(
            missing.is_empty(),
            "fuzz/Cargo.lock lacks {missing:?} of {}: run `cargo metadata` in fuzz",
            folder.display()
        );
        compared += 1;
    }
    assert!(compared > 20, "only {compared} crates compared");
}
