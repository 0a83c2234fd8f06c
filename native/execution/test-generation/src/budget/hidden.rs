//! Hides secrets in the settings of a run before its journal stores them.

use faultline_spectrum::secrets::hide;

/// The command without its secrets.
pub fn hidden_command(command: &str) -> String {
    hide("command", command)
}

/// Arguments for `EvoSuite` without their secrets.
pub fn hidden_arguments(arguments: &[String]) -> Vec<String> {
    arguments.iter().map(|argument| hide("argument", argument)).collect()
}
