//! The section on projects in `docs/compatibility.md`: the results of all projects.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::found::{Difference, Found};
use super::table::{Build, Check, Project, Table};

const INTRODUCTION: &str = "\
## Projects

`make projects` writes this section: the tests of released projects ran as their builds run them, without Faultline and under
`faultline run`. *Own*: the project's own build, from the archive of sources in Maven Central; *made*: a pom of ours around the released classes
and tests; *fixture*: a small project of ours for frameworks and tools without another row. All archives of the table are Maven builds, and none
uses AspectJ, or tests by Spock, Kotest, ScalaTest, Cucumber, jqwik or Quarkus.
";

const COLUMNS: &str = "\
The columns after *tests* count differences; `-` means none, and numbers are explained below. *Outcomes*: tests with another outcome under
Faultline. *Rows*: classes with more or fewer rows than reported tests. *Classes*: recorded classes outside the project's own output.
*Loaded*: own classes that a test JVM loaded, by its log, and that are neither recorded nor named as missing. *Failing*: failed tests without a
row, or whose row has neither lines nor a reason. *Alone*: tests that covered other lines when they ran in a separate JVM, except differences
explained by rules, of the number of tests that ran so.
";

const RULES: &str = "\
The rules, with the number of (test, line) pairs they explain: ";

/// Renders the section from the findings of the projects that were run, and the names of the others.
pub fn render(results: &[(&Project, Found)], others: &[&str]) -> String {
    let agree = results.iter().filter(|(_, found)| found.agrees()).count();
    let own = results.iter().filter(|(project, _)| project.build == Build::Own).count();
    let tests: usize = results.iter().map(|(_, found)| found.tests).sum();
    let sampled: usize = results.iter().map(|(_, found)| found.sampled).sum();
    let mut text = format!("{INTRODUCTION}\n");
    let _ = writeln!(
        text,
        "{} projects, {own} of them with their own builds, {tests} tests, {sampled} of them also alone; {agree} projects agree, {} differ.\n",
        results.len(),
        results.len() - agree
    );
    let _ = writeln!(text, "{COLUMNS}");
    text.push_str(
        "| project | build | for | run on | tests (failed) | outcomes | rows | classes | loaded | failing | alone |\n",
    );
    text.push_str("|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (project, found) in results {
        text.push_str(&row(project, found));
    }
    text.push_str(&rules(results));
    text.push_str(&reasons(results));
    if !others.is_empty() {
        let _ = write!(
            text,
            "\nIn the table and not run yet, so nothing is known of them: {}.\n",
            others.join(", ")
        );
    }
    text
}

fn row(project: &Project, found: &Found) -> String {
    let (build, frameworks) = (project.build.word(), &project.frameworks);
    let head = format!("| {} | {build} | {frameworks} | {} |", title(project), found.day);
    if let Some(why) = &found.stopped {
        return format!("{head} **not checked**: {} | | | | | | |\n", why.replace('|', "/"));
    }
    let failed = if found.failed > 0 { format!(" ({})", found.failed) } else { String::new() };
    let cell = |check: Check| match count(found, check, true) + count(found, check, false) {
        0 => "-".to_owned(),
        all if count(found, check, false) == 0 => all.to_string(),
        all => format!("**{all}**"),
    };
    format!(
        "{head} {}{failed} | {} | {} | {} | {} | {} | {} of {} |\n",
        found.tests,
        cell(Check::Outcomes),
        cell(Check::Rows),
        cell(Check::Classes),
        cell(Check::Loaded),
        cell(Check::Failing),
        cell(Check::Alone),
        found.sampled
    )
}

fn title(project: &Project) -> String {
    match project.build {
        Build::Fixture => format!("`{}`", project.from),
        Build::Own | Build::Made => format!("{} {}", project.name, project.coordinates()[2]),
    }
}

fn count(found: &Found, check: Check, explained: bool) -> usize {
    let of_check =
        |difference: &&Difference| difference.check == check && difference.why.is_some() == explained;
    found.differences.iter().filter(of_check).count()
}

fn rules(results: &[(&Project, Found)]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (rule, pairs) in results.iter().flat_map(|(_, found)| &found.by_rule) {
        *counts.entry(rule).or_default() += pairs;
    }
    let meaning = |rule: &str| match rule {
        "initialiser" => "charged by a static initialiser",
        "unsteady" => "differ between two runs alone",
        "once per JVM" => {
            "run only the first time in a JVM, or only after it, as the second run in one JVM shows"
        }
        _ => "depend on the tests of the same class before, as a run of that class alone shows",
    };
    let each: Vec<String> =
        counts.iter().map(|(rule, pairs)| format!("*{rule}* {pairs} ({})", meaning(rule))).collect();
    if each.is_empty() { String::new() } else { format!("\n{RULES}{}.\n", each.join("; ")) }
}

/// The reasons of differences, each with its projects.
fn reasons(results: &[(&Project, Found)]) -> String {
    let mut text = String::new();
    let mut known: BTreeMap<(Check, &str), BTreeMap<&str, usize>> = BTreeMap::new();
    for (project, found) in results {
        for difference in &found.differences {
            let Some(why) = &difference.why else { continue };
            *known.entry((difference.check, why)).or_default().entry(&project.name).or_default() += 1;
        }
    }
    if !known.is_empty() {
        text.push_str("\n### Explained\n\n");
    }
    for ((check, why), projects) in known {
        let projects: Vec<String> = projects.iter().map(|(name, times)| format!("{name} {times}")).collect();
        let _ = writeln!(text, "- *{}* ({}): {why}", check.word(), projects.join(", "));
    }
    let left =
        results.iter().flat_map(|(project, found)| found.differences.iter().map(move |one| (project, one)));
    let left: Vec<String> = left
        .filter(|(_, difference)| difference.why.is_none())
        .map(|(project, difference)| {
            format!("- {}, *{}*: `{}`\n", project.name, difference.check.word(), difference.what)
        })
        .collect();
    if !left.is_empty() {
        let _ = write!(text, "\n### Not explained\n\n{}", left.concat());
    }
    text
}

impl Table {
    /// The projects with these names, or all if there are none. Errors: a name that no project has.
    pub fn named(&self, names: &[String]) -> Result<Vec<&Project>, String> {
        if let Some(unknown) = names.iter().find(|name| !self.project.iter().any(|one| one.name == **name)) {
            return Err(format!(
                "no project is called {unknown}; tests/projects/projects.toml has their names"
            ));
        }
        Ok(self.project.iter().filter(|one| names.is_empty() || names.contains(&one.name)).collect())
    }
}
