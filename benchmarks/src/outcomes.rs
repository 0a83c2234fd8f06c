//! Checks whether recording changes test outcomes: runs real suites several times with and without the agent, in sequence and in parallel,
//! and compares case by case.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::{LibraryBuild, Reports, differences};

use crate::{BenchError, workspace};

/// A released library with released tests.
struct Library {
    /// Group, artifact and version.
    coordinates: [&'static str; 3],
    /// Dependencies of its tests besides JUnit.
    dependencies: &'static [[&'static str; 3]],
    /// Patterns of test classes that need more than this machine has, each with its reason.
    excludes: &'static [(&'static str, &'static str)],
    /// Folders below `src/test` where tests expect the resources of their jar.
    folders: &'static [&'static str],
    jupiter: bool,
}

const LANG: [&str; 3] = ["org.apache.commons", "commons-lang3", "3.12.0"];
const IO: [&str; 3] = ["commons-io", "commons-io", "2.11.0"];
const RESOURCES: &[&str] = &["resources"];

const LIBRARIES: [Library; 9] = [
    Library {
        coordinates: ["org.apache.commons", "commons-lang3", "3.1"],
        dependencies: &[["org.easymock", "easymock", "3.1"], ["commons-io", "commons-io", "2.1"]],
        excludes: &[],
        folders: RESOURCES,
        jupiter: false,
    },
    Library {
        coordinates: ["org.apache.commons", "commons-csv", "1.2"],
        dependencies: &[["commons-io", "commons-io", "2.2"], ["com.h2database", "h2", "1.4.180"]],
        excludes: &[("**/PerformanceTest*", "measures time")],
        folders: RESOURCES,
        jupiter: false,
    },
    Library {
        coordinates: ["org.apache.commons", "commons-csv", "1.9.0"],
        dependencies: &[
            LANG,
            IO,
            ["com.h2database", "h2", "1.4.200"],
            ["org.mockito", "mockito-core", "3.11.2"],
        ],
        excludes: &[("**/PerformanceTest*", "measures time")],
        folders: RESOURCES,
        jupiter: true,
    },
    Library {
        coordinates: ["commons-cli", "commons-cli", "1.3.1"],
        dependencies: &[],
        excludes: &[],
        folders: RESOURCES,
        jupiter: false,
    },
    Library {
        coordinates: ["org.apache.commons", "commons-text", "1.10.0"],
        dependencies: &[
            LANG,
            IO,
            ["org.assertj", "assertj-core", "3.23.1"],
            ["org.mockito", "mockito-inline", "4.8.0"],
            ["org.apache.commons", "commons-rng-simple", "1.4"],
            ["org.graalvm.js", "js", "22.0.0.2"],
            ["org.graalvm.js", "js-scriptengine", "22.0.0.2"],
        ],
        excludes: &[
            ("**/jmh/**", "measures time"),
            ("**/DnsStringLookupTest*", "needs the network"),
            ("**/UrlStringLookupTest*", "needs the network"),
            ("**/StringSubstitutorWithInterpolatorStringLookupTest*", "needs the network"),
            ("**/ExtendedMessageFormatTest*", "as slow as all others together"),
        ],
        folders: RESOURCES,
        jupiter: true,
    },
    Library {
        coordinates: ["org.apache.commons", "commons-collections4", "4.4"],
        dependencies: &[
            ["org.easymock", "easymock", "4.0.2"],
            LANG,
            ["commons-codec", "commons-codec", "1.12"],
        ],
        excludes: &[("**/BulkTest*", "no tests: a base class")],
        folders: RESOURCES,
        jupiter: false,
    },
    Library {
        coordinates: ["org.apache.commons", "commons-jexl3", "3.3"],
        dependencies: &[
            ["commons-logging", "commons-logging", "1.2"],
            ["com.google.code.gson", "gson", "2.10.1"],
            ["org.apache.commons", "commons-lang3", "3.12.0"],
        ],
        excludes: &[],
        folders: RESOURCES,
        jupiter: false,
    },
    Library {
        coordinates: ["org.apache.commons", "commons-imaging", "1.0-alpha3"],
        dependencies: &[IO, ["org.hamcrest", "hamcrest", "2.2"]],
        excludes: &[],
        folders: &["resources", "data"],
        jupiter: true,
    },
    Library {
        coordinates: ["org.apache.commons", "commons-pool2", "2.11.1"],
        dependencies: &[
            ["cglib", "cglib", "3.3.0"],
            ["org.ow2.asm", "asm-util", "9.2"],
            ["org.hamcrest", "hamcrest-library", "2.2"],
        ],
        excludes: &[(
            "**/TestSoftRefOutOfMemory*",
            "fills the memory; the library's own build leaves it out",
        )],
        folders: RESOURCES,
        jupiter: true,
    },
];

/// JUnit Vintage runs remaining JUnit 4 tests of a Jupiter suite, so it is always included.
const JUNIT4: &[[&str; 3]] = &[["junit", "junit", "4.13.2"]];
const JUPITER: &[[&str; 3]] = &[
    ["org.junit.jupiter", "junit-jupiter", "5.11.4"],
    ["org.junit.vintage", "junit-vintage-engine", "5.11.4"],
];

const JUNIT4_PARALLEL: &[&str] = &["-Dparallel=classes", "-DthreadCount=4", "-DperCoreThreadCount=false"];
const JUPITER_PARALLEL: &[&str] = &[
    "-Djunit.jupiter.execution.parallel.enabled=true",
    "-Djunit.jupiter.execution.parallel.mode.default=concurrent",
    "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
    "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=4",
];

/// The results of a suite in one way.
#[derive(Clone, Debug, Default)]
struct Compared {
    suite: String,
    way: &'static str,
    tests: usize,
    /// Names of cases that differ among the plain runs.
    flaky: BTreeSet<String>,
    /// Names of cases that differ with the agent but not without.
    changed: BTreeSet<String>,
    /// Numbers of rows and of reported tests of each recorded run.
    rows: Vec<(usize, usize)>,
}

/// Runs the suites whose artifact or `artifact-version` is among `names` (all if empty), `runs` times in each way. Passes on each
/// comparison as a Markdown row. A suite missing in the repository becomes a row, and the others continue. Errors: something else is
/// missing, or a build does not run.
pub fn run(
    runs: usize,
    names: &[String],
    progress: impl Fn(&str),
    tell: impl Fn(&str),
) -> Result<(), BenchError> {
    tell(
        "| suite | tests at a time | reported | differ among plain runs | changed by the agent | rows = reported |",
    );
    tell("|---|---|---|---|---|---|");
    let wanted = |library: &&Library| {
        names.is_empty()
            || names.iter().any(|name| *name == library.title() || *name == library.coordinates[1])
    };
    let mut found = Vec::new();
    for library in LIBRARIES.iter().filter(wanted) {
        let folder = match library.prepare() {
            Ok(folder) => folder,
            Err(error) => {
                progress(&error.to_string());
                tell(&format!("| {} | - | not tried: it could not be prepared | | | |", library.title()));
                continue;
            }
        };
        for (way, arguments) in [("1", &[][..]), ("4", library.parallel())] {
            let compared = library.compare(&folder, way, arguments, runs, &progress)?;
            tell(&compared.row());
            found.push(compared);
        }
    }
    for compared in &found {
        for (what, names) in [("differs among plain runs", &compared.flaky), ("changed", &compared.changed)] {
            for name in names {
                tell(&format!("- {}, {} at a time, {what}: `{name}`", compared.suite, compared.way));
            }
        }
    }
    Ok(())
}

impl Library {
    fn title(&self) -> String {
        format!("{}-{}", self.coordinates[1], self.coordinates[2])
    }

    fn parallel(&self) -> &'static [&'static str] {
        if self.jupiter { JUPITER_PARALLEL } else { JUNIT4_PARALLEL }
    }

    /// Prepares a build with the released classes and tests of the library.
    fn prepare(&self) -> Result<PathBuf, BenchError> {
        let folder = workspace::fresh(&format!("outcomes-{}", self.title()))?;
        let pom = folder.join("pom.xml");
        fs::write(&pom, self.pom()).map_err(BenchError::io(&pom))?;
        let mut maven = Command::new("mvn");
        maven.args(["-B", "-ntp", "-q", "process-resources"]).current_dir(&folder);
        workspace::quietly(&format!("preparing {}", self.title()), &mut maven)?;
        Ok(folder)
    }

    fn pom(&self) -> String {
        let frameworks = if self.jupiter { JUPITER } else { JUNIT4 };
        let build = LibraryBuild {
            library: self.coordinates,
            dependencies: frameworks.iter().chain(self.dependencies).copied().collect(),
            excludes: self.excludes.iter().map(|(pattern, why)| [*pattern, *why]).collect(),
            folders: self.folders,
        };
        build.pom()
    }

    fn compare(
        &self,
        folder: &Path,
        way: &'static str,
        arguments: &[&str],
        runs: usize,
        progress: impl Fn(&str),
    ) -> Result<Compared, BenchError> {
        let mut compared = Compared { suite: self.title(), way, ..Compared::default() };
        let (mut plain, mut recorded) = (Vec::new(), Vec::new());
        // Alternating, so that other load affects both.
        for run in 1..=runs {
            progress(&format!("{}, {way} at a time: run {run} of {runs}", self.title()));
            plain.push(self.reports(folder, arguments, None)?);
            let records = workspace::fresh(&format!("outcomes-recordings-{}", self.title()))?;
            let reports = self.reports(folder, arguments, Some(&records))?;
            let rows = faultline_flt::read_dir(&records)
                .map_err(|error| failed(self, &error.to_string()))?
                .0
                .iter()
                .map(|recording| recording.tests.len())
                .sum();
            compared.rows.push((rows, reports.cases.len()));
            recorded.push(reports);
        }
        let first = &plain[0];
        compared.tests = first.cases.len();
        compared.flaky = plain.iter().flat_map(|other| differences(first, other)).collect();
        compared.changed = recorded.iter().flat_map(|other| differences(first, other)).collect();
        compared.changed.retain(|name| !compared.flaky.contains(name));
        Ok(compared)
    }

    /// Surefire's reports of a run. Errors: no test was reported.
    fn reports(
        &self,
        folder: &Path,
        arguments: &[&str],
        records: Option<&Path>,
    ) -> Result<Reports, BenchError> {
        let reports = folder.join("target/surefire-reports");
        if reports.exists() {
            fs::remove_dir_all(&reports).map_err(BenchError::io(&reports))?;
        }
        let mut command = match records {
            None => Command::new("mvn"),
            Some(records) => {
                let mut command = Command::new(workspace::program()?);
                command.args(["run", "--out"]).arg(records).args(["--", "mvn"]);
                command
            }
        };
        command.args(["-B", "-ntp", "surefire:test", "-Dmaven.test.failure.ignore=true"]);
        let output = command
            .args(arguments)
            .current_dir(folder)
            .output()
            .map_err(|error| failed(self, &error.to_string()))?;
        let found = Reports::read(folder);
        if found.cases.is_empty() {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let last: Vec<&str> = text.lines().rev().take(15).collect();
            let last: Vec<&str> = last.into_iter().rev().collect();
            return Err(failed(self, &format!("no test was reported\n{}", last.join("\n"))));
        }
        Ok(found)
    }
}

fn failed(library: &Library, detail: &str) -> BenchError {
    BenchError::Program { what: library.title(), detail: detail.to_owned() }
}

impl Compared {
    fn row(&self) -> String {
        let rows: Vec<String> = self
            .rows
            .iter()
            .map(
                |(rows, reported)| {
                    if rows == reported { format!("{rows}") } else { format!("{rows} of {reported}") }
                },
            )
            .collect();
        format!(
            "| {} | {} | {} | {} | {} | {} |",
            self.suite,
            self.way,
            self.tests,
            self.flaky.len(),
            self.changed.len(),
            rows.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_names_runs_whose_rows_are_not_the_reported_tests() {
        let compared = Compared {
            suite: "x-1".to_owned(),
            way: "4",
            tests: 3,
            flaky: ["a#b".to_owned()].into(),
            changed: BTreeSet::new(),
            rows: vec![(3, 3), (2, 3)],
        };
        assert_eq!(compared.row(), "| x-1 | 4 | 3 | 1 | 0 | 3, 2 of 3 |");
    }

    #[test]
    fn a_pom_has_the_library_its_tests_and_what_is_left_out() {
        let text = LIBRARIES[4].pom();
        for part in
            ["commons-text", "<classifier>tests</classifier>", "<!-- needs the network -->", "mockito-inline"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
