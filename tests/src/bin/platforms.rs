//! Tests the agent in JVMs of other platforms by emulators, and writes the section on platforms of `docs/compatibility.md`.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin platforms -- [JAVA...]
//! ```
//! Needs the distribution with the cores of those platforms (`make cores dist`; `FAULTLINE_DIST`), Maven, the emulators, and pip for
//! the runtimes (cached in `FAULTLINE_JVMS`). Missing tools are named; only runtimes are installed. Writes the document after all Java
//! versions. Exits with 1 when something differs, and with 2 when something is missing.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use faultline_tests::Dist;
use faultline_tests::compatibility::Jvm;
use faultline_tests::platforms::{EMULATED, Emulated, check, scratch, section};
use faultline_tests::section::with_section;

fn main() -> ExitCode {
    let wanted: Vec<u32> =
        std::env::args().skip(1).map(|word| word.parse().expect("a Java version, as 21")).collect();
    let dist = Dist::find();
    let missing: Vec<_> = EMULATED.iter().flat_map(|platform| missing(platform, &dist)).collect();
    if !missing.is_empty() {
        for sentence in missing {
            eprintln!("make check-platforms: {sentence}");
        }
        return ExitCode::from(2);
    }
    let (mut rows, mut differ) = (Vec::new(), false);
    for platform in EMULATED {
        let wheels = platform.wheels.iter().filter(|(java, _)| wanted.is_empty() || wanted.contains(java));
        for (feature, wheel) in wheels {
            match platform.jvm(*feature, wheel, &kept()) {
                Ok(jvm) => {
                    let (row, agrees) = row(&platform, &jvm, &dist);
                    println!("{row}");
                    rows.push(row);
                    differ |= !agrees;
                }
                Err(why) => {
                    eprintln!("make check-platforms: Java {feature} for {}: {why}", platform.title);
                    return ExitCode::from(2);
                }
            }
        }
    }
    if wanted.is_empty() && !differ {
        write(&rows);
    }
    ExitCode::from(u8::from(differ))
}

/// Lists what is missing for a platform, including the core in the agent's jar.
fn missing(platform: &Emulated, dist: &Dist) -> Vec<String> {
    let mut missing = platform.missing();
    let entry = format!("META-INF/faultline/{}/", platform.core);
    let jar = std::fs::read(dist.agent()).expect("the agent's jar");
    // A jar contains the names of its entries uncompressed.
    if !jar.windows(entry.len()).any(|bytes| bytes == entry.as_bytes()) {
        missing.push(format!(
            "{} has no core for {}: make cores dist",
            dist.agent().display(),
            platform.core
        ));
    }
    missing
}

fn kept() -> PathBuf {
    std::env::var_os("FAULTLINE_JVMS")
        .map_or_else(|| std::env::temp_dir().join("faultline-jvms"), PathBuf::from)
}

/// Returns a row of the table, and whether nothing differs.
fn row(platform: &Emulated, jvm: &Jvm, dist: &Dist) -> (String, bool) {
    let scratch = scratch(platform.core, jvm.feature);
    let results = check(jvm, dist, &scratch);
    for difference in &results.differences {
        eprintln!("{}: {difference}", platform.title);
    }
    if results.differences.is_empty() {
        let _ = std::fs::remove_dir_all(&scratch);
    }
    let by = format!("Java {} in {}", jvm.version, platform.emulator_version());
    let row = format!("| {} | {by} | {} |", platform.title, results.cells.join(" | "));
    (row, results.differences.is_empty())
}

fn write(rows: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/compatibility.md");
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let date = Command::new("date").arg("+%Y-%m-%d").output();
    let date =
        date.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    std::fs::write(&path, with_section(&before, &section(&date, rows)))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
