//! Parses the command line and prints clap's errors.

use std::process::ExitCode;

use clap::error::Error;
use clap::{CommandFactory, FromArgMatches, Parser};
use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;
use faultline_messages::words::printable;
use faultline_terminal::terminal;

use crate::grammar::Options;
use crate::{exit, idle};

/// Parses the command line. Errors: the exit code, after a message was printed: clap's (possibly the help or the
/// version), or that an option has no effect.
pub fn parsed() -> Result<Options, ExitCode> {
    let mut command = Options::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os()).map_err(|error| refused(&error))?;
    idle::check(&matches).map_err(|failure| {
        tell(&format!("faultline: {failure}"));
        exit::of(&failure)
    })?;
    Options::from_arg_matches(&matches).map_err(|error| refused(&error.format(&mut command)))
}

/// Prints clap's message and returns the exit code.
fn refused(error: &Error) -> ExitCode {
    let arguments: Vec<_> =
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    // Clap echoes arguments verbatim, between its own styles. A failure to print is ignored, because
    // nobody is listening then.
    let _ = if arguments.iter().any(|argument| steers(argument)) {
        print_escaped(error, &arguments)
    } else {
        error.print().map_err(Failure::from)
    };
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(exit::MISUSE))
}

/// Whether printing an argument could control a terminal or a build server.
fn steers(argument: &str) -> bool {
    argument.contains("::") || printable(argument) != argument
}

/// Prints clap's message for the same arguments with control characters made visible, without styles.
fn print_escaped(error: &Error, arguments: &[String]) -> Result<(), Failure> {
    let visible = Options::try_parse_from(arguments.iter().map(|argument| printable(argument)));
    let text = match &visible {
        Err(visible) => visible.render().to_string(),
        Ok(_) => error.render().to_string(),
    };
    if error.use_stderr() { terminal::print_aside(&text) } else { terminal::print(&text) }
}
