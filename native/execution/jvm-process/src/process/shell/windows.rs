//! `cmd`.

use std::os::windows::process::CommandExt;
use std::process::Command;

use super::prompt;

pub fn command(line: &str) -> Command {
    let mut command = Command::new("cmd.exe");
    // Ignore the registry's commands for every prompt; use delayed expansion (`!VAR!`), so that values are
    // not parsed as code; remove only the outer quotes.
    command.args(["/d", "/v:on", "/s", "/c"]).raw_arg(format!("\"{line}\""));
    command
}

pub fn value(text: &str) -> String {
    prompt::value(text)
}
