//! Options of `faultline report`.

use std::path::PathBuf;

use clap::Args;

use crate::given::baseline::BaselineOption;
use crate::given::reading::ReadingOptions;
use crate::given::suspicion::Suspicion;

/// Default folder of a report.
pub const DEFAULT_FOLDER: &str = "faultline-report";

const REPORT_HELP: &str = "\
The pages:
  index.html       each group of failing tests: the exception, the most likely suspect and why, the
                   first ten suspects with their evidence, the lines around the best one
  source/          the suspicious files, each line as dark as it is suspicious; select a line to
                   see which tests ran it; n and p go to the next and the previous suspect
  neighbours.html  what a failing test ran that the most similar passing tests did not, and where
                   they diverge; `faultline diff` shows the same in the terminal
  map.html         packages, classes and methods by lines and suspicion; tests by classes;
                   lines that no test tells apart

The folder needs no network and no server: open index.html, archive the folder, or keep it as a
build artefact. An earlier report in the folder is replaced; a folder with other content is refused.
docs/report.md explains the pictures.

If no test failed, it exits with 3, and the pages show what the tests run and tell apart.

Examples:
  faultline report --open
  faultline report --out build/reports/faultline
  faultline report --failing 'org.example.FooTest#bar' --source ../lib/src/main/java
  faultline report build/faultline";

/// Write the suspects as HTML pages: sources, neighbours of failing tests, maps.
///
/// Reads the recordings of `faultline run` and the results of `mutate` and `amplify`. Exits with 3 if no test failed;
/// the pages then have no suspects.
#[derive(Args, Debug)]
#[command(after_help = REPORT_HELP)]
pub struct ReportOptions {
    #[command(flatten)]
    pub asked: Suspicion,

    /// Folder of the report.
    #[arg(short, long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    pub out: PathBuf,

    /// Open the report in the browser.
    #[arg(long)]
    pub open: bool,

    /// Folder with sources, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    /// Do not show the last commit that changed the first suspect.
    #[arg(long)]
    pub no_history: bool,

    #[command(flatten)]
    pub other: BaselineOption,

    #[command(flatten)]
    pub reading: ReadingOptions,
}
