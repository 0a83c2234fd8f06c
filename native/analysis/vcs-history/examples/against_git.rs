//! Mines a repository, merges included, and compares with `git log --raw -m -M --root`: every
//! commit that differs, how many do, and the times of both.
//!
//! `cargo run --locked --release -p faultline-vcs-history --example against_git -- REPOSITORY [REVISION] [COMMITS]`

#[path = "../tests/git/mod.rs"]
mod git;

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use faultline_vcs_history::{Mining, mine};

const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name a repository")?);
    let revision = arguments.next().unwrap_or_else(|| "HEAD".to_owned());
    let commits = arguments.next().map(|number| number.parse()).transpose()?;
    let mining = Mining { revision: revision.clone(), commits, merges: true, ..Mining::default() };
    let history = mine(&folder, &mining)?;
    if commits.is_none() {
        let differences = git::differences(&history, &folder, &revision);
        for difference in &differences {
            println!("{difference}");
        }
        let changes: usize = history.commits.iter().map(|commit| commit.changes.len()).sum();
        let all = history.commits.len();
        println!("{all} commits, {changes} changes, {} commits differ", differences.len());
    }
    let number = format!("-n{}", commits.unwrap_or(usize::MAX >> 40));
    let log = ["log", "--raw", "-m", "-M", "--root", &number, &revision];
    let least = |work: &mut dyn FnMut()| {
        let mut time = || {
            let start = Instant::now();
            work();
            start.elapsed()
        };
        (0..RUNS).map(|_| time()).min().unwrap_or(Duration::ZERO).as_secs_f64()
    };
    let by_git = least(&mut || drop(git::git(&folder, &log)));
    println!("git log --raw -m -M --root: {by_git:.3} s");
    let mut ways = vec![("merges, 1 thread", Mining { threads: 1, ..mining.clone() })];
    ways.push(("merges, all threads", mining.clone()));
    ways.push(("no merges, all threads", Mining { merges: false, ..mining.clone() }));
    ways.push((
        "no merges, all threads, classes and methods",
        Mining { merges: false, units: true, ..mining },
    ));
    for (name, mining) in ways {
        let ours = least(&mut || drop(mine(&folder, &mining)));
        println!("mined, {name}: {ours:.3} s, {:.2} of git's", ours / by_git);
    }
    Ok(())
}
