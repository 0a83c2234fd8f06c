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
  index.html       each group of failing tests: what it threw and said, the line that failed, who
                   most likely did it and why, the lines of the first five suspects, and what
                   speaks for the first ten
  tests.html       the tests, with a page for each: how it ended, what it ran, the tests like it
  source/          the suspicious files, each line as dark as it is suspicious; choose a line to
                   see which tests ran it; n and p go to the next suspect and back
  neighbours.html  what a failing test ran that the passing tests most like it did not, and
                   where they part; `faultline diff` says the same in the terminal
  map.html         packages, classes and methods by lines and suspicion; tests by classes;
                   lines that no test tells apart

The field at the top of each page finds tests and methods; / goes to it.

The folder needs no network and no server: open index.html, put the folder into an archive, or
keep it as an artefact of a build. An earlier report in it is replaced; a folder that holds
anything else is refused. docs/report.md says what each picture means.

When no test failed, it exits with 3, and the pages show what the tests run and tell apart.

Examples:
  faultline report --open
  faultline report --out build/reports/faultline
  faultline report --failing 'org.example.FooTest#bar' --source ../lib/src/main/java
  faultline report --editor vscode
  faultline report --editor 'subl://open?url=file://{path}&line={line}'
  faultline report build/faultline";

/// Write the suspects as pages: sources, neighbours of failing tests, maps.
///
/// Reads the recordings of `faultline run`, and what `mutate` and `amplify` found. Exits with 3 when there is no
/// failing test; the pages have no suspects then.
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
    /// `{path}` is absolute, `{file}` is below the project. Without it lines have no such links, since paths of this machine
    /// say nothing to other readers of the report.
    #[arg(long, value_name = "EDITOR", value_parser = Editor::parse)]
    pub editor: Option<Editor>,

    /// Do not say which commit changed the first suspect last.
    #[arg(long)]
    pub no_history: bool,

    #[command(flatten)]
    pub other: BaselineOption,

    #[command(flatten)]
    pub reading: ReadingOptions,
}
