//! Options of `faultline affected`.

use std::path::PathBuf;

use clap::Args;

use crate::given::filter::Format;
use crate::given::json_file::JsonFile;

const AFTER_HELP: &str = "\
Compile first: the command compares class files, with the class paths of the last recording. A
test is affected if something has changed since it passed: a method that it runs, its own code,
a resource, a library, a build file or Java. Tests that failed last or never passed are affected.

`faultline run --affected -- COMMAND` makes the same comparison in the JVM that runs the tests.

Examples:
  faultline affected                                   the affected tests with reasons
  mvn test $(faultline affected --format maven)
  ./gradlew test $(faultline affected --format gradle)
  faultline affected --json | jq '.tests[].id'";

/// List the tests for which something has changed since they passed.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct AffectedOptions {
    /// The folder of the recordings and their baseline [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// How the tests are printed.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Print JSON as described in docs/baseline.md.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,
}
