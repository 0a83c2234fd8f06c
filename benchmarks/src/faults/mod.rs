//! `faultline-benchmarks faults`: real faults of released libraries, rebuilt from Maven Central,
//! recorded, mutated and judged. `benchmarks/faults/README.md` is its manual.

mod apart;
pub mod build;
mod choice;
mod compare;
mod count;
mod find;
mod judged;
pub mod list;
mod maven;
mod outcomes;
mod pair;
mod process;
mod record;
mod report;
mod run;
mod stages;
mod surefire;
pub mod tool;
mod turn;
pub mod verify;
mod versions;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

pub use choice::Choice;
pub use report::Report;

use faultline_sbfl::RankingSpec;

use crate::faults::list::Row;
use crate::faults::tool::Tool;
use crate::faults::turn::Turn;
use crate::{BenchError, workspace};

/// What to do with the corpus.
#[derive(Clone, Debug, Subcommand)]
pub enum Action {
    /// Releases of a library, and which of them published their tests
    Versions {
        /// `group:artifact`
        #[arg(required = true)]
        libraries: Vec<String>,
        /// Where everything is kept
        #[command(flatten)]
        work: Work,
    },
    /// Look for faults in all pairs of consecutive releases, and append them to a list
    Find {
        /// `group:artifact[:first[:last]]`
        #[arg(required = true)]
        libraries: Vec<String>,
        /// The list to append to
        #[arg(long)]
        out: PathBuf,
        /// Time for a pair; up to twice as much is used
        #[arg(long, default_value_t = 240)]
        seconds: u64,
        /// Where everything is kept
        #[command(flatten)]
        work: Work,
    },
    /// Write faults as Maven builds
    Build(Chosen),
    /// Build faults and run their tests by Maven on the faulty and on the mended classes
    Verify {
        /// Which faults
        #[command(flatten)]
        chosen: Chosen,
        /// Append the rows that are as promised to this list, with the number of tests that ran
        #[arg(long)]
        accept: Option<PathBuf>,
        /// Run the faulty classes again, though they were recorded or verified before
        #[arg(long)]
        again: bool,
    },
    /// Fill into the list how many tests run of those faults that were recorded or verified in a folder
    Count {
        /// Another list than the project's
        #[arg(long)]
        list: Option<PathBuf>,
        /// Where everything is kept
        #[command(flatten)]
        work: Work,
    },
    /// Record the tests of faults
    Record(Chosen),
    /// Run the mutants of recorded faults
    Mutate {
        /// Which faults
        #[command(flatten)]
        chosen: Chosen,
        /// How mutants are run
        #[command(flatten)]
        mutants: MutantsOptions,
    },
    /// Grow tests from the failing ones of recorded faults, without any fixed version
    Amplify {
        /// Which faults
        #[command(flatten)]
        chosen: Chosen,
        /// Time for one fault
        #[arg(long, default_value = "20s")]
        budget: String,
        /// Of what is left to chance
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Also cut failing tests down to single assertions and what these depend on
        #[arg(long)]
        slices: bool,
    },
    /// Grow tests from the failing ones of recorded faults once, labelled by the mended classes, and choose ten of them in every
    /// way; a row of a file for each fault, and tables of all its rows
    Compare {
        /// Which faults
        #[command(flatten)]
        chosen: Chosen,
        /// How tests are grown and chosen
        #[command(flatten)]
        asked: compare::Asked,
        /// The file of rows, which are appended [default: WORK/compared.jsonl]
        #[arg(long, value_name = "FILE")]
        rows: Option<PathBuf>,
    },
    /// Search for tests of recorded faults with EvoSuite, labelled by the mended classes, and choose ten of them; a row of a file
    /// for each fault
    Search {
        /// Which faults
        #[command(flatten)]
        chosen: Chosen,
        /// How tests are searched for
        #[command(flatten)]
        asked: compare::search::Searched,
        /// The file of rows, which are appended [default: WORK/searched.jsonl]
        #[arg(long, value_name = "FILE")]
        rows: Option<PathBuf>,
    },
    /// Tables of the rows of `compare` and `search`, of one file or of several machines'
    Compared {
        /// Files of rows
        #[arg(required = true)]
        rows: Vec<PathBuf>,
    },
    /// Tables of what rankings are worth on recorded faults, with and without mutants and grown tests
    Report {
        /// A folder of faults, as `WORK/results`
        folder: PathBuf,
        /// The ranking that mutants and grown tests are added to
        #[arg(long, value_name = "NAME[+PART]...", default_value = RankingSpec::DEFAULT)]
        ranking: RankingSpec,
        /// By evidence, each library's weights learned from the faults of the others in the folder
        #[arg(long, conflicts_with = "ranking")]
        apart: bool,
    },
    /// Build, record and mutate, whatever of it is not done yet
    Run {
        /// Which faults
        #[command(flatten)]
        chosen: Chosen,
        /// How mutants are run
        #[command(flatten)]
        mutants: MutantsOptions,
    },
}

/// Where everything is kept.
#[derive(Args, Clone, Debug)]
pub struct Work {
    /// Folder for what is unpacked, built and recorded [default: target/bench/faults]
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

/// Which faults.
#[derive(Args, Clone, Debug)]
pub struct Chosen {
    /// Where everything is kept
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    choice: Choice,
}

/// How mutants are run.
#[derive(Args, Clone, Debug)]
pub struct MutantsOptions {
    /// Which passing tests run mutants: `all`, `ietcr` or `failing`
    #[arg(long, default_value = "ietcr")]
    tests: String,
    /// Time for one fault
    #[arg(long, default_value = "60s")]
    budget: String,
}

impl MutantsOptions {
    fn asked(&self) -> record::Mutants {
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
                record::mutate(work, row, &asked).map(|()| "mutated".to_owned())
            })
        }
        Action::Amplify { chosen, budget, seed, slices } => {
            let asked = record::Amplify { budget: budget.clone(), seed: *seed, slices: *slices };
            each(chosen, progress, |tool, work, row| {
                record::record(tool, work, row)?;
                record::amplify(work, row, &asked)
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
