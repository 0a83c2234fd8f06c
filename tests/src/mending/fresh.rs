//! Starts a JVM for one test and one mutant.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use faultline_jvm_process::jvm::command::Start;
use faultline_mutation_runner::jvm::settings;
use faultline_mutation_runner::named::{Change, Number};
use faultline_mutation_runner::plan::Plan;
use faultline_mutation_runner::request::Limits;
use faultline_spectrum::Origin;

use crate::{Dist, run};

const PROGRAM: &str = include_str!("Fresh.java");
/// How long a JVM may take.
const LIMIT: Duration = Duration::from_mins(1);

/// The program that runs one test, compiled, and the plan that says in which JVM.
pub struct Fresh<'a> {
    plan: &'a Plan,
    jar: PathBuf,
    folder: PathBuf,
}

impl<'a> Fresh<'a> {
    /// Compiles the program into `folder`. Panics: there is no `javac`, or it fails.
    pub fn new(dist: &Dist, plan: &'a Plan, folder: &Path) -> Self {
        let jar = dist.folder().join("lib/faultline-mutants.jar");
        let folder = folder.join("fresh");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("Fresh.java"), PROGRAM).expect("a source");
        let path =
            format!("{}:{}", jar.display(), dist.folder().join("lib/faultline-mutants-boot.jar").display());
        run(Command::new("javac").args(["-cp", &path, "-d", ".", "Fresh.java"]), &folder).expect_code(0);
        Self { plan, jar, folder }
    }

    /// How a test ends with a mutant: `passed`, or what happened instead.
    pub fn ended(&self, test: Number, change: Change) -> String {
        let (Some(planned), Some(row)) = (self.plan.tests.get(&test), self.plan.row(test)) else {
            return "is not in the plan".to_owned();
        };
        let settings = self.folder.join("settings");
        fs::write(&settings, self.settings(planned.site, change)).expect("a file");
        let agent = [format!("-javaagent:{}={}", self.jar.display(), settings.display())];
        let own = [self.folder.display().to_string()];
        let word = change.word().to_string();
        let words = ["Fresh", &word, planned.driver.word(), &planned.unit, &row.unique_id];
        let main = words.map(str::to_owned);
        let launch = &self.plan.sites[planned.site].launch;
        let start =
            Start { launch, agents: &agent, entries: (&[], &own), main: &main, scratch: &self.folder };
        let mut command = start.command();
        let Some(said) = self.output(&mut command) else { return "did not end within a minute".to_owned() };
        let ended = said.lines().rev().find_map(|line| line.strip_prefix("ended: "));
        ended.map_or_else(|| format!("said nothing but {said:.300}"), str::to_owned)
    }

    /// What a JVM says on both streams; `None` if it does not end.
    fn output(&self, command: &mut Command) -> Option<String> {
        let path = self.folder.join("said");
        let file = fs::File::create(&path).expect("a file");
        let other = file.try_clone().expect("a file");
        let mut child = command.stdin(Stdio::null()).stdout(file).stderr(other).spawn().expect("a JVM");
        let started = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if started.elapsed() > LIMIT {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            thread::sleep(Duration::from_millis(10));
        }
        Some(String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned())
    }

    /// The settings of a worker, with the class of the mutant alone.
    fn settings(&self, site: usize, change: Change) -> String {
        let files = (self.folder.join("none.flt"), self.folder.join("pair"));
        let limits = Limits::default();
        let text = settings::text((self.plan, site, 0), &limits, (&files.0, &files.1), &Origin::default());
        let target = format!("target\t{}\t", change.class);
        let is_kept = |line: &&str| !line.starts_with("target\t") || line.starts_with(&target);
        text.lines().filter(is_kept).flat_map(|line| [line, "\n"]).collect()
    }
}
