//! `faultline-benchmarks histories`: faults from git histories, recorded as red builds that somebody once had.
//! `benchmarks/faults/README.md` is its manual.

mod build;
mod candidates;
mod checkout;
mod held;
mod ledger;
mod list;
mod one;
mod reason;
mod repository;
mod selection;
mod side;
mod truth;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};

use crate::BenchError;
use crate::faults::choice::Part;
use crate::faults::{MutantsOptions, record, tool::Tool, turn::Turn};
use held::Held;
use ledger::{Fate, Ledger};
use list::Row;
use one::Setting;
use repository::Repository;

/// An action on faults from histories.
#[derive(Clone, Debug, Subcommand)]
pub enum Action {
    /// List commits that may mend a fault: they change few lines of main sources, and a test; print the list, or add to a file
    Find {
        /// Local git repository, bare or with a working tree
        repository: PathBuf,
        /// Its name in the list, such as `OWNER+NAME` [default: the folder's]
        #[arg(long)]
        name: Option<String>,
        /// List to add the commits to; those that it has are left alone
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Projects, each `OWNER/NAME` on a line, that are refused
        #[arg(long, value_name = "FILE")]
        held: Option<PathBuf>,
        /// What a commit may change
        #[command(flatten)]
        limits: candidates::Limits,
    },
    /// Build each commit of a list with its parent's main sources, record its tests, and say which methods and lines the fix changes;
    /// skip what is done, and write the reason for each commit that is no such fault
    Run(Asked),
}

/// What to run, and how.
#[derive(Args, Clone, Debug)]
pub struct Asked {
    /// Folder for checkouts, recordings (`results`) and `outcomes.tsv`
    #[arg(long, value_name = "DIR")]
    work: PathBuf,
    /// Folder of git repositories, each called as in the list: `NAME`, `NAME.git`, or the only one inside `NAME`
    #[arg(long, value_name = "DIR")]
    repositories: PathBuf,
    /// List of commits, as `histories find` writes it
    #[arg(long, value_name = "FILE")]
    list: PathBuf,
    #[command(flatten)]
    part: Part,
    /// Projects, each `OWNER/NAME` on a line, that are refused
    #[arg(long, value_name = "FILE")]
    held: Option<PathBuf>,
    /// Seconds that one run of a project's tests may take; where all take longer, those of the changed packages are run
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    limit: u64,
    /// Option for every Maven, such as `--maven=-Drevision=1.0`; may be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    maven: Vec<String>,
    /// Also run mutants of recorded faults
    #[arg(long)]
    mutants: bool,
    #[command(flatten)]
    options: MutantsOptions,
    /// Try commits again that were no such fault
    #[arg(long)]
    again: bool,
    /// Keep checkouts with what was built in them
    #[arg(long)]
    keep: bool,
}

/// Performs an action. `progress` gets each step, `print` a table and its JSON. Errors: a list or repository cannot be read, a project is
/// held back; for several commits, reported after all of them.
pub fn run(
    action: &Action,
    progress: impl Fn(&str),
    print: impl Fn(&str, serde_json::Value),
) -> Result<(), BenchError> {
    match action {
        Action::Find { repository, name, out, held, limits } => {
            let repository = Repository::at(repository)?;
            let name = name.clone().unwrap_or_else(|| repository.name());
            read_held(held.as_deref())?.admit(&name, &repository)?;
            let rows = candidates::find(&repository, &name, limits)?;
            if let Some(out) = out {
                let added = list::extend(out, &rows)?;
                progress(&format!("{}: {} commits, {added} new in {}", name, rows.len(), out.display()));
            } else {
                print(&list::write(&rows), rows.iter().map(Row::json).collect());
            }
            Ok(())
        }
        Action::Run(asked) => run_list(asked, progress),
    }
}

fn read_held(held: Option<&Path>) -> Result<Held, BenchError> {
    held.map_or_else(|| Ok(Held::default()), Held::read)
}

fn run_list(asked: &Asked, progress: impl Fn(&str)) -> Result<(), BenchError> {
    let rows = asked.part.of(list::read(&asked.list)?, |row| &row.id);
    let held = read_held(asked.held.as_deref())?;
    for row in &rows {
        held.admit(&row.repository, &Repository::named(&asked.repositories, &row.repository)?)?;
    }
    let builds = asked.work.join("builds");
    std::fs::create_dir_all(&builds).map_err(BenchError::io(&builds))?;
    let setting = Setting {
        tool: Tool::prepare()?,
        work: asked.work.canonicalize().map_err(BenchError::io(&asked.work))?,
        repositories: asked.repositories.clone(),
        limit: Duration::from_secs(asked.limit),
        maven: asked.maven.clone(),
        mutants: asked.mutants.then(|| asked.options.asked()),
        keep: asked.keep,
    };
    let ledger = Ledger::of(&setting.work);
    let (mut failed, mut fates) = (Vec::new(), BTreeMap::<String, usize>::new());
    for (number, row) in rows.iter().enumerate() {
        // Another process may have reached the same commit; finished work is not repeated.
        let _turn = Turn::take(&builds.join(format!("{}.lock", row.id)))?;
        if is_done(&setting, &ledger, row, asked.again)? {
            continue;
        }
        let start = Instant::now();
        let told = match one::one(&setting, row) {
            Ok(fate) => {
                ledger.keep(&row.id, &fate, start.elapsed().as_secs_f64())?;
                let told = told(&fate);
                let kind = told.split([':', ',']).next().unwrap_or_default();
                *fates.entry(kind.to_owned()).or_default() += 1;
                told
            }
            Err(error) => {
                failed.push(row.id.as_str());
                format!("failed: {error}")
            }
        };
        progress(&format!("{}/{} {}: {told}", number + 1, rows.len(), row.id));
    }
    for (fate, count) in fates {
        progress(&format!("{count} {fate}"));
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(BenchError::Program {
        what: format!("{} of {} commits", failed.len(), rows.len()),
        detail: failed.join(", "),
    })
}

/// Whether nothing is left to do: a commit was recorded, and its mutants were run if wanted, or it fell out.
fn is_done(setting: &Setting, ledger: &Ledger, row: &Row, again: bool) -> Result<bool, BenchError> {
    let figures = || record::figures(&one::results(&setting.work, row));
    Ok(match ledger.is_recorded(&row.id)? {
        None => false,
        Some(false) => !again,
        Some(true) => figures().is_ok_and(|kept| setting.mutants.is_none() || kept.get("mutate").is_some()),
    })
}

fn told(fate: &Fate) -> String {
    match fate {
        Fate::Recorded(recorded) => format!(
            "recorded, {} of {} tests fail, {} faulty methods, {} faulty lines",
            recorded.failing.len(),
            recorded.tests,
            recorded.methods,
            recorded.lines
        ),
        Fate::Out(reason) => reason.clone(),
    }
}
