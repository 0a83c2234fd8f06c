//! JVMs that edit failing tests, and JVMs that run what came of it.

use std::collections::BTreeSet;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use faultline_files::{limits, put, regular};
use faultline_flt::line;
use faultline_jvm_process::agent::options::AgentOptions;
use faultline_jvm_process::jvm::command::Start;
use faultline_jvm_process::process::group::how;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::java::{Java, release_beside};
use faultline_jvm_process::tools::kotlin::Compiler;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::{ClassName, Launch};

use crate::clock::Clock;
use crate::grown::Grown;
use crate::job::{self, Ended};
use crate::kotlin;
use crate::observed::{Observed, Outcome};
use crate::plan::{Plan, Unit};
use crate::source::Language;

/// The class whose `main` edits tests.
pub const GROW: &str = "io.faultline.amplify.grow.Grow";
/// The class whose `main` runs variants.
const RUN: &str = "io.faultline.amplify.run.Run";
/// Exit code of [`GROW`] where no variant compiles: its words say why.
pub const NOTHING: i32 = 3;
/// How often a JVM that a test has ended is started again for the others.
const STARTS: usize = 6;
/// How long a variant may take, at least.
const LIMIT: Duration = Duration::from_secs(1);
/// Observations of one test.
const VALUES: usize = 1_000;
/// Names of classes that an agent's options may take; longer ones become packages.
const NAMES: usize = 60_000;

/// Where our programs lie.
#[derive(Clone, Debug)]
pub struct Tools {
    /// Edits tests.
    pub grow: PathBuf,
    /// Runs variants.
    pub run: PathBuf,
    /// Records what they cover.
    pub agent: PathBuf,
    /// Compiles tests in Kotlin; `None`: what their build has.
    pub kotlin: Option<Compiler>,
}

/// What came of editing.
#[derive(Debug)]
pub enum Growth {
    /// Variants that compile.
    Grown(Grown),
    /// None, and why, as a sentence.
    Nothing(String),
    /// Somebody wishes to stop.
    Stopped,
}

/// How variants are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Edits per failing test.
    pub count: usize,
    /// Whether slices are wanted, too.
    pub slices: bool,
    /// Whether edits are wanted of tests that an assertion ends, too: somebody knows how they should end.
    pub has_oracle: bool,
    /// Of what is left to chance.
    pub seed: u64,
}

/// Edits the failing tests of a unit and compiles the variants into a folder. Errors: the JVM does not start, or does
/// not do as it was asked.
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
    let launch = &plan.sites[unit.site].launch;
    let java = Java::with_compiler(Path::new(&launch.java))?;
    let request = folder.join("grow.tsv");
    let log = folder.join("grow.log");
    put(&request, request_text((plan, unit), tools, wanted, clock, folder))
        .map_err(|error| unwritable(folder, &error))?;
    let ended = job::run(&mut grower(&java, tools, GROW, &[&request]), &log, clock.end(), wishes, now)?;
    let said = regular::last(&log, limits::SAID)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    // Of an exception its own line, not where it came from.
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with("at ") && !line.starts_with("... ");
    let said = said.lines().map(str::trim).rfind(is_said).unwrap_or("it says nothing");
    match ended {
        Ended::Stopped => Ok(Growth::Stopped),
        Ended::Late => {
            Ok(Growth::Nothing("no variant was compiled in time; give it more with --budget".to_owned()))
        }
        Ended::Done(status) if status.success() => Grown::read(folder).map(Growth::Grown).map_err(|why| {
            Failure::failed(format!("what was grown from {} cannot be read: {why}", unit.class))
        }),
        Ended::Done(status) if status.code() == Some(NOTHING) => Ok(Growth::Nothing(printable(said))),
        Ended::Done(status) => Err(Failure::failed(format!(
            "growing tests from {} failed ({}): {}",
            unit.class,
            how(status),
            printable(said)
        ))),
    }
}

/// A command that edits tests, writes them down or compiles them.
pub fn grower(java: &Java, tools: &Tools, main: &str, arguments: &[&Path]) -> Command {
    let mut command = java.command();
    command.args([
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xss4m",
    ]);
    command.arg("-cp").arg(&tools.grow).arg(main).args(arguments);
    command
}

/// What a request says of how a unit's tests are found and compiled.
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
        // Where nobody knows values, assertions have their say in edited tests, too.
        let how = if wanted.has_oracle || test.is_thrown { "observes" } else { "tries" };
        // From where an exception came its statement is sliced.
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

/// The order of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they are asked for.
    Forward,
    /// The last one first.
    Backward,
}

impl Order {
    fn word(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }
}

/// What is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// How its JVM is started.
    pub launch: &'a Launch,
    /// Compiled variants.
    pub classes: &'a Path,
    /// The framework that runs them.
    pub framework: &'a str,
    /// Binary name of their class.
    pub class: &'a str,
    /// Methods in their order.
    pub methods: &'a [String],
    /// What the right classes showed, where variants are checked against that.
    pub want: Option<&'a Path>,
    /// Whether values are observed: where nobody compares them, they are not even asked for their text.
    pub observes: bool,
    /// Options of the recording agent, where coverage is wanted.
    pub agent: Option<&'a str>,
    /// How long each may take.
    pub limit: Duration,
}

/// Runs methods; what of them ran in time. Errors: the JVM does not start.
pub fn run(
    asked: &Asked<'_>,
    order: Order,
    tools: &Tools,
    clock: Clock,
    (folder, name): (&Path, &str),
    (wishes, now): (&mut Wishes, &mut dyn FnMut()),
) -> Result<Observed, Failure> {
    let out = folder.join(format!("{name}.out.tsv"));
    let (request, log) = (folder.join(format!("{name}.request.tsv")), folder.join(format!("{name}.log")));
    let mut waiting: Vec<String> = asked.methods.to_vec();
    if order == Order::Backward {
        waiting.reverse();
    }
    put(&out, "").map_err(|error| unwritable(folder, &error))?;
    let mut observed = Observed::default();
    for _ in 0..STARTS {
        // Whoever stops early is asked in the order that is meant.
        let methods: Vec<&String> =
            if order == Order::Backward { waiting.iter().rev().collect() } else { waiting.iter().collect() };
        put(&request, run_text(asked, order, &methods, clock, &out))
            .map_err(|error| unwritable(folder, &error))?;
        let mut command = runner(asked, tools, &request, folder);
        let ended = job::run(&mut command, &log, clock.end(), wishes, &mut *now)?;
        observed = Observed::parse(&regular::read_to_string(&out, limits::RESULTS).unwrap_or_default());
        let before = waiting.len();
        waiting.retain(|method| !observed.methods.contains_key(method));
        let is_over = !matches!(ended, Ended::Done(status) if !status.success());
        if is_over || waiting.is_empty() || clock.left().is_zero() {
            break;
        }
        if observed.methods.is_empty()
            && let Ended::Done(status) = ended
        {
            return Err(Failure::failed(format!(
                "the JVM that is to run tests grown from {} did not do so ({}){}",
                asked.class,
                how(status),
                faultline_jvm_process::jvm::said(&log)
                    .map_or(String::new(), |said| format!(": {}", printable(&said)))
            )));
        }
        if waiting.len() == before {
            // The first that waits ended the JVM without a word.
            waiting.remove(0);
        }
    }
    Ok(observed)
}

fn runner(asked: &Asked<'_>, tools: &Tools, request: &Path, scratch: &Path) -> Command {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let agent = asked.agent.map(|options| format!("-javaagent:{}={options}", tools.agent.display()));
    let options: Vec<String> = agent.into_iter().chain(guard(Path::new(&asked.launch.java))).collect();
    let (first, last) = ([text(asked.classes)], [text(&tools.run)]);
    let start = Start {
        launch: asked.launch,
        agents: &options,
        entries: (&first, &last),
        main: &[RUN.to_owned(), text(request)],
        scratch,
    };
    start.command()
}

/// What lets our JVM forbid tests to end it or to write elsewhere, where Java 18 to 23 has to be told; from 24 on nothing does.
fn guard(java: &Path) -> Option<String> {
    let is_asked = release_beside(java).is_some_and(|release| (18..=23).contains(&release));
    is_asked.then(|| "-Djava.security.manager=allow".to_owned())
}

fn run_text(asked: &Asked<'_>, order: Order, methods: &[&String], clock: Clock, out: &Path) -> String {
    let mut text = String::new();
    let mut say = |key: &str, value: &str| text.push_str(&line([key, value]));
    say("framework", asked.framework);
    say("class", asked.class);
    for method in methods {
        say("method", method);
    }
    say("mode", if asked.want.is_some() { "check" } else { "observe" });
    if let Some(want) = asked.want {
        say("want", &want.to_string_lossy());
    }
    say("out", &out.to_string_lossy());
    say("order", order.word());
    say("limit-ms", &asked.limit.as_millis().to_string());
    say("deadline-ms", &clock.left().as_millis().to_string());
    say("values", &if asked.observes { VALUES } else { 0 }.to_string());
    text
}

/// How long each variant of tests may take that took so long themselves.
pub fn limit(longest: Duration) -> Duration {
    LIMIT.max(3 * longest)
}

/// What the right classes showed, as those that check against it read it: only what is there, and has a verdict.
pub fn want_text(observed: &Observed, methods: &BTreeSet<&str>) -> String {
    let mut text = line(["method", "observations", "end"]);
    for (method, executions) in
        observed.methods.iter().filter(|(method, _)| methods.contains(method.as_str()))
    {
        for execution in executions {
            let end = if execution.outcome == Outcome::Passed { "" } else { &execution.exception };
            let fields =
                [method.as_str()].into_iter().chain(execution.observations.iter().map(String::as_str));
            text.push_str(&line(fields.chain([end])));
        }
    }
    text
}

/// Options of the recording agent: it records the classes that were recorded, those of the tests left out; besides lines
/// these elements.
pub fn agent_options((plan, unit): (&Plan, &Unit), elements: &[&str], classes: &Path, dir: &Path) -> String {
    let recorded: BTreeSet<&str> =
        plan.sites[unit.site].classes.iter().map(|(name, _)| ClassName(name).outermost()).collect();
    let of_tests = outermost_in(classes);
    let exclude: Vec<&str> = of_tests.iter().map(String::as_str).chain([unit.class.as_str()]).collect();
    let packages: BTreeSet<String>;
    let include: Vec<&str> = if recorded.iter().map(|name| name.len() + 1).sum::<usize>() <= NAMES {
        recorded.into_iter().collect()
    } else {
        packages = recorded
            .iter()
            .map(|name| {
                name.rsplit_once('.').map_or((*name).to_owned(), |(package, _)| format!("{package}.*"))
            })
            .collect();
        packages.iter().map(String::as_str).collect()
    };
    let base = dunce::canonicalize(&plan.loaded.base).unwrap_or_else(|_| plan.loaded.base.clone());
    AgentOptions { dir, root: &base, include: &include, exclude: &exclude, elements, fork: false }.to_string()
}

/// Binary names of the outermost classes that a folder holds.
fn outermost_in(folder: &Path) -> BTreeSet<String> {
    let files = limits::FOLDER.files_below(folder).unwrap_or_default();
    let classes = files.iter().filter(|file| file.extension().is_some_and(|end| end == "class"));
    let names = classes.map(|file| file.with_extension("").to_string_lossy().replace(MAIN_SEPARATOR, "."));
    names.map(|name| ClassName(&name).outermost().to_owned()).collect()
}

fn unwritable(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!(
        "writing to {} failed: {error}; choose another folder with --dir",
        folder.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_is_asked_for_where_java_has_one_and_does_not_allow_it() {
        let scratch = tempfile::tempdir().expect("a folder");
        let java = scratch.path().join("bin/java");
        std::fs::create_dir_all(scratch.path().join("bin")).expect("a folder");
        std::fs::write(&java, "").expect("a file");
        assert_eq!(guard(&java), None, "nobody knows the release");
        let of = |version: &str| {
            let text = format!("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"{version}\"\n");
            std::fs::write(scratch.path().join("release"), text).expect("a file");
            guard(&java).is_some()
        };
        let allowed = ["1.8.0_292", "11.0.2", "17.0.9", "24.0.1", "25"];
        assert_eq!(allowed.map(of), [false; 5]);
        assert_eq!(["18", "21.0.8", "23.0.2"].map(of), [true; 3]);
    }
}
