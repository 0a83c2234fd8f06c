//! `faultline merge`: merges the shards of a plan.

pub mod options;

use std::path::Path;
use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_messages::words::{counted, shell_word};
use faultline_mutation_runner::joined as mutants;
use faultline_recording_store::find::DEFAULT_FOLDER;
use faultline_recording_store::mutants::FOLDER;
use faultline_test_generation::budget::folder::RESULTS;
use faultline_test_generation::budget::joined::join;

use crate::commands::budget::run_text;
use crate::given::{schemas, top};
use faultline_terminal::json::pretty;
use faultline_terminal::terminal;

use self::options::MergeOptions;

/// Merges shards into one folder. The exit code is 1 if no test was written and an error occurred.
/// Errors: the shards are not of one plan; a file is missing.
pub fn merge(options: &MergeOptions) -> Result<ExitCode, Failure> {
    if options.shards.iter().all(|shard| mutants::is_one(shard)) {
        return merge_mutants(options);
    }
    let out = options.out.clone().unwrap_or_else(|| "budget-run".into());
    let file = options.file.ready(schemas::BUDGET_RUN)?;
    options.file.is_none_of(options.shards.iter().map(|shard| shard.join(RESULTS)))?;
    let results = join(&options.shards, options.partial, &out)?;
    let top = top::shown(options.top, run_text::USUAL);
    let text = || run_text::render(&results, top, &options.page.terminal());
    terminal::print(&file.answer(options.json, || pretty(&results, "the results"), text)?)?;
    Ok(if results.is_in_vain() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Merges shards of mutants. Errors: the shards are not of one job; JSON is requested.
fn merge_mutants(options: &MergeOptions) -> Result<ExitCode, Failure> {
    if options.json || options.file.is_wanted() {
        return Err(Failure::misuse(
            "merged results of mutants have no JSON; faultline rank --json includes them",
        ));
    }
    if options.top.is_some() {
        return Err(Failure::misuse(
            "--top has no effect on results of mutants, which have no list; leave it out",
        ));
    }
    let out = options.out.clone().unwrap_or_else(|| Path::new(DEFAULT_FOLDER).join(FOLDER));
    let files = mutants::join(&options.shards, options.partial, &out)?;
    let page = format!(
        "{} of {} in {}; next: faultline rank --level line\n",
        counted(files, "file"),
        counted(options.shards.len(), "shard"),
        shell_word(&out.display().to_string())
    );
    terminal::print(&page)?;
    Ok(ExitCode::SUCCESS)
}
