//! A million inputs for each parser of files, without a nightly toolchain: seeded mutations.
//!
//! ```text
//! cargo run --locked --release -p faultline-tests --bin parsers -- [INPUTS [NAME...]]
//! ```
//! Where what must hold does not, the input is written to the folder for temporary files, and the
//! seed is printed. Exits with 1 then.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use faultline_tests::parsers::{Mutator, PARSERS, Parser};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let inputs: u64 = words.next().map_or(1_000_000, |word| word.parse().expect("a number of inputs"));
    let names: Vec<String> = words.collect();
    let mut failed = false;
    for parser in
        PARSERS.iter().filter(|parser| names.is_empty() || names.iter().any(|name| name == parser.name))
    {
        failed |= !holds(parser, inputs);
    }
    ExitCode::from(u8::from(failed))
}

fn holds(parser: &Parser, inputs: u64) -> bool {
    let (seeds, mut taken) = ((parser.seeds)(), 0_u64);
    for seed in 0..inputs {
        let input = Mutator::new(seed).input(&seeds);
        if let Ok(read) = catch_unwind(AssertUnwindSafe(|| (parser.check)(&input))) {
            taken += u64::from(read);
            continue;
        }
        let file = std::env::temp_dir().join(format!("faultline-{}-{seed}", parser.name));
        let kept = std::fs::write(&file, &input)
            .map_or_else(|error| error.to_string(), |()| file.display().to_string());
        println!("{}: seed {seed} fails; the input: {kept}", parser.name);
        return false;
    }
    println!("{}: {inputs} inputs, {taken} taken, the others refused", parser.name);
    true
}
