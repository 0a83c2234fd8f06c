//! The command line's grammar and its help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::budget::BudgetOptions;
use crate::doctor::DoctorOptions;
use crate::evaluate::EvaluateOptions;
use crate::exit;
use crate::generate::GenerateOptions;
use crate::history::HistoryOptions;
use crate::merge::MergeOptions;
use crate::reading::ReadingOptions;
use crate::select::SelectOptions;
use crate::suite::SuiteOptions;
use crate::train::TrainOptions;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  faultline run -- mvn test        record a Maven build with failing tests, unchanged
  faultline rank                   show the suspicious methods, best first
  faultline rank --level line      ... the suspicious lines
  faultline doctor                 say what is missing in a recording, and how to mend it
  faultline suite                  say how well the tests tell lines apart
  faultline select -n 10           choose the ten passing tests that tell most about a failure
  faultline generate --fetch       write tests that tell the suspicious lines apart
  faultline run -- ./gradlew test --rerun-tasks
  faultline run -- java -cp target/classes:target/test-classes:junit.jar \\
      org.junit.runner.JUnitCore org.example.FooTest";

const RECORDINGS: &str = "\
Which recordings a command reads:
  FILE         that recording
  FOLDER       the first of these that it holds: recordings (*.flt) right in it, a spectrum in
               the tsv or gzoltar layout, recordings in FOLDER/.faultline
  no argument  those in .faultline of this folder, or of the nearest folder above";

const MORE: &str = "\
Every command explains itself: faultline COMMAND --help";

/// Finds the code that makes tests fail.
///
/// Records which lines each test covers while your own build runs its tests, then ranks
/// methods and lines by how much their coverage speaks for them being the fault.
#[derive(Debug, Parser)]
#[command(name = "faultline", version, styles = STYLES, after_help = [EXAMPLES, RECORDINGS, exit::HELP, MORE].join("\n\n"), max_term_width = 100)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Run(RunOptions),
    Rank(RankOptions),
    Doctor(DoctorOptions),
    Suite(SuiteOptions),
    Evaluate(EvaluateOptions),
    Select(SelectOptions),
    Generate(GenerateOptions),
    Train(TrainOptions),
    History(HistoryOptions),
    Budget(Box<BudgetOptions>),
    Merge(MergeOptions),
    Export(ExportOptions),
    Import(ImportOptions),
    Formulas(FormulasOptions),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

const COMPLETIONS_HELP: &str = "\
Examples:
  faultline completions bash > ~/.local/share/bash-completion/completions/faultline
  faultline completions zsh > ~/.zfunc/_faultline
  faultline completions fish > ~/.config/fish/completions/faultline.fish";

const RUN_HELP: &str = "\
How the agent gets in:
  java ...          as the first argument: -javaagent:faultline-agent.jar=...
  anything else     through MAVEN_OPTS, GRADLE_OPTS and ANT_OPTS, after what you have there;
                    the build tool's JVM then adds the agent to every JVM that it starts,
                    whatever the build's own argLine or jvmArgs say
  --attach env      through JAVA_TOOL_OPTIONS, for tools that know none of these; every JVM
                    then prints `Picked up JAVA_TOOL_OPTIONS: ...`

Gradle runs without its daemon (-Dorg.gradle.daemon=false), and must be told to run tests
that it thinks are up to date: --rerun-tasks.

The exit code is the command's own; 128+n when signal n ended it.

Examples:
  faultline run -- mvn test
  faultline run --include 'org.example.*' -- mvn -pl core verify
  faultline run --dir build/faultline -- ./gradlew test --rerun-tasks
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
    pub dir: PathBuf,

    /// Project folder: classes loaded from below it are recorded [default: this folder].
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// Keep the recordings of earlier runs; their tests count too.
    #[arg(long)]
    pub append: bool,

    /// How the agent gets into the JVMs.
    #[arg(long, value_enum, default_value = "auto")]
    pub attach: Attach,

    /// The command that runs the tests, after `--`.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}

/// How the agent gets into the JVMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attach {
    /// As an argument of java, or through the build tools' own variables.
    Auto,
    /// Through `JAVA_TOOL_OPTIONS`: reaches any JVM, but each prints a line.
    Env,
}

const RANK_HELP: &str = "\
The columns:
  rank     place in the list; a tie shows its range, as 6-7
  score    suspiciousness by the ranking (--ranking); higher is more suspicious
  base     ... of the lines alone, by the formula; score = base x size x trace x name
  size     +size: n^0.3, n the method's lines that a failing test executed
  trace    +trace: 1 + 2/k, k the method's place in a failing test's stack trace, frames of
           the JDK and of test frameworks left out; 1 where no trace has it
  name     +name: (1 + C)(1 + 2 M), how many of the words in the names of its class and of
           itself are in a failing test's: FooTest.testBar may well test Foo.bar
  ef  ep   failing and passing tests that executed it
  nf  np   failing and passing tests that did not
  where    source file and line; for a method, its most suspicious line

A method's base is its most suspicious line's, a class scores as its most suspicious method.
In a narrow window base, nf and np are left out; --json has them all.

Rankings:
  ochiai+size+trace+name  a formula and what it is multiplied by; the default
  dstar:3+size:0.5        numbers other than the usual ones
  wong2+clone             failing tests counted P/F times, as with --clone
  jaccard+mean            methods by the mean of their lines; +sum, +max (the default)
  posterior               the probability of being the fault; lines add up to 100 %

Several failing tests often have several causes. They are grouped by the exception and the
project's line that threw it, and each group is ranked on its own, with the failures of the
other groups left out. --failing picks the failing tests to explain; the rest is left out. It
also takes a test that was running when its JVM was ended, by Ctrl-C or a limit of time.

Examples:
  faultline rank
  faultline rank --level line --top 5
  faultline rank --failing 'org.example.FooTest#bar' --ranking dstar
  faultline rank --ranking posterior
  faultline rank --json | jq '.groups[0].suspects[0]'";

/// Rank methods, lines or classes by how suspicious they are.
///
/// Reads the recordings of `faultline run`. Exits with 3 when there is no failing test.
#[derive(Args, Debug)]
#[command(after_help = RANK_HELP)]
pub struct RankOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// Explain only this failing test: `Class#method`, `Class::method` or its unique id.
    ///
    /// `Class#method[2]` is one invocation of a parameterised test. A name as the framework shows it,
    /// a class, and patterns with `*` and `?` do as well. May be repeated. The package may be left
    /// out where the class's name is unambiguous.
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// Formula, and what multiplies it; `faultline formulas` lists them.
    #[arg(short, long, value_name = "NAME[+PART]...", default_value = faultline_scoring::RankingSpec::DEFAULT)]
    pub ranking: String,

    /// Count the failing tests as often as there are passing ones to each.
    #[arg(long)]
    pub clone: bool,

    /// Place of elements with equal scores: the last, the mean or the first of their range, or
    /// the place in the list.
    #[arg(long, value_enum, default_value = "max")]
    pub ties: Ties,

    /// What to rank.
    #[arg(short, long, value_enum, default_value = "method")]
    pub level: Level,

    /// How many suspects to show; 0 is all [default: 20; 5 per group on a terminal].
    #[arg(short = 'n', long, value_name = "N")]
    pub top: Option<usize>,

    /// Folder with sources, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingOptions,

    /// Print JSON as described in docs/rank-json.md.
    #[arg(long)]
    pub json: bool,

    /// When to use colours.
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Width of the table in columns [default: the terminal's, else 100].
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

/// Which rank tied elements get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ties {
    /// The last of their range: the worst case.
    Max,
    /// The mean of their range, as 6.5.
    Average,
    /// The first of their range: the best case.
    Min,
    /// The place in the list, equals in the order of class names and lines.
    LineOrder,
}

/// What is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Methods and constructors.
    Method,
    /// Source lines.
    Line,
    /// Classes.
    Class,
}

/// When the output has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

const EXPORT_HELP: &str = "\
Layouts:
  gzoltar   matrix.txt, spectra.csv, tests.csv and NAME.ranking.csv per --ranking, as
            GZoltar's report writes them, with fields escaped as CSV asks
  tsv       elements.tsv, tests.tsv (and failures.tsv): plain columns for scripts

Both know passed and failed tests only; how many others were left out is said.

Examples:
  faultline export --format gzoltar --out target/gzoltar --ranking ochiai,dstar
  faultline export --format tsv --out spectrum";

/// Write the spectrum in a layout that other tools read.
#[derive(Args, Debug)]
#[command(after_help = EXPORT_HELP)]
pub struct ExportOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// Layout to write.
    #[arg(short, long, value_enum)]
    pub format: Layout,

    /// Folder to write into; made if it is not there.
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,

    /// Formulas to write rankings for; several are separated by commas (gzoltar only).
    #[arg(short, long, value_name = "NAME", value_delimiter = ',', default_value = "ochiai")]
    pub ranking: Vec<String>,

    #[command(flatten)]
    pub reading: ReadingOptions,
}

const IMPORT_HELP: &str = "\
Examples:
  faultline import --format gzoltar gzoltar/sfl/txt --out .faultline
  faultline import --format tsv spectrum --out lang-1.flt && faultline rank lang-1.flt";

/// Turn another tool's spectrum into a recording that every command here reads.
#[derive(Args, Debug)]
#[command(after_help = IMPORT_HELP)]
pub struct ImportOptions {
    /// Folder that holds the layout's files.
    #[arg(value_name = "DIR")]
    pub input: PathBuf,

    /// Layout to read.
    #[arg(short, long, value_enum)]
    pub format: Layout,

    /// Recording to write: a .flt file, or a folder for one.
    #[arg(short, long, value_name = "FILE|DIR")]
    pub out: PathBuf,
}

/// A layout of other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    /// `GZoltar`'s text report.
    Gzoltar,
    /// Tab-separated columns.
    Tsv,
}

/// List the formulas that --ranking knows.
#[derive(Args, Debug)]
pub struct FormulasOptions {
    /// When to use colours.
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,

    /// Width of the table in columns [default: the terminal's, else 100].
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_grammar_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn what_follows_the_dashes_belongs_to_the_command() {
        let options = Options::parse_from(["faultline", "run", "--dir", "d", "--", "mvn", "--dir", "-X"]);
        let Command::Run(run) = options.command else { panic!("not a run") };
        assert_eq!(run.command, ["mvn", "--dir", "-X"]);
        assert_eq!(run.dir, PathBuf::from("d"));
    }

    #[test]
    fn patterns_may_be_repeated_or_separated_by_commas() {
        let options = Options::parse_from(["faultline", "run", "-i", "a.*,b.*", "-i", "c.*", "--", "x"]);
        let Command::Run(run) = options.command else { panic!("not a run") };
        assert_eq!(run.include, ["a.*", "b.*", "c.*"]);
    }
}
