//! Runs a project's own Maven build on a checkout.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::checkout::Checkout;
use super::reason;
use crate::BenchError;
use crate::faults::process::{self, Ended};
use crate::faults::surefire;

/// Checks and reports that have nothing to do with tests, and may refuse an old commit or an uncommitted change. The last three keep a
/// red build going to the end, and each test to one run.
const OPTIONS: [&str; 29] = [
    "-Danimal.sniffer.skip=true",
    "-Dbnd.baseline.skip=true",
    "-Dcheckstyle.skip=true",
    "-Dcommons.skipChecks=true",
    "-Dcpd.skip=true",
    "-Dcyclonedx.skip=true",
    "-Denforcer.skip=true",
    "-Dfmt.skip=true",
    "-Dformatter.skip=true",
    "-Dgpg.skip=true",
    "-Dimpsort.skip=true",
    "-Djacoco.skip=true",
    "-Djapicmp.skip=true",
    "-Dlicense.skip=true",
    "-Dmaven.buildNumber.skip=true",
    "-Dmaven.gitcommitid.skip=true",
    "-Dmaven.javadoc.skip=true",
    "-Dmoditect.skip=true",
    "-Dpmd.skip=true",
    "-Drat.skip=true",
    "-Drevapi.skip=true",
    "-Dspotbugs.skip=true",
    "-Dspotless.apply.skip=true",
    "-Dspotless.check.skip=true",
    "-DfailIfNoTests=false",
    "-Dsurefire.failIfNoSpecifiedTests=false",
    "-Dmaven.test.failure.ignore=true",
    "-Dmaven.test.redirectTestOutputToFile=true",
    "-Dsurefire.rerunFailingTestsCount=0",
];

/// Lowest level that JDK 17 compiles without a warning that it will go.
const LEVEL: [&str; 2] = ["-Dmaven.compiler.source=8", "-Dmaven.compiler.target=8"];

/// How a build ended.
#[derive(Clone, Debug)]
pub enum Built {
    /// Its tests ran: `class::method`, and whether it passed.
    Tested(BTreeMap<String, bool>, Duration),
    /// It was stopped at the time limit.
    Late,
    /// It ended before its tests; the reason in words.
    Broken(String),
}

/// The build of a checkout, with what turned out to be needed on this machine.
#[derive(Debug)]
pub struct Build<'a> {
    checkout: &'a Checkout,
    /// The folder of its topmost pom: Maven runs here.
    pub top: PathBuf,
    modules: Vec<String>,
    options: Vec<String>,
    offline: bool,
    released: bool,
    log: PathBuf,
}

impl<'a> Build<'a> {
    /// The build of the modules with these folders, `.` for the root; `None` if no folder above one of them has a pom.
    pub fn of(checkout: &'a Checkout, modules: &[String], options: &[String], log: &Path) -> Option<Self> {
        let (top, modules) = place(&checkout.home, modules)?;
        let (options, log) = (options.to_vec(), log.to_owned());
        Some(Self { checkout, top, modules, options, offline: true, released: false, log })
    }

    /// Runs `[before] mvn test [options]` within a time limit. A build that fails for want of something that can be had is tried once
    /// more: with the network, with released versions of parents, or with sources compiled for Java 8. Errors: Maven does not start, a
    /// report cannot be read.
    pub fn test(
        &mut self,
        before: &[&str],
        options: &[String],
        limit: Duration,
    ) -> Result<Built, BenchError> {
        loop {
            self.forget_reports()?;
            let ended = self.maven(before, options, limit)?;
            if ended.late {
                return Ok(Built::Late);
            }
            let tests = surefire::read(&self.top)?;
            // Some poms insist on a red build.
            if ended.code == Some(0) || !tests.is_empty() && reason::is_red(&ended.text) {
                return Ok(Built::Tested(tests, ended.wall));
            }
            let text = &ended.text;
            let lacks = reason::lacks_something(text);
            if self.offline && lacks {
                self.offline = false;
            } else if !self.released && lacks && text.contains("-SNAPSHOT") && self.checkout.release()? {
                self.released = true;
            } else if reason::is_too_old(text) && !self.options.iter().any(|option| option == LEVEL[0]) {
                self.options.extend(LEVEL.map(str::to_owned));
            } else {
                return Ok(Built::Broken(reason::of(text)));
            }
        }
    }

    fn maven(&self, before: &[&str], options: &[String], limit: Duration) -> Result<Ended, BenchError> {
        let mut words: Vec<&str> = [before, &["mvn", "-B", "-ntp"]].concat();
        if self.offline {
            words.push("-o");
        }
        words.extend(OPTIONS);
        words.extend(self.options.iter().chain(options).map(String::as_str));
        let modules = self.modules.join(",");
        if !modules.is_empty() {
            words.extend(["-pl", &modules, "-am"]);
        }
        words.push("test");
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).current_dir(&self.top);
        // The compiler recurs deeply into long chains of calls, of which tests have many.
        let given = std::env::var("MAVEN_OPTS").unwrap_or_default();
        if !given.contains("-Xss") {
            command.env("MAVEN_OPTS", format!("{given} -Xss8m"));
        }
        process::run(&mut command, &self.log, limit)
    }

    /// Removes reports of an earlier run, which would count as this one's.
    fn forget_reports(&self) -> Result<(), BenchError> {
        for target in self.checkout.targets()? {
            let reports = target.join("surefire-reports");
            if reports.exists() {
                std::fs::remove_dir_all(&reports).map_err(BenchError::io(&reports))?;
            }
        }
        Ok(())
    }
}

/// The folder of the topmost pom above the first of some modules, and the modules' folders below it; none of these where one is that
/// folder itself, since Maven then builds everything. `None` without a pom, or where a module lies elsewhere.
fn place(home: &Path, modules: &[String]) -> Option<(PathBuf, Vec<String>)> {
    let clean = |module: &str| Path::new(module).iter().filter(|part| *part != ".").collect::<PathBuf>();
    let modules: Vec<PathBuf> = modules.iter().map(|module| clean(module)).collect();
    let above: Vec<&Path> = modules.first()?.ancestors().collect();
    let top = above.into_iter().rev().find(|folder| home.join(folder).join("pom.xml").is_file())?;
    let below = |module: &PathBuf| Some(module.strip_prefix(top).ok()?.to_string_lossy().into_owned());
    let below: Vec<String> = modules.iter().map(below).collect::<Option<_>>()?;
    let is_whole = below.iter().any(String::is_empty);
    Some((home.join(top), if is_whole { Vec::new() } else { below }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maven_runs_at_the_topmost_pom_on_the_modules_below() {
        let home = std::env::temp_dir().join(format!("faultline-place-{}", std::process::id()));
        for folder in ["whole/core/deep", "part/a", "part/b", "none"] {
            std::fs::create_dir_all(home.join(folder)).unwrap();
        }
        for pom in ["whole", "whole/core", "part/a", "part/b"] {
            std::fs::write(home.join(pom).join("pom.xml"), "").unwrap();
        }
        let of = |root: &str, modules: &[&str]| {
            let modules: Vec<String> = modules.iter().map(ToString::to_string).collect();
            place(&home.join(root), &modules)
        };
        let whole = home.join("whole");
        assert_eq!(of("whole", &["."]), Some((whole.clone(), vec![])));
        assert_eq!(of("whole", &["core"]), Some((whole.clone(), vec!["core".into()])));
        assert_eq!(
            of("whole", &["core/deep", "x"]),
            Some((whole.clone(), vec!["core/deep".into(), "x".into()]))
        );
        assert_eq!(of("whole", &["core", "."]), Some((whole, vec![])));
        // No pom at the root: the module is a build of its own.
        assert_eq!(of("part", &["a"]), Some((home.join("part/a"), vec![])));
        assert_eq!((of("part", &["a", "b"]), of("none", &["."])), (None, None));
        std::fs::remove_dir_all(home).unwrap();
    }
}
