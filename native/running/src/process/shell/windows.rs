//! `cmd`.

use std::os::windows::process::CommandExt;
use std::process::Command;

use super::prompt;

pub fn command(line: &str) -> Command {
    let mut command = Command::new("cmd.exe");
    // Without what the registry has for every prompt; with the outer quotes taken away, and no others.
    command.args(["/d", "/s", "/c"]).raw_arg(format!("\"{line}\""));
    command
}

pub fn word(word: &str) -> String {
    prompt::word(word)
}
