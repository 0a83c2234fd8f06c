//! Says of mutants that mend whether their failing tests pass with them in a fresh JVM, too: for the recordings below the folders given,
//! or for the faults of `tests/faults`, which are recorded first. Folders without a recording are recorded with `mvn -o test`.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin mending -- [--most 20] [--clean] FOLDER...
//! ```
//! `--clean`: only mutants with which no passing test fails. Needs the distribution (`make dist`; `FAULTLINE_DIST`), Maven and `javac`. Exits with 1 when a pair is refuted.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use faultline_tests::mending::check;
use faultline_tests::{Dist, Fixture, maven};

const FAULTS: [&str; 4] = ["cli-265", "csv-169", "csv-288", "lang-747"];

fn main() -> ExitCode {
    let (mut most, mut clean, mut folders) = (20, false, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--most" {
            most = words.next().and_then(|number| number.parse().ok()).expect("a number after --most");
        } else if word == "--clean" {
            clean = true;
        } else {
            folders.push(PathBuf::from(word).canonicalize().expect("a folder"));
        }
    }
    let dist = Dist::find();
    if folders.is_empty() {
        let scratch = std::env::temp_dir().join("faultline-mending");
        let copy =
            |fault: &&str| Fixture::copy(&format!("faults/{fault}"), &scratch.to_string_lossy()).folder;
        folders.extend(FAULTS.iter().map(copy));
    }
    let (mut checked, mut refuted) = (0, 0);
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().display();
        record(&dist, folder);
        match check(&dist, folder, (most, clean)) {
            Ok(found) => {
                println!(
                    "{name}: {} pairs, {} checked, {} refuted",
                    found.mending,
                    found.checked,
                    found.refuted.len()
                );
                found.refuted.iter().for_each(|line| println!("  {line}"));
                (checked, refuted) = (checked + found.checked, refuted + found.refuted.len());
            }
            Err(why) => println!("{name}: {why}"),
        }
    }
    println!("{} folders: {checked} pairs checked, {refuted} refuted", folders.len());
    ExitCode::from(u8::from(refuted > 0))
}

fn record(dist: &Dist, folder: &Path) {
    if !folder.join(".faultline").exists() {
        maven(&mut dist.command(&["run", "--", "mvn", "-B", "-ntp", "test"]), folder).expect_code(1);
    }
}
