//! Runs the table of `tests/compatibility/repeated.toml` and writes `docs/mutants-frameworks.md`.
//!
//! ```text
//! cargo run -p faultline-tests --bin repeated -- [BUILD...]
//! ```
//! All builds, or for a look these, which writes nothing. Needs the distribution (`make dist`; `FAULTLINE_DIST`), Maven,
//! and pip for the run times (`FAULTLINE_JVMS`: where they are kept). Exits with 1 when a cell fails.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use faultline_tests::compatibility::{Jvm, NEWEST_WHEELS};
use faultline_tests::repeated::{Cell, Row, document, rows, run};
use faultline_tests::{Dist, Fixture};

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let kept = std::env::var_os("FAULTLINE_JVMS")
        .map_or_else(|| std::env::temp_dir().join("faultline-jvms"), PathBuf::from);
    let jvms: Vec<Jvm> = NEWEST_WHEELS
        .iter()
        .map(|(feature, wheel)| Jvm::by_pip(*feature, wheel, &kept).unwrap_or_else(|why| panic!("{why}")))
        .collect();
    let scratch = std::env::temp_dir().join(format!("faultline-repeated-{}", std::process::id()));
    let dist = Dist::find();
    let mut done: Vec<(Row, Vec<Cell>)> = Vec::new();
    for row in rows().into_iter().filter(|row| wanted.is_empty() || wanted.contains(&row.build)) {
        let fixture = Fixture::copy(&format!("builds/{}", row.build), &scratch.display().to_string());
        let cell = |jvm: &Jvm| match jvm.feature {
            java if java < row.release => Cell::NotTried,
            _ => run(&fixture, jvm, &dist),
        };
        let cells: Vec<Cell> = jvms.iter().map(cell).collect();
        let shown: Vec<String> = cells.iter().map(ToString::to_string).collect();
        println!("| {} | {} |", row.build, shown.join(" | "));
        done.push((row, cells));
    }
    if wanted.is_empty() {
        let date = Command::new("date").arg("+%Y-%m-%d").output().expect("there is a date");
        let date = String::from_utf8_lossy(&date.stdout).trim().to_owned();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mutants-frameworks.md");
        std::fs::write(&path, document(&date, &jvms, &done))
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let failed = done.iter().flat_map(|(_, cells)| cells).any(|cell| matches!(cell, Cell::Failed(_)));
    if !failed {
        // What is left of a run that fails is worth a look.
        let _ = std::fs::remove_dir_all(&scratch);
    }
    ExitCode::from(u8::from(failed))
}
