//! Options of `faultline run`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use faultline_jvm_process::agent::attach::Attach;

const RUN_HELP: &str = "\
How the agent is attached:
  java ...          as the first argument: -javaagent:faultline-agent.jar=...
  anything else     through MAVEN_OPTS, GRADLE_OPTS and ANT_OPTS, after their present values;
                    the build tool's JVM then adds the agent to every JVM that it starts,
                    even if the build sets its own argLine or jvmArgs
  --attach env      through JAVA_TOOL_OPTIONS, for tools that use none of these; every JVM
                    then prints `Picked up JAVA_TOOL_OPTIONS: ...`

Gradle runs without its daemon (-Dorg.gradle.daemon=false); with --daemon it gets one that
ends with the run. Gradle skips tests that it considers up to date; --rerun-tasks runs them.

The exit code is the command's own, or 128+n if signal n ended it.

Examples:
  faultline run -- mvn test
  faultline run --include 'org.example.*' -- mvn -pl core verify
  faultline run --out build/faultline -- ./gradlew test --rerun-tasks
  faultline run --affected -- mvn test
  faultline run --affected --baseline main.flb -- mvn test
  faultline run --first failing -- mvn test
  faultline run --rerun-failed 3 -- mvn test
  faultline run --rank -- mvn test
  faultline run --attach env -- ./run-my-tests.sh";

/// Run a build or a program and record what its tests cover.
///
/// Leaves the command's output unchanged and then prints one line on standard error that says
/// what was recorded, or why nothing was recorded.
#[derive(Args, Debug)]
#[command(after_help = RUN_HELP)]
pub struct RunOptions {
    /// Record classes whose names match, wherever they are loaded from; `*` matches any characters, `?` one.
    ///
    /// May be repeated; commas separate several patterns. A name without `*` or `?`
    /// matches the class and its nested classes. Without --include, Faultline records all classes
    /// in folders and jars of the project, except test classes.
    #[arg(short, long, value_name = "PATTERN", value_delimiter = ',')]
    pub include: Vec<String>,

    /// Do not record classes whose names match; overrides --include.
    #[arg(short = 'x', long, value_name = "PATTERN", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// Folder for the recordings, used by one run at a time. The recordings of an earlier run are replaced
    /// once this run has finished a test, and kept if it finishes none.
    #[arg(short, long, value_name = "DIR", default_value = ".faultline")]
    pub out: PathBuf,

    /// Project folder; classes loaded from it are recorded [default: the current folder].
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// Keep the recordings of earlier runs; their tests count as well.
    #[arg(long)]
    pub append: bool,

    /// Run only tests for which something has changed since they passed.
    ///
    /// The JVM that runs the tests leaves the others out, after the build has compiled (docs/baseline.md). A test runs if
    /// the effect of a change on it cannot be determined. The first run has nothing to compare with and runs all tests.
    #[arg(long)]
    pub affected: bool,

    /// Run the tests most likely to fail first: `failing`.
    ///
    /// First come tests that did not pass in their last run, then new tests, then tests that run changed code, most of it
    /// and the least tested first (docs/agent.md). Fixed orders stay. May be combined with --affected.
    #[arg(long, value_enum, value_name = "WHICH")]
    pub first: Option<First>,

    /// Baseline whose newer passes are added to the baseline beside the recordings: a file, or a folder that
    /// contains one.
    ///
    /// They are added when this run has finished a test, before its own tests; with --affected or --first, before the
    /// command starts (docs/baseline.md).
    #[arg(long, value_name = "DIR|FILE")]
    pub baseline: Option<PathBuf>,

    /// What to record of each test: `branches` adds the outcomes of conditions and switches, `returns` the outcomes of calls.
    ///
    /// `faultline rank --elements` uses them (docs/ranking.md). Lines are always recorded, and do not change.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', default_value = "lines")]
    pub elements: Vec<Elements>,

    /// Rerun failing tests N times after the build, each alone, to detect flaky ones (docs/baseline.md).
    ///
    /// At most 20 tests are rerun: first those whose code has not changed since they passed, then those without a known
    /// pass. The exit code remains the command's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rerun_failed: Option<u32>,

    /// Print the first suspects of a red build in ten lines: `always` (the same as --rank alone) or `never`
    /// [default: always if the environment has CI=true, else never].
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub rank: Option<RankWhen>,

    /// How the agent is attached to the JVMs.
    #[arg(long, value_enum, default_value = "auto")]
    pub attach: AttachOption,

    /// The command that runs the tests, after `--`.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}

/// Which tests run first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    /// Those most likely to fail.
    Failing,
}

/// Whether the first suspects are printed at the end of a red build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RankWhen {
    /// After each red build.
    Always,
    /// After none.
    Never,
}

impl RunOptions {
    /// Whether the first suspects of a red build are printed.
    pub fn ranks(&self) -> bool {
        let is_ci = || std::env::var_os("CI").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        self.rank.map_or_else(is_ci, |when| when == RankWhen::Always)
    }
}

/// What to record of each test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Elements {
    /// Lines.
    Lines,
    /// Outcomes of conditional jumps and switches.
    Branches,
    /// What calls returned, and whether they threw.
    Returns,
}

impl Elements {
    /// The agent's name for it; `None` if it is always recorded.
    pub fn asked(self) -> Option<&'static str> {
        match self {
            Self::Lines => None,
            Self::Branches => Some("branches"),
            Self::Returns => Some("returns"),
        }
    }
}

/// How the agent is attached to the JVMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AttachOption {
    /// As an argument of java, or through the build tools' variables.
    Auto,
    /// Through `JAVA_TOOL_OPTIONS`, which reaches every JVM but makes each print a line.
    Env,
}

impl From<AttachOption> for Attach {
    fn from(option: AttachOption) -> Self {
        match option {
            AttachOption::Auto => Self::Auto,
            AttachOption::Env => Self::Env,
        }
    }
}
