//! Options of `faultline export` and `faultline import`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use faultline_sbfl::RankingSpec;

use crate::given::reading::ReadingOptions;

const EXPORT_HELP: &str = "\
Layouts:
  gzoltar   matrix.txt, spectra.csv, tests.csv and NAME.ranking.csv per --ranking, as
            GZoltar's report writes them, with fields escaped as in CSV
  tsv       elements.tsv, tests.tsv (and failures.tsv): plain columns for scripts

Both have passed and failed tests only; a note counts the other tests.

Coverage formats, so that the build needs no second agent: lines that any test ran, without test
classes (docs/ci.md):
  jacoco     jacoco.xml, as JaCoCo's report
  lcov       lcov.info, with the number of tests that ran each line
  cobertura  cobertura.xml

Examples:
  faultline export --format gzoltar --out target/gzoltar --ranking ochiai,dstar+size
  faultline export --format tsv --out spectrum
  faultline export --format jacoco --out target/site/jacoco";

/// Write the spectrum or the coverage in a format of other tools.
#[derive(Args, Debug)]
#[command(after_help = EXPORT_HELP)]
pub struct ExportOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// What to write.
    #[arg(short, long, value_enum)]
    pub format: Export,

    /// Folder to write to; created if missing. For coverage also a file: .xml or .info.
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,

    /// Folder with sources, besides those found by convention, for the paths in coverage reports. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    /// Rankings to write; commas separate several (gzoltar only).
    #[arg(short, long, value_name = "NAME[+PART]...", value_delimiter = ',', default_value = RankingSpec::DEFAULT)]
    pub ranking: Vec<String>,

    #[command(flatten)]
    pub reading: ReadingOptions,
}

const IMPORT_HELP: &str = "\
Examples:
  faultline import --format gzoltar gzoltar/sfl/txt --out .faultline
  faultline import --format tsv spectrum --out lang-1.flt && faultline rank lang-1.flt";

/// Convert another tool's spectrum into a recording.
#[derive(Args, Debug)]
#[command(after_help = IMPORT_HELP)]
pub struct ImportOptions {
    /// Folder with the files of the layout.
    #[arg(value_name = "DIR")]
    pub input: PathBuf,

    /// Layout to read.
    #[arg(short, long, value_enum)]
    pub format: Layout,

    /// Recording to write: a .flt file, or a folder.
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
