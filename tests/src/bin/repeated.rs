//! Runs the table of `tests/compatibility/repeated.toml` and writes `docs/compatibility.md`: every row with `--all`,
//! otherwise only the rows that are missing in the document or have a failing cell.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin repeated -- --all
//! ```
//! Needs the distribution (`make dist`; `FAULTLINE_DIST`), Maven, and pip for the runtimes (cached in `FAULTLINE_JVMS`). Exits
//! with 1 when a cell fails.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use faultline_tests::compatibility::{Jvm, NEWEST_WHEELS};
use faultline_tests::repeated::{Cell, Row, Shown, document, rows, run};
use faultline_tests::section::with_section;
use faultline_tests::{Dist, Fixture};

fn main() -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/compatibility.md");
    let all = std::env::args().any(|word| word == "--all");
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    let before = if all { "" } else { &written };
    let kept = std::env::var_os("FAULTLINE_JVMS")
        .map_or_else(|| std::env::temp_dir().join("faultline-jvms"), PathBuf::from);
    let jvms: Vec<Jvm> = NEWEST_WHEELS
        .iter()
        .map(|(feature, wheel)| Jvm::by_pip(*feature, wheel, &kept).unwrap_or_else(|why| panic!("{why}")))
        .collect();
    let scratch = std::env::temp_dir().join(format!("faultline-repeated-{}", std::process::id()));
    let (dist, date) = (Dist::find(), date());
    let (mut shown, mut failed) = (Vec::new(), false);
    for row in rows() {
        shown.push(Shown::earlier(before, &row).unwrap_or_else(|| {
            let cells = cells(&row, &jvms, &dist, &scratch);
            failed |= cells.iter().any(|cell| matches!(cell, Cell::Failed(_)));
            Shown::of(&row, &jvms, &cells)
        }));
        // Written after every row, because a table that takes an hour may be interrupted.
        std::fs::write(&path, with_section(&written, &document(&date, &jvms, &shown)))
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    if !failed {
        // Keep the files of a failing run for inspection.
        let _ = std::fs::remove_dir_all(&scratch);
    }
    ExitCode::from(u8::from(failed))
}

fn cells(row: &Row, jvms: &[Jvm], dist: &Dist, scratch: &Path) -> Vec<Cell> {
    let fixture = Fixture::copy(&format!("builds/{}", row.build), &scratch.display().to_string());
    let cell = |jvm: &Jvm| if jvm.feature < row.release { Cell::NotTried } else { run(&fixture, jvm, dist) };
    let cells: Vec<Cell> = jvms.iter().map(cell).collect();
    let shown: Vec<String> = cells.iter().map(ToString::to_string).collect();
    println!("| {} | {} |", row.build, shown.join(" | "));
    cells
}

fn date() -> String {
    let date = Command::new("date").arg("+%Y-%m-%d").output().expect("there is a date");
    String::from_utf8_lossy(&date.stdout).trim().to_owned()
}
