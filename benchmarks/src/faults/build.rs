//! A fault as a Maven build: the released classes of the faulty release, the tests of the next.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::list::{Row, Scope, class_of, package};
use super::maven::Artifact;
use super::outcomes::{Outcome, Status, compact, parse};
use super::pair::Pair;
use super::tool::{Tool, jvm_arguments};
use crate::BenchError;

const POM: &str = include_str!("../../faults/fault-pom.xml");
const JUPITER: &str = "5.14.4";
const SUITE: Duration = Duration::from_mins(20);
const SHORT: Duration = Duration::from_mins(2);

/// Writes the build of a fault into `work/builds/ID`, unless it exists.
///
/// Tests that fail for other reasons are determined by running the suite on the faulty and on the fixed classes. Errors: a part is
/// missing, or the fault does not match its row.
pub fn build(tool: &Tool, work: &Path, row: &Row) -> Result<PathBuf, BenchError> {
    let home = work.join("builds").join(&row.id);
    let complete = home.join("complete");
    if complete.exists() {
        return Ok(home);
    }
    let pair = Pair::of(tool, work, row)?;
    if home.exists() {
        fs::remove_dir_all(&home).map_err(BenchError::io(&home))?;
    }
    fs::create_dir_all(&home).map_err(BenchError::io(&home))?;
    splice(tool, &pair, row, &home)?;
    let classes = in_scope(&pair, row)?;
    let excluded = excluded(tool, &pair, row, &classes, &home)?;
    let write = |name: &str, lines: Vec<String>| {
        let path = home.join(name);
        fs::write(&path, in_lines(&lines)).map_err(BenchError::io(&path))
    };
    let is_left_out = |class: &String| excluded.contains(&format!("{class}::*"));
    let kept = classes.iter().filter(|class| !is_left_out(class));
    write("classes.txt", kept.map(|class| format!("{}.class", class.replace('.', "/"))).collect())?;
    let methods = excluded.iter().filter(|test| !test.ends_with("::*"));
    write("excluded.txt", methods.flat_map(|test| surefire_names(test)).collect())?;
    write("failing.txt", row.failing.clone())?;
    write("jvm-args.txt", vec![jvm_arguments().join(" ")])?;
    let pom = home.join("pom.xml");
    fs::write(&pom, pom_of(tool, &pair, row)?).map_err(BenchError::io(&pom))?;
    fs::write(&complete, "").map_err(BenchError::io(&complete))?;
    Ok(home)
}

/// Joins lines with line ends.
pub fn in_lines(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Creates the fixed class files; returns the faulty methods and lines.
fn splice(tool: &Tool, pair: &Pair, row: &Row, home: &Path) -> Result<(), BenchError> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let jars = [pair.main(), pair.later()].map(|artifact| text(&artifact.path(&tool.repository)));
    for (command, place) in [("splice", home.join("fixed")), ("lines", home.to_owned())] {
        let arguments = [command, &jars[0], &jars[1], &row.methods, &text(&place)];
        let ended = tool.run(&pair.dependencies, home, SHORT, &arguments)?;
        ended.success(&format!("{}: {command}", row.id))?;
    }
    for (name, what) in [("fixed", "class file that is mended"), ("faulty-methods.tsv", "faulty method")] {
        let path = home.join(name);
        let is_empty = fs::metadata(&path).map_or(true, |metadata| metadata.is_file() && metadata.len() == 0);
        if is_empty {
            return Err(refused(row, format!("it has no {what}")));
        }
    }
    Ok(())
}

fn refused(row: &Row, detail: String) -> BenchError {
    BenchError::Program { what: row.id.clone(), detail }
}

/// The test classes in the row's scope.
fn in_scope(pair: &Pair, row: &Row) -> Result<Vec<String>, BenchError> {
    let mut classes = pair.test_classes()?;
    if row.scope == Scope::Packages {
        let packages = row.packages();
        classes.retain(|class| packages.contains(&package(class)));
    }
    Ok(classes)
}

/// Tests to exclude: they fail on the faulty or on the fixed classes and do not show the fault.
fn excluded(
    tool: &Tool,
    pair: &Pair,
    row: &Row,
    classes: &[String],
    home: &Path,
) -> Result<BTreeSet<String>, BenchError> {
    let on_faulty = on_faulty(tool, pair, row, classes)?;
    // Tests outside the packages of the failing ones are not tried here; `verify` checks the result.
    let packages = row.packages();
    let near: Vec<String> =
        classes.iter().filter(|class| packages.contains(&package(class))).cloned().collect();
    let fixed = home.join("fixed");
    let (is_whole, on_fixed) = pair.suite(tool, &[&fixed, Path::new("target/classes")], &near, SUITE)?;
    if !is_whole {
        return Err(refused(row, "its suite does not end on the mended classes".to_owned()));
    }
    let passed: BTreeSet<&str> =
        on_fixed.iter().filter(|o| o.status == Status::Passed).map(|o| &*o.test).collect();
    if let Some(test) = row.failing.iter().find(|test| !passed.contains(&***test)) {
        return Err(refused(row, format!("{test} does not pass on the mended classes")));
    }
    let failed = on_faulty.iter().chain(&on_fixed).filter(|outcome| outcome.status == Status::Failed);
    let mut bad: BTreeSet<String> = failed.map(|outcome| outcome.test.clone()).collect();
    for test in &row.failing {
        if !bad.remove(test) {
            return Err(refused(row, format!("{test} does not fail on the faulty classes")));
        }
    }
    let excluded = compact(&bad, &on_faulty);
    match row.failing.iter().find(|test| excluded.contains(&format!("{}::*", class_of(test)))) {
        Some(test) => Err(refused(row, format!("the class of {test} cannot be run as a whole"))),
        None => Ok(excluded),
    }
}

/// Outcomes on the faulty release, cached because they are equal for all faults of a pair in one scope.
fn on_faulty(tool: &Tool, pair: &Pair, row: &Row, classes: &[String]) -> Result<Vec<Outcome>, BenchError> {
    let scope = if row.scope == Scope::All { "all".to_owned() } else { row.packages().join("+") };
    let kept = pair.home.join(format!("outcomes-{scope}"));
    if !kept.exists() {
        let (is_whole, outcomes) = pair.suite(tool, &[Path::new("target/classes")], classes, SUITE)?;
        if !is_whole {
            return Err(refused(row, "the suite does not end on the faulty classes".to_owned()));
        }
        let rows: Vec<String> = outcomes.into_iter().map(|outcome| outcome.row).collect();
        fs::write(&kept, in_lines(&rows)).map_err(BenchError::io(&kept))?;
    }
    let text = fs::read_to_string(&kept).map_err(BenchError::io(&kept))?;
    Ok(parse(&text).outcomes)
}

/// Surefire's patterns for a test. A parameterised JUnit 4 test is called `method[0]`, `method[1: x]` and needs a separate pattern.
fn surefire_names(test: &str) -> [String; 2] {
    let name = test.replace("::", "#");
    [name.clone(), format!("{name}[*]")]
}

fn pom_of(tool: &Tool, pair: &Pair, row: &Row) -> Result<String, BenchError> {
    let join = |lines: Vec<String>, indent: usize| lines.join(&format!("\n{}", " ".repeat(indent)));
    Ok(POM
        .replace("@id@", &row.id)
        .replace("@arguments@", &jvm_arguments().join(" "))
        .replace("@dependencies@", &join(dependencies(tool, pair)?, 4))
        .replace("@items@", &join(items(tool, pair), 16)))
}

fn dependencies(tool: &Tool, pair: &Pair) -> Result<Vec<String>, BenchError> {
    // The tests' dependencies were resolved once; no other may be added.
    let alone = "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>\
                 <scope>test</scope>";
    let others = pair.dependencies.iter().filter_map(|jar| Artifact::at(&tool.repository, jar));
    let mut xml: Vec<String> = others.map(|artifact| artifact.xml("dependency", alone)).collect();
    let (jupiter, vintage) = pair.engines()?;
    let mut junit = Vec::new();
    if jupiter {
        junit.push(Artifact::jar("org.junit.jupiter", "junit-jupiter", JUPITER, ""));
    }
    if jupiter && vintage {
        junit.push(Artifact::jar("org.junit.vintage", "junit-vintage-engine", JUPITER, ""));
    }
    if vintage {
        junit.push(Artifact::jar("junit", "junit", "4.13.2", ""));
    }
    xml.extend(junit.iter().map(|artifact| artifact.xml("dependency", "<scope>test</scope>")));
    Ok(xml)
}

/// Maven's configuration of what to unpack, and where to.
fn items(tool: &Tool, pair: &Pair) -> Vec<String> {
    let item = |artifact: Artifact, filter: &str, folder: &str| {
        artifact.xml("artifactItem", &format!("{filter}<outputDirectory>{folder}</outputDirectory>"))
    };
    let mut items = vec![
        item(pair.main(), "", "${project.build.outputDirectory}"),
        item(pair.tests(), "", "${project.build.testOutputDirectory}"),
        item(pair.tests(), "<excludes>**/*.class</excludes>", "${project.basedir}/src/test/resources"),
    ];
    let sources = [
        (pair.sources(), "", "${project.basedir}/src/main/java"),
        (pair.test_sources(), "<includes>**/*.java</includes>", "${project.basedir}/src/test/java"),
    ];
    for (artifact, filter, folder) in sources {
        if artifact.path(&tool.repository).exists() {
            items.push(item(artifact, filter, folder));
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_excluded_with_and_without_parameters() {
        assert_eq!(surefire_names("a.T::f"), ["a.T#f", "a.T#f[*]"]);
    }

    #[test]
    fn the_pom_has_a_place_for_all_that_differs() {
        for place in ["@id@", "@arguments@", "@dependencies@", "@items@"] {
            assert_eq!(POM.matches(place).count(), 1, "{place}");
        }
    }
}
