//! `faultline completions` and `faultline manual`: what shells and `man` know of the commands, from their grammar.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use faultline_show::terminal;
use faultline_telling::failure::Failure;

use crate::grammar::Options;

/// Prints a shell's completions.
pub fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    // Into memory first: the generator panics when its writer fails, as a closed pipe does.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Options::command(), "faultline", &mut script);
    terminal::print_script(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes `faultline.1`, and a page for each command (`faultline-rank.1`).
pub fn pages(folder: &Path) -> Result<ExitCode, Failure> {
    let told =
        |error: std::io::Error| Failure::failed(format!("manual pages in {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(told)?;
    // The build that made them is no matter of theirs.
    clap_mangen::generate_to(Options::command().version(env!("CARGO_PKG_VERSION")), folder).map_err(told)?;
    Ok(ExitCode::SUCCESS)
}
