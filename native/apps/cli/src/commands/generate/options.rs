//! Options of `faultline generate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use faultline_jvm_process::tools::class_path;
use faultline_messages::duration;
use faultline_messages::failure::Failure;
use faultline_recording_store::load::Loaded;
use faultline_test_amplification::plan::can_grow_from;
use faultline_test_amplification::request::{Oracle, Request};
use faultline_test_generation::targets;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::trust::TrustOption;

const AFTER_HELP: &str = "\
Where the failing test's source is found, tests are grown from it, as by faultline amplify: DIR/tests has
the ten that tell most, and faultline rank knows what all of them say. The rest is about EvoSuite:

For each class that the failing test covers, EvoSuite searches for tests that tell the suspicious
lines apart; the metric values each candidate, given the failing test and those kept so far:
  belief, eap, rlfdc, fdg-ap  given the failing test; belief sees rows only here: eap:q=0.4
  ddu, entbug, tfd            by the suite as a whole
  line, branch                EvoSuite's own goals, no metric: to compare with
or how similar each is to the failing test, the nearest first (Artzi et al., ISSTA 2010):
  pcs      by the outcomes of its conditions, as faultline run --elements branches records them
  is       by its inputs: calls and their arguments, as the failing test's class file has them,
           which must be on the class path (--project-cp target/classes:target/test-classes)
  pcs+eap  eap, among the half whose conditions are nearest
Parameters follow a colon, as in eap:q=0.2 and rlfdc:model=FILE.

The budget is the search time of all classes together. It is split by --split; a class whose share
would be below --min is left out, and its share goes to the others. What comes on top of a
search (starting, minimising, assertions) takes at most --grace per class; then it is ended.

The tests are compiled and run once; DIR/pool.flt has what they cover, for faultline select. With
--oracle-cp they run on the other version, too, which says what is right: a test that fails there
asserts what the fault does. DIR/labelled.flt has the labelled tests, for faultline rank.

Ctrl-C ends the searches; tests that were written stay. The exit code is then 130; else 0 when a test
was written, and 1 when none was or the oracle did not run.

Examples:
  faultline run -- mvn test && faultline generate --failing 'FooTest#bar' --fetch
  faultline generate                           from the failing test's source
  faultline generate --from evosuite
  faultline generate --budget 10m --classes org.example.Foo,org.example.Parser
  faultline generate --project-cp target/classes:lib/dep.jar --metric ddu --jobs 2
  faultline generate --oracle-cp fixed.jar
  faultline generate -- -Dassertions=false -Dp_functional_mocking=0.2   (to EvoSuite as they are)";

/// Generate tests that tell the suspicious lines of a failing test apart.
///
/// Runs EvoSuite on the classes that the failing test covers, led by a metric of fault
/// diagnosis. Needs a recording (faultline run), EvoSuite 1.0.6 and a Java up to 17.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct GenerateOptions {
    /// Recordings: .flt files, folders of them or in the tsv or gzoltar layout [default: the
    /// nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// The failing test to explain: `Class#method`, `Class::method` or its unique id [default:
    /// the only one that failed].
    ///
    /// May be repeated: the lines of all of them are then suspicious. The package may be left
    /// out where the class's name is unambiguous.
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// What tests are made from: the source of the failing test, as by faultline amplify, or EvoSuite's search [default:
    /// failing where that source is found and no option asks EvoSuite for something].
    #[arg(long, value_enum, value_name = "WHAT")]
    pub from: Option<Ground>,

    /// What makes a test worth keeping.
    #[arg(short, long, value_name = "NAME", default_value = "belief")]
    pub metric: String,

    /// Search time of all classes together, as 120s, 5m, 1h30m or 1.5h; without a unit, seconds.
    #[arg(short, long, value_name = "TIME", default_value = "120s", value_parser = duration::read)]
    pub budget: Duration,

    /// How the budget is split between the classes.
    #[arg(long, value_enum, default_value = "methods")]
    pub split: Split,

    /// The least search time that is worth starting EvoSuite for.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration::read)]
    pub min: Duration,

    /// Classes to test, separated by commas; `auto` is all that the failing test covers.
    #[arg(short, long, value_name = "CLASS", value_delimiter = ',', default_value = "auto")]
    pub classes: Vec<String>,

    /// Class path of the project: its classes and what they need [default: where the classes
    /// were recorded from, and with --fetch what Maven says].
    #[arg(long, value_name = "PATH")]
    pub project_cp: Option<String>,

    /// EvoSuite's jar, evosuite-master-1.0.6.jar [default: the one in the local Maven
    /// repository].
    #[arg(long, value_name = "JAR")]
    pub evosuite: Option<PathBuf>,

    /// Let Maven fetch what is missing: EvoSuite, and the jars that the project needs.
    #[arg(long)]
    pub fetch: bool,

    /// Folder to write to; what an earlier run wrote for the same classes is replaced.
    #[arg(short, long, value_name = "DIR", default_value = "generated")]
    pub out: PathBuf,

    /// How many classes to search at a time [default: as half the cores and 1.5 GiB of free
    /// memory each allow].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,

    /// Seed of EvoSuite's random numbers.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: i64,

    /// How long EvoSuite may take for a class beyond its search.
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration::read)]
    pub grace: Duration,

    /// Classes that do right, of a fixed or older version: folders and jars separated by colons.
    /// They win over the project's own, which may be all or just some of them; how the tests end
    /// there becomes their label.
    #[arg(long, value_name = "PATH")]
    pub oracle_cp: Option<String>,

    #[command(flatten)]
    pub trust: TrustOption,

    /// Print JSON as described in docs/generate.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,

    /// More arguments for EvoSuite, after `--`; they win over ours.
    #[arg(last = true, value_name = "ARGUMENT")]
    pub evosuite_arguments: Vec<String>,
}

/// What tests are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ground {
    /// The failing test's source.
    Failing,
    /// EvoSuite's search.
    Evosuite,
}

impl GenerateOptions {
    /// Builds the request to amplify the failing test; `None` if EvoSuite is to search. Errors: a class path
    /// does not exist.
    pub fn grown(&self, loaded: &Loaded) -> Result<Option<Request>, Failure> {
        let asks_evosuite = self.fetch
            || self.evosuite.is_some()
            || self.project_cp.is_some()
            || self.jobs.is_some()
            || self.classes != ["auto"]
            || self.metric != "belief"
            || !self.evosuite_arguments.is_empty();
        let usual = || {
            if asks_evosuite || !can_grow_from(loaded, &self.failing) {
                Ground::Evosuite
            } else {
                Ground::Failing
            }
        };
        if self.from.unwrap_or_else(usual) == Ground::Evosuite {
            return Ok(None);
        }
        let right =
            self.oracle_cp.as_deref().map(|text| class_path::given("--oracle-cp", text)).transpose()?;
        let out = std::path::absolute(&self.out).unwrap_or_else(|_| self.out.clone());
        Ok(Some(Request {
            oracle: right.map_or(Oracle::None, Oracle::ClassPath),
            seed: self.seed.unsigned_abs(),
            trust: self.trust.into(),
            ..Request::usual(&self.inputs, &self.failing, self.budget, out)
        }))
    }
}

/// How the budget is split between classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Split {
    /// By how many of their methods the failing test covers.
    Methods,
    /// By how probable it is that the fault is in them, given all recorded tests.
    Suspiciousness,
}

impl From<Split> for targets::Split {
    fn from(split: Split) -> Self {
        match split {
            Split::Methods => Self::Methods,
            Split::Suspiciousness => Self::Suspiciousness,
        }
    }
}

impl Split {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Methods => "methods",
            Self::Suspiciousness => "suspiciousness",
        }
    }
}
