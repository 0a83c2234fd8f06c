//! Options of `faultline check`.

use std::ffi::OsString;

use clap::Args;

use crate::given::json_file::JsonFile;
use crate::given::reading::ReadingOptions;

const CHECK_HELP: &str = "\
A rule is a measure, a comparison and a number. Quote it, because shells interpret > and <:
  'ddu>=0.1'   also <=, > and <; 'ddu at least 0.1' and 'ddu at most 0.1' need no escape in XML
  'class:uniqueness>=0.2'           checked for each class, or each package:
  'class:org.x.*:covered>=0.8'      ... whose name matches; * matches any characters, ? one

The measures:
  tests elements covered   tests that passed or failed, lines, share of lines that a test runs
  passed failed aborted skipped     tests with this outcome
  new-failed               failing tests that did not fail in the previous run, without flaky ones
  flaky                    failing tests for which nothing has changed since they passed, or that
                           passed in a rerun (faultline run --rerun-failed)
  idle                     tests that run no line
  density diversity uniqueness ddu rho entbug entbug_published tfd alone
                           as in faultline suite
  largest                  lines of the largest ambiguity group that tests run
  suspects                 methods that share the first place of faultline rank; 0 if no test
                           failed
A measure that is not a number (the diversity of no tests) violates every rule. passed, failed,
new-failed, flaky, aborted, skipped and suspects apply to the suite as a whole. Details: docs/ci.md.

Exits with 4 if a rule is violated.

Examples:
  faultline check 'ddu>=0.1' 'failed<=0'
  faultline check 'new-failed<=0' 'flaky<=3'
  faultline check 'suspects<=3' build/faultline
  faultline check 'class:org.example.*:covered at least 0.8' --json-file check.json";

/// Fail if the tests violate a rule.
///
/// Measures the recordings of `faultline run` and prints a sentence for each violated rule.
#[derive(Args, Debug)]
#[command(after_help = CHECK_HELP)]
pub struct CheckOptions {
    /// Rules, and recordings: .flt files, folders of them, or folders in the tsv or gzoltar layout
    /// [default: the nearest .faultline, here or above].
    #[arg(required = true, value_name = "RULE|DIR|FILE")]
    pub arguments: Vec<OsString>,

    /// Print JSON as described in docs/ci.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub reading: ReadingOptions,
}
