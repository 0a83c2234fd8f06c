//! `cargo run --locked -p faultline-tests --bin soak -- [TESTS [THREADS]]`: runs short tests in parallel in one JVM, plain and recorded.
//! Prints the memory in use over time, and exits with 1 when a row is not exact. Default: 100,000 on 4 threads.

use std::process::ExitCode;

use faultline_tests::Dist;
use faultline_tests::soak::{Sample, soak};

fn main() -> ExitCode {
    let number = |at: usize, otherwise: u32| match std::env::args().nth(at) {
        Some(word) => word.parse().unwrap_or_else(|_| panic!("'{word}' is not a number")),
        None => otherwise,
    };
    let (tests, threads) = (number(1, 100_000), number(2, 4));
    let soaked =
        soak(&Dist::find(), &std::env::temp_dir().join("faultline-soak").to_string_lossy(), tests, threads);
    println!(
        "| tests begun | heap after a collection, kB: plain, recorded | resident, kB: plain, recorded |"
    );
    println!("|---|---|---|");
    let kilo = |bytes: u64| bytes / 1024;
    for (plain, recorded) in soaked.plain.iter().zip(&soaked.samples) {
        let Sample { tests, heap, resident } = recorded;
        println!(
            "| {tests} | {}, {} | {}, {} |",
            kilo(plain.heap),
            kilo(*heap),
            kilo(plain.resident),
            kilo(*resident)
        );
    }
    println!(
        "{tests} tests on {threads} threads: {} rows are not exact, {} kB written",
        soaked.wrong.len(),
        kilo(soaked.written)
    );
    soaked.wrong.iter().take(5).for_each(|wrong| eprintln!("{wrong}"));
    ExitCode::from(u8::from(!soaked.wrong.is_empty()))
}
