//! Classes that may make tests which name another class, or none: those of JUnit 3 with a `suite` method, as for
//! guava-testlib, and those of JUnit 4 with a runner, as for Cucumber, whose tests name their feature.

use std::collections::BTreeMap;
use std::path::Path;

use faultline_files::{limits, regular};
use faultline_jvm_process::jvm::site::Site;
use faultline_jvm_process::tools::entries;
use faultline_recording_store::driver::Driver;
use faultline_spectrum::Spectrum;

use super::Planned;
use crate::named::Number;

/// What the class file of a class with such a method contains; the JVM checks the rest.
const METHOD: [&[u8]; 2] = [b"suite", b"()Ljunit/framework/Test;"];

/// What the class file of a class with a runner contains.
const RUNNER: &[u8] = b"Lorg/junit/runner/RunWith;";

/// By site: the classes in its folders that have a `suite` method or a runner, if it has a test of JUnit 3 or 4 whose class is in
/// none of the folders. The framework gets the first of them for such a test; the JVM also tries the others.
pub(super) fn of(
    spectrum: &Spectrum,
    sites: &[Site],
    tests: &mut BTreeMap<Number, Planned>,
) -> Vec<Vec<String>> {
    let mut suites = vec![None; sites.len()];
    for planned in tests.values_mut() {
        let class = &spectrum.tests[planned.row.index()].class;
        let site = &sites[planned.site];
        if !matches!(planned.driver, Driver::JUnit3 | Driver::JUnit4) || is_in_folder(site, class) {
            continue;
        }
        let of_site: &mut Vec<String> = suites[planned.site].get_or_insert_with(|| in_folders(site));
        if let Some(first) = of_site.first() {
            planned.unit.clone_from(first);
        }
    }
    suites.into_iter().map(Option::unwrap_or_default).collect()
}

fn is_in_folder(site: &Site, class: &str) -> bool {
    let file = entries::class_file(class);
    site.entries().any(|entry| entry.join(&file).is_file())
}

fn in_folders(site: &Site) -> Vec<String> {
    let mut names: Vec<String> =
        site.entries().filter(|entry| entry.is_dir()).flat_map(|folder| in_folder(&folder)).collect();
    names.sort();
    names.dedup();
    names
}

fn in_folder(folder: &Path) -> Vec<String> {
    let files = limits::PROJECT.files_below(folder).unwrap_or_default();
    let classes = files.iter().filter(|file| file.extension().is_some_and(|end| end == "class"));
    let makes_tests = |bytes: &[u8]| METHOD.iter().all(|part| has(bytes, part)) || has(bytes, RUNNER);
    let found = classes.filter(|file| {
        regular::read(&folder.join(file), limits::CLASS).is_ok_and(|bytes| makes_tests(&bytes))
    });
    found.filter_map(|file| Some(file.with_extension("").to_str()?.replace(['/', '\\'], "."))).collect()
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_with_a_suite_method_or_a_runner_are_found_in_a_folder() {
        let folder = std::env::temp_dir().join(format!("faultline-suites-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("a/b")).unwrap();
        for (name, bytes) in [
            ("a/b/All.class", "\u{1}suite\u{1}()Ljunit/framework/Test;"),
            ("a/b/Plain.class", "\u{1}suite\u{1}()V"),
            ("a/b/Features.class", "Lorg/junit/runner/RunWith;"),
            ("a/b/All.txt", "suite()Ljunit/framework/Test;"),
        ] {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
        let mut found = in_folder(&folder);
        found.sort();
        let _ = std::fs::remove_dir_all(folder);
        assert_eq!(found, ["a.b.All", "a.b.Features"]);
    }
}
