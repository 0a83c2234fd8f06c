//! Two consecutive releases, unpacked like a checkout of the library.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::list::{Row, package};
use super::maven::{self, Artifact};
use super::outcomes::{Outcome, parse};
use super::process;
use super::tool::Tool;
use super::turn::Turn;
use crate::BenchError;

/// A release and the one after it.
#[derive(Debug)]
pub struct Pair {
    /// Maven's group.
    pub group: String,
    /// Maven's artifact.
    pub artifact: String,
    /// The earlier release.
    pub before: String,
    /// The later release.
    pub after: String,
    /// Jars needed by the tests of the later release.
    pub dependencies: Vec<PathBuf>,
    /// Its folder.
    pub home: PathBuf,
    /// A lock: other processes may work on other faults of the pair.
    pub _turn: Option<Turn>,
}

impl Pair {
    /// Downloads a pair from Maven Central and unpacks it below `work`, unless it exists. Errors: a part is missing in Maven Central.
    pub fn prepare(
        tool: &Tool,
        work: &Path,
        library: (&str, &str),
        releases: (&str, &str),
    ) -> Result<Self, BenchError> {
        let ((group, artifact), (before, after)) = (library, releases);
        let pairs = work.join("pairs");
        fs::create_dir_all(&pairs).map_err(BenchError::io(&pairs))?;
        let home = pairs.join(format!("{artifact}-{before}-{after}"));
        let turn = Some(Turn::take(&pairs.join(format!("{artifact}-{before}-{after}.lock")))?);
        let paths = maven::class_paths(&tool.repository, work, library, &[after])?;
        let missing =
            |detail: String| BenchError::Program { what: format!("{artifact} {before} and {after}"), detail };
        let dependencies = paths.into_iter().next().flatten().ok_or_else(|| {
            missing(format!("Maven cannot resolve what the tests need; see {}/resolve", work.display()))
        })?;
        let [group, artifact, before, after] = [group, artifact, before, after].map(str::to_owned);
        let pair = Self { group, artifact, before, after, dependencies, home, _turn: turn };
        if !pair.home.join("complete").exists() {
            maven::fetch(&tool.repository, work, &pair.artifacts())?;
            for needed in [pair.main(), pair.later(), pair.tests()] {
                if !needed.path(&tool.repository).exists() {
                    return Err(missing(format!(
                        "{}-{} {} is not on Maven Central, or Maven cannot reach it",
                        needed.name, needed.version, needed.classifier
                    )));
                }
            }
            pair.unpack(&tool.repository)?;
        }
        Ok(pair)
    }

    /// The pair of a fault.
    pub fn of(tool: &Tool, work: &Path, row: &Row) -> Result<Self, BenchError> {
        Self::prepare(tool, work, (&row.group, &row.artifact), (&row.faulty, &row.fixed))
    }

    /// All artifacts of the pair, which Maven Central may lack.
    pub fn artifacts(&self) -> Vec<Artifact> {
        vec![
            self.main(),
            self.later(),
            self.sources(),
            self.tests(),
            self.test_sources(),
            self.earlier_tests(),
        ]
    }

    fn jar(&self, version: &str, classifier: &'static str) -> Artifact {
        Artifact::jar(&self.group, &self.artifact, version, classifier)
    }

    /// The earlier release.
    pub fn main(&self) -> Artifact {
        self.jar(&self.before, "")
    }

    /// The later release.
    pub fn later(&self) -> Artifact {
        self.jar(&self.after, "")
    }

    /// Sources of the earlier release.
    pub fn sources(&self) -> Artifact {
        self.jar(&self.before, "sources")
    }

    /// Tests of the later release.
    pub fn tests(&self) -> Artifact {
        self.jar(&self.after, "tests")
    }

    /// Sources of these tests.
    pub fn test_sources(&self) -> Artifact {
        self.jar(&self.after, "test-sources")
    }

    fn earlier_tests(&self) -> Artifact {
        self.jar(&self.before, "tests")
    }

    fn unpack(&self, repository: &Path) -> Result<(), BenchError> {
        if self.home.exists() {
            fs::remove_dir_all(&self.home).map_err(BenchError::io(&self.home))?;
        }
        let places = [
            (self.main(), "target/classes"),
            (self.tests(), "target/test-classes"),
            (self.later(), "after"),
            (self.earlier_tests(), "earlier-tests"),
            (self.sources(), "src/main/java"),
            (self.test_sources(), "src/test/java"),
        ];
        for (artifact, place) in places {
            let folder = self.home.join(place);
            fs::create_dir_all(&folder).map_err(BenchError::io(&folder))?;
            let jar = artifact.path(repository);
            if jar.exists() {
                let mut unpack = Command::new("jar");
                unpack.arg("xf").arg(&jar).current_dir(&folder);
                let log = self.home.join("jar.log");
                process::run(&mut unpack, &log, Duration::from_mins(5))?
                    .success(&format!("unpacking {}", jar.display()))?;
            }
        }
        let resources = self.home.join("src/test/resources");
        std::os::unix::fs::symlink(self.home.join("target/test-classes"), &resources)
            .map_err(BenchError::io(&resources))?;
        let complete = self.home.join("complete");
        fs::write(&complete, "").map_err(BenchError::io(&complete))
    }

    /// Names of the test classes, ascending.
    pub fn test_classes(&self) -> Result<Vec<String>, BenchError> {
        let files = class_files(&self.home.join("target/test-classes"))?;
        let names = files.iter().map(|file| file.trim_end_matches(".class").replace('/', "."));
        Ok(names.filter(|name| is_test_class(name)).collect())
    }

    /// Test classes that are missing or different in the earlier release; all if it published no tests.
    pub fn changed_test_classes(&self) -> Result<BTreeSet<String>, BenchError> {
        let (earlier, later) = (self.home.join("earlier-tests"), self.home.join("target/test-classes"));
        let mut changed = BTreeSet::new();
        for file in class_files(&later)? {
            if fs::read(earlier.join(&file)).ok() != fs::read(later.join(&file)).ok() {
                let outermost = file.split(['$', '.']).next().unwrap_or_default();
                changed.insert(outermost.replace('/', "."));
            }
        }
        Ok(changed)
    }

    /// Whether test classes refer to JUnit 5, and to JUnit 3 or 4.
    pub fn engines(&self) -> Result<(bool, bool), BenchError> {
        let (mut jupiter, mut vintage) = (false, false);
        let root = self.home.join("target/test-classes");
        for file in class_files(&root)? {
            let path = root.join(file);
            let code = fs::read(&path).map_err(BenchError::io(&path))?;
            let mentions = |word: &str| code.windows(word.len()).any(|bytes| bytes == word.as_bytes());
            jupiter = jupiter || mentions("org/junit/jupiter/api/");
            vintage = vintage || mentions("Lorg/junit/Test;") || mentions("junit/framework/Test");
        }
        Ok((jupiter, vintage))
    }

    /// Runs test classes on folders of library classes, absolute or relative to the pair's. A class that ends the JVM counts as failed.
    /// Returns whether all were run in time, and the outcomes. Errors: a JVM does not start, or its rows cannot be read.
    pub fn suite(
        &self,
        tool: &Tool,
        library: &[&Path],
        classes: &[String],
        limit: Duration,
    ) -> Result<(bool, Vec<Outcome>), BenchError> {
        let places = library.iter().copied().chain([Path::new("target/test-classes")]);
        let places: Vec<String> =
            places.map(|place| format!("{}/", self.home.join(place).display())).collect();
        let (listing, rows) = (self.home.join("suite-classes"), self.home.join("suite-rows"));
        let (mut outcomes, mut rest, start) = (Vec::new(), classes, Instant::now());
        while !rest.is_empty() {
            let left = limit.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Ok((false, outcomes));
            }
            let _ = fs::remove_file(&rows);
            fs::write(&listing, rest.join("\n")).map_err(BenchError::io(&listing))?;
            let [list, out] = [&listing, &rows].map(|path| path.to_string_lossy().into_owned());
            let ended =
                tool.run(&self.dependencies, &self.home, left, &["suite", &places.join(":"), &list, &out])?;
            let bytes = fs::read(&rows).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            let run = parse(&text);
            outcomes.extend(run.outcomes);
            if run.is_complete {
                break;
            }
            let Some(last) = run.started else {
                return ended.success("running tests").and(Ok((false, outcomes)));
            };
            if ended.late {
                return Ok((false, outcomes));
            }
            let at = rest.iter().position(|class| *class == last).map_or(rest.len(), |at| at + 1);
            outcomes.push(Outcome::jvm_ended(&last));
            rest = &rest[at..];
        }
        Ok((true, outcomes))
    }
}

/// Paths of class files below a folder, ascending.
fn class_files(root: &Path) -> Result<Vec<String>, BenchError> {
    let (mut files, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(BenchError::io(&folder))? {
            let path = entry.map_err(BenchError::io(&folder))?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "class") {
                let relative = path.strip_prefix(root).unwrap_or(&path);
                files.push(relative.to_string_lossy().into_owned());
            }
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// Whether a class matches Surefire's default patterns, except for performance tests.
fn is_test_class(name: &str) -> bool {
    let simple = name.strip_prefix(package(name)).unwrap_or(name).trim_start_matches('.');
    let measures = ["Performance", "Benchmark", "Stress"].iter().any(|word| simple.contains(word));
    let is_named =
        simple.starts_with("Test") || ["Test", "Tests", "TestCase"].iter().any(|end| simple.ends_with(end));
    !simple.contains('$') && !measures && is_named && !name.starts_with("META-INF")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_classes_are_those_of_surefires_patterns() {
        let is = |name: &str| is_test_class(name);
        assert!(is("a.FooTest") && is("a.TestFoo") && is("FooTests") && is("a.b.FooTestCase"));
        assert!(!is("a.Foo") && !is("a.FooTest$In") && !is("a.FooPerformanceTest") && !is("a.test.Foo"));
    }
}
