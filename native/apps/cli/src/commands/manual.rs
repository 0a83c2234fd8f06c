//! `faultline completions` and `faultline manual`: shell completions and manual pages, generated from the
//! grammar.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use faultline_files::OutputFile;
use faultline_messages::failure::Failure;
use faultline_terminal::terminal;

use crate::grammar::Options;

/// Prints the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    // Generate into memory first, because the generator panics on a write error such as a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Options::command(), "faultline", &mut script);
    terminal::print_script(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes `faultline.1` and a page for each command, such as `faultline-rank.1`.
pub fn pages(folder: &Path) -> Result<ExitCode, Failure> {
    let told =
        |error: &dyn Display| Failure::failed(format!("manual pages in {}: {error}", folder.display()));
    // Manual pages show the plain version without build information.
    let mut command = Options::command().version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    render(&command, &mut pages).map_err(|error| told(&error))?;
    for (name, page) in &pages {
        OutputFile { path: &folder.join(name), option: "DIR", what: "a manual page" }
            .write(is_ours, page)
            .map_err(|refusal| told(&refusal))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Renders the pages of a command and its subcommands, with file names.
fn render(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    for below in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        render(below, pages)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    pages.push((page.get_filename(), text));
    Ok(())
}

/// Whether a file is one of these manual pages: by its title, after the preamble for formatters.
fn is_ours(page: &[u8]) -> bool {
    let mut lines = page.split(|&byte| byte == b'\n');
    lines.any(|line| line.starts_with(b".TH faultline")) && page.starts_with(b".ie ")
}
