//! Options of `faultline tests`.

use std::path::PathBuf;

use clap::Args;

use crate::given::filter::Format;
use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;

const TESTS_HELP: &str = "\
Failing tests come first, then tests that run most lines of the place, then tests that run the
fewest other lines.

With --diff the place is the change since a commit: lines of the working tree if they are those
recorded, otherwise the lines that the change replaces. Lines that no test runs are listed.

Examples:
  faultline tests Foo.java:120                  which tests run this line
  faultline tests Foo.bar org.x.Baz             ... this method or that class
  faultline tests --diff                        ... uncommitted changes
  faultline tests --diff main                   ... differences from the branch main
  mvn test $(faultline tests --diff --format maven)
  ./gradlew test $(faultline tests Foo.bar --format gradle)
  faultline tests Foo.bar --json | jq '.tests[].id'";

/// List the tests that run a line, a method, a class, or the lines of a change.
#[derive(Args, Debug)]
#[command(after_help = TESTS_HELP)]
pub struct TestsOptions {
    /// `Foo.java:120`, `Foo.java:10-20`, `Foo.bar`, `Foo.bar(int)`, `org.x.Foo`; recordings: .flt files or folders of them
    /// [default: the nearest .faultline, here or above].
    ///
    /// A path or a package may precede the name. A class includes its nested classes. A folder, or a file that ends with
    /// .flt, is taken as a recording.
    #[arg(value_name = "PLACE|DIR|FILE", required_unless_present = "diff")]
    pub arguments: Vec<PathBuf>,

    /// The lines changed since a commit [default: HEAD].
    #[arg(long, value_name = "REVISION", num_args = 0..=1, default_missing_value = "HEAD")]
    pub diff: Option<String>,

    /// How the tests are printed.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// How many tests to show; 0 shows all. Does not limit --format and --json.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20)]
    pub top: usize,

    /// Folder with sources, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingOptions,

    /// Print JSON as described in docs/baseline.md.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,
}
