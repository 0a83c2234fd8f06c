//! From a commit to a recorded fault, or to the reason why it is none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::build::{Build, Built};
use super::checkout::{Checkout, Version};
use super::ledger::{Fate, Recorded};
use super::list::Row;
use super::repository::Repository;
use super::selection::{self, Scope};
use super::truth::{self, Truth};
use crate::faults::find::FEWEST_TESTS;
use crate::faults::record::{self, Mutants, Place};
use crate::faults::tool::Tool;
use crate::faults::verify::named;
use crate::{BenchError, workspace};

/// A fix of more methods is more than one fault, or a change of design.
const MOST_METHODS: usize = 10;

/// What all candidates of a run have in common.
#[derive(Debug)]
pub struct Setting {
    /// The Java part.
    pub tool: Tool,
    /// The working folder.
    pub work: PathBuf,
    /// The folder of repositories.
    pub repositories: PathBuf,
    /// Time limit of one run of a project's tests.
    pub limit: Duration,
    /// More options for Maven.
    pub maven: Vec<String>,
    /// Options of `faultline mutate`; `None` to leave mutants out.
    pub mutants: Option<Mutants>,
    /// Whether builds are kept.
    pub keep: bool,
}

/// A step's result, or the reason why the candidate falls out.
type Step<T> = Result<Result<T, String>, BenchError>;

/// Goes on with the value; leaves the function with the reason where there is none.
macro_rules! step {
    ($step:expr) => {
        match $step {
            Ok(value) => value,
            Err(reason) => return Ok(Err(reason)),
        }
    };
}

/// The folder of a fault's results; its project is the repository.
pub fn results(work: &Path, row: &Row) -> PathBuf {
    work.join("results").join(row.repository.replace('/', "+")).join(&row.id)
}

/// Builds and records a candidate, and removes the build. Errors: git, Maven or the Java part does not start or says something that is
/// not understood.
pub fn one(setting: &Setting, row: &Row) -> Result<Fate, BenchError> {
    let repository = Repository::named(&setting.repositories, &row.repository)?;
    let [home, classes] = ["builds", "classes"].map(|folder| setting.work.join(folder).join(&row.id));
    let fate = recorded(setting, row, &repository, &home, &classes);
    for folder in [&home, &classes] {
        if folder.exists() && !setting.keep {
            fs::remove_dir_all(folder).map_err(BenchError::io(folder))?;
        }
    }
    Ok(match fate? {
        Ok(recorded) => Fate::Recorded(recorded),
        Err(reason) => Fate::Out(reason),
    })
}

fn recorded(
    setting: &Setting,
    row: &Row,
    repository: &Repository,
    home: &Path,
    classes: &Path,
) -> Step<Recorded> {
    let checkout = Checkout::of(repository, &row.fix, home)?;
    let logs = setting.work.join("logs");
    fs::create_dir_all(&logs).map_err(BenchError::io(&logs))?;
    let log = logs.join(format!("{}.log", row.id));
    let Some(mut build) = Build::of(&checkout, &row.modules, &setting.maven, &log) else {
        return Ok(Err("no one pom.xml is above its tests: only builds of Maven are run".to_owned()));
    };
    for old in [classes.to_owned(), results(&setting.work, row)] {
        if old.exists() {
            fs::remove_dir_all(&old).map_err(BenchError::io(&old))?;
        }
    }
    let red = step!(red(setting, &checkout, &mut build)?);
    let [faulty_classes, fixed_classes] = ["faulty", "fixed"].map(|version| classes.join(version));
    checkout.copy_classes(&faulty_classes)?;
    checkout.set(Version::Fixed)?;
    let (scope, fixed) = step!(suite(setting, &checkout, &mut build, &red)?);
    let shown: Vec<&String> = red.iter().filter(|test| fixed.get(*test) == Some(&true)).collect();
    if shown.is_empty() {
        let what =
            named("does not pass on the fix", red.iter().map(String::as_str).collect::<Vec<_>>().iter());
        return Ok(Err(what.unwrap_or_default()));
    }
    checkout.copy_classes(&fixed_classes)?;
    let truth = step!(place_of(setting, [&faulty_classes, &fixed_classes], classes)?);
    let excluded = selection::excluded(&fixed);
    let good = fixed.values().filter(|passed| **passed).count();
    if good < FEWEST_TESTS {
        return Ok(Err(format!("fewer than {FEWEST_TESTS} tests: {good}")));
    }
    checkout.set(Version::Faulty)?;
    let options = scope.options(&excluded, &classes.join("excluded.txt"))?;
    let program = workspace::program()?;
    let before = [&*program.to_string_lossy(), "run", "--"];
    let (tests, wall) = step!(tested(build.test(&before, &options, setting.limit * 3)?));
    let failing = step!(as_expected(&tests, &fixed, &shown, &checkout));

    let place = Place { id: row.id.clone(), home: build.top, folder: results(&setting.work, row) };
    fs::create_dir_all(&place.folder).map_err(BenchError::io(&place.folder))?;
    record::copy_recordings(&place.home.join(".faultline"), &place.folder)?;
    for name in truth::FILES {
        let from = classes.join(name);
        fs::copy(&from, place.folder.join(name)).map_err(BenchError::io(&from))?;
    }
    let figures = json!({
        "id": row.id, "repository": row.repository, "fix": checkout.fix, "parent": checkout.parent,
        "scope": scope.name(), "tests": tests.len(), "record_s": wall.as_secs_f64(),
    });
    record::keep_figures(&place.folder, &figures)?;
    if let Some(mutants) = &setting.mutants {
        record::mutate(&place, mutants)?;
    }
    let Truth { methods, lines, .. } = truth;
    Ok(Ok(Recorded { scope: scope.name(), tests: tests.len(), failing, methods, lines }))
}

/// The changed tests that fail on the parent's main sources.
fn red(setting: &Setting, checkout: &Checkout, build: &mut Build<'_>) -> Step<BTreeSet<String>> {
    checkout.set(Version::Faulty)?;
    let names = checkout.tests().into_iter().map(|(_, name)| name.to_owned()).collect();
    // Nothing is left out, so no file is written.
    let options = Scope::Changed(names).options(&BTreeSet::new(), Path::new(""))?;
    let (tests, _) = step!(tested(build.test(&[], &options, setting.limit)?));
    let failing: BTreeSet<String> =
        tests.iter().filter(|(_, passed)| !**passed).map(|(test, _)| test.clone()).collect();
    Ok(if tests.is_empty() {
        Err("none of the changed test classes runs".to_owned())
    } else if failing.is_empty() {
        Err("no changed test fails on the parent's main sources".to_owned())
    } else {
        Ok(failing)
    })
}

/// All tests on the fix, or those of the changed packages where all take too long, or are without the failing ones: many builds run
/// integration tests (`*IT`) only in a later phase.
fn suite(
    setting: &Setting,
    checkout: &Checkout,
    build: &mut Build<'_>,
    red: &BTreeSet<String>,
) -> Step<(Scope, BTreeMap<String, bool>)> {
    let packages = selection::packages(&checkout.tests());
    for scope in [Scope::All, Scope::Packages(packages)] {
        let options = scope.options(&BTreeSet::new(), Path::new(""))?;
        let built = build.test(&[], &options, setting.limit)?;
        if scope == Scope::All && matches!(built, Built::Late) {
            continue;
        }
        let (tests, _) = step!(tested(built));
        if scope == Scope::All && !red.iter().any(|test| tests.contains_key(test)) {
            continue;
        }
        return Ok(Ok((scope, tests)));
    }
    unreachable!("the second scope returns")
}

fn tested(built: Built) -> Result<(BTreeMap<String, bool>, Duration), String> {
    match built {
        Built::Tested(tests, wall) => Ok((tests, wall)),
        Built::Late => Err("its tests take too long".to_owned()),
        Built::Broken(reason) => Err(reason),
    }
}

/// Methods and lines that the fix changes.
fn place_of(setting: &Setting, [faulty, fixed]: [&Path; 2], into: &Path) -> Step<Truth> {
    let truth = truth::truth(&setting.tool, faulty, fixed, into)?;
    Ok(if truth.methods == 0 {
        let others = truth.elements.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
        Err(format!("the fix changes no method that the parent has: {others}"))
    } else if truth.methods > MOST_METHODS {
        Err(format!("the fix changes more than {MOST_METHODS} methods: {}", truth.methods))
    } else {
        Ok(truth)
    })
}

/// The failing tests of a recording. They must be those that showed the fault before, or others of their classes, and pass on the fix;
/// a test that fails now and then would be taken for a second fault.
fn as_expected(
    tests: &BTreeMap<String, bool>,
    fixed: &BTreeMap<String, bool>,
    shown: &[&String],
    checkout: &Checkout,
) -> Result<Vec<String>, String> {
    let changed = checkout.tests();
    let failing: Vec<&str> =
        tests.iter().filter(|(_, passed)| !**passed).map(|(test, _)| test.as_str()).collect();
    let is_missing = |test: &&str| tests.get(*test) != Some(&false);
    let missing: Vec<&str> = shown.iter().map(|test| test.as_str()).filter(is_missing).collect();
    let on_both: Vec<&str> = failing.iter().copied().filter(|test| fixed.get(*test) != Some(&true)).collect();
    let others: Vec<&str> =
        failing.iter().copied().filter(|test| !selection::is_of(test, &changed)).collect();
    let wrong: Vec<String> = [
        named("does not fail again when recorded", missing.iter()),
        named("fails when recorded and does not pass on the fix", on_both.iter()),
        named("fails when recorded, and the fix does not change its class", others.iter()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if wrong.is_empty() {
        Ok(failing.into_iter().map(str::to_owned).collect())
    } else {
        Err(wrong.join("; "))
    }
}
