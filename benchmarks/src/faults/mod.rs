//! `faultline-benchmarks faults`: real faults of released libraries, rebuilt from Maven Central,
//! recorded, mutated and judged. `benchmarks/faults/README.md` is its manual.

mod apart;
pub mod build;
pub(crate) mod choice;
mod compare;
mod count;
pub(crate) mod find;
mod judged;
pub mod list;
mod maven;
mod outcomes;
mod pair;
pub(crate) mod process;
pub(crate) mod record;
mod report;
mod run;
mod stages;
pub(crate) mod surefire;
pub mod tool;
pub(crate) mod turn;
pub mod verify;
mod versions;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

pub use choice::Choice;
pub use report::Report;

use faultline_sbfl::RankingSpec;

use crate::faults::list::Row;
use crate::faults::record::Place;
use crate::faults::tool::Tool;
use crate::faults::turn::Turn;
use crate::{BenchError, workspace};

/// An action on the corpus.
#[derive(Clone, Debug, Subcommand)]
pub enum Action {
    /// List releases of a library and whether their tests are published
    Versions {
        /// `group:artifact`
        #[arg(required = true)]
        libraries: Vec<String>,
        /// Working folder
        #[command(flatten)]
        work: Work,
    },
    /// Find faults in all pairs of consecutive releases and append them to a list
    Find {
        /// `group:artifact[:first[:last]]`
        #[arg(required = true)]
        libraries: Vec<String>,
        /// List to append to
        #[arg(long)]
        out: PathBuf,
        /// Time for each pair; may take up to twice as long
        #[arg(long, default_value_t = 240)]
        seconds: u64,
        /// Working folder
        #[command(flatten)]
        work: Work,
    },
    /// Write faults as Maven builds
    Build(Chosen),
    /// Build faults and run their tests with Maven on the faulty and on the fixed classes
    Verify {
        /// Faults to process
        #[command(flatten)]
        chosen: Chosen,
        /// Append verified rows to this list, with the number of tests that ran
        #[arg(long)]
        accept: Option<PathBuf>,
        /// Run the faulty classes again even if already recorded or verified
        #[arg(long)]
        again: bool,
    },
    /// Write the number of tests of recorded or verified faults to the list
    Count {
        /// List to use instead of the project's
        #[arg(long)]
        list: Option<PathBuf>,
        /// Working folder
        #[command(flatten)]
        work: Work,
    },
    /// Record the tests of faults
    Record(Chosen),
    /// Run the mutants of recorded faults
    Mutate {
        /// Faults to process
        #[command(flatten)]
        chosen: Chosen,
        /// Options for running mutants
        #[command(flatten)]
        mutants: MutantsOptions,
    },
    /// Grow tests from the failing tests of recorded faults, without a fixed version
    Amplify {
        /// Faults to process
        #[command(flatten)]
        chosen: Chosen,
        /// Time for one fault
        #[arg(long, default_value = "20s")]
        budget: String,
        /// Seed of random choices
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Also reduce failing tests to single assertions and their dependencies
        #[arg(long)]
        slices: bool,
    },
    /// Grow tests from the failing tests of recorded faults, label them with the fixed classes, and choose ten with each method;
    /// append a row per fault to a file and print tables of all rows
    Compare {
        /// Faults to process
        #[command(flatten)]
        chosen: Chosen,
        /// Options for growing and choosing tests
        #[command(flatten)]
        asked: compare::Asked,
        /// File to append rows to [default: WORK/compared.jsonl]
        #[arg(long, value_name = "FILE")]
        rows: Option<PathBuf>,
    },
    /// Search for tests of recorded faults with EvoSuite, label them with the fixed classes, and choose ten; append a row per fault
    /// to a file
    Search {
        /// Faults to process
        #[command(flatten)]
        chosen: Chosen,
        /// Options for the search
        #[command(flatten)]
        asked: compare::search::Searched,
        /// File to append rows to [default: WORK/searched.jsonl]
        #[arg(long, value_name = "FILE")]
        rows: Option<PathBuf>,
    },
    /// Print tables of the rows of `compare` and `search`, from one or several files
    Compared {
        /// Files of rows
        #[arg(required = true)]
        rows: Vec<PathBuf>,
    },
    /// Print tables of ranking accuracy on recorded faults, with and without mutants and grown tests
    Report {
        /// Folder of faults, such as `WORK/results`
        folder: PathBuf,
        /// Ranking to which mutants and grown tests are added
        #[arg(long, value_name = "NAME[+PART]...", default_value = RankingSpec::DEFAULT)]
        ranking: RankingSpec,
        /// Rank by evidence, with each library's weights learned from the other libraries in the folder
        #[arg(long, conflicts_with = "ranking")]
        apart: bool,
    },
    /// Build, record and mutate; skips finished steps
    Run {
        /// Faults to process
        #[command(flatten)]
        chosen: Chosen,
        /// Options for running mutants
        #[command(flatten)]
        mutants: MutantsOptions,
    },
}

/// The working folder.
#[derive(Args, Clone, Debug)]
pub struct Work {
    /// Folder for downloads, builds and recordings [default: target/bench/faults]
    #[arg(long)]
    work: Option<PathBuf>,
}

impl Work {
    /// The folder, made where it is missing.
    fn folder(&self) -> Result<PathBuf, BenchError> {
        let folder = self.work.clone().unwrap_or_else(|| workspace::scratch().join("faults"));
        std::fs::create_dir_all(&folder).map_err(BenchError::io(&folder))?;
        folder.canonicalize().map_err(BenchError::io(&folder))
    }
}

/// A selection of faults.
#[derive(Args, Clone, Debug)]
pub struct Chosen {
    /// Working folder
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    choice: Choice,
}

/// Options for running mutants.
#[derive(Args, Clone, Debug)]
pub struct MutantsOptions {
    /// Passing tests that run mutants: `all`, `ietcr` or `failing`
    #[arg(long, default_value = "ietcr")]
    tests: String,
    /// Time for one fault's mutants
    #[arg(long, default_value = "60s")]
    budget: String,
}

impl MutantsOptions {
    pub(crate) fn asked(&self) -> record::Mutants {
        record::Mutants { tests: self.tests.clone(), budget: self.budget.clone() }
    }
}

/// Performs an action. `progress` gets each step, `print` a report. Errors: a list or folder cannot be read, or Maven or Java fails; for
/// several faults, reported after all of them.
pub fn run(action: &Action, progress: impl Fn(&str), print: impl Fn(&Report)) -> Result<(), BenchError> {
    match action {
        Action::Report { folder, ranking, apart } => {
            print(&Report::of(folder, (!apart).then_some(*ranking), progress)?);
            Ok(())
        }
        Action::Versions { libraries, work } => list_versions(libraries, &work.folder()?),
        Action::Find { libraries, out, seconds, work } => {
            look(libraries, out, *seconds, &work.folder()?, progress)
        }
        Action::Build(chosen) => each(chosen, progress, |tool, work, row| {
            build::build(tool, work, row).map(|home| home.display().to_string())
        }),
        Action::Verify { chosen, accept, again } => accepted(chosen, accept.as_deref(), *again, progress),
        Action::Count { list, work } => fill(list.as_deref(), &work.folder()?, progress),
        Action::Record(chosen) => each(chosen, progress, |tool, work, row| {
            record::record(tool, work, row).map(|()| "recorded".to_owned())
        }),
        Action::Mutate { chosen, mutants } => {
            if !record::can_mutate()? {
                return Err(run::no_mutate());
            }
            let asked = mutants.asked();
            each(chosen, progress, |_, work, row| {
                record::mutate(&Place::of(work, row), &asked).map(|()| "mutated".to_owned())
            })
        }
        Action::Amplify { chosen, budget, seed, slices } => {
            let asked = record::Amplify { budget: budget.clone(), seed: *seed, slices: *slices };
            each(chosen, progress, |tool, work, row| {
                record::record(tool, work, row)?;
                record::amplify(&Place::of(work, row), &asked)
            })
        }
        Action::Compare { chosen, asked, rows } => {
            let rows = rows
                .clone()
                .map_or_else(|| chosen.work.folder().map(|work| work.join("compared.jsonl")), Ok)?;
            let compared =
                each(chosen, progress, |tool, work, row| compare::compare(tool, work, row, asked, &rows));
            println!("{}", compare::tables(&[rows])?);
            compared
        }
        Action::Search { chosen, asked, rows } => {
            let rows = rows
                .clone()
                .map_or_else(|| chosen.work.folder().map(|work| work.join("searched.jsonl")), Ok)?;
            each(chosen, progress, |tool, work, row| compare::search::search(tool, work, row, asked, &rows))
        }
        Action::Compared { rows } => {
            println!("{}", compare::tables(rows)?);
            Ok(())
        }
        Action::Run { chosen, mutants } => {
            let mutants = if record::can_mutate()? { Some(mutants.asked()) } else { None };
            if mutants.is_none() {
                progress(&run::no_mutate().to_string());
            }
            each(chosen, progress, |tool, work, row| run::one(tool, work, row, mutants.as_ref()))
        }
    }
}

/// Processes each chosen fault, and names those that failed.
fn each(
    chosen: &Chosen,
    progress: impl Fn(&str),
    act: impl Fn(&Tool, &Path, &Row) -> Result<String, BenchError>,
) -> Result<(), BenchError> {
    let (rows, work, tool) = (chosen.choice.rows()?, chosen.work.folder()?, Tool::prepare()?);
    let builds = work.join("builds");
    std::fs::create_dir_all(&builds).map_err(BenchError::io(&builds))?;
    let mut failed = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        // Another process may have reached the same fault; finished work is not repeated.
        let _turn = Turn::take(&builds.join(format!("{}.lock", row.id)))?;
        let told = match act(&tool, &work, row) {
            Ok(done) => done,
            Err(error) => {
                failed.push(row.id.as_str());
                format!("failed: {error}")
            }
        };
        progress(&format!("{}/{} {}: {told}", number + 1, rows.len(), row.id));
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(BenchError::Program {
        what: format!("{} of {} faults", failed.len(), rows.len()),
        detail: failed.join(", "),
    })
}

fn accepted(
    chosen: &Chosen,
    accept: Option<&Path>,
    again: bool,
    progress: impl Fn(&str),
) -> Result<(), BenchError> {
    each(chosen, progress, |tool, work, row| {
        let verdict = verify::verify(tool, work, row, again)?;
        if !verdict.wrong.is_empty() {
            let detail = verdict.wrong.join("; ");
            return Err(BenchError::Program { what: "not as promised".to_owned(), detail });
        }
        if let Some(list) = accept {
            list::append(list, &Row { tests: verdict.tests, ..row.clone() })?;
        }
        Ok(format!("as promised, {} tests, {:.0} s", verdict.tests, verdict.seconds))
    })
}

fn fill(list: Option<&Path>, work: &Path, progress: impl Fn(&str)) -> Result<(), BenchError> {
    let list = list.map_or_else(list::of_project, Path::to_path_buf);
    let mut rows = list::read(&list)?;
    let counted = count::count(&mut rows, work);
    std::fs::write(&list, list::write(&rows)).map_err(BenchError::io(&list))?;
    progress(&format!("{} rows filled, {} not run in {}", counted.filled, counted.unknown, work.display()));
    if counted.wrong.is_empty() {
        return Ok(());
    }
    Err(BenchError::Program { what: "not as promised".to_owned(), detail: counted.wrong.join("\n") })
}

fn list_versions(libraries: &[String], work: &Path) -> Result<(), BenchError> {
    let tool = Tool::prepare()?;
    for library in libraries {
        let (group, name) = coordinates(library)?;
        let releases = versions::versions(&tool, work, (group, name))?;
        let tests: Vec<maven::Artifact> =
            releases.iter().map(|release| maven::Artifact::jar(group, name, release, "tests")).collect();
        maven::fetch(&tool.repository, work, &tests)?;
        println!("{library}");
        for (release, tests) in releases.iter().zip(&tests) {
            let note = if tests.path(&tool.repository).exists() { "" } else { " (no tests)" };
            println!("  {release}{note}");
        }
    }
    Ok(())
}

fn coordinates(library: &str) -> Result<(&str, &str), BenchError> {
    library.split_once(':').ok_or_else(|| BenchError::Program {
        what: library.to_owned(),
        detail: "a library is written group:artifact".to_owned(),
    })
}

fn look(
    libraries: &[String],
    out: &Path,
    seconds: u64,
    work: &Path,
    progress: impl Fn(&str),
) -> Result<(), BenchError> {
    let tool = Tool::prepare()?;
    for library in libraries {
        let parts: Vec<&str> = library.split(':').collect();
        let [group, name, bounds @ ..] = &parts[..] else {
            return coordinates(library).map(|_| ());
        };
        let releases = versions::versions(&tool, work, (group, name))?;
        let at = |bound: Option<&&str>, other: usize| {
            let Some(bound) = bound else { return Ok(other) };
            releases.iter().position(|release| release == bound).ok_or_else(|| BenchError::Program {
                what: format!("{group}:{name}"),
                detail: format!("it has no release {bound}; `versions {group}:{name}` lists them"),
            })
        };
        let (first, last) = (at(bounds.first(), 0)?, at(bounds.get(1), releases.len().saturating_sub(1))?);
        for two in releases[first..=last.max(first)].windows(2) {
            let pair = match pair::Pair::prepare(&tool, work, (group, name), (&two[0], &two[1])) {
                Ok(pair) => pair,
                Err(error) => {
                    progress(&error.to_string());
                    continue;
                }
            };
            // A restart continues where the previous run was interrupted.
            let done = pair.home.join("found.log");
            if done.exists() {
                continue;
            }
            let found = find::find(&tool, &pair, seconds)?;
            for row in &found.rows {
                list::append(out, row)?;
            }
            std::fs::write(&done, build::in_lines(&found.log)).map_err(BenchError::io(&done))?;
            progress(&format!(
                "{name} {} {}: {} faults; {}",
                two[0],
                two[1],
                found.rows.len(),
                done.display()
            ));
        }
    }
    Ok(())
}
