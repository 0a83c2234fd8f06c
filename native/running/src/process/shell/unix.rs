//! `sh`.

use std::process::Command;

use faultline_telling::words::shell_word;

pub fn command(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(line);
    command
}

pub fn word(word: &str) -> String {
    shell_word(word)
}
