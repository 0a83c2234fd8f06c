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
If the failing test's source is found, variants of it are generated as by faultline amplify:
DIR/tests has the ten most informative ones, and faultline rank uses all of them. Otherwise EvoSuite
searches:

For each class that the failing test covers, EvoSuite searches for tests that tell the suspicious
lines apart. The metric values each candidate, given the failing test and the tests kept so far:
  belief, eap, rlfdc, fdg-ap  given the failing test; a search uses eap:q=0.4 for belief
  ddu, entbug, tfd            by the suite as a whole
  line, branch                EvoSuite's own goals without a metric, for comparison
or by the similarity to the failing test, the most similar first (Artzi et al., ISSTA 2010):
  pcs      outcomes of conditions, as recorded by faultline run --elements branches
  pcs-run  the longest run of outcomes that both have, as a share of the longer path
  is       inputs: calls and their arguments in the failing test's class file, which must be on the
           class path (--project-cp target/classes:target/test-classes)
  pcs+eap  eap, among the half with the most similar conditions
Parameters follow a colon, as in eap:q=0.2 and rlfdc:model=FILE.

The budget is the search time of all classes together, divided by --split. A class whose share would
be below --min is left out, and its share goes to the others. Work around a search (starting,
minimising, assertions) may take at most --grace per class; then it is ended.

The tests are compiled and run once; DIR/pool.flt has their coverage, for faultline select. With
--oracle-cp they also run on the other version, which defines the correct behaviour: a test that
fails there asserts the fault. DIR/labelled.flt has the labelled tests, for faultline rank.

Ctrl-C ends the searches and keeps written tests. The exit code is then 130; otherwise 0 if a test
was written, and 1 if none was or the oracle did not run.

Examples:
  faultline run -- mvn test && faultline generate --failing 'FooTest#bar' --fetch
  faultline generate                           from the failing test's source
  faultline generate --from evosuite
  faultline generate --budget 10m --classes org.example.Foo,org.example.Parser
  faultline generate --project-cp target/classes:lib/dep.jar --metric ddu --jobs 2
  faultline generate --oracle-cp fixed.jar
  faultline generate -- -Dassertions=false -Dp_functional_mocking=0.2   (passed to EvoSuite)";

/// Generate tests that tell the suspicious lines of a failing test apart.
///
/// Makes variants of the failing test, or runs EvoSuite 1.0.6 on the classes that it covers, guided
/// by a metric of fault diagnosis. Needs a recording (faultline run); EvoSuite needs Java 8 to 17.
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
    /// May be repeated: the lines of all of them are then suspicious. The package may be omitted
    /// if the class name is unambiguous.
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// Generate tests from the source of the failing test, as faultline amplify does, or with EvoSuite [default: failing if
    /// the source is found and no option of EvoSuite is given].
    #[arg(long, value_enum, value_name = "WHAT")]
    pub from: Option<Ground>,

    /// The metric that guides the search [default: belief].
    #[arg(short, long, value_name = "NAME")]
    pub metric: Option<String>,

    /// Search time of all classes together, such as 120s, 5m, 1h30m or 1.5h; without a unit, seconds.
    #[arg(short, long, value_name = "TIME", default_value = "120s", value_parser = duration::read)]
    pub budget: Duration,

    /// How the budget is divided among the classes [default: methods].
    #[arg(long, value_enum)]
    pub split: Option<Split>,

    /// Minimum search time per class [default: 5s].
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    pub min: Option<Duration>,

    /// Classes to test, separated by commas; `auto` means all that the failing test covers [default: auto].
    #[arg(short, long, value_name = "CLASS", value_delimiter = ',')]
    pub classes: Vec<String>,

    /// Class path of the project: its classes and their dependencies [default: the places that
    /// the recorded classes came from, and Maven's class path with --fetch].
    #[arg(long, value_name = "PATH")]
    pub project_cp: Option<String>,

    /// EvoSuite's jar, evosuite-master-1.0.6.jar [default: the one in the local Maven
    /// repository].
    #[arg(long, value_name = "JAR")]
    pub evosuite: Option<PathBuf>,

    /// Let Maven fetch what is missing: EvoSuite, and the jars that the project needs.
    #[arg(long)]
    pub fetch: bool,

    /// Folder to write to; results of an earlier run for the same classes are replaced.
    #[arg(short, long, value_name = "DIR", default_value = "generated")]
    pub out: PathBuf,

    /// How many classes to search at a time [default: as many as half the cores and 1.5 GiB of
    /// free memory each allow].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,

    /// Seed of EvoSuite's random numbers.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: i64,

    /// Extra time for a class beyond its search [default: 5m].
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    pub grace: Option<Duration>,

    /// Correct classes, of a fixed or older version: folders and jars, separated by colons. They
    /// replace all or some of the project's classes. The outcome of a test there becomes its
    /// label.
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

    /// More arguments for EvoSuite, after `--`; they override Faultline's.
    #[arg(last = true, value_name = "ARGUMENT")]
    pub evosuite_arguments: Vec<String>,
}

/// What tests are generated from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ground {
    /// The failing test's source.
    Failing,
    /// EvoSuite's search.
    Evosuite,
}

impl GenerateOptions {
    /// The metric that guides the search.
    pub fn metric(&self) -> &str {
        self.metric.as_deref().unwrap_or("belief")
    }

    /// How the budget is divided among the classes.
    pub fn split(&self) -> Split {
        self.split.unwrap_or(Split::Methods)
    }

    /// Minimum search time per class.
    pub fn min(&self) -> Duration {
        self.min.unwrap_or(Duration::from_secs(5))
    }

    /// Extra time for a class beyond its search.
    pub fn grace(&self) -> Duration {
        self.grace.unwrap_or(Duration::from_mins(5))
    }

    /// The classes to test; `auto` means all that the failing test covers.
    pub fn classes(&self) -> Vec<String> {
        if self.classes.is_empty() { vec!["auto".to_owned()] } else { self.classes.clone() }
    }

    /// Builds the request to amplify the failing test; `None` if EvoSuite is to search. Errors: a class path
    /// does not exist.
    pub fn grown(&self, loaded: &Loaded) -> Result<Option<Request>, Failure> {
        let asks_evosuite = self.fetch
            || self.evosuite.is_some()
            || self.project_cp.is_some()
            || self.jobs.is_some()
            || !self.classes.is_empty()
            || self.metric.is_some()
            || self.split.is_some()
            || self.min.is_some()
            || self.grace.is_some()
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

/// How the budget is divided among classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Split {
    /// By the number of their methods that the failing test covers.
    Methods,
    /// By the probability that the fault is in them, given all recorded tests.
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
