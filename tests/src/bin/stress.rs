//! The stress test of parallel tests on several Java versions, under load.
//!
//! ```text
//! cargo run --locked -p faultline-tests --bin stress -- [ROUNDS [JAVA...]]
//! ```
//! Default: 500 rounds on Java 11, 17, 21 and 25; five in a JVM, three JVMs per core in parallel as mutual load. Needs the
//! distribution (`make dist`; `FAULTLINE_DIST`), Maven, and pip for the runtimes (cached in `FAULTLINE_JVMS`). Exits with 1 when
//! a round differs.

use std::path::PathBuf;
use std::process::ExitCode;

use faultline_tests::compatibility::{Jvm, NEWEST_WHEELS};
use faultline_tests::model::Model;
use faultline_tests::{Dist, crowd};

/// Rounds that a JVM runs in sequence: threads begin to be told apart in the first; JIT compilers are active in the others.
const IN_A_JVM: u64 = 5;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let rounds: u64 = words.next().map_or(500, |word| word.parse().expect("a number of rounds"));
    let jvms = rounds.div_ceil(IN_A_JVM);
    let wanted: Vec<u32> = words.map(|word| word.parse().expect("a Java version, as 17")).collect();
    let kept = std::env::var_os("FAULTLINE_JVMS")
        .map_or_else(|| std::env::temp_dir().join("faultline-jvms"), PathBuf::from);
    let scratch = std::env::temp_dir().join("faultline-stress").display().to_string();
    let (dist, model) = (Dist::find(), Model::build(&scratch));
    println!("| Java | rounds | JVMs, {} at once | JVMs in which one differs |", crowd::busy());
    println!("|---|---|---|---|");
    let mut failed = false;
    for (feature, wheel) in
        NEWEST_WHEELS.iter().filter(|(java, _)| wanted.is_empty() || wanted.contains(java))
    {
        match Jvm::by_pip(*feature, wheel, &kept) {
            Ok(jvm) => {
                let different = different(&model, &jvm, &dist, jvms);
                failed |= different > 0;
                println!("| {} | {} | {jvms} | {different} |", jvm.version, jvms * IN_A_JVM);
            }
            Err(why) => {
                failed = true;
                println!("| {feature} | 0 | 0 | not tried: {why} |");
            }
        }
    }
    ExitCode::from(u8::from(failed))
}

/// Returns the number of JVMs with a differing round; prints the differences on stderr.
fn different(model: &Model, jvm: &Jvm, dist: &Dist, jvms: u64) -> usize {
    let title = format!("Java {}", jvm.version);
    let round = |seed| {
        let threads = 2 + seed % 5;
        let found = model.stress(&jvm.java, dist, seed, threads, IN_A_JVM).unwrap_or_else(|why| vec![why]);
        for difference in found.iter().take(5) {
            eprintln!("{title}, seed {seed}, {threads} threads: {difference}");
        }
        !found.is_empty()
    };
    let found = crowd::rounds(jvms, crowd::busy(), round, crowd::every(25, &title));
    found.into_iter().filter(|different| *different).count()
}
