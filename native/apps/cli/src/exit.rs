//! The exit codes: all that there are.

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_training::stop::Stop;

/// The command line was fine, the work failed; or a command found what it was to look for.
pub const FAILED: u8 = 1;
/// The command line cannot be followed; clap's own choice.
pub const MISUSE: u8 = 2;
/// No recorded test failed.
pub const NOTHING_FAILED: u8 = 3;
/// A rule is not kept.
pub const NOT_KEPT: u8 = 4;

/// All of them, as `faultline --help` has them.
pub const HELP: &str = "\
Exit codes:
  0      done
  1      failed, and standard error says why; doctor: there is an error among the findings;
         generate, budget --run, merge: no test was written; commits --bisect: no commit was
         found
  2      the command line cannot be followed
  3      rank, report, mutate, commits: no recorded test failed, so there is nothing to rank
  4      check: a rule is not kept
  128+n  generate, mutate, budget --run, train, commits --bisect, mcp: ended early by signal n;
         130 after Ctrl-C
The exit code of run is its command's own, or 128+n when signal n ended that; 1 or 2, as above,
when the command was not started.";

/// What belongs to a failure.
pub fn of(failure: &Failure) -> ExitCode {
    match failure {
        Failure::Misuse(_) => ExitCode::from(MISUSE),
        Failure::NothingFailed(_) => ExitCode::from(NOTHING_FAILED),
        Failure::OutputClosed => ExitCode::SUCCESS,
        _ => ExitCode::from(FAILED),
    }
}

/// As shells have it.
pub fn by_signal(signal: impl TryInto<u8>) -> ExitCode {
    ExitCode::from(128 + signal.try_into().unwrap_or(0))
}

/// Of work that somebody may have asked to stop.
pub fn stopped(stop: &Stop) -> ExitCode {
    stop.signal().map_or(ExitCode::SUCCESS, by_signal)
}
