//! What recording costs whole Maven builds of released libraries, beside JaCoCo's agent, with tests
//! one after another and at the same time, as ratios of CPU time.
//!
//! A build is Maven's own JVM, its plugins and the JVM of the tests: what somebody waits for who
//! puts `faultline run --` before the command.

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
    /// Classes that both agents look at; the tests themselves are left out.
    include: &'static str,
    exclude: &'static str,
    /// What makes its tests run at the same time.
    parallel: &'static [&'static str],
}

const BUILDS: [Build; 2] = [
    Build {
        name: "lang3",
        title: "commons-lang3 3.1 (JUnit 4)",
        include: crate::suite::INCLUDE,
        exclude: crate::suite::EXCLUDE,
        parallel: &["-Dparallel=classes", "-DthreadCount=4", "-DperCoreThreadCount=false"],
    },
    Build {
        name: "text",
        title: "commons-text 1.10.0 (Jupiter)",
        include: "org.apache.commons.text.*",
        exclude: "*Test*",
        parallel: &[
            "-Djunit.jupiter.execution.parallel.enabled=true",
            "-Djunit.jupiter.execution.parallel.mode.default=concurrent",
            "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
            "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=4",
        ],
    },
];

/// Runs `mvn surefire:test` on each build, serial and parallel, plain, under JaCoCo and under
/// `faultline run`, in turns; tells each comparison when it is complete.
/// Errors: something is missing, a build does not run, or the runs do not execute the same tests.
pub fn run(rounds: usize, progress: impl Fn(&str), tell: impl Fn(&Comparison)) -> Result<(), BenchError> {
    let agent = Suite::prepare()?.jacoco();
    for build in &BUILDS {
        let folder = prepare(build)?;
        for (way, arguments) in [("one test at a time", &[][..]), ("4 at a time", build.parallel)] {
            let variants = variants(build, &folder, &agent, arguments)?;
            let title = format!("mvn surefire:test of {}, {way}", build.title);
            tell(&compare(title, variants, rounds, counts, &progress)?);
        }
    }
    Ok(())
}

/// A copy of the build, compiled.
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
    parallel: &'static [&'static str],
) -> Result<Vec<Variant>, BenchError> {
    let exec = folder.join("jacoco.exec");
    let records = folder.join("recordings");
    std::fs::create_dir_all(&records).map_err(BenchError::io(&records))?;
    let program = workspace::program()?;
    let attached = jacoco(jacoco_agent, &exec, build.include, build.exclude);
    let words = |parts: &[&str]| parts.iter().map(|&part| part.to_owned()).collect::<Vec<_>>();
    let mut recorded = vec![program.to_string_lossy().into_owned(), "run".to_owned(), "--out".to_owned()];
    recorded.push(records.to_string_lossy().into_owned());
    // The other agent separates patterns by colons.
    let exclude = build.exclude.replace(':', ",");
    recorded.extend(words(&["--include", build.include, "--exclude", &exclude, "--", "mvn"]));
    let variant = |name, output, mut command: Vec<String>| {
        command.extend(words(&["-B", "-ntp", "surefire:test", "-Dmaven.test.failure.ignore=true"]));
        command.extend(words(parallel));
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

/// Numbers of Surefire's last `Tests run: N, Failures: F, Errors: E, Skipped: S`.
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
