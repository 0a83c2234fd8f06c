//! The cost of recording whole Maven builds of released libraries, compared with JaCoCo's agent: ratios of CPU time, for tests
//! in sequence, in parallel and in several JVMs.
//!
//! A build includes Maven's JVM, its plugins and the JVMs of the tests: everything that a user of `faultline run --` waits for.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::comparison::{Comparison, Variant, compare};
use crate::overhead::jacoco;
use crate::suite::Suite;
use crate::{BenchError, workspace};

/// A released library with its tests, from Maven Central.
struct Build {
    /// Folder of its pom below `benchmarks/builds`.
    name: &'static str,
    title: &'static str,
    /// Classes instrumented by JaCoCo's agent: those of the library without its tests, which is Faultline's default.
    include: &'static str,
    exclude: &'static str,
    /// The ways to run its tests.
    ways: &'static [Way],
}

/// A way to run tests, and its Maven arguments.
struct Way {
    title: &'static str,
    arguments: &'static [&'static str],
}

const SERIAL: Way = Way { title: "one test at a time", arguments: &[] };

const CLASSES: Way = Way {
    title: "4 classes at a time (Surefire)",
    arguments: &["-Dparallel=classes", "-DthreadCount=4", "-DperCoreThreadCount=false"],
};

const JUPITER: Way = Way {
    title: "4 at a time (Jupiter)",
    arguments: &[
        "-Djunit.jupiter.execution.parallel.enabled=true",
        "-Djunit.jupiter.execution.parallel.mode.default=concurrent",
        "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
        "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=4",
    ],
};

const TESTNG: Way =
    Way { title: "4 methods at a time (TestNG)", arguments: &["-Dparallel=methods", "-DthreadCount=4"] };

const FORKS: Way =
    Way { title: "a JVM for each class, 2 at a time", arguments: &["-DforkCount=2", "-DreuseForks=false"] };

const BUILDS: [Build; 4] = [
    Build {
        name: "lang3",
        title: "commons-lang3 3.1 (JUnit 4)",
        include: crate::suite::INCLUDE,
        exclude: crate::suite::EXCLUDE,
        ways: &[SERIAL, CLASSES],
    },
    Build {
        name: "text",
        title: "commons-text 1.10.0 (Jupiter)",
        include: "org.apache.commons.text.*",
        exclude: "*Test*",
        ways: &[SERIAL, JUPITER, FORKS],
    },
    Build {
        name: "collections",
        title: "commons-collections4 4.4 (JUnit 4)",
        include: "org.apache.commons.collections4.*",
        exclude: "*Test*:*.BulkTest*",
        ways: &[SERIAL, CLASSES],
    },
    Build {
        name: "strata",
        title: "strata-collect and strata-basics 1.7.0 (TestNG)",
        include: "com.opengamma.strata.*",
        exclude: "*Test*",
        ways: &[SERIAL, TESTNG],
    },
];

/// Runs `mvn surefire:test` on the `named` builds, or on all, in each way: plain, under JaCoCo and under `faultline run`,
/// alternating. Passes on each comparison when it is complete. Errors: something is missing, a build does not run, or the runs
/// do not execute the same tests.
pub fn run(
    named: &[String],
    rounds: usize,
    progress: impl Fn(&str),
    tell: impl Fn(&Comparison),
) -> Result<(), BenchError> {
    let agent = Suite::prepare()?.jacoco();
    let is_wanted = |build: &&Build| named.is_empty() || named.iter().any(|name| name == build.name);
    for build in BUILDS.iter().filter(is_wanted) {
        let folder = prepare(build)?;
        for way in build.ways {
            let variants = variants(build, &folder, &agent, way.arguments)?;
            let title = format!("mvn surefire:test of {}, {}", build.title, way.title);
            tell(&compare(title, variants, rounds, counts, &progress)?);
        }
    }
    Ok(())
}

/// Names of all builds.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILDS.iter().map(|build| build.name)
}

/// Copies and compiles a build.
fn prepare(build: &Build) -> Result<PathBuf, BenchError> {
    let folder = workspace::fresh(&format!("build-{}", build.name))?;
    let pom = workspace::root().join("benchmarks/builds").join(build.name).join("pom.xml");
    std::fs::copy(&pom, folder.join("pom.xml")).map_err(BenchError::io(&pom))?;
    let mut maven = Command::new("mvn");
    maven.args(["-B", "-ntp", "-q", "test-compile"]).current_dir(&folder);
    workspace::quietly(&format!("preparing {}", build.title), &mut maven)?;
    Ok(folder)
}

fn variants(
    build: &Build,
    folder: &Path,
    jacoco_agent: &Path,
    way: &'static [&'static str],
) -> Result<Vec<Variant>, BenchError> {
    let exec = folder.join("jacoco.exec");
    let records = folder.join("recordings");
    std::fs::create_dir_all(&records).map_err(BenchError::io(&records))?;
    let program = workspace::program()?;
    let attached = jacoco(jacoco_agent, &exec, build.include, build.exclude);
    let words = |parts: &[&str]| parts.iter().map(|&part| part.to_owned()).collect::<Vec<_>>();
    let mut recorded = vec![program.to_string_lossy().into_owned(), "run".to_owned(), "--out".to_owned()];
    recorded.push(records.to_string_lossy().into_owned());
    // The default scope, as users have it, is the classes of the build; patterns could also match Maven's libraries.
    recorded.extend(words(&["--", "mvn"]));
    let variant = |name, output, mut command: Vec<String>| {
        command.extend(words(&["-B", "-ntp", "surefire:test", "-Dmaven.test.failure.ignore=true"]));
        command.extend(words(way));
        let folder = folder.to_owned();
        Variant::new(name, output, move || {
            let mut maven = Command::new(&command[0]);
            maven.args(&command[1..]).current_dir(&folder);
            maven
        })
    };
    Ok(vec![
        variant("plain", None, words(&["mvn"])),
        variant(
            "JaCoCo 0.8.15, aggregate",
            Some(exec),
            vec!["mvn".to_owned(), format!("-Dbench.agent={attached}")],
        ),
        variant("Faultline, per test", Some(records), recorded),
    ])
}

/// Parses Surefire's last `Tests run: N, Failures: F, Errors: E, Skipped: S`.
fn counts(printed: &str) -> Option<(u64, u64)> {
    let line = printed.lines().rev().find(|l| l.contains("Tests run:") && !l.contains("Time elapsed"))?;
    let numbers: Vec<u64> =
        line.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
    let [.., ran, failures, errors, _skipped] = numbers[..] else { return None };
    Some((ran, failures + errors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_sums_and_not_those_of_a_class() {
        let printed = "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in ATest\n\
            [ERROR] Tests run: 221, Failures: 1, Errors: 2, Skipped: 3\n[INFO] BUILD SUCCESS\n";
        assert_eq!(counts(printed), Some((221, 3)));
        assert_eq!(counts("[INFO] No tests to run.\n"), None);
    }

    #[test]
    fn every_build_has_its_pom() {
        for build in &BUILDS {
            let pom = workspace::root().join("benchmarks/builds").join(build.name).join("pom.xml");
            let text = std::fs::read_to_string(pom).unwrap();
            assert!(text.contains("${bench.agent}"), "JaCoCo's agent must come in by the argLine");
        }
    }
}
