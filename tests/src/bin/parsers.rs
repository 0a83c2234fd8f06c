//! Runs seeded mutations through each parser of files, a million by default, without a nightly toolchain.
//!
//! ```text
//! cargo run --locked --release -p faultline-tests --bin parsers -- [INPUTS [NAME...]]
//! cargo run --locked -p faultline-tests --bin parsers -- --seeds FOLDER
//! ```
//! The second form writes the seeds of each parser into a folder of its name, to start a corpus.
//!
//! If a property fails, writes the input to the temporary folder, prints the seed, and exits with 1.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use faultline_tests::parsers::{Mutator, PARSERS, Parser};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).peekable();
    if words.next_if(|word| word == "--seeds").is_some() {
        let folder = words.next().expect("a folder for the seeds");
        return write_seeds(folder.as_ref()).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
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

fn write_seeds(folder: &Path) -> std::io::Result<()> {
    for parser in PARSERS {
        let corpus = folder.join(parser.name);
        std::fs::create_dir_all(&corpus)?;
        for (number, seed) in (parser.seeds)().iter().enumerate() {
            std::fs::write(corpus.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
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
