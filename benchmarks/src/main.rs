//! `cargo run --locked --release -p faultline-benchmarks -- overhead | boundary | start | probes | rank | report | editor | growth | recordings | choose | belief | evaluate | all`,
//! `builds [NAME...]`, `history REPOSITORY`, `commits TABLE`, `outcomes [SUITE...]`, `past`, `generated ROWS`, `faults ACTION`, and `histories ACTION`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use faultline_benchmarks::recordings::{Shape, Size};
use faultline_benchmarks::{
    BenchError, belief, boundary, builds, choose, commits, editor, evaluate, faults, generated, growth,
    histories, history, outcomes, overhead, past, probes, rank, recordings, report, start,
};
use serde_json::Value;

/// Measures the cost of Faultline against a plain run in the same turn.
#[derive(Parser)]
#[command(name = "faultline-benchmarks")]
struct Arguments {
    #[command(subcommand)]
    benchmark: Benchmark,
    /// Prints all samples as JSON instead of a table
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Benchmark {
    /// A real suite plain, with JaCoCo and with Faultline: ratios of CPU time
    Overhead {
        /// Rounds; each runs every variant once
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
        /// Test classes that run in parallel
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
        threads: u16,
        /// Jar of another agent, such as an older version, to run in each round
        #[arg(long)]
        older: Option<PathBuf>,
    },
    /// The start and end of a test, in microseconds
    Boundary {
        /// Rounds; each runs with and without the agent
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// From the start of a JVM to its first test, plain, with JaCoCo and with Faultline: time, CPU and memory
    Start {
        /// Numbers of classes to load before the test
        #[arg(long, value_delimiter = ',', default_values_t = start::SIZES)]
        classes: Vec<usize>,
        /// Rounds; each runs every variant once
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
        /// Jar of another agent, such as an older version, to run in each round
        #[arg(long)]
        older: Option<PathBuf>,
    },
    /// Hot methods plain, with JaCoCo and with Faultline, by compiler, with one test and with two parallel tests: ratios of
    /// CPU time in turns of 10 ms, which resolve 2 %
    Probes {
        /// Rounds; each starts every JVM once
        #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
        /// Jar of another agent, such as an older version, to run in each round
        #[arg(long)]
        older: Option<PathBuf>,
    },
    /// Loading, merging and ranking 7,200 tests x 90,000 lines
    Rank {
        /// Repetitions of each step
        #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// `faultline rank` with and without the last commit of its first suspect, on 7,200 tests x 90,000 lines and a generated
    /// repository
    Past {
        /// Commits of the repository
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(12..))]
        commits: u32,
        /// Rounds; each runs every variant once
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// The report of 7,200 tests x 90,000 lines with sources, by the built program: time and size
    Report {
        /// Reports
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// `faultline lsp` on 7,200 tests x 90,000 lines with sources, by the built program: how long an editor waits
    Editor {
        /// Rounds; each starts a server
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// Time and memory of `faultline rank`, `suite`, `select` and `evaluate` as tests and lines grow
    Growth {
        /// Sizes, each `TESTSxLINESxRUN`: tests, lines, and lines per test; a fourth number is the number of JVMs. Exponents
        /// compare the first size with those that differ from it in one number only
        #[arg(
            long,
            value_delimiter = ',',
            default_value = "5000x100000x2000,10000x100000x2000,20000x100000x2000,\
              5000x200000x2000,5000x400000x2000,20000x200000x3000"
        )]
        sizes: Vec<Size>,
        /// The lines of a test are scattered, not in whole classes
        #[arg(long)]
        scattered: bool,
        /// Measures `rank` alone
        #[arg(long)]
        rank: bool,
        /// Writes results of mutants, too, which `rank` uses
        #[arg(long)]
        mutants: bool,
        /// Rounds; each runs every command once
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
        /// Another program, such as an older version, to run in each round
        #[arg(long)]
        older: Option<PathBuf>,
    },
    /// Writes made-up recordings into a folder
    Recordings {
        /// The folder
        folder: PathBuf,
        /// Their size, as that of `growth`
        #[arg(long)]
        size: Size,
        /// The lines of a test are scattered, not in whole classes
        #[arg(long)]
        scattered: bool,
        /// Writes results of mutants, too
        #[arg(long)]
        mutants: bool,
    },
    /// Choosing tests by each metric, one candidate's value, IETCR: compared with a pass over the matrix
    /// and a straightforward implementation
    Choose {
        /// Repetitions of each choice
        #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// Choosing ten of 5,760 tests over 42,000 lines by a learned belief, compared with `eap`
    Belief {
        /// Repetitions of each choice
        #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// `faultline evaluate` with eight metrics on the faults that `FAULTLINE_DATA` names
    Evaluate {
        /// Rounds; each runs it with eight metrics and with one
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// All of the above with their defaults
    All,
    /// Whole Maven builds of four released libraries, serial, parallel and in many JVMs, plain, with JaCoCo and
    /// with `faultline run`: ratios of CPU time
    Builds {
        /// Names of builds; all by default
        #[arg(value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(builds::names()))]
        builds: Vec<String>,
        /// Rounds; each runs every variant once
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// `faultline history` compared with `git log --raw -m -M --root` on a repository such as commons-lang's:
    /// the newest 500 commits and all commits, files and classes
    History {
        /// Folder in the repository
        repository: PathBuf,
        /// Revision whose history is mined
        #[arg(long, default_value = "HEAD")]
        revision: String,
        /// Rounds; each runs every variant once
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
    /// Accuracy of ranking commits on faults with known commits: places and numbers of tests for each ranking
    Commits {
        /// Tab-separated: id, recordings, repository, revision, culprit, failing tests separated by spaces, and optionally a
        /// published rank and number of candidates
        table: PathBuf,
        /// Number of faults to seed into the lines of each row's recordings, instead of the table's faults
        #[arg(long)]
        seeds: Option<usize>,
        /// Weights of evidence learned from other projects: a file of `faultline train --ranking`
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
    },
    /// Whether recording changes outcomes: real suites with and without the agent, with one test at a
    /// time and with four, case by case; a Markdown table
    Outcomes {
        /// Suites, such as `commons-csv` or `commons-csv-1.2`; all by default
        suites: Vec<String>,
        /// Runs of each suite with and without the agent, for each number of tests at a time
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
        runs: u16,
    },
    /// Tables of the effect of generated tests on rankings, from the rows of benchmarks/generate/run.sh
    Generated {
        /// File of rows
        rows: PathBuf,
    },
    /// Real faults of released libraries: find, build, verify, record, mutate, evaluate
    Faults {
        #[command(subcommand)]
        action: Box<faults::Action>,
    },
    /// Real faults from git histories: find commits that mend one, build and record them with their parents' main sources
    Histories {
        #[command(subcommand)]
        action: Box<histories::Action>,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments.benchmark, arguments.json) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("faultline-benchmarks: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(benchmark: &Benchmark, json: bool) -> Result<(), BenchError> {
    match benchmark {
        Benchmark::Overhead { rounds, threads, older } => overhead(*rounds, *threads, older.as_deref(), json),
        Benchmark::Boundary { rounds } => boundary(*rounds, json),
        Benchmark::Start { classes, rounds, older } => {
            let result = start::run(classes, (*rounds).into(), older.as_deref(), progress)?;
            print(json, || result.table(), || result.json());
            Ok(())
        }
        Benchmark::Probes { rounds, older } => {
            let result = probes::run((*rounds).into(), older.as_deref(), progress)?;
            print(json, || result.table(), || result.json());
            Ok(())
        }
        Benchmark::Rank { rounds } => rank(*rounds, json),
        Benchmark::Past { commits, rounds } => {
            let result = past::run(*commits, (*rounds).into(), progress)?;
            print(json, || result.table(), || result.json());
            Ok(())
        }
        Benchmark::Report { rounds } => report(*rounds, json),
        Benchmark::Editor { rounds } => editor(*rounds, json),
        Benchmark::Choose { rounds } => {
            choose(*rounds, json);
            Ok(())
        }
        Benchmark::Belief { rounds } => {
            belief(*rounds, json);
            Ok(())
        }
        Benchmark::Evaluate { rounds } => evaluate(*rounds, json),
        Benchmark::All => {
            overhead(9, 1, None, json)?;
            overhead(9, 4, None, json)?;
            boundary(3, json)?;
            rank(15, json)?;
            report(7, json)?;
            editor(7, json)?;
            choose(15, json);
            belief(15, json);
            evaluate(5, json)
        }
        Benchmark::History { repository, revision, rounds } => {
            let result = history::run(repository, revision, (*rounds).into(), progress)?;
            print(json, || result.table(), || result.json());
            Ok(())
        }
        Benchmark::Commits { table, seeds, weights } => {
            let result = match seeds {
                Some(seeds) => commits::run_seeded(table, weights.as_deref(), *seeds, progress)?,
                None => commits::run(table, weights.as_deref(), progress)?,
            };
            print(json, || result.table(), || result.json());
            Ok(())
        }
        Benchmark::Builds { builds, rounds } => builds::run(builds, (*rounds).into(), progress, |result| {
            print(json, || result.table(), || result.json());
        }),
        Benchmark::Outcomes { suites, runs } => {
            outcomes::run((*runs).into(), suites, progress, |line| println!("{line}"))
        }
        Benchmark::Generated { rows } => tables(rows),
        Benchmark::Growth { sizes, scattered, rank, mutants, rounds, older } => {
            let commands = &growth::COMMANDS[..if *rank { 1 } else { growth::COMMANDS.len() }];
            let (rounds, older) = ((*rounds).into(), older.as_deref());
            let result = growth::run(sizes, shape(*scattered), *mutants, rounds, commands, older, progress)?;
            print(json, || result.table(), || result.json());
            Ok(())
        }
        Benchmark::Recordings { folder, size, scattered, mutants } => {
            recordings::write(folder, *size, shape(*scattered))?;
            if *mutants { recordings::write_mutants(folder, *size) } else { Ok(()) }
        }
        Benchmark::Faults { action } => {
            faults::run(action, progress, |report| print(json, || report.tables(), || report.json()))
        }
        Benchmark::Histories { action } => {
            histories::run(
                action,
                progress,
                |list, rows| {
                    if json { println!("{rows}") } else { print!("{list}") }
                },
            )
        }
    }
}

fn overhead(rounds: u16, threads: u16, older: Option<&Path>, json: bool) -> Result<(), BenchError> {
    let result = overhead::run(rounds.into(), threads, older, progress)?;
    print(json, || result.table(), || result.json());
    Ok(())
}

fn boundary(rounds: u16, json: bool) -> Result<(), BenchError> {
    let result = boundary::run(rounds.into(), progress)?;
    print(json, || result.table(), || result.json());
    Ok(())
}

fn rank(rounds: u16, json: bool) -> Result<(), BenchError> {
    let result = rank::run(rounds.into(), progress)?;
    print(json, || result.table(), || result.json());
    Ok(())
}

fn report(rounds: u16, json: bool) -> Result<(), BenchError> {
    let result = report::run(rounds.into(), progress)?;
    print(json, || result.table(), || result.json());
    Ok(())
}

fn editor(rounds: u16, json: bool) -> Result<(), BenchError> {
    let result = editor::run(rounds.into(), progress)?;
    print(json, || result.table(), || result.json());
    Ok(())
}

fn choose(rounds: u16, json: bool) {
    let result = choose::run(rounds.into(), progress);
    print(json, || result.table(), || result.json());
}

fn belief(rounds: u16, json: bool) {
    let result = belief::run(rounds.into(), progress);
    print(json, || result.table(), || result.json());
}

fn evaluate(rounds: u16, json: bool) -> Result<(), BenchError> {
    if let Some(result) = evaluate::run(rounds.into(), progress)? {
        print(json, || result.table(), || result.json());
    }
    Ok(())
}

fn tables(rows: &Path) -> Result<(), BenchError> {
    print!("{}", generated::read(rows)?.tables());
    Ok(())
}

fn shape(is_scattered: bool) -> Shape {
    if is_scattered { Shape::Scattered } else { Shape::Blocks }
}

/// Progress goes to stderr, so that `--json` can be redirected.
fn progress(step: &str) {
    eprintln!("  {step}");
}

fn print(json: bool, table: impl Fn() -> String, value: impl Fn() -> Value) {
    if json { println!("{}", value()) } else { println!("\n{}", table()) }
}
