//! Options of `faultline doctor`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::given::json_file::JsonFile;
use crate::given::page::PageOptions;

const DOCTOR_HELP: &str = "\
Checks the recordings, the reports that Surefire, Failsafe and Gradle wrote for the same tests,
the sources and classes, and what may keep the agent out: ~/.mavenrc, the build files, the Java in
use. Runs nothing and changes nothing. docs/doctor.md lists all findings.

A command after `--` is the one to record; it is not run. The doctor only checks how it starts JVMs.

Exits with 1 if a finding makes results wrong or impossible (severity error).

Examples:
  faultline doctor
  faultline doctor -- mvn test
  faultline doctor build/faultline --source core/src/main/java
  faultline doctor --json | jq -r '.findings[] | .code + \": \" + .mend'";

/// Show what is missing in a recording, why, and how to fix it.
///
/// `faultline run` runs part of these checks itself.
#[derive(Args, Debug)]
#[command(after_help = DOCTOR_HELP)]
pub struct DoctorOptions {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// Project folder [default: the folder of .faultline, else the current folder].
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// Folder with sources, besides those found by convention. May be repeated.
    #[arg(short, long, value_name = "DIR")]
    pub source: Vec<PathBuf>,

    /// Print JSON as described in docs/doctor.md.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub file: JsonFile,

    #[command(flatten)]
    pub page: PageOptions,

    /// The command that runs the tests, after `--`.
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}
