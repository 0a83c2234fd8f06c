//! The stress test of parallel tests on several Java versions, under load.
//!
//! ```text
//! cargo run -p faultline-tests --bin stress -- [ROUNDS [JAVA...]]
//! ```
//! 500 rounds on Java 11, 17, 21 and 25, each a JVM, while twice as many threads as there are cores
//! keep these busy. Needs the distribution (`make dist`; `FAULTLINE_DIST`), Maven, and pip for the
//! run times (`FAULTLINE_JVMS`: where they are kept). Exits with 1 when a round differs.

use std::path::PathBuf;
use std::process::ExitCode;

use faultline_tests::Dist;
use faultline_tests::compatibility::{Jvm, NEWEST_WHEELS};
use faultline_tests::model::{Load, Model};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let rounds: u64 = words.next().map_or(500, |word| word.parse().expect("a number of rounds"));
    let wanted: Vec<u32> = words.map(|word| word.parse().expect("a Java version, as 17")).collect();
    let kept = std::env::var_os("FAULTLINE_JVMS")
        .map_or_else(|| std::env::temp_dir().join("faultline-jvms"), PathBuf::from);
    let scratch = std::env::temp_dir().join("faultline-stress").display().to_string();
    let (dist, model) = (Dist::find(), Model::build(&scratch));
    let load = Load::per_core(2);
    println!("| Java | rounds | with {} busy threads beside it: rounds that differ |", load.threads());
    println!("|---|---|---|");
    let mut failed = false;
    for (feature, wheel) in
        NEWEST_WHEELS.iter().filter(|(java, _)| wanted.is_empty() || wanted.contains(java))
    {
        match Jvm::by_pip(*feature, wheel, &kept) {
            Ok(jvm) => {
                let different = different(&model, &jvm, &dist, rounds);
                failed |= different > 0;
                println!("| {} | {rounds} | {different} |", jvm.version);
            }
            Err(why) => {
                failed = true;
                println!("| {feature} | 0 | not tried: {why} |");
            }
        }
    }
    ExitCode::from(u8::from(failed))
}

/// Number of rounds that differ; what does goes to stderr.
fn different(model: &Model, jvm: &Jvm, dist: &Dist, rounds: u64) -> u64 {
    let mut different = 0;
    for seed in 0..rounds {
        let threads = 2 + seed % 5;
        let found = model.stress(&jvm.java, dist, seed, threads).unwrap_or_else(|why| vec![why]);
        different += u64::from(!found.is_empty());
        for difference in found.iter().take(5) {
            eprintln!("Java {}, seed {seed}, {threads} threads: {difference}", jvm.version);
        }
    }
    different
}
