//! Options of `faultline export` and `faultline import`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use faultline_sbfl::RankingSpec;

use crate::given::reading::ReadingOptions;

const EXPORT_HELP: &str = "\
Layouts:
  gzoltar   matrix.txt, spectra.csv, tests.csv and NAME.ranking.csv per --ranking, as
            GZoltar's report writes them, with fields escaped as CSV asks
  tsv       elements.tsv, tests.tsv (and failures.tsv): plain columns for scripts

Both know passed and failed tests only; how many others were left out is said.

Formats of coverage, for a build that needs no second agent: lines that any test ran, of classes
that are not tests (docs/ci.md):
  jacoco     jacoco.xml, as JaCoCo's report
  lcov       lcov.info, with the number of tests that ran each line
  cobertura  cobertura.xml

Examples:
  faultline export --format gzoltar --out target/gzoltar --ranking ochiai,dstar+size
  faultline export --format tsv --out spectrum
  faultline export --format jacoco --out target/site/jacoco";

/// Write the spectrum in a layout that other tools read.
#[derive(Args, Debug)]
#[command(after_help = EXPORT_HELP)]
pub struct ExportOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// What to write.
    #[arg(short, long, value_enum)]
    pub format: Export,

    /// Folder to write into; made if it is not there. For coverage also a file: .xml or .info.
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,

    /// Folder with sources, besides those found by convention, for the paths in coverage. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    /// Rankings to write; several are separated by commas (gzoltar only).
    #[arg(short, long, value_name = "NAME[+PART]...", value_delimiter = ',', default_value = RankingSpec::DEFAULT)]
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

/// What is exported: a spectrum in another tool's layout, or what all tests together ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Export {
    /// `GZoltar`'s text report.
    Gzoltar,
    /// Tab-separated columns.
    Tsv,
    /// `JaCoCo`'s XML report.
    Jacoco,
    /// lcov's tracefile.
    Lcov,
    /// Cobertura's XML report.
    Cobertura,
}

impl Export {
    /// `Ok` with a layout, or `Err` with a coverage format.
    pub fn what(self) -> Result<Layout, faultline_coverage_export::Format> {
        match self {
            Self::Gzoltar => Ok(Layout::Gzoltar),
            Self::Tsv => Ok(Layout::Tsv),
            Self::Jacoco => Err(faultline_coverage_export::Format::Jacoco),
            Self::Lcov => Err(faultline_coverage_export::Format::Lcov),
            Self::Cobertura => Err(faultline_coverage_export::Format::Cobertura),
        }
    }
}
