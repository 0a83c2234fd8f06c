//! JVMs that run variants.

use std::collections::BTreeSet;
use std::path::{MAIN_SEPARATOR, Path};
use std::process::Command;
use std::time::Duration;

use faultline_files::{limits, put, regular};
use faultline_flt::line;
use faultline_jvm_process::agent::options::AgentOptions;
use faultline_jvm_process::jvm::command::Start;
use faultline_jvm_process::process::group::how;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::java::recorded_release;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::{ClassName, Launch};

use crate::clock::Clock;
use crate::folder::unwritable;
use crate::job::{self, Ended};
use crate::observed::{Observed, Outcome};
use crate::plan::{Plan, Unit};
use crate::tools::Tools;

/// The class whose `main` runs variants.
const RUN: &str = "io.faultline.amplify.run.Run";
/// Maximum number of starts of a JVM for one list of methods, after tests that ended it.
const STARTS: usize = 6;
/// Minimum timeout of a variant.
const LIMIT: Duration = Duration::from_secs(1);
/// Maximum number of observations of one test.
const VALUES: usize = 1_000;
/// Maximum total length of class names in an agent's options; longer lists are reduced to packages.
const NAMES: usize = 60_000;

/// The order of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As requested.
    Forward,
    /// The reverse.
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

/// A request to run methods.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The launch of the JVM.
    pub launch: &'a Launch,
    /// Compiled variants.
    pub classes: &'a Path,
    /// The framework that runs them.
    pub framework: &'a str,
    /// Binary name of their class.
    pub class: &'a str,
    /// Methods, in order.
    pub methods: &'a [String],
    /// The observations on the oracle's classes to compare with.
    pub want: Option<&'a Path>,
    /// Whether values are observed; otherwise their `toString` is not even called.
    pub observes: bool,
    /// Options of the recording agent, if coverage is requested.
    pub agent: Option<&'a str>,
    /// Timeout of each method.
    pub limit: Duration,
}

/// Runs methods. Returns the results of those that ran in time. Errors: the JVM cannot be started.
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
        // Reverse here, so that an early stop affects the last methods of the requested order.
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
            let said = faultline_jvm_process::jvm::said(&log);
            let said = said.map_or(String::new(), |said| format!(": {}", printable(&said)));
            observed.refused = Some(format!("{}{said}", how(status)));
            break;
        }
        if waiting.len() == before {
            // The first waiting method ended the JVM without a result.
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

/// The option that lets our JVM forbid tests to exit or to write elsewhere, which Java 18 to 23 needs; from
/// 24 on it is impossible.
fn guard(java: &Path) -> Option<String> {
    let is_asked = recorded_release(java).is_some_and(|release| (18..=23).contains(&release));
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

/// The timeout of each variant, given the longest duration of the failing tests.
pub fn limit(longest: Duration) -> Duration {
    LIMIT.max(3 * longest)
}

/// The observations on the oracle's classes, as a table to compare with: only existing methods with a
/// verdict.
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

/// Options of the recording agent: it records the same classes, except test classes, with lines and these
/// elements.
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
    AgentOptions {
        dir,
        root: &plan.base(),
        include: &include,
        exclude: &exclude,
        elements,
        fork: false,
        run: None,
        baseline: None,
        order: None,
    }
    .to_string()
}

/// Binary names of the outermost classes in a folder.
fn outermost_in(folder: &Path) -> BTreeSet<String> {
    let files = limits::FOLDER.files_below(folder).unwrap_or_default();
    let classes = files.iter().filter(|file| file.extension().is_some_and(|end| end == "class"));
    let names = classes.map(|file| file.with_extension("").to_string_lossy().replace(MAIN_SEPARATOR, "."));
    names.map(|name| ClassName(&name).outermost().to_owned()).collect()
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
