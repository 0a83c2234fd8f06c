//! `faultline lsp`: shows suspects in editors.

pub mod options;

use std::env;
use std::process::ExitCode;

use faultline_lsp::{End, serve};
use faultline_messages::failure::Failure;

use self::options::LspOptions;
use crate::exit;
use crate::given::root;

/// Serves until the editor ends it. Errors: the project's folder is not a folder; this program's own path is unknown.
pub fn lsp(options: &LspOptions) -> Result<ExitCode, Failure> {
    let root = root::project(options.root.as_deref())?;
    let program = env::current_exe()
        .map_err(|error| Failure::failed(format!("the path of this program is unknown: {error}")))?;
    Ok(match serve(root, program)? {
        End::Orderly => ExitCode::SUCCESS,
        End::Abrupt => ExitCode::FAILURE,
        End::Signal(signal) => exit::by_signal(signal),
    })
}
