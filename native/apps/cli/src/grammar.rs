//! The command line's grammar and its help.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

use crate::commands::affected::options::AffectedOptions;
use crate::commands::amplify::options::AmplifyOptions;
use crate::commands::baseline::options::BaselineOptions;
use crate::commands::budget::options::BudgetOptions;
use crate::commands::check::options::CheckOptions;
use crate::commands::commits::options::CommitsOptions;
use crate::commands::diff::options::DiffOptions;
use crate::commands::doctor::options::DoctorOptions;
use crate::commands::evaluate::options::EvaluateOptions;
use crate::commands::exchange::options::{ExportOptions, ImportOptions};
use crate::commands::formulas::options::FormulasOptions;
use crate::commands::generate::options::GenerateOptions;
use crate::commands::history::options::HistoryOptions;
use crate::commands::lsp::options::LspOptions;
use crate::commands::mcp::options::McpOptions;
use crate::commands::merge::options::MergeOptions;
use crate::commands::mutate::options::MutateOptions;
use crate::commands::rank::options::RankOptions;
use crate::commands::report::options::ReportOptions;
use crate::commands::run::options::RunOptions;
use crate::commands::select::options::SelectOptions;
use crate::commands::suite::options::SuiteOptions;
use crate::commands::tests::options::TestsOptions;
use crate::commands::train::options::TrainOptions;
use crate::exit;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  faultline run -- mvn test        record a Maven build with failing tests, unchanged
  faultline rank                   show the suspicious methods, best first
  faultline rank --level line      ... the suspicious lines
  faultline report --open          ... as HTML pages: sources, neighbours of failing tests, maps
  faultline baseline show          show what each test ran when it last passed
  faultline diff FooTest#bar       show what a failing test runs that its nearest neighbour does not
  faultline tests --diff           list the tests that run uncommitted changes
  faultline mutate                 change suspicious lines one by one and rerun the tests
  faultline commits                find the commit that introduced the fault
  faultline amplify                make variants of a failing test that narrow the fault down
  faultline doctor                 check a recording for missing data and explain how to fix it
  faultline suite                  measure how well the tests tell lines apart
  faultline check 'ddu>=0.1'       fail if a measure of the suite violates a rule
  faultline select -n 10           choose the ten passing tests that tell most about a failure
  faultline mcp                    serve coding agents, which start this command themselves
  faultline lsp                    serve editors, which start this command themselves
  faultline generate --fetch       write tests that tell the suspicious lines apart
  faultline run --affected -- mvn test   run only tests for which something has changed
  faultline run -- ./gradlew test --rerun-tasks
  faultline run -- java -cp target/classes:target/test-classes:junit.jar \\
      org.junit.runner.JUnitCore org.example.FooTest";

const RECORDINGS: &str = "\
Which recordings a command reads:
  FILE         that recording
  FOLDER       the first of these that it contains: recordings (*.flt), a spectrum in the tsv or
               gzoltar layout, recordings in FOLDER/.faultline
  no argument  those in .faultline of the current folder, or of the nearest folder above";

const MORE: &str = "\
For the options of a command: faultline COMMAND --help";

/// Text of `--version`: the version and the build's name from `FAULTLINE_BUILD`, if set, as `make release`
/// does.
fn version() -> String {
    let build = option_env!("FAULTLINE_BUILD").unwrap_or("built from sources");
    format!("{} ({build})", env!("CARGO_PKG_VERSION"))
}

/// Finds the code that makes tests fail.
///
/// Records which lines each test covers while your build runs its tests, then ranks methods and
/// lines by how likely they are to contain the fault.
#[derive(Debug, Parser)]
#[command(name = "faultline", version = version(), styles = STYLES, after_help = [EXAMPLES, RECORDINGS, exit::HELP, MORE].join("\n\n"), max_term_width = 100)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Run(RunOptions),
    Affected(AffectedOptions),
    Rank(RankOptions),
    Report(ReportOptions),
    Baseline(BaselineOptions),
    Diff(Box<DiffOptions>),
    Tests(TestsOptions),
    Mutate(Box<MutateOptions>),
    Amplify(Box<AmplifyOptions>),
    Doctor(DoctorOptions),
    Suite(SuiteOptions),
    Check(CheckOptions),
    Evaluate(EvaluateOptions),
    Select(SelectOptions),
    Generate(GenerateOptions),
    Train(TrainOptions),
    History(HistoryOptions),
    Budget(Box<BudgetOptions>),
    Commits(Box<CommitsOptions>),
    Mcp(McpOptions),
    Lsp(LspOptions),
    Merge(MergeOptions),
    Export(ExportOptions),
    Import(ImportOptions),
    Formulas(FormulasOptions),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write manual pages of the program and of every command to a folder
    #[command(after_help = MANUAL_HELP)]
    Manual {
        /// The folder; created if missing.
        folder: PathBuf,
    },
}

const MANUAL_HELP: &str = "\
Examples:
  faultline manual ~/.local/share/man/man1    # then: man faultline-rank";

const COMPLETIONS_HELP: &str = "\
Examples:
  faultline completions bash > ~/.local/share/bash-completion/completions/faultline
  faultline completions zsh > ~/.zfunc/_faultline
  faultline completions fish > ~/.config/fish/completions/faultline.fish";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_grammar_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn what_follows_the_dashes_belongs_to_the_command() {
        let options = Options::parse_from(["faultline", "run", "--out", "d", "--", "mvn", "--out", "-X"]);
        let Command::Run(run) = options.command else { panic!("not a run") };
        assert_eq!(run.command, ["mvn", "--out", "-X"]);
        assert_eq!(run.out, PathBuf::from("d"));
    }

    #[test]
    fn patterns_may_be_repeated_or_separated_by_commas() {
        let options = Options::parse_from(["faultline", "run", "-i", "a.*,b.*", "-i", "c.*", "--", "x"]);
        let Command::Run(run) = options.command else { panic!("not a run") };
        assert_eq!(run.include, ["a.*", "b.*", "c.*"]);
    }
}
