//! `sh`.

use std::process::Command;

pub fn command(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(line);
    command
}

pub fn value(text: &str) -> String {
    text.to_owned()
}
