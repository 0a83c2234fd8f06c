//! Options of `faultline diff`.

use std::path::PathBuf;

use clap::Args;

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;
use crate::given::reading::ReadingOptions;

const DIFF_HELP: &str = "\
The nearest passing test shares the largest part of the lines that either test runs (Jaccard's
index). Only the first test runs lines marked -, only the second lines marked +, in source order. If
both run a method, its heading says after which line they diverge.

Examples:
  faultline diff FooTest#bar                   compare with the most similar passing test
  faultline diff FooTest#bar -n 3              ... with the three most similar ones
  faultline diff FooTest#bar FooTest#baz       compare with another test
  faultline diff FooTest#bar build/faultline   in the recordings of that folder
  faultline diff FooTest#bar --json | jq '.pairs[0].places[0]'";

/// Show what one test runs that another does not: a failing test and its nearest passing neighbour.
#[derive(Args, Debug)]
#[command(after_help = DIFF_HELP)]
pub struct DiffOptions {
    /// The test, an optional second test [default: the nearest passing one], and recordings: .flt files or folders of them
    /// [default: the nearest .faultline, here or above].
    ///
    /// Name a test as for --failing of `rank`: `Class#method`, `Class::method` or its unique id. An existing file or folder
    /// is taken as a recording.
    #[arg(required = true, value_name = "TEST|DIR|FILE")]
    pub arguments: Vec<PathBuf>,

    /// How many of the nearest passing tests to compare with.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub neighbours: u16,

    /// Lines to show for each comparison; 0 shows all.
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
