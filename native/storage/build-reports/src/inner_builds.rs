//! Reports of builds inside the build, whose tests have no rows.
//!
//! A test or a task may run another build below the project (samples, tests of plugins, Maven's invoker), which writes
//! reports of its own. Whose they are shows by the JVMs that ran in a module's folder: those of the build have rows,
//! those of the other build only the number of their tests.

use std::path::{Path, PathBuf};

use faultline_spectrum::Recording;

/// The name of the number of tests without rows, in a JVM that was started for another build.
const LEFT_OUT: &str = "tests left out";

/// The folders in which JVMs ran tests, relative to the project's.
#[derive(Debug, Default)]
pub struct TestFolders {
    /// With whether the tests have rows.
    folders: Vec<(PathBuf, bool)>,
}

impl TestFolders {
    /// Those of the recordings' JVMs.
    pub fn of(recordings: &[Recording]) -> Self {
        let of_one = |recording: &Recording| {
            let left_out = recording.counts.iter().any(|(name, count)| name == LEFT_OUT && *count > 0);
            let has_rows = !recording.tests.is_empty();
            let folder = recording.origin.folder().filter(|_| left_out || has_rows)?;
            // `.` is the project's own.
            Some((Path::new(folder).components().filter(|part| part.as_os_str() != ".").collect(), has_rows))
        };
        Self { folders: recordings.iter().filter_map(of_one).collect() }
    }

    /// Whether the reports of a module, given relative to the project, are of a build inside the build: only tests
    /// without rows ran in its folder and below or, if none did, in the nearest folder above it.
    pub fn are_of_inner_build(&self, module: &Path) -> bool {
        let inside: Vec<_> = self.folders.iter().filter(|(folder, _)| folder.starts_with(module)).collect();
        let jvms = if inside.is_empty() { self.nearest_above(module) } else { inside };
        !jvms.is_empty() && jvms.iter().all(|(_, has_rows)| !has_rows)
    }

    fn nearest_above(&self, module: &Path) -> Vec<&(PathBuf, bool)> {
        let at = |above: &Path| self.folders.iter().filter(|(folder, _)| folder == above).collect::<Vec<_>>();
        module.ancestors().map(at).find(|jvms| !jvms.is_empty()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Coverage, Origin, Outcome, RecordedTest};

    use super::*;

    fn recording(folder: &str, rows: usize, left_out: u64) -> Recording {
        let test = RecordedTest {
            sequence: 0,
            unique_id: "t".to_owned(),
            class: String::new(),
            method: String::new(),
            outcome: Outcome::Passed,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: None,
            coverage: Coverage::default(),
        };
        let origin = Origin { description: format!("a VM 17, a.Main\t{folder}"), ..Origin::default() };
        let counts = vec![("tests started".to_owned(), 1), (LEFT_OUT.to_owned(), left_out)];
        Recording { origin, tests: vec![test; rows], counts, ..Recording::default() }
    }

    fn inner(jvms: &[Recording], module: &str) -> bool {
        TestFolders::of(jvms).are_of_inner_build(Path::new(module))
    }

    #[test]
    fn reports_are_of_an_inner_build_where_only_tests_without_rows_ran() {
        let jvms = [
            recording(".", 3, 0),
            recording("samples/a", 0, 2),
            recording("both", 1, 0),
            recording("both", 0, 2),
            recording("/elsewhere", 0, 2),
        ];
        assert!(inner(&jvms, "samples/a"));
        assert!(inner(&jvms, "samples/a/core"), "its JVM worked in the folder above");
        assert!(inner(&jvms, "samples"), "its JVM worked in a folder below");
        for module in ["", "core", "both", "samples/b"] {
            assert!(!inner(&jvms, module), "{module}");
        }
    }

    #[test]
    fn a_jvm_that_ran_no_tests_tells_nothing_about_reports() {
        assert!(!inner(&[recording("a", 0, 0)], "a"));
        assert!(!inner(&[], "a"));
    }
}
