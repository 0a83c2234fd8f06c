//! JVMs that edit failing tests, write them as source or compile them.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use faultline_files::{limits, put, regular};
use faultline_flt::line;
use faultline_jvm_process::process::group::how;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;

use crate::clock::Clock;
use crate::folder::unwritable;
use crate::grown::Grown;
use crate::job::{self, Ended};
use crate::kotlin;
use crate::plan::{Plan, Unit};
use crate::source::Language;
use crate::tools::Tools;

/// The class whose `main` edits tests and writes them as source.
pub const GROW: &str = "io.faultline.amplify.grow.Grow";
/// Exit code if no test compiles; the last line of the log says why.
const NOTHING: i32 = 3;

/// The result of editing.
#[derive(Debug)]
pub enum Growth {
    /// Variants that compile.
    Grown(Grown),
    /// No variants, with the reason as a sentence.
    Nothing(String),
    /// A signal asked to stop.
    Stopped,
}

/// The requested variants.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Number of edits per failing test.
    pub count: usize,
    /// Whether slices are requested, too.
    pub slices: bool,
    /// Whether tests ended by an assertion are edited, too: an oracle knows their correct results.
    pub has_oracle: bool,
    /// Random seed.
    pub seed: u64,
}

/// Edits the failing tests of a unit and compiles the variants into a folder. Errors: the JVM does not start,
/// or does not complete the request.
pub fn grow(
    (plan, unit): (&Plan, &Unit),
    tools: &Tools,
    wanted: Wanted,
    clock: Clock,
    folder: &Path,
    (wishes, now): (&mut Wishes, &mut dyn FnMut()),
) -> Result<Growth, Failure> {
    if unit.source.language == Language::Kotlin {
        return kotlin::grow::grow((plan, unit), tools, wanted, clock, folder, (wishes, now));
    }
    let request = folder.join("grow.tsv");
    put(&request, request_text((plan, unit), tools, wanted, clock, folder))
        .map_err(|error| unwritable(folder, &error))?;
    let errand = Errand {
        main: GROW,
        arguments: &[&request],
        log: &folder.join("grow.log"),
        until: clock.end(),
        doing: "growing tests from",
    };
    Ok(match errand.run((plan, unit), tools, (wishes, now))? {
        Answer::Stopped => Growth::Stopped,
        Answer::Late => Growth::Nothing(LATE.to_owned()),
        Answer::Nothing(why) => Growth::Nothing(why),
        Answer::Done => {
            Growth::Grown(Grown::read(folder).map_err(|why| unreadable("grown from", unit, &why))?)
        }
    })
}

/// The reason if no variant was compiled in time.
pub const LATE: &str = "no variant was compiled in time; give it more with --budget";

/// The failure to read what a JVM wrote for a unit.
pub fn unreadable(done: &str, unit: &Unit, why: &str) -> Failure {
    Failure::failed(format!("what was {done} {} cannot be read: {why}", unit.class))
}

/// A request to a JVM for a unit's tests.
#[derive(Clone, Copy, Debug)]
pub struct Errand<'a> {
    /// The class whose `main` runs.
    pub main: &'a str,
    /// Its arguments.
    pub arguments: &'a [&'a Path],
    /// Its log.
    pub log: &'a Path,
    /// Its deadline.
    pub until: Instant,
    /// Its purpose, which messages combine with the unit's class.
    pub doing: &'a str,
}

/// The result of an errand.
#[derive(Debug)]
pub enum Answer {
    /// The JVM completed it.
    Done,
    /// Nothing, with the reason as a sentence.
    Nothing(String),
    /// The JVM was killed at the deadline.
    Late,
    /// A signal asked to stop.
    Stopped,
}

impl Errand<'_> {
    /// Runs it in a JVM with a suitable compiler. Errors: there is none, it does not start, or does not
    /// complete the request.
    pub fn run(
        &self,
        (plan, unit): (&Plan, &Unit),
        tools: &Tools,
        (wishes, now): (&mut Wishes, &mut dyn FnMut()),
    ) -> Result<Answer, Failure> {
        let java = Java::with_compiler(Path::new(&plan.sites[unit.site].launch.java))?;
        let ended = job::run(&mut self.command(&java, tools), self.log, self.until, wishes, now)?;
        Ok(match ended {
            Ended::Stopped => Answer::Stopped,
            Ended::Late => Answer::Late,
            Ended::Done(status) if status.success() => Answer::Done,
            Ended::Done(status) if status.code() == Some(NOTHING) => Answer::Nothing(last_words(self.log)),
            Ended::Done(status) => {
                let (doing, class) = (self.doing, &unit.class);
                let why = last_words(self.log);
                return Err(Failure::failed(format!("{doing} {class} failed ({}): {why}", how(status))));
            }
        })
    }

    fn command(&self, java: &Java, tools: &Tools) -> Command {
        let mut command = java.command();
        command.args([
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xss4m",
        ]);
        command.arg("-cp").arg(&tools.grow).arg(self.main).args(self.arguments);
        command
    }
}

/// The last line of a JVM's log; for an exception its message line, without the stack trace.
fn last_words(log: &Path) -> String {
    let said = regular::last(log, limits::SAID).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with("at ") && !line.starts_with("... ");
    printable(said.lines().map(str::trim).rfind(is_said).unwrap_or("it says nothing"))
}

/// The lines of a request that describe how a unit's tests are found and compiled.
pub fn compiler_text((plan, unit): (&Plan, &Unit), tools: &Tools) -> String {
    let site = &plan.sites[unit.site];
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut text = String::new();
    let mut say = |key: &str, value: &str| text.push_str(&line([key, value]));
    for root in &unit.source.roots {
        say("source-root", &path(root));
    }
    for entry in site.entries() {
        say("class-path", &path(&entry));
    }
    for entry in &site.launch.launcher {
        say("class-path", entry);
    }
    say("runtime", &path(&tools.run));
    say("release", &unit.release.to_string());
    say("encoding", unit.source.encoding);
    text
}

fn request_text(
    (plan, unit): (&Plan, &Unit),
    tools: &Tools,
    wanted: Wanted,
    clock: Clock,
    folder: &Path,
) -> String {
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut text = String::new();
    for test in &unit.tests {
        // Without an oracle, the assertions of edited tests stay active.
        let how = if wanted.has_oracle || test.is_thrown { "observes" } else { "tries" };
        // The statement that threw the exception is sliced.
        let thrown = test.thrown_line.unwrap_or(0).to_string();
        let by = test.thrown_by.as_deref().unwrap_or_default();
        text.push_str(&line([
            "test",
            &test.class,
            &test.method,
            &wanted.count.to_string(),
            how,
            &thrown,
            by,
        ]));
    }
    text.push_str(&compiler_text((plan, unit), tools));
    let mut say = |key: &str, value: &str| text.push_str(&line([key, value]));
    say("seed", &wanted.seed.to_string());
    say("slices", if wanted.slices { "yes" } else { "no" });
    say("deadline-ms", &clock.left().as_millis().to_string());
    say("out", &path(folder));
    text
}
