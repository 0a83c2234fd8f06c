//! `faultline mcp`: a server for coding agents.

pub mod options;

use std::process::ExitCode;

use faultline_mcp::serve;
use faultline_messages::failure::Failure;

use self::options::McpOptions;
use crate::exit;
use crate::given::root;

/// Serves until the client closes standard input. Errors: the project's folder is not a folder; the client
/// violates the protocol.
pub fn mcp(options: &McpOptions) -> Result<ExitCode, Failure> {
    let root = root::project(options.root.as_deref())?;
    Ok(serve(root)?.map_or(ExitCode::SUCCESS, exit::by_signal))
}
