//! All exit codes of the program.

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_training::stop::Stop;

/// The command failed, or found a problem it checks for.
pub const FAILED: u8 = 1;
/// The command line is invalid; the same code as clap's.
pub const MISUSE: u8 = 2;
/// No recorded test failed.
pub const NOTHING_FAILED: u8 = 3;
/// A rule of `faultline check` is violated.
pub const NOT_KEPT: u8 = 4;

/// The exit codes as shown in `faultline --help`.
pub const HELP: &str = "\
Exit codes:
  0      success
  1      failure, explained on standard error; doctor: an error among the findings; generate,
         budget --run, merge: no test was written; commits --bisect: no commit was found;
         mutate, amplify: nothing could be tried; lsp: the editor closed the connection without
         `exit`
  2      invalid command line
  3      rank, report, mutate, amplify, commits: no recorded test failed
  4      check: a rule is violated
  128+n  generate, mutate, budget --run, train, commits --bisect, mcp, lsp: ended early by
         signal n; 130 after Ctrl-C
The exit code of run is its command's own, or 128+n if signal n ended the command; 1 or 2, as
above, if the command was not started.";

/// The exit code of a failure.
pub fn of(failure: &Failure) -> ExitCode {
    match failure {
        Failure::Misuse(_) => ExitCode::from(MISUSE),
        Failure::NothingFailed(_) => ExitCode::from(NOTHING_FAILED),
        Failure::OutputClosed => ExitCode::SUCCESS,
        _ => ExitCode::from(FAILED),
    }
}

/// The exit code after a signal, as shells use it.
pub fn by_signal(signal: impl TryInto<u8>) -> ExitCode {
    ExitCode::from(128 + signal.try_into().unwrap_or(0))
}

/// The exit code of work that a stop request may have ended.
pub fn stopped(stop: &Stop) -> ExitCode {
    stop.signal().map_or(ExitCode::SUCCESS, by_signal)
}
