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
        let first = Path::new(modules.first()?);
        let mut above: Vec<&Path> = first.ancestors().collect();
        above.reverse();
        let inside = above.into_iter().find(|folder| checkout.home.join(folder).join("pom.xml").is_file())?;
        let below = |module: &String| -> Option<String> {
            let inside = if inside.as_os_str().is_empty() { Path::new(".") } else { inside };
            let module = Path::new(".").join(module);
            let relative = module.strip_prefix(Path::new(".").join(inside)).ok()?;
            Some(relative.to_string_lossy().into_owned())
        };
        let modules: Vec<String> = modules.iter().map(below).collect::<Option<_>>()?;
        Some(Self {
            checkout,
            top: checkout.home.join(inside),
            // The root is everything.
            modules: if modules.iter().any(|module| module.is_empty() || module == ".") {
                Vec::new()
            } else {
                modules
            },
            options: options.to_vec(),
            offline: true,
            released: false,
            log: log.to_owned(),
        })
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
