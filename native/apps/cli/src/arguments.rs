//! The command line as it was typed, and what is said where it cannot be followed.

use std::process::ExitCode;

use clap::Parser;
use clap::error::Error;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_terminal::terminal;

use crate::exit;
use crate::grammar::Options;

/// What was asked for. Errors: the exit code, after what clap has to say (help and the version among it) was printed.
pub fn parsed() -> Result<Options, ExitCode> {
    Options::try_parse().map_err(|error| {
        let arguments: Vec<_> =
            std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
        // Clap repeats arguments as they are, between styles of its own. When nobody listens, there is nobody to tell.
        let _ = if arguments.iter().any(|argument| steers(argument)) {
            print_escaped(&error, &arguments)
        } else {
            error.print().map_err(Failure::from)
        };
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(exit::MISUSE))
    })
}

/// Whether an argument could steer a terminal or a build server if it were printed.
fn steers(argument: &str) -> bool {
    argument.contains("::") || printable(argument) != argument
}

/// Prints what clap says of the same arguments in visible characters, without styles.
fn print_escaped(error: &Error, arguments: &[String]) -> Result<(), Failure> {
    let visible = Options::try_parse_from(arguments.iter().map(|argument| printable(argument)));
    let text = match &visible {
        Err(visible) => visible.render().to_string(),
        Ok(_) => error.render().to_string(),
    };
    if error.use_stderr() { terminal::print_aside(&text) } else { terminal::print(&text) }
}
