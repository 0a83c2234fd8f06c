//! Options of `faultline diff`.

use std::path::PathBuf;

use clap::Args;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;

const DIFF_HELP: &str = "\
Nearest is the passing test that shares most of the lines that either of the two runs (Jaccard's
index). Lines of - are run by the first test only, lines of + by the second only, in the order of
the sources. Where both run a method, its heading says behind which line they part.

Examples:
  faultline diff FooTest#bar                   beside the passing test that is most like it
  faultline diff FooTest#bar -n 3              ... the three that are
  faultline diff FooTest#bar FooTest#baz       beside a test of your choice
  faultline diff FooTest#bar build/faultline   in the recordings of that folder
  faultline diff FooTest#bar --json | jq '.pairs[0].places[0]'";

/// Say what a test runs that another does not: a failing one and its nearest passing neighbour.
#[derive(Args, Debug)]
#[command(after_help = DIFF_HELP)]
pub struct DiffOptions {
    /// The test, and perhaps the one beside it [default: the nearest passing one]; recordings: .flt files or folders of them
    /// [default: the nearest .faultline, here or above].
    ///
    /// A test is `Class#method`, `Class::method` or its unique id, as --failing of `rank` takes it. What is a file or a folder is
    /// a recording.
    #[arg(required = true, value_name = "TEST|DIR|FILE")]
    pub arguments: Vec<PathBuf>,

    /// How many of the nearest passing tests to compare with.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub neighbours: u16,

    /// Lines to show of each comparison; 0 is all.
    #[arg(short, long, value_name = "N", default_value_t = 60)]
    pub lines: usize,

    /// Folder with sources, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingOptions,

    /// Print JSON as described in docs/report.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,
}
