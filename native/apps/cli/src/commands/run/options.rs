//! Options of `faultline run`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use faultline_jvm_process::agent::attach::Attach;

const RUN_HELP: &str = "\
How the agent gets in:
  java ...          as the first argument: -javaagent:faultline-agent.jar=...
  anything else     through MAVEN_OPTS, GRADLE_OPTS and ANT_OPTS, after what you have there;
                    the build tool's JVM then adds the agent to every JVM that it starts,
                    whatever the build's own argLine or jvmArgs say
  --attach env      through JAVA_TOOL_OPTIONS, for tools that know none of these; every JVM
                    then prints `Picked up JAVA_TOOL_OPTIONS: ...`

Gradle runs without its daemon (-Dorg.gradle.daemon=false); with --daemon it gets one that
ends with the run. It must be told to run tests that it thinks are up to date: --rerun-tasks.

The exit code is the command's own; 128+n when signal n ended it.

Examples:
  faultline run -- mvn test
  faultline run --include 'org.example.*' -- mvn -pl core verify
  faultline run --out build/faultline -- ./gradlew test --rerun-tasks
  faultline run --affected -- mvn test
  faultline run --affected --baseline main.flb -- mvn test
  faultline run --rerun-failed 3 -- mvn test
  faultline run --rank -- mvn test
  faultline run --attach env -- ./run-my-tests.sh";

/// Run a build or a program and record what its tests cover.
///
/// Adds nothing to the command's output and ends with one line on standard error that says
/// what was recorded, or why nothing was.
#[derive(Args, Debug)]
#[command(after_help = RUN_HELP)]
pub struct RunOptions {
    /// Record classes of this name, wherever they come from; `*` is any characters, `?` one.
    ///
    /// May be repeated or hold several, separated by commas. A name without `*` or `?`
    /// means the class and what is nested in it. Without --include: all classes that are
    /// loaded from folders and jars of the project, test classes left out.
    #[arg(short, long, value_name = "PATTERN", value_delimiter = ',')]
    pub include: Vec<String>,

    /// Do not record classes of this name; wins over --include.
    #[arg(short = 'x', long, value_name = "PATTERN", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// Folder to record into, for one run at a time; what an earlier run left there is replaced
    /// once this one has finished a test, and kept if it finishes none.
    #[arg(short, long, value_name = "DIR", default_value = ".faultline")]
    pub out: PathBuf,

    /// Project folder: classes loaded from below it are recorded [default: this folder].
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// Keep the recordings of earlier runs; their tests count too.
    #[arg(long)]
    pub append: bool,

    /// Run only the tests for which something has changed since they passed.
    ///
    /// The others are left out in the JVM that runs the tests, after it was compiled (docs/baseline.md). A test of which
    /// this cannot be known runs. The first run has nothing to compare with, and runs all.
    #[arg(long)]
    pub affected: bool,

    /// Add the passes of this baseline to the one beside the recordings where they are newer: a file, or a folder that
    /// holds one.
    ///
    /// That is done once this run has finished a test, before its own tests are added; with --affected before the
    /// command starts (docs/baseline.md).
    #[arg(long, value_name = "DIR|FILE")]
    pub baseline: Option<PathBuf>,

    /// What is recorded of each test: with `branches` also what conditions and switches came to, with `returns` what calls did.
    ///
    /// `faultline rank --elements` reads it (docs/ranking.md). Lines are always recorded, and are the same.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', default_value = "lines")]
    pub elements: Vec<Elements>,

    /// After the build, run failing tests again, each alone and N times, to tell flaky ones (docs/baseline.md).
    ///
    /// At most 20 tests: those whose code has not changed since they passed, then those of which no pass is known. The
    /// exit code stays the command's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rerun_failed: Option<u32>,

    /// When tests failed, print the first suspects below the last line, in ten lines: `always` (also without =WHEN) or
    /// `never` [default: always where the environment says CI=true].
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub rank: Option<RankWhen>,

    /// How the agent gets into the JVMs.
    #[arg(long, value_enum, default_value = "auto")]
    pub attach: AttachOption,

    /// The command that runs the tests, after `--`.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
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

/// What is recorded of each test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Elements {
    /// Lines.
    Lines,
    /// What conditional jumps and switches came to.
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

/// How the agent gets into the JVMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AttachOption {
    /// As an argument of java, or through the build tools' own variables.
    Auto,
    /// Through `JAVA_TOOL_OPTIONS`: reaches any JVM, but each prints a line.
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
