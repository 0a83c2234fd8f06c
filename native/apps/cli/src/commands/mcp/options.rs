//! Options of `faultline mcp`.

use std::path::PathBuf;

use clap::Args;

const MCP_HELP: &str = "\
A coding agent starts this command itself and speaks the Model Context Protocol with it, over
standard input and output. To add it:
  Claude Code       claude mcp add faultline -- faultline mcp
  Codex CLI         codex mcp add faultline -- faultline mcp
  VS Code, Cursor   docs/mcp.md has the lines of .vscode/mcp.json and .cursor/mcp.json
  others            {\"mcpServers\": {\"faultline\": {\"command\": \"faultline\", \"args\": [\"mcp\"]}}}

The tools:
  record          run the tests with the project's build tool, like `faultline run`
  suspects        the ranked suspects, as a sentence and a list, like `faultline rank`
  explain         one suspect: counts, factors of its score, source, like `rank --explain`
  covering_tests  which tests ran a line or a method
  diff_tests      what a failing test ran that a passing one did not, like `faultline diff`
  select_tests    which tests tell most about a failure, like `faultline select`
  suite           how well the tests tell lines apart, like `faultline suite`

Only record runs a program: the command that the agent names, or the project's Maven or Gradle. The
other tools read recordings. Faultline writes only to .faultline; the build writes its own files.
Exits with 0 when the client closes standard input, with 128+n after signal n.

Examples:
  faultline mcp
  faultline mcp --root ../shop";

/// Serve coding agents: recording, suspects and tests as tools of the Model Context Protocol.
#[derive(Args, Debug)]
#[command(after_help = MCP_HELP)]
pub struct McpOptions {
    /// The project's folder [default: the current folder].
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
}
