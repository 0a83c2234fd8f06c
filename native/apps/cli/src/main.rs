//! The command line program `faultline`.
//!
//! Each subcommand is a module with one entry function that returns an [`ExitCode`] or a [`Failure`]; only
//! `main` prints errors and ends the process.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod arguments;
mod commands;
mod exit;
mod given;
mod grammar;
mod idle;
mod notes;

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_messages::tell::tell;

use crate::commands::{
    affected, amplify, baseline, budget, check, commits, diff, doctor, evaluate, exchange, formulas,
    generate, history, lsp, manual, mcp, merge, mutate, rank, report, run, select, suite, tests, train,
};
use crate::grammar::Command;

fn main() -> ExitCode {
    let options = match arguments::parsed() {
        Ok(options) => options,
        Err(code) => return code,
    };
    match dispatch(options.command) {
        Ok(code) => code,
        Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&format!("faultline: {failure}"));
            exit::of(&failure)
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Run(options) => run::run(&options),
        Command::Affected(options) => affected::affected(&options),
        Command::Rank(options) => rank::rank(&options),
        Command::Report(options) => report::report(&options),
        Command::Diff(options) => diff::diff(&options),
        Command::Tests(options) => tests::tests(&options),
        Command::Mutate(options) => mutate::mutate(&options),
        Command::Amplify(options) => amplify::amplify(&options),
        Command::Evaluate(options) => evaluate::evaluate(&options),
        Command::Doctor(options) => doctor::doctor(&options),
        Command::Check(options) => check::check(&options),
        Command::Suite(options) => suite::suite(&options),
        Command::Select(options) => select::select(&options),
        Command::Train(options) => train::train(&options),
        Command::Generate(options) => generate::generate(&options),
        Command::History(options) => history::history(&options),
        Command::Baseline(options) => baseline::baseline(&options),
        Command::Budget(options) => budget::budget(&options),
        Command::Commits(options) => commits::commits(&options),
        Command::Mcp(options) => mcp::mcp(&options),
        Command::Lsp(options) => lsp::lsp(&options),
        Command::Merge(options) => merge::merge(&options),
        Command::Export(options) => exchange::export(&options),
        Command::Import(options) => exchange::import(&options),
        Command::Formulas(options) => formulas::formulas(&options),
        Command::Completions { shell } => manual::completions(shell),
        Command::Manual { folder } => manual::pages(&folder),
    }
}
