//! `cmd`.

use std::os::windows::process::CommandExt;
use std::process::Command;

use super::prompt;

pub fn command(line: &str) -> Command {
    let mut command = Command::new("cmd.exe");
    // Without what the registry has for every prompt; with variables between exclamation marks, which are read after the line
    // is, so that nothing in a value is read as a part of it; with the outer quotes taken away, and no others.
    command.args(["/d", "/v:on", "/s", "/c"]).raw_arg(format!("\"{line}\""));
    command
}

pub fn value(text: &str) -> String {
    prompt::value(text)
}
