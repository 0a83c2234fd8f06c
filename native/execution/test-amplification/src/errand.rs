//! Requests to a JVM of ours that edits, writes or compiles a unit's tests.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use faultline_files::{limits, regular};
use faultline_flt::line;
use faultline_jvm_process::process::group::how;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;

use crate::job::{self, Ended};
use crate::plan::{Plan, Unit};
use crate::tools::Tools;

/// The class whose `main` edits tests and writes them as source.
pub const GROW: &str = "io.faultline.amplify.grow.Grow";
/// Exit code if no test compiles; the last line of the log says why.
const NOTHING: i32 = 3;

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
    if site.launch.arguments.iter().any(|argument| argument == "--enable-preview") {
        say("preview", "yes");
    }
    say("encoding", &unit.source.encoding);
    text
}
