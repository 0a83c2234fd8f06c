//! Options of `faultline lsp`.

use std::path::PathBuf;

use clap::Args;

const LSP_HELP: &str = "\
An editor starts this command itself and speaks the Language Server Protocol with it, over
standard input and output, beside its own server for Java. docs/editors.md has the lines for
VS Code, IntelliJ, Neovim, Emacs and Helix. What one sees:
  diagnostics   the suspicious lines of the last recording, with the chance and why
  hover         which tests run a line, failing ones first, and mutants that mend a test
  code lenses   \"14 tests, 1 fails\", \"run these\", \"why it fails\"
  code actions  the nearest passing test beside a failing one; a mending mutant as an edit

Commands of editors:
  faultline.record       run and record the tests, as `faultline run`
  faultline.mutate       run them on mutants, as `faultline mutate`
  faultline.rank         read and rank the recording again, as `faultline rank`
  faultline.tests        which tests run a place, as `faultline tests`
  faultline.showFailure  the first suspects of a failing test
  faultline.diff         what a failing test ran that a passing one did not, as `faultline diff`

Only record and mutate run anything, and only when you ask: the command that you name, or the
project's Maven or Gradle. All else reads recordings, and shows new ones by itself. Lines are
placed by the text that the run saw; a line without a certain place is not shown. Ends with 0
after `shutdown` and `exit`, with 1 if the editor went away without these, with 128+n after
signal n.

Examples:
  faultline lsp
  faultline lsp --root ../shop";

/// Show suspects in editors: a language server beside the editor's own.
#[derive(Args, Debug)]
#[command(after_help = LSP_HELP)]
pub struct LspOptions {
    /// The project's folder, used if the editor names no folder [default: this folder].
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// Accepted for editors that pass it; always in effect.
    #[arg(long, hide = true)]
    pub stdio: bool,
}
