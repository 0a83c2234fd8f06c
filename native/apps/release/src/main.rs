//! Builds the parts of a release around programs and jars built elsewhere: an archive per platform, a bill of
//! materials, third-party licences, checksums.
//!
//! Output is reproducible: times are parameters, entries are sorted, and nothing depends on the machine.

#![cfg_attr(
    not(test),
    expect(clippy::disallowed_methods, reason = "makes releases, in folders that its maintainers name")
)]

mod archive;
mod assemble;
mod bill;
mod checksums;
mod crates;
mod licences;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use faultline_messages::tell::tell;

/// Puts together what a release of Faultline is made of.
#[derive(Debug, Parser)]
#[command(name = "faultline-release", version)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// An archive for each platform that has a program, and SHA256SUMS beside them
    Assemble(assemble::Request),
    /// The licences of the crates in the core or the program, as jars hold them
    Licences(licences::Request),
    /// Checksums of all files of a folder, in its file SHA256SUMS
    Checksums {
        /// The folder.
        folder: PathBuf,
    },
}

fn main() -> ExitCode {
    let done = match Options::parse().command {
        Command::Assemble(request) => assemble::assemble(&request),
        Command::Licences(request) => licences::write(&request),
        Command::Checksums { folder } => checksums::write(&folder),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&format!("faultline-release: {failure}"));
            ExitCode::FAILURE
        }
    }
}
