//! The output of a generator.

use std::io;
use std::path::Path;

use faultline_files::{limits, regular};

use crate::evosuite::suite::{self, SuiteFiles};

use super::folder::{Folder, files_below};

/// Generated tests with their coverage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// Number of tests.
    pub tests: usize,
    /// Coverage. Units: 0..=1.
    pub coverage: Option<f64>,
    /// Paths relative to the folder of the run.
    pub files: Vec<String>,
}

/// Moves the suite that EvoSuite wrote for a class into the run's folder; a suite without tests is dropped.
/// Errors: the operating system's.
pub fn take_suite(folder: &Folder, class: &str, scratch: &Path) -> io::Result<Output> {
    let out = scratch.join("tests");
    let tests = SuiteFiles::of(class, &out).tests().unwrap_or(0);
    let coverage = coverage(&scratch.join("report/statistics.csv"));
    let mut files = Vec::new();
    if tests > 0 {
        for file in files_below(&out)? {
            let name = Path::new("tests").join(&file);
            folder.owned().take_in(&out.join(&file), &name)?;
            files.push(name.to_string_lossy().into_owned());
        }
    }
    let kept = scratch.join("kept.flt");
    if tests > 0 && kept.is_file() {
        let name = kept_name(class);
        folder.owned().take_in(&kept, &name)?;
        files.push(name);
    }
    Ok(Output { tests, coverage, files })
}

/// Moves everything that another generator wrote for a class into a folder with the class's name. Tests are
/// methods annotated with `@Test` in its Java files; coverage comes from a `statistics.csv` in EvoSuite's
/// format. Errors: the operating system's.
pub fn take_folder(folder: &Folder, class: &str, scratch: &Path) -> io::Result<Output> {
    let out = scratch.join("tests");
    let found = files_below(&out)?;
    if found.is_empty() {
        return Ok(Output::default());
    }
    let mut tests = 0;
    for file in found.iter().filter(|file| file.extension().is_some_and(|ending| ending == "java")) {
        tests += suite::count(&String::from_utf8_lossy(&regular::read(&out.join(file), limits::SOURCE)?));
    }
    let coverage = coverage(&out.join("statistics.csv"));
    let mut files = Vec::new();
    for file in found {
        let name = Path::new("tests").join(class).join(&file);
        folder.owned().take_in(&out.join(&file), &name)?;
        files.push(name.to_string_lossy().into_owned());
    }
    Ok(Output { tests, coverage, files })
}

/// Removes the files that an earlier attempt of EvoSuite left for a class. Errors: the operating system's.
pub fn forget_suite(folder: &Folder, class: &str) -> io::Result<()> {
    for name in SuiteFiles::names(class) {
        folder.owned().remove(name)?;
    }
    folder.owned().remove(kept_name(class))
}

/// Removes the files that an earlier attempt of another generator left for a class. Errors: the operating
/// system's.
pub fn forget_folder(folder: &Folder, class: &str) -> io::Result<()> {
    folder.owned().remove_below(Path::new("tests").join(class))
}

fn kept_name(class: &str) -> String {
    format!("kept/{class}.flt")
}

/// The column `Coverage` in the last row of EvoSuite's statistics: the mean over its criteria.
fn coverage(statistics: &Path) -> Option<f64> {
    let text = regular::read_to_string(statistics, limits::RESULTS).ok()?;
    let column = text.lines().next()?.split(',').position(|name| name == "Coverage")?;
    let value: f64 = text.lines().skip(1).last()?.split(',').nth(column)?.parse().ok()?;
    (0.0..=1.0).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn coverage_is_read_by_the_name_of_its_column() {
        let path = std::env::temp_dir().join(format!("faultline-statistics-{}", std::process::id()));
        for (text, expected) in [
            ("TARGET_CLASS,criterion,Coverage,Total_Goals\norg.x.Foo,LINE;BRANCH,0.25,8\n", Some(0.25)),
            ("Coverage\n0.5\n1.0\n", Some(1.0)),
            ("Coverage\nNaN\n", None),
            ("Coverage\n", None),
            ("Other\n1\n", None),
            ("", None),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(coverage(&path), expected, "{text}");
        }
        fs::remove_file(path).unwrap();
    }
}
