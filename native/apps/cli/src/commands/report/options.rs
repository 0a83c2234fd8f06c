//! Options of `faultline report`.

use std::path::PathBuf;

use clap::Args;
use faultline_html_report::links::Editor;

use crate::given::baseline::BaselineOption;
use crate::given::reading::ReadingOptions;
use crate::given::suspicion::Suspicion;

/// Default folder of a report.
pub const DEFAULT_FOLDER: &str = "faultline-report";

const REPORT_HELP: &str = "\
The pages:
  index.html       each group of failing tests: the exception, the message, the line that failed,
                   the most likely suspect and why, the lines of the first five suspects, and the
                   evidence of the first ten
  tests.html       the tests, with a page for each: its outcome, what it ran, the tests most like it
  source/          the suspicious files, each line as dark as it is suspicious; select a line to
                   see which tests ran it; n and p go to the next and the previous suspect
  neighbours.html  what a failing test ran that the most similar passing tests did not, and where
                   they diverge; `faultline diff` shows the same in the terminal
  map.html         packages, classes and methods by lines and suspicion; tests by classes;
                   lines that no test tells apart

The field at the top of each page finds tests and methods; / goes to it.

The folder needs no network and no server: open index.html, archive the folder, or keep it as a
build artefact. An earlier report in the folder is replaced; a folder with other content is refused.
docs/report.md explains the pictures.

If no test failed, it exits with 3, and the pages show what the tests run and tell apart.

Examples:
  faultline report --open
  faultline report --out build/reports/faultline
  faultline report --failing 'org.example.FooTest#bar' --source ../lib/src/main/java
  faultline report --editor vscode
  faultline report --editor 'subl://open?url=file://{path}&line={line}'
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

    /// Link lines to an editor or the web: `vscode`, `idea`, `web` (the pages of the repository's host at the commit of the
    /// recording), or an address with `{path}` and `{line}`.
    ///
    /// `{path}` is absolute, `{file}` is below the project. Without this option lines have no such links, because paths of
    /// this machine say nothing to other readers of the report.
    #[arg(long, value_name = "EDITOR", value_parser = Editor::parse)]
    pub editor: Option<Editor>,

    /// Do not show the last commit that changed the first suspect.
    #[arg(long)]
    pub no_history: bool,

    #[command(flatten)]
    pub other: BaselineOption,

    #[command(flatten)]
    pub reading: ReadingOptions,
}
