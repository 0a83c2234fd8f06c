//! `faultline merge`: one result of the shards of a plan.

pub mod options;

use std::process::ExitCode;

use faultline_generation::budget::joined::join;
use faultline_telling::failure::Failure;

use crate::commands::budget::run_text;
use crate::show::terminal;

use self::options::MergeOptions;

/// Joins shards into one folder. The exit code is 1 when no test was written and something was
/// wrong. Errors: they are not the shards of one plan; a file is missing.
pub fn merge(options: &MergeOptions) -> Result<ExitCode, Failure> {
    let results = join(&options.shards, options.partial, &options.out)?;
    options.file.write(|| results.json())?;
    let page = if options.json {
        results.json()?
    } else {
        let top = match options.top {
            Some(0) => usize::MAX,
            top => top.unwrap_or(run_text::USUAL),
        };
        run_text::render(&results, top, &options.page.terminal())
    };
    terminal::print(page.as_bytes())?;
    Ok(if results.is_in_vain() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
