//! Options of `faultline amplify`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};
use faultline_jvm_process::tools::class_path::given;
use faultline_jvm_process::tools::kotlin::Compiler;
use faultline_messages::duration;
use faultline_messages::failure::Failure;
use faultline_test_amplification::choose::Choice;
use faultline_test_amplification::destination::Destination;
use faultline_test_amplification::request::{Oracle, Request};

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::RowOptions;
use crate::given::source;
use crate::given::trust::TrustOption;

const AMPLIFY_HELP: &str = "\
A variant is the failing test with one change: another string, an omitted call, `null` for an
argument, or only one of its assertions. Lines of passing variants become less suspicious, lines of
failing ones more. Variants are compiled in a copy of the test class and run, hundreds per second,
in a JVM started like the recorded one. The project's files are not changed.

How a variant is labelled as passing or failing:
  its own assertions      the test with only one of its assertions: the meaning does not change
  the exception           if an exception that is no assertion's ended the test: a variant fails if
                          the same exception comes from the same line of the project (96 % correct)
  what it expects         if an assertion ended the test: a variant passes if all assertions hold,
                          or if an exception occurs instead (89 % correct)
  --oracle-cp             correct classes: a fixed or an older release
  --oracle-rev            a correct revision, built in a folder of its own
Variants without a label are left out, and so are variants that end differently in another order.

The results are in .faultline/amplified, and faultline rank uses them: all passing variants count as
five tests together, the failing ones as five for each failing test.

Examples:
  faultline amplify                            after faultline run -- mvn test
  faultline amplify -- mvn test                record first
  faultline amplify --failing FooTest#bar --budget 60s
  faultline amplify --oracle-rev v1.4          the last version that worked
  faultline amplify --oracle-cp lib-1.4.jar
  faultline amplify --out src/test/java        ... and write the ten best variants as tests
  faultline amplify --out src/test/java --choose pcs   ... the ten most similar to the failing test";

/// Make variants of a failing test that narrow down where the fault is.
///
/// Edits the source of failing tests, runs the variants and labels them without a person. Exits with 3 if no test failed,
/// and with 1 if no variant has a label.
#[derive(Args, Debug)]
#[command(after_help = AMPLIFY_HELP)]
pub struct AmplifyOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "RECORDING", conflicts_with = "command")]
    pub inputs: Vec<PathBuf>,

    /// Make variants of this failing test only: `Class#method`. May be repeated [default: up to three tests of each group
    /// of failures, one of each group first].
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// Time limit for editing and running, such as 20s, 5m or 1h; building a revision is extra.
    #[arg(short, long, value_name = "TIME", default_value = "20s", value_parser = duration::read)]
    pub budget: Duration,

    /// Correct classes (folders and jars, separated by colons) that replace the project's.
    #[arg(long, value_name = "CP", conflicts_with = "oracle_rev")]
    pub oracle_cp: Option<String>,

    /// A git revision whose classes are correct, such as the last release; Maven or Gradle builds it.
    #[arg(long, value_name = "REV")]
    pub oracle_rev: Option<String>,

    /// How many variants to make of each failing test.
    #[arg(long, value_name = "N", default_value = "300", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub variants: u32,

    /// Also reduce each failing test to one assertion, or to the statement that threw, and what that depends on.
    #[arg(long)]
    pub slices: bool,

    /// Write variants to this folder as tests in the language of the failing test; they compile beside it.
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// How many tests --out writes, the best by --choose; 0 writes all.
    #[arg(short = 'n', long, value_name = "N", default_value = "10")]
    pub tests: usize,

    /// How these variants are chosen: eap, tfd or rlfdc by the lines that they tell apart; pcs, pcs-run or pcs-new by the similarity of their
    /// conditions to the failing test's, is by that of their inputs; pcs+eap; random.
    #[arg(long, value_name = "METRIC", default_value = "eap")]
    pub choose: String,

    /// What to record of variants; `branches` adds outcomes of conditions, which --choose pcs needs.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', default_value = "lines")]
    pub elements: Vec<Observed>,

    /// Seed for the random choice of edits.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Folder with sources of tests, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    /// The compiler for tests in Kotlin: its jar, a folder of jars or a class path [default: the one that the build fetched,
    /// in Maven's local repository or Gradle's cache].
    #[arg(long, value_name = "PATH")]
    pub kotlin_compiler: Option<String>,

    /// Folder for the results [default: amplified, beside the recordings, where faultline rank finds it].
    #[arg(short, long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    #[command(flatten)]
    pub reading: RowOptions,

    #[command(flatten)]
    pub trust: TrustOption,

    /// Print JSON as described in docs/amplify.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,

    /// A command that runs the tests, after `--`; it is first recorded as by faultline run.
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}

/// What to record of variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Observed {
    /// Lines.
    Lines,
    /// Outcomes of conditional jumps and switches.
    Branches,
}

impl AmplifyOptions {
    /// Builds the request. Errors: a given folder or class path does not exist, or the name of the metric is
    /// unknown.
    pub fn request(&self) -> Result<Request, Failure> {
        let oracle = match (&self.oracle_cp, &self.oracle_rev) {
            (Some(class_path), _) => Oracle::ClassPath(given("--oracle-cp", class_path)?),
            (None, Some(revision)) => Oracle::Revision(revision.clone()),
            (None, None) => Oracle::None,
        };
        source::check(&self.source)?;
        let absolute = |folder: &PathBuf| std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
        let most = (self.tests > 0).then_some(self.tests);
        Ok(Request {
            inputs: self.inputs.clone(),
            reading: self.reading.into(),
            trust: self.trust.into(),
            failing: self.failing.clone(),
            budget: self.budget,
            oracle,
            variants: self.variants as usize,
            slices: self.slices,
            seed: self.seed,
            write: self.out.as_ref().map(|out| Destination { folder: absolute(out), below: PathBuf::new() }),
            choose: Choice::of_name(&self.choose)?,
            most,
            branches: self.elements.contains(&Observed::Branches),
            source: self.source.iter().map(absolute).collect(),
            kotlin: self.kotlin_compiler.as_deref().map(Compiler::given).transpose()?,
            dir: self.dir.clone(),
        })
    }
}
