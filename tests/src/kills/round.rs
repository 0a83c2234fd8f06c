//! A killed run, and the resumed one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Victim;
use super::jvms::{Watched, verdicts, workers};
use crate::{Dist, Finished, Fixture, maven, run};

/// All pairs on two JVMs: the longest run of a project, with the most to lose.
const ARGUMENTS: [&str; 8] = ["mutate", "--tests", "all", "--jobs", "2", "--budget", "10m", "--json"];
/// Timeout for killed JVMs to disappear.
const GONE: Duration = Duration::from_secs(5);

/// A recorded project, with the results of an undisturbed run.
#[derive(Debug)]
pub struct Trial {
    /// The folder of runs and recordings.
    room: Fixture,
    dist: Dist,
    whole: Value,
    /// Duration of the undisturbed run.
    pub took: Duration,
    /// Number of pairs that it ran.
    pub pairs: u64,
}

/// The result of a kill.
#[derive(Debug)]
pub struct Round {
    /// The victim.
    pub victim: Victim,
    /// Number of JVMs started before.
    pub jvms: usize,
    /// Number of pairs readable directly afterwards.
    pub there: u64,
    /// Number of pairs begun but not written, for each JVM that died.
    pub lost: Vec<u64>,
    /// Violations.
    pub wrong: Vec<String>,
}

impl Trial {
    /// Records a project of `tests/faults`, and runs its tests on mutants undisturbed, twice, because the first run warms up files.
    /// Panics: one of these fails.
    pub fn of(fault: &str, scratch: &str) -> Self {
        let (name, dist) = (format!("faults/{fault}"), Dist::find());
        let fixture = Fixture::copy_as(&name, scratch, &format!("killed/{fault}"));
        maven(&mut dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]), &fixture.folder).expect_code(1);
        let mut trial = Self { room: fixture, dist, whole: Value::Null, took: Duration::ZERO, pairs: 0 };
        for _ in 0..2 {
            let started = Instant::now();
            let report = trial.finish(&[]).unwrap_or_else(|why| panic!("{why}"));
            trial.took = started.elapsed();
            trial.pairs = report["pairs"].as_u64().expect("a number of pairs");
            trial.whole = lasting(&report);
        }
        trial
    }

    fn results(&self) -> PathBuf {
        self.room.recordings().join("mutants")
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = self.dist.command(&ARGUMENTS);
        command.args(more);
        command
    }

    /// Runs to the end. Errors: the run fails.
    fn finish(&self, more: &[&str]) -> Result<Value, String> {
        report(&run(&mut self.command(more), &self.room.folder))
    }

    /// Starts a new run and kills it after a delay. `None`: the run ended before.
    pub fn kill(&self, victim: Victim, after: Duration) -> Option<Round> {
        let _ = fs::remove_dir_all(self.results());
        let out = self.room.folder.join("killed.json");
        let mut program = self.start(&out);
        thread::sleep(after);
        let watched = Watched::all(&self.results());
        if program.try_wait().expect("a child can be waited for").is_some() {
            return None;
        }
        let live: Vec<&Watched> = watched.iter().filter(|jvm| jvm.process.is_some()).collect();
        // Before any JVM starts, only the program can be killed.
        let victim = if live.is_empty() { Victim::Program } else { victim };
        let mut round = Round { victim, jvms: watched.len(), there: 0, lost: Vec::new(), wrong: Vec::new() };
        if victim == Victim::Jvm {
            let jvm = live[after.subsec_micros() as usize % live.len()];
            jvm.kill();
            round.there = self.readable(&mut round.wrong);
            program.wait().expect("it ends");
            let text = fs::read_to_string(&out).unwrap_or_default();
            self.compare(serde_json::from_str(&text).map_err(|why| format!("no report: {why}")), &mut round);
            count_lost(std::iter::once(jvm), &mut round);
        } else {
            let _ = program.kill();
            if victim == Victim::Everything {
                for jvm in &live {
                    jvm.kill();
                }
            }
            program.wait().expect("it ends");
            round.there = self.readable(&mut round.wrong);
            self.compare(self.finish(&["--resume"]), &mut round);
            count_lost(watched.iter(), &mut round);
        }
        self.is_clean(&mut round.wrong);
        Some(round)
    }

    fn start(&self, out: &Path) -> Child {
        let out = File::create(out).expect("an output file can be made");
        let mut command = self.command(&[]);
        command.current_dir(&self.room.folder);
        command.stdin(Stdio::null()).stdout(out).stderr(Stdio::null()).spawn().expect("it starts")
    }

    /// Number of readable pairs; also checks that `rank` accepts the results.
    fn readable(&self, wrong: &mut Vec<String>) -> u64 {
        let mut there = 0;
        for file in fs::read_dir(self.results()).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if file.extension().is_some_and(|end| end == "flt") {
                there += verdicts(&file).unwrap_or_else(|why| {
                    wrong.push(why);
                    0
                });
            }
        }
        let mut rank = self.dist.command(&["rank", "--level", "line", "--json", "--top", "3"]);
        let ranked = run(&mut rank, &self.room.folder);
        if let Err(why) = report(&ranked) {
            wrong.push(format!("rank: {why}"));
        }
        there
    }

    fn compare(&self, found: Result<Value, String>, round: &mut Round) {
        match found {
            Err(why) => round.wrong.push(why),
            Ok(report) => {
                let found = lasting(&report);
                let parts = found.as_object().into_iter().flatten();
                let different = parts.filter(|(part, value)| **value != self.whole[part.as_str()]);
                round.wrong.extend(different.map(|(part, value)| {
                    let (value, whole) = (value.to_string(), self.whole[part.as_str()].to_string());
                    format!("{part}: {value:.200}, undisturbed {whole:.200}")
                }));
            }
        }
    }

    fn is_clean(&self, wrong: &mut Vec<String>) {
        let scratch = self.results().join(".run");
        if scratch.exists() {
            wrong.push(format!("{} is left", scratch.display()));
        }
        let since = Instant::now();
        while !workers(&scratch.display().to_string()).is_empty() {
            if since.elapsed() > GONE {
                wrong.push("JVMs are left".to_owned());
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn count_lost<'a>(jvms: impl Iterator<Item = &'a Watched>, round: &mut Round) {
    for jvm in jvms {
        match jvm.written() {
            Err(why) => round.wrong.push(why),
            Ok(written) => {
                let lost = jvm.begun().abs_diff(written);
                if lost > 1 {
                    let begun = jvm.begun();
                    round.wrong.push(format!("{begun} pairs had begun in a JVM, {written} are there"));
                }
                round.lost.push(lost);
            }
        }
    }
}

fn report(finished: &Finished) -> Result<Value, String> {
    if finished.code != Some(0) {
        let last = finished.stderr.lines().last().unwrap_or_default();
        return Err(format!("exit code {:?}: {last}", finished.code));
    }
    serde_json::from_str(&finished.stdout).map_err(|why| format!("no JSON: {why}"))
}

/// The reproducible parts of a report: the end of each pair, the mutants that fix tests, and the number of dead JVMs. Whether an
/// endless loop runs out of fuel or time first depends on the load.
fn lasting(report: &Value) -> Value {
    let parts = ["pairs", "verdicts", "groups", "left_out", "mutants"];
    let crashed = ("crashed".to_owned(), report["reasons"]["crashed"].clone());
    parts.into_iter().map(|part| (part.to_owned(), report[part].clone())).chain([crashed]).collect()
}
